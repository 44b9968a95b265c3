// Games as a program uses them: loaded once, then rules and notation answer at once. A game is one of
// the library's, by name, or a module with a game in plain TypeScript, by its path or address.

import { loadedNotation } from '#notations';
import { type InputError, inputError, PlyadesError, quote, refuse } from '../core/errors.js';
import { type Claim, type GameNotation, type Move, type Position, recordOf } from '../core/game.js';
import type { Repetition } from '../core/repetition.js';
import { type Result, unwrap } from '../core/result.js';
import { parseGameName } from '../games/names.js';
import type { GameSource } from '../games/open.js';
import type { SearchReport } from '../hosts/threads/protocol.js';
import type { GameEnding } from './game-ending.js';
import { openKernelGame } from './kernel-game.js';
import { isModulePath, openPlainGame } from './plain-game.js';
import type { GivenGame } from './search-options.js';

/** A game's rules and notation. */
export interface LoadedGame {
  readonly id: string;
  readonly notation: GameNotation;
  /**
   * Legal moves in the game's own order; none exactly when the game is over. In trees of bounded width
   * (`notation.branching`) the best of them, although `play` takes any.
   */
  legalMoves(position: Position): Move[];
  /** The position after a move; ERR_ILLEGAL_MOVE when it is against the rules. */
  play(position: Position, move: Move): Result<Position, InputError>;
  /**
   * Reads a move as the notation has it or as players write it in a position, such as SAN in chess.
   * Whether it is legal is for `play` to say.
   */
  readMove(position: Position, text: string): Result<Move, InputError>;
  /** A legal move as players write it: SAN in chess, elsewhere as the notation has it. */
  writeMove(position: Position, move: Move): string;
  /** The same for moves that follow each other from a position. */
  writeLine(position: Position, moves: readonly Move[]): string[];
  /**
   * Who won and why, all positions of the game given in order; undefined while it goes on. Knows the rules
   * that depend on the way, too: repetition and moves without progress.
   */
  ending(game: readonly Position[]): GameEnding | undefined;
  /** In games that have one (shogi: the entered king), what a claim by the side to move would come to. */
  claim?(position: Position): Claim;
  /** True when the game is over. */
  over(position: Position): boolean;
  /**
   * True when the position carries a count of moves without progress that makes it a draw, as after fifty
   * moves in chess, unless the game is over anyway. For programs that play a game; searches go on from there.
   */
  drawnByCount(position: Position): boolean;
  /** Result of a finished game from the side to move, in the units of search values. */
  result(position: Position): number;
  /** Static evaluation from the side to move; only for a game that is not over. */
  evaluate(position: Position): number;
  /** The side to move; 0 is the side that begins the game. */
  turn(position: Position): 0 | 1;
  /** In games in plain TypeScript with `draw`: the position as SVG; undefined when the game draws plain text only. */
  picture?(position: Position): string | undefined;
  /** Reads a position and plays moves on it, given as text with spaces between them. */
  parsePosition(text: string, moves?: string): Result<Position, InputError>;
  /** Plays moves, given as text with spaces between them, on a position. */
  playMoves(position: Position, moves: string): Result<Position, InputError>;
  /** The same, with every position on the way: first the one given, last the one after all moves. */
  playThrough(position: Position, moves: string): Result<readonly Position[], InputError>;
  /**
   * A position that occurs for this time ends the game: 3 in chess, checkers and Lines of Action, 4 in
   * shogi, 0 in games without a rule of repetition.
   */
  readonly repeats: number;
  /**
   * How the game ended by repetition, all its positions given in order; undefined when its last position
   * has not come often enough. Positions are the same when board, side to move and rights are: clocks
   * and move numbers do not count, nor does an en passant square on which no pawn may take.
   */
  repetition(game: readonly Position[]): Repetition | undefined;
}

/** A game as worker threads get it; moves of a report are numbers of its own. */
export interface Playable extends LoadedGame {
  readonly source: GameSource;
  /** False for a game in plain TypeScript without `evaluate`. */
  readonly evaluates: boolean;
  /** False for a game in plain TypeScript without `key`: its searches have no table. */
  readonly usesTable: boolean;
  /** The position as threads take it. */
  sourcePosition(position: Position): unknown;
  /** A worker's report in the move codes of this game. */
  translate<R extends Reported>(report: R): R;
}

/** The fields of a report that name moves. */
export type Reported = Pick<SearchReport, 'line' | 'plainLine'>;

const games = new Map<string, Promise<Playable>>();

/**
 * Loads a game by name, or a game in plain TypeScript by the path or address of its module (compiled
 * to JavaScript). Throws a PlyadesError: ERR_GAME when there is none.
 */
export function loadGame<G extends string>(id: GivenGame<G>): Promise<LoadedGame> {
  return playable(id);
}

export function playable(id: string): Promise<Playable> {
  let game = games.get(id);
  if (!game) {
    game = isModulePath(id) ? openPlainGame(id) : openKernelGame(id);
    game.catch(() => games.delete(id));
    games.set(id, game);
  }
  return game;
}

/**
 * A game that a file names, as proofs and records do. A file must not choose what code runs here,
 * so it must be one of the library's: ERR_GAME otherwise.
 */
export async function namedGame(id: string): Promise<Playable> {
  return playable(unwrap(parseGameName(id)));
}

/**
 * Throws at once when something is no position, or one that its notation would refuse: records may
 * come from anywhere.
 */
export function checkPosition(position: Position): void {
  if (typeof position?.game !== 'string' || !(position.record instanceof Uint8Array)) {
    const message = 'expected a position, such as parsePosition returns';
    refuse('ERR_IMPOSSIBLE', message, position);
  }
  if (isModulePath(position.game)) {
    // Its record means something to a game that is open here, and only then.
    if (games.has(position.game)) return;
    const message = `a position of ${quote(position.game)}, which is not loaded: call loadGame first`;
    refuse('ERR_GAME', message, position.game);
  }
  const notation: GameNotation | undefined = loadedNotation(position.game);
  // A browser has not loaded it yet: the search checks the position once it has.
  if (notation === undefined) return;
  recordOf(notation, position);
  const again = unwrap(notation.parsePosition(written(notation, position)));
  if (!again.record.every((byte, i) => byte === position.record[i])) throw impossible(notation);
}

/** The position as text; a maker may fail on bytes that no parser and no kernel has made. */
function written(notation: GameNotation, position: Position): string {
  try {
    return notation.makePosition(position);
  } catch {
    throw impossible(notation);
  }
}

function impossible({ title }: GameNotation): PlyadesError {
  const message = `these bytes are no position of ${title}`;
  return PlyadesError.refusing(inputError('ERR_IMPOSSIBLE', message, ''));
}
