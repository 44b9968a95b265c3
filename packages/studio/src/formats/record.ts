// A game as its file has it: where it begins, its moves, and what is said about it. Every format is read into this and
// written from it. Files come from anywhere: sizes are bounded, moves are played by the rules, and an error names its line.
import {
  err,
  type InputErrorCode,
  type LoadedGame,
  type Move,
  ok,
  type Position,
  type Result,
} from 'plyades';

export interface RecordedGame {
  /** The name of the game, or the address of its module. */
  readonly game: string;
  readonly start: Position;
  readonly moves: readonly Move[];
  /** Such as White, Black, Event and Result; the names that PGN uses where there is one. */
  readonly headers: ReadonlyMap<string, string>;
}

export interface GameFileError {
  readonly code: InputErrorCode;
  /** For the reader; begins with the line where there is one. */
  readonly message: string;
  /** From 1. */
  readonly line?: number;
}

export type FileResult<T> = Result<T, GameFileError>;

/** A file of more characters is not read, nor a game of more moves. */
export const MAX_FILE = 2_000_000;
export const MAX_MOVES = 10_000;

export function refuseFile(code: InputErrorCode, message: string, line?: number) {
  return err<GameFileError>(
    line === undefined ? { code, message } : { code, message: `Line ${line}: ${message}`, line },
  );
}

/** A part of a file, cut and in quotes, for a message. */
export function shown(text: string): string {
  const visible = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
  return `'${visible.length <= 40 ? visible : `${visible.slice(0, 39)}…`}'`;
}

/** A word of a file and its line, from 1. */
export interface Word {
  readonly text: string;
  readonly line: number;
}

/** Plays moves given as text, each in its position; an abbreviation becomes the move that it means. */
export function playWords(
  game: LoadedGame,
  start: Position,
  words: readonly Word[],
  readMove: (
    position: Position,
    text: string,
  ) => Result<Move, { readonly code: InputErrorCode; readonly message: string }> = game.readMove,
): FileResult<readonly Move[]> {
  if (words.length > MAX_MOVES) {
    return refuseFile('ERR_TOO_LONG', `${words.length} moves: at most ${MAX_MOVES} are read.`);
  }
  const moves: Move[] = [];
  let position = start;
  for (const { text, line } of words) {
    const refuse = ({
      code,
      message,
    }: {
      readonly code: InputErrorCode;
      readonly message: string;
    }) => refuseFile(code, `move ${moves.length + 1}: ${message}.`, line);
    const read = readMove(position, text);
    if (!read.ok) return refuse(read.error);
    const next = game.play(position, read.value);
    if (!next.ok) return refuse(next.error);
    moves.push(meantMove(game, position, read.value));
    position = next.value;
  }
  return ok(moves);
}

function meantMove({ notation, legalMoves }: LoadedGame, position: Position, move: Move): Move {
  if (notation.meanings === undefined) return move;
  return notation.meanings(move, legalMoves(position))[0] ?? move;
}

/** All positions of a game, the first one first. */
export function positionsOf(game: LoadedGame, { start, moves }: RecordedGame): Position[] {
  const positions = [start];
  for (const move of moves) {
    const next = game.play(positions.at(-1)!, move);
    if (!next.ok) throw new Error(next.error.message);
    positions.push(next.value);
  }
  return positions;
}

/** True when the game begins where games begin. */
export function isUsualStart(game: LoadedGame, { start }: RecordedGame): boolean {
  const { notation } = game;
  return notation.makePosition(start) === notation.makePosition(notation.start());
}

/** A value on one line. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Words with spaces between them in lines of up to `width` characters. */
export function wrapWords(words: readonly string[], width = 80): string {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}
