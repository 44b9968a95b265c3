// What a principal variation proves: the value of its last position, seen from the first.
import { FULL_DEPTH } from '#dist/core/score.js';
import type { Rules } from '#dist/kernel/index.js';
import { childDepth, settle } from '#dist/parallel/depths.js';
import { isSmall, minimax } from './kernels.js';

/**
 * The value at the root of an exact search to which a line leads; undefined when its end is too large a
 * fight to be judged by the oracle. Throws when a move is illegal, or the line ends before the depth does.
 */
export function worthOfLine(
  rules: Rules,
  root: Uint8Array,
  plies: number,
  pv: readonly number[],
): number | undefined {
  let depth = rules.completes(root, plies) ? FULL_DEPTH : plies;
  let at = root;
  for (const [ply, move] of pv.entries()) {
    if (!rules.moves(at).includes(move)) throw new Error(`move ${move} at ply ${ply} is illegal`);
    at = rules.play(at, move);
    depth = childDepth(depth);
  }
  const sign = rules.turn(at) === rules.turn(root) ? 1 : -1;
  if (rules.over(at)) return 0 + sign * settle(rules.result(at), depth);
  if (depth > 0) throw new Error(`the line ends ${depth} plies too early, after ${pv.length}`);
  return isSmall(rules, at, 0) ? 0 + sign * minimax(rules, at, 0) : undefined;
}
