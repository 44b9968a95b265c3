// What the rest of the library knows about a game without its rules: how positions and moves look
// as bytes and as text. Rules live in the game's kernel; a notation only decides what is written
// well and what no game can reach, so it works without loading anything.
import type { InputError } from './errors.js';
import type { Result } from './result.js';

/** A name such as `othello`; for a game in plain TypeScript, the address of its module. */
export type GameId = string;

/** A position, as the compact record that its kernel loads. A record is never changed once made. */
export interface Position {
  readonly game: GameId;
  readonly record: Uint8Array;
}

/** The code of a move, a u32. Each game has its own encoding; a kernel lists the legal ones. */
export type Move = number;

/** What a notation asks of the rules; the kernel's `Rules` is one. */
export interface MoveRules {
  /** Legal moves of a position. */
  moves(record: Uint8Array): readonly Move[];
  /** The position after a legal move. */
  play(record: Uint8Array, move: Move): Uint8Array;
}

/** The outcome of a claim of the side to move, such as that of an entered king. */
export interface Claim {
  /** The player's word for it. */
  readonly word: string;
  /** True when it wins the game. */
  readonly wins: boolean;
  /** The grounds, or what is missing. */
  readonly why: string;
}

/** A text that the notation reads, and what it stands for. */
export interface Example {
  readonly text: string;
  readonly about: string;
}

/**
 * How a game is written down. Each parse/make pair are inverses: `parse(make(x))` is x, and
 * `make(parse(text))` is the one canonical text. Parsers never throw and refuse an oversized text
 * before reading it; makers throw on values that no parser and no kernel returns.
 */
export interface GameNotation {
  readonly id: GameId;
  /** The game's name in running text. */
  readonly title: string;
  /** Bytes of a record. */
  readonly recordSize: number;
  /** One line each: how a position and a move are written. */
  readonly positionFormat: string;
  readonly moveFormat: string;
  /** At least one each; the first position is the start. */
  readonly positionExamples: readonly Example[];
  readonly moveExamples: readonly Example[];
  /** In games played for a margin: how much of a solved value is one point of it. */
  readonly marginUnit?: number;
  /** What its points are called, `points` if not given. */
  readonly marginName?: string;

  /** In games with check. */
  readonly check?: {
    /** True when a mate problem wants every move of the attacker to give check. */
    readonly mateByChecks: boolean;
    /** True when a side loses that repeats a position by giving check on and on. */
    readonly perpetualLoses: boolean;
  };
  /** False when the game has no winner, as in trees without an end. */
  readonly winnable?: false;
  /** In games whose records count moves: the same position with its counts at 0; equal for equal boards. */
  withoutCounts?(record: Uint8Array): Uint8Array;

  /**
   * In games whose trees may be of bounded width: a search looks at the best moves of a position only,
   * and the kernel lists no others as its moves, though it plays all that the rules allow. How many it
   * keeps is part of the position, its text and its key.
   */
  readonly branching?: {
    /** Greatest limit; the least that makes a tree is 2. */
    readonly max: number;
    /** True when nodes have no moves but those that are kept. */
    readonly all?: boolean;
    /** False when positions with a limit have no proofs: solvers cannot see which moves are left out. True if not given. */
    readonly provable?: boolean;
    /** How many moves the position's tree keeps at most; 0 when it keeps all of them. */
    of(position: Position): number;
    /** The same position in the tree that keeps the best `limit` moves of every node; 0: as many as by default. */
    limit(position: Position, limit: number): Position;
  };

  /** Where the game begins. */
  start(): Position;

  /** Reads a position; refuses what is badly written or what no game can reach. */
  parsePosition(text: string): Result<Position, InputError>;
  /** The one canonical text of a position. */
  makePosition(position: Position): string;

  /** Syntax only: the rules decide whether the move is legal in a position. */
  parseMove(text: string): Result<Move, InputError>;
  /** The text of a move. */
  makeMove(move: Move): string;
  /**
   * For notations that abbreviate: the moves among the legal ones that a parsed move can mean. More
   * than one when the text was ambiguous. Without it, a move means itself.
   */
  meanings?(move: Move, legal: readonly Move[]): readonly Move[];

  /** For games where it can be said plainly: why a move is not legal, such as `k10 is occupied`. */
  whyIllegal?(position: Position, move: Move): string | undefined;

  /**
   * How players write a move where that depends on the position, such as SAN in chess: for people, while
   * machines get `makeMove`. Both directions are inverses for legal moves. Without it they write no other.
   */
  readonly display?: {
    /** The text of a legal move. */
    make(rules: MoveRules, position: Position, move: Move): string;
    /** Reads a move; ERR_MOVE when it is not written like one. */
    parse(rules: MoveRules, position: Position, text: string): Result<Move, InputError>;
  };

  /** Why a game that is over ended, such as `checkmate`; `result` is from the side to move. */
  reason?(position: Position, result: number): string;

  /** In games where a side may claim the game instead of moving. The search does not know it. */
  claim?(position: Position): Claim;

  /** A picture in plain text, several lines without a final newline. Marks the moves it is given. */
  draw(position: Position, highlight?: readonly Move[]): string;
}

/** How many of the best moves are listed as the moves of a position; 0 when all legal ones are. */
export function branchingOf(notation: GameNotation, position: Position): number {
  return notation.branching?.all === true ? 0 : widthOf(notation, position);
}

/** The most moves that a node of the position's tree has; 0 when the rules alone limit them. */
export function widthOf(notation: GameNotation, position: Position): number {
  return notation.branching?.of(position) ?? 0;
}

/** The position's record; throws when the position is one of another game. */
export function recordOf(
  notation: Pick<GameNotation, 'id' | 'recordSize'>,
  position: Position,
): Uint8Array {
  const { game, record } = position;
  if (game !== notation.id || record.length !== notation.recordSize) {
    throw new TypeError(`a ${game} record of ${record.length} bytes is no ${notation.id} position`);
  }
  return record;
}
