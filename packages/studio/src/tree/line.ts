// The principal variation of a moment: while a master believes values, the line of best believed values in its tree;
// in proof-number search the way to the most-proving node; else the line of the last finished depth.
import type { TreeRecord } from 'plyades/trace';
import type { TreeMoment } from './moment.js';
import { NONE, ROOT } from './nodes.js';

/** Its nodes from the root on. */
export function principalNodes(moment: TreeMoment): number[] {
  const finished = finishedLine(moment);
  const line = [ROOT];
  for (;;) {
    const node = line.at(-1)!;
    const next = moment.model.hasProofNumbers
      ? mostProving(moment, node)
      : bestBelieved(moment, node, finished[line.length]);
    if (next === NONE) break;
    line.push(next);
  }
  return line.length > 1 ? line : finished;
}

/** The child with the best value; of equal ones an exact one, then the move that the last finished depth found. */
function bestBelieved(moment: TreeMoment, node: number, finished: number | undefined): number {
  let best = NONE;
  let bestScore = Number.NEGATIVE_INFINITY;
  forEachChild(moment, node, (child, record) => {
    if (moment.isOutside(child) || Number.isNaN(record.value)) return;
    // Values are those of the child's own side to move.
    const isExact = record.lower === record.upper;
    const score = -record.value + (isExact ? 0.5 : 0) + (child === finished ? 0.25 : 0);
    if (score <= bestScore) return;
    bestScore = score;
    best = child;
  });
  return best;
}

/**
 * The child on the way to the most-proving node: the least proof number where the side that proves moves, the least
 * disproof number where the other does. The node's own numbers tell which side moves: one of them is the least of its
 * children's.
 */
function mostProving(moment: TreeMoment, node: number): number {
  const own = moment.recordOf(node);
  let [byProof, byDisproof] = [NONE, NONE];
  let [proof, disproof] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let count = 0;
  forEachChild(moment, node, (child, record) => {
    count++;
    if (byProof === NONE || record.proof < proof) [byProof, proof] = [child, record.proof];
    if (byDisproof === NONE || record.disproof < disproof) {
      [byDisproof, disproof] = [child, record.disproof];
    }
  });
  if (own === undefined || count === 0) return NONE;
  return own.proof === proof ? byProof : byDisproof;
}

function forEachChild(
  moment: TreeMoment,
  node: number,
  each: (child: number, record: TreeRecord) => void,
): void {
  const { firstChild, nextSibling } = moment.model.nodes;
  for (let child = firstChild[node]!; child !== NONE; child = nextSibling[child]!) {
    const record = moment.isPresent(child) ? moment.recordOf(child) : undefined;
    if (record !== undefined) each(child, record);
  }
}

function finishedLine(moment: TreeMoment): number[] {
  const { nodes, log } = moment.model;
  const line = [ROOT];
  const last = log.depths.findLast(({ at }) => at <= moment.time);
  for (const move of last?.pv ?? []) {
    const child = nodes.find(line.at(-1)!, move);
    if (child === NONE || !moment.isPresent(child)) break;
    line.push(child);
  }
  return line;
}
