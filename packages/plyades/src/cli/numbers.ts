// Numbers for people: counts with separators, rates with a prefix, and values in the units of players.
import type { Bound, GameNotation } from '../api/index.js';
import { chance, outcomeOf, resultByRepetition, signed } from '../api/outcome.js';

export function makeCount(count: number): string {
  return count.toLocaleString('en-US');
}

export function makeSeconds(seconds: number): string {
  return `${seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(1)} s`;
}

/** Time on a clock: minutes and seconds, tenths in the last half minute. */
export function makeClock(ms: number): string {
  const seconds = ms < 30_000 ? Math.floor(ms / 100) / 10 : Math.floor(ms / 1000);
  const rest = (seconds % 60).toFixed(ms < 30_000 ? 1 : 0);
  return `${Math.floor(seconds / 60)}:${rest.padStart(ms < 30_000 ? 4 : 2, '0')}`;
}

/** Seconds for machines, to the microsecond. */
export function roundSeconds(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}

/** Such as `4.12 M nodes/s`. */
export function makeRate(nodes: number, seconds: number): string {
  return `${makePrefixed(perSecond(nodes, seconds))} nodes/s`;
}

/** 0 when nothing was measured. */
export function perSecond(nodes: number, seconds: number): number {
  return seconds > 0 ? Math.round(nodes / seconds) : 0;
}

function makePrefixed(count: number): string {
  const prefixes = [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const;
  for (const [unit, prefix] of prefixes) {
    if (count >= unit) return `${(count / unit).toPrecision(3)} ${prefix}`;
  }
  return String(count);
}

/** A value with its bound. */
export interface Valued {
  readonly value: number;
  /** `exact` if not given. */
  readonly bound?: Bound;
  readonly depth: number;
  readonly solved: boolean;
  /** Where unproved values are shares of random games: the value of a game that is won in all of them. */
  readonly certainty?: number | undefined;
}

const BOUND_SIGN = { exact: '', lower: 'at least ', upper: 'at most ' } as const;

/** The value in words, from the side to move: `+1.25 discs`, `win in 3 plies`, `draw`, `55 % of random games`. */
export function makeValue(notation: GameNotation, found: Valued): string {
  return BOUND_SIGN[found.bound ?? 'exact'] + bareValue(notation, found);
}

function bareValue({ marginUnit, marginName = 'points' }: GameNotation, found: Valued): string {
  const { result, plies, margin } = outcomeOf(found, { marginUnit });
  if (result === undefined) {
    const byRepetition = resultByRepetition(found.value);
    if (byRepetition !== undefined) return `${byRepetition} by repetition`;
    if (found.certainty !== undefined)
      return `${chance(found.value, found.certainty)} % of random games`;
    if (marginUnit === undefined) return signed(String(found.value));
    return `${signed((found.value / marginUnit).toFixed(2))} ${marginName}`;
  }
  if (margin !== undefined) return `${result} by ${margin} ${marginName}`;
  return plies === undefined ? result : `${result} in ${plies} ${plies === 1 ? 'ply' : 'plies'}`;
}
