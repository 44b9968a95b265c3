// What an engine says a position is worth. The two protocols differ in mates: UCI counts moves of the side
// that mates, USI counts plies and may leave the number out.
import type { Bound } from '../core/score.js';
import type { Protocol } from './protocol.js';
import type { Tokens } from './tokens.js';

/** From the side to move. */
export type Score =
  | { readonly type: 'cp'; readonly centipawns: number; readonly bound: Bound }
  | {
      readonly type: 'mate';
      /** True when the side to move mates, false when it is mated. */
      readonly wins: boolean;
      /** Plies until the mate stands on the board, 0 when it does; undefined when the engine did not say. */
      readonly plies: number | undefined;
      readonly bound: Bound;
    };

/** A mate in 0 plies on the scale of `scoreValue`; each ply takes one off. */
export const MATE_VALUE = 1_000_000;

/** Mates that an engine gave no distance for count as this far away. */
const UNKNOWN_PLIES = 1000;

/**
 * One scale for all scores, from the side to move: centipawns, and beyond them mates, a quicker win worth
 * more. The value for the other side is its negative. Bounds are for the caller to look at.
 */
export function scoreValue(score: Score): number {
  if (score.type === 'cp') return score.centipawns;
  const value = MATE_VALUE - Math.min(score.plies ?? UNKNOWN_PLIES, UNKNOWN_PLIES);
  return score.wins ? value : -value;
}

/** The score of a value of that scale. */
export function scoreOf(value: number, bound: Bound = 'exact'): Score {
  const plies = MATE_VALUE - Math.abs(value);
  if (plies > UNKNOWN_PLIES) return { type: 'cp', centipawns: Math.round(value), bound };
  const known = plies < UNKNOWN_PLIES ? plies : undefined;
  return { type: 'mate', wins: value > 0, plies: known, bound };
}

/** A value as the side to move one ply earlier sees it: negated, and a mate one ply further away. */
export function valueBefore(value: number): number {
  if (value === 0) return 0;
  const away = MATE_VALUE - Math.abs(value) < UNKNOWN_PLIES ? 1 : 0;
  return value > 0 ? away - value : -value - away;
}

/** Reads what follows the word `score`; undefined when it is no score. */
export function parseScore(protocol: Protocol, tokens: Tokens): Score | undefined {
  const kind = tokens.take();
  if (kind === 'cp') {
    const centipawns = tokens.takeInteger();
    return centipawns === undefined
      ? undefined
      : { type: 'cp', centipawns, bound: parseBound(tokens) };
  }
  if (kind !== 'mate') return undefined;
  const text = tokens.peek();
  if (text === '+' || text === '-') {
    tokens.take();
    return { type: 'mate', wins: text === '+', plies: undefined, bound: parseBound(tokens) };
  }
  const distance = tokens.takeInteger();
  if (distance === undefined) return undefined;
  // `mate 0` is said by the side that is mated; some shogi engines write -0 and +0.
  const wins = distance > 0 || text === '+0';
  const far = Math.abs(distance);
  const plies = protocol === 'usi' || far === 0 ? far : wins ? 2 * far - 1 : 2 * far;
  return { type: 'mate', wins, plies, bound: parseBound(tokens) };
}

/** Our `lower` says that the value is at least this, and so does `lowerbound`. */
function parseBound(tokens: Tokens): Bound {
  const word = tokens.peek();
  if (word !== 'lowerbound' && word !== 'upperbound') return 'exact';
  tokens.take();
  return word === 'lowerbound' ? 'lower' : 'upper';
}

/** The text after the word `score`. */
export function makeScore(protocol: Protocol, score: Score): string {
  const bound = score.bound === 'exact' ? '' : ` ${score.bound}bound`;
  if (score.type === 'cp') return `cp ${score.centipawns}${bound}`;
  return `mate ${makeMate(protocol, score.wins, score.plies)}${bound}`;
}

function makeMate(protocol: Protocol, wins: boolean, plies: number | undefined): string {
  const sign = wins ? '' : '-';
  if (protocol === 'usi') return plies === undefined ? (wins ? '+' : '-') : `${sign}${plies}`;
  // Without a distance UCI has no word for it: a mate far away.
  return `${sign}${Math.ceil((plies ?? UNKNOWN_PLIES) / 2)}`.replace('-0', '0');
}
