// Values of searches for people: in the game's own terms, and always from the side that begins, so that the numbers of
// two positions in a row can be compared.
import {
  type Bound,
  type GameEnding,
  type GameNotation,
  isProvenLoss,
  isProvenWin,
  PROVEN,
  pliesToWin,
} from 'plyades';
import { sideName } from './sides.js';

/** A value as a search reports it, from the side to move. */
export interface FoundValue {
  readonly value: number;
  readonly depth: number;
  readonly bound?: Bound;
  readonly solved?: boolean;
  /** Where unproved values are shares of random games: the value of a position that is won in all of them. */
  readonly certainty?: number | undefined;
}

type Terms = Pick<GameNotation, 'id' | 'marginUnit' | 'marginName'>;

/** The value of a game that is won by repetition, which is no proof. */
const REPETITION_WIN = PROVEN - 1;

const BOUND_WORDS = { exact: '', lower: '≥ ', upper: '≤ ' } as const;

/** Values of these games count hundredths of a pawn. */
const pawnGames: readonly string[] = ['chess'];

/**
 * A short text of fixed sense: `+1.25` for the side that begins, `−1.25` for the other, `win 7` with the plies to the
 * end, `draw`, `55 %` of random games.
 */
export function makeShortValue(terms: Terms, turn: 0 | 1, found: FoundValue): string {
  const { value, solved = false, certainty, bound = 'exact' } = found;
  const sign = turn === 0 ? 1 : -1;
  const forFirst = sign * value;
  const result = resultOf(terms, turn, found);
  if (result !== undefined) {
    if (result.winner === undefined) return 'draw';
    const mark = result.winner === 0 ? '+' : '−';
    if (result.margin !== undefined) return `${mark}${result.margin}`;
    return result.plies === undefined ? `${mark}win` : `${mark}win ${result.plies}`;
  }
  if (Math.abs(value) === REPETITION_WIN) return `${forFirst > 0 ? '+' : '−'}rep`;
  const flipped =
    turn === 0 ? bound : bound === 'lower' ? 'upper' : bound === 'upper' ? 'lower' : bound;
  const prefix = solved ? '' : BOUND_WORDS[flipped];
  if (certainty !== undefined) return `${prefix}${chanceOf(forFirst, certainty)} %`;
  return `${prefix}${signed(inUnits(terms, forFirst))}`;
}

/** The same as a sentence: `Black is ahead by 1.25 discs`, `White wins in 7 plies`, `The game is a draw`. */
export function makeValueSentence(terms: Terms, turn: 0 | 1, found: FoundValue): string {
  const { value, certainty } = found;
  const result = resultOf(terms, turn, found);
  if (result !== undefined) {
    if (result.winner === undefined) return 'A draw with best play';
    const who = sideName(terms.id, result.winner);
    if (result.margin !== undefined)
      return `${who} wins by ${result.margin} ${terms.marginName ?? 'points'}`;
    if (result.plies === undefined) return `${who} wins`;
    return `${who} wins in ${result.plies} ${result.plies === 1 ? 'ply' : 'plies'}`;
  }
  const forFirst = turn === 0 ? value : -value;
  const ahead = sideName(terms.id, forFirst > 0 ? 0 : 1);
  if (Math.abs(value) === REPETITION_WIN) return `${ahead} wins by repetition`;
  if (certainty !== undefined) {
    const share = chanceOf(Math.abs(forFirst), certainty);
    return share === 50 ? 'Even in random games' : `${ahead} wins ${share} % of random games`;
  }
  const text = inUnits(terms, Math.abs(forFirst));
  if (Number(text) === 0) return 'Even';
  return `${ahead} is ahead by ${text} ${unitName(terms)}`;
}

/** What a value proves. */
function resultOf(
  terms: Terms,
  turn: 0 | 1,
  { value, depth, solved = false }: FoundValue,
): { winner: 0 | 1 | undefined; plies?: number; margin?: number } | undefined {
  const decided = isProvenWin(value) || isProvenLoss(value);
  if (!decided && !solved) return undefined;
  if (value === 0) return { winner: undefined };
  const other = turn === 0 ? 1 : 0;
  const winner = value > 0 ? turn : other;
  if (!decided) {
    return terms.marginUnit === undefined
      ? undefined
      : { winner, margin: Math.abs(value) / terms.marginUnit };
  }
  const plies = pliesToWin(Math.abs(value), depth);
  return { winner, ...(plies !== undefined && plies > 0 && { plies }) };
}

function inUnits({ id, marginUnit }: Terms, value: number): string {
  if (marginUnit !== undefined) return (value / marginUnit).toFixed(2);
  return pawnGames.includes(id) ? (value / 100).toFixed(2) : String(Math.round(value));
}

/** What the unproved values of a game count. */
export const unitName = ({ id, marginUnit, marginName }: Terms): string =>
  marginUnit !== undefined ? (marginName ?? 'points') : pawnGames.includes(id) ? 'pawns' : 'points';

function signed(text: string): string {
  if (Number(text) === 0) return text.replace('-', '');
  return text.startsWith('-') ? `−${text.slice(1)}` : `+${text}`;
}

/** Percent of random games that a value stands for. */
function chanceOf(value: number, certainty: number): number {
  return Math.round(50 * (1 + Math.min(1, Math.max(-1, value / certainty))));
}

/**
 * Where a value lies on a scale from −1 (the second side wins) to 1 (the first one does), for graphs and bars: the ends are
 * for proven results, and in between differences near 0 count most.
 */
export function onScale(terms: Terms, turn: 0 | 1, found: FoundValue): number {
  const sign = turn === 0 ? 1 : -1;
  const result = resultOf(terms, turn, found);
  if (result !== undefined && result.margin === undefined) {
    return result.winner === undefined ? 0 : result.winner === 0 ? 1 : -1;
  }
  const { value, certainty } = found;
  if (certainty !== undefined && result === undefined) {
    return sign * Math.min(1, Math.max(-1, value / certainty));
  }
  return 0.97 * sign * Math.tanh(value / (2.5 * scaleUnit(terms)));
}

/** A clear advantage in the units of values. */
function scaleUnit({ id, marginUnit }: Terms): number {
  if (marginUnit !== undefined) return 4 * marginUnit;
  return id === 'tic-tac-toe' ? 10 : 100;
}

/** `Black wins by 12 discs: no side can move`. */
export function makeEnding(
  game: string,
  { winner, reason, margin, marginName }: GameEnding,
): string {
  if (winner === undefined) return `Draw: ${reason}`;
  const by = margin === undefined ? '' : ` by ${margin} ${marginName ?? 'points'}`;
  return `${sideName(game, winner)} wins${by}: ${reason}`;
}
