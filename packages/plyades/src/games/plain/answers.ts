// Checks of what the functions of a game return. The binding runs them at every node, so they are a few comparisons;
// messages are made only when one fails.
import { PlyadesError, quote } from '../../core/errors.js';
import { PROVEN, WIN } from '../../core/score.js';
import {
  type Key,
  MAX_MOVES,
  type PictureKind,
  type PlainGame,
  type Side,
  type Winner,
} from './define.js';

/** The side to move, 0 or 1. */
export function turnOf<State, Move>(game: PlainGame<State, Move>, state: State): Side {
  const turn = game.turn(state);
  if (turn !== 0 && turn !== 1) throw wrongSide('turn', turn, '0 or 1');
  return turn;
}

export function winnerOf<State, Move>(game: PlainGame<State, Move>, state: State): Winner {
  const winner = game.winner(state);
  if (winner !== undefined && winner !== 0 && winner !== 1 && winner !== 'draw') {
    throw wrongSide('winner', winner, "0, 1, 'draw', or undefined while the game goes on");
  }
  return winner;
}

/** The moves of an ongoing game: 1 to MAX_MOVES. */
export function movesOf<State, Move>(game: PlainGame<State, Move>, state: State): readonly Move[] {
  const moves = game.moves(state);
  if (!Array.isArray(moves)) throw wrong('moves', moves, 'an array of moves');
  if (moves.length === 0) {
    const advice =
      "a side that cannot move has lost, drawn ('winner' says so) or has a move to pass";
    throw new PlyadesError(
      'ERR_RULES',
      `moves() returned no move although winner() is undefined: ${advice}`,
    );
  }
  if (moves.length > MAX_MOVES) {
    throw new PlyadesError(
      'ERR_RULES',
      `moves() returned ${moves.length} moves: at most ${MAX_MOVES} can be searched`,
    );
  }
  return moves;
}

/** The picture of a state by a game that has `draw`. */
export function pictureOf<State, Move>(
  game: PlainGame<State, Move>,
  state: State,
  kind: PictureKind,
): string {
  const picture: unknown = game.draw!(state, kind);
  if (typeof picture !== 'string') throw wrong('draw', picture, 'a text');
  return picture;
}

/** The margin for side 0 of a finished game that has a `score`, which must agree with its winner. */
export function scoreOf<State, Move>(
  game: PlainGame<State, Move>,
  state: State,
  winner: Winner,
): number {
  const score = game.score!(state);
  // WIN is the result of a game that repetition has ended, which is no margin.
  if (score !== (score | 0) || (Math.abs(score) >= PROVEN && Math.abs(score) !== WIN)) {
    throw wrong('score', score, `an integer inside (-${PROVEN}, ${PROVEN})`);
  }
  const sign = winner === 'draw' ? 0 : winner === 0 ? 1 : -1;
  if (Math.sign(score) !== sign) {
    const expected = `a ${['negative number', '0', 'positive number'][sign + 1]}`.replace(
      'a 0',
      '0',
    );
    throw wrong('score', score, `${expected} since winner() returned ${describe(winner)}`);
  }
  // Not -0.
  return score + 0;
}

/** The images of a state of a game that has `symmetries`. */
export function imagesOf<State, Move>(
  game: PlainGame<State, Move>,
  state: State,
): readonly State[] {
  const images = game.symmetries!(state);
  if (!Array.isArray(images)) throw wrong('symmetries', images, 'an array of states');
  return images;
}

/** The value of an ongoing game that has an `evaluate`. */
export function evaluationOf<State, Move>(game: PlainGame<State, Move>, state: State): number {
  const value = game.evaluate!(state);
  if (value !== (value | 0) || value >= PROVEN || value <= -PROVEN) {
    throw wrong('evaluate', value, `an integer inside (-${PROVEN}, ${PROVEN})`);
  }
  return value;
}

/** The key of a state of a game that has a `key`. */
export function keyOf<State, Move>(game: PlainGame<State, Move>, state: State): Key {
  const key = game.key!(state);
  const type = typeof key;
  if (type === 'number') {
    // Written so that NaN fails too. Beyond, different positions would get the same number.
    if (Math.abs(key as number) <= Number.MAX_SAFE_INTEGER) return key;
    throw wrong('key', key, 'a number within 2^53, which is exact; else a bigint or a string');
  }
  if (type !== 'string' && type !== 'bigint') {
    throw wrong('key', key, 'a string, a number or a bigint');
  }
  return key;
}

function wrong(name: string, answer: unknown, expected: string): PlyadesError {
  return new PlyadesError(
    'ERR_RULES',
    `${name}() returned ${describe(answer)}: expected ${expected}`,
  );
}

function wrongSide(name: string, answer: unknown, expected: string): PlyadesError {
  const third = typeof answer === 'number' && Number.isInteger(answer) && answer > 1;
  if (!third) return wrong(name, answer, expected);
  const message = `${name}() returned ${answer}: the two sides are 0 and 1, and there is no third`;
  return new PlyadesError('ERR_PLAYERS', message);
}

/** A value in a few characters: numbers and texts as written in a program, the rest as JSON. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    return shorten(JSON.stringify(value) ?? String(value));
  } catch {
    return Object.prototype.toString.call(value);
  }
}

function shorten(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}
