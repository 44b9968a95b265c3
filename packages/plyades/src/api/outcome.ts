// Values in words, from the side to move: "wins in 7", "draws", "about +120", "about 55 % to win". Numbers after "in"
// are plies, moves of both sides.
import { isProvenLoss, isProvenWin, pliesToWin, REPETITION_WIN } from '../core/score.js';

/** How a game ends with best play, as far as it is proved. */
export type ProvenResult = 'win' | 'draw' | 'loss';

/** A value, and what is known about it. */
export interface Judged {
  readonly value: number;
  /** Plies of the search that found it. */
  readonly depth: number;
  /** True when the value is that of the game. */
  readonly solved: boolean;
}

/** What the values of a game count. */
export interface ValueScale {
  /** In games played for a margin: how much of a solved value is one point of it. */
  readonly marginUnit?: number | undefined;
  /** Where unproved values are shares of random games: the value of a game that is won in all of them. */
  readonly certainty?: number | undefined;
}

/** What a value proves. */
export interface Outcome {
  /** Undefined while nothing is proved. */
  readonly result: ProvenResult | undefined;
  /** Plies to the end of a proven win or loss, where they are known. */
  readonly plies?: number;
  /** Points of a proven win or loss in a game played for a margin. */
  readonly margin?: number;
}

export function outcomeOf(
  { value, depth, solved }: Judged,
  { marginUnit }: ValueScale = {},
): Outcome {
  const decided = isProvenWin(value) || isProvenLoss(value);
  if (!decided && !solved) return { result: undefined };
  const result = value > 0 ? 'win' : value < 0 ? 'loss' : 'draw';
  if (decided) {
    const plies = pliesToWin(Math.abs(value), depth);
    return { result, ...(plies !== undefined && plies > 0 && { plies }) };
  }
  if (value === 0) return { result };
  // A value that is no result of the game: its tree has no winner.
  if (marginUnit === undefined) return { result: undefined };
  return { result, margin: Math.abs(value) / marginUnit };
}

const VERBS = { win: 'wins', draw: 'draws', loss: 'loses' } as const;
const NOUNS = { win: 'a win', draw: 'a draw', loss: 'a loss' } as const;

/** What a repetition comes to, which is no proof; undefined for other values. */
export function resultByRepetition(value: number): 'win' | 'loss' | undefined {
  if (Math.abs(value) !== REPETITION_WIN) return undefined;
  return value > 0 ? 'win' : 'loss';
}

/** Such as `wins in 7`, `loses by 4`, `draws`, `about +120`, `about 55 % to win`. */
export function makeOutcome(found: Judged, scale: ValueScale = {}): string {
  const outcome = outcomeOf(found, scale);
  if (outcome.result !== undefined) return `${VERBS[outcome.result]}${extent(outcome)}`;
  const { value } = found;
  const byRepetition = resultByRepetition(value);
  if (byRepetition !== undefined) return `${VERBS[byRepetition]} by repetition`;
  if (scale.certainty !== undefined) return `about ${chance(value, scale.certainty)} % to win`;
  return `about ${signed(points(value, scale))}`;
}

/**
 * What a move comes to compared with the best one: `as good as the best move`, `loses a win
 * in 5`, `wins in 9 instead of 5`, `turns a draw into a loss in 4`, `gives away about 80`.
 */
export function makeComparison(best: Judged, played: Judged, scale: ValueScale = {}): string {
  const [could, does] = [outcomeOf(best, scale), outcomeOf(played, scale)];
  if (advantageOf(best, played, scale) === 0) return 'as good as the best move';
  const repeats = resultByRepetition(played.value);
  if (could.result === undefined) {
    if (does.result === 'loss' || repeats === 'loss') return makeOutcome(played, scale);
    return resultByRepetition(best.value) === 'win'
      ? 'loses a win by repetition'
      : `gives away about ${given(best, played, scale)}`;
  }
  if (does.result === undefined) {
    if (repeats !== undefined) return `turns ${named(could)} into ${NOUNS[repeats]} by repetition`;
    return `loses ${named(could)}`;
  }
  if (could.result !== does.result) return `turns ${named(could)} into ${named(does)}`;
  if (could.margin !== undefined) {
    return `${VERBS[does.result]} by ${does.margin} instead of ${could.margin}`;
  }
  if (could.plies === undefined || does.plies === undefined) return 'as good as the best move';
  return `${VERBS[does.result]} in ${does.plies} instead of ${could.plies}`;
}

/**
 * How much better the best move is, 0 or more. Where one of the two is unproved, a margin counts as the share of random
 * games that it wins: all or none.
 */
export function advantageOf(best: Judged, played: Judged, scale: ValueScale = {}): number {
  const isShare = (found: Judged) =>
    scale.certainty !== undefined && outcomeOf(found, scale).result === undefined;
  const isMixed = scale.marginUnit !== undefined && (isShare(best) || isShare(played));
  const worthOf = (found: Judged) => (isMixed ? shareOf(found, scale) : found.value);
  return Math.max(0, worthOf(best) - worthOf(played));
}

/** A value as a share of random games. */
function shareOf(found: Judged, scale: ValueScale): number {
  const { result } = outcomeOf(found, scale);
  if (result === undefined) return found.value;
  return result === 'draw' ? 0 : result === 'win' ? scale.certainty! : -scale.certainty!;
}

/** Such as `a win in 5`. */
const named = (outcome: Outcome): string => `${NOUNS[outcome.result!]}${extent(outcome)}`;

function extent({ plies, margin }: Outcome): string {
  if (margin !== undefined) return ` by ${margin}`;
  return plies === undefined ? '' : ` in ${plies}`;
}

/** What was given away, in the unit of the scale. */
function given(best: Judged, played: Judged, scale: ValueScale): string {
  const { certainty } = scale;
  if (certainty !== undefined) {
    const chanceOf = (found: Judged) => chance(shareOf(found, scale), certainty);
    return `${chanceOf(best) - chanceOf(played)} %`;
  }
  return points(best.value - played.value, scale);
}

/** Percent of random games that a value stands for. */
export function chance(value: number, certainty: number): number {
  const share = Math.min(1, Math.max(-1, value / certainty));
  return Math.round(50 * (1 + share));
}

const points = (value: number, { marginUnit }: ValueScale): string =>
  marginUnit === undefined ? String(value) : (value / marginUnit).toFixed(2);

export function signed(number: string): string {
  return number.startsWith('-') || Number(number) === 0 ? number : `+${number}`;
}
