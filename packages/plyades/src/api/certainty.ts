// What the unproved values of a search count: evaluations, or shares of random games.
import { PLAYOUT_CERTAINTY } from '../games/plain/index.js';
import { mcts } from '../mcts/description.js';
import { TREE_CERTAINTY } from '../mcts/root.js';
import type { Playable } from './games.js';

/**
 * The value of a position that is won in all random games, where the unproved values of a search are shares of random
 * games; undefined where they are evaluations.
 */
export function certaintyOf(
  { evaluates, notation }: Pick<Playable, 'evaluates' | 'notation'>,
  algorithm: string | undefined,
): number | undefined {
  if (algorithm === mcts.name) return TREE_CERTAINTY;
  return evaluates || notation.marginUnit !== undefined ? undefined : PLAYOUT_CERTAINTY;
}
