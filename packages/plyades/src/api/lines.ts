// Moves as text, played one after another.
import { type InputError, inputError, quote } from '../core/errors.js';
import type { GameNotation, Move, Position } from '../core/game.js';
import { err, ok, type Result } from '../core/result.js';
import type { LoadedGame } from './games.js';

/** No game of ours is longer than this; a longer list of moves is refused unread. */
const MAX_MOVES_TEXT = 100_000;

/** Reads and plays the moves of a line. */
export interface LineMover {
  readMove(position: Position, text: string): Result<Move, InputError>;
  play(position: Position, move: Move): Result<Position, InputError>;
}

/** What a game with a notation can do with lines. */
export function linesOf(
  game: LineMover & { readonly notation: GameNotation },
): Pick<LoadedGame, 'playThrough' | 'playMoves' | 'parsePosition'> {
  const playThrough = (position: Position, moves: string) => playLine(game, position, moves);
  const playMoves = (position: Position, moves: string) => lastOf(playThrough(position, moves));
  return {
    playThrough,
    playMoves,
    parsePosition(text, moves = '') {
      const position = game.notation.parsePosition(text);
      return position.ok ? playMoves(position.value, moves) : position;
    },
  };
}

/**
 * Plays moves, given as text with spaces between them: all positions, the one given first, the last one
 * last. An error says which move, and where.
 */
export function playLine(
  { readMove, play }: LineMover,
  position: Position,
  moves: string,
): Result<readonly Position[], InputError> {
  if (moves.length > MAX_MOVES_TEXT) {
    const message = `${moves.length} characters of moves are too many: at most ${MAX_MOVES_TEXT} are read`;
    return err(inputError('ERR_TOO_LONG', message, moves));
  }
  const line = [position];
  for (const { 0: text, index } of moves.matchAll(/\S+/g)) {
    const move = readMove(line.at(-1)!, text);
    if (!move.ok) return err({ ...move.error, at: index + (move.error.at ?? 0) });
    const next = play(line.at(-1)!, move.value);
    if (!next.ok) return err({ ...next.error, at: index });
    line.push(next.value);
  }
  return ok(line);
}

/** The position at the end of a line. */
export function lastOf(
  line: Result<readonly Position[], InputError>,
): Result<Position, InputError> {
  return line.ok ? ok(line.value.at(-1)!) : line;
}

/** The refusal of a move that is against the rules, with some that are not; `more` when others are not either. */
export function illegalMove(legal: readonly string[], text: string, more = false): InputError {
  const shown = legal.slice(0, 12).join(', ');
  const rest = more || legal.length > 12 ? ', ...' : '';
  const hint = legal.length === 0 ? 'the game is over' : `legal here: ${shown}${rest}`;
  return inputError('ERR_ILLEGAL_MOVE', `${quote(text)} is not a legal move: ${hint}`, text);
}

/** The refusal of a move for a reason that the notation knows. */
export function refusedMove(why: string, text: string): InputError {
  return inputError('ERR_ILLEGAL_MOVE', `${quote(text)} is not a legal move: ${why}`, text);
}

/** The refusal of an abbreviated move that several legal moves fit. */
export function ambiguousMove(meant: readonly string[], text: string): InputError {
  const message = `${quote(text)} is ambiguous: it can mean ${meant.join(' or ')}`;
  return inputError('ERR_ILLEGAL_MOVE', message, text);
}
