// The choice of a player below full strength. Candidates are weighed by exp(preference / temperature), so that a move that
// is worse by one temperature is chosen e times less often than the best one. A known win is never given away.
import { createRandom } from '../core/random.js';
import { isProvenLoss, isProvenWin } from '../core/score.js';

/** A move that may be played, by any kind of search. */
export interface Candidate {
  /** Number or code of the move. */
  readonly move: number | undefined;
  /** From the side to move. */
  readonly value: number;
  /** What is weighed, where values alone say too little: random games trust moves that they visit often. */
  readonly preference?: number;
}

/**
 * The index of the candidate to play. `temperature` has the unit of the preferences. The same candidates and the same seed
 * give the same choice: a player needs no memory of its earlier choices to repeat a game.
 */
export function chooseCandidate(
  candidates: readonly Candidate[],
  temperature: number,
  seed: number,
): number {
  const best = Math.max(...candidates.map(({ value }) => value));
  const first = candidates.findIndex(({ value }) => value === best);
  if (temperature <= 0 || isProvenWin(best) || isProvenLoss(best)) return first;
  const preferences = candidates.map(({ value, preference = value }) => preference);
  const most = Math.max(...preferences);
  const weights = preferences.map((each) => Math.exp((each - most) / temperature));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  let left = (sum * createRandom(mixed(candidates, seed)).next()) / 2 ** 32;
  const chosen = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return chosen < 0 ? first : chosen;
}

/** FNV-1a over the words of seed, moves and values: a position chooses independently of the one before. */
function mixed(candidates: readonly Candidate[], seed: number): number {
  const words = candidates.flatMap(({ move, value }) => [move ?? 0, Math.round(value)]);
  return [seed, ...words].reduce((hash, word) => Math.imul(hash ^ word, 0x01000193), 0x811c9dc5);
}
