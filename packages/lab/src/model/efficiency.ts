// Efficiency against the size of the sequential search: iterations from 1 ply on are summed, as a program
// that deepens iteratively makes them (thesis, section 4.2.2).
import { asynchronousTime, lastWait } from './asynchronous.js';
import { bottomPositions } from './critical-tree.js';
import { penalties } from './largest.js';
import { closedTime, summedTime, waitingTime } from './synchronous.js';

export const models = ['synchronous', 'asynchronous'] as const;
export type EfficiencyModel = (typeof models)[number];

export interface ModelledSearch {
  readonly branching: number;
  readonly processors: number;
  /** The curve goes on to the first depth with this many nodes. */
  readonly mostNodes: number;
  /** Of the gamma of the sizes of subtrees, on a realistic critical tree; not given on a perfect one. */
  readonly shape?: number;
}

/** A search that was deepened up to `depth`. */
export interface CurvePoint {
  readonly depth: number;
  /** Bottom positions of all iterations: the time of one processor. */
  readonly nodes: number;
  readonly efficiency: number;
}

export function efficiencies(model: EfficiencyModel, search: ModelledSearch): CurvePoint[] {
  const { branching, processors, shape } = search;
  const penaltyOf = shape === undefined ? () => 0 : penalties(shape);
  if (model === 'synchronous') {
    return deepen(search, (depth) => ({
      iteration:
        closedTime(branching, processors, depth) +
        waitingTime(branching, processors, depth, penaltyOf),
    }));
  }
  return deepen(search, (depth) => ({
    iteration: asynchronousTime(branching, processors, depth),
    last: lastWait(branching, processors, depth, penaltyOf),
  }));
}

/** The synchronous search of the perfect tree without the thesis's approximations. */
export const summedEfficiencies = (search: ModelledSearch): CurvePoint[] =>
  deepen(search, (depth) => ({
    iteration: summedTime(search.branching, search.processors, depth),
  }));

/** Parallel times of an iteration, and of what comes once after the last. */
export interface ModelledTimes {
  readonly iteration: number;
  readonly last?: number;
}

export function deepen(
  { branching, processors, mostNodes }: ModelledSearch,
  timesOf: (depth: number) => ModelledTimes,
): CurvePoint[] {
  const points: CurvePoint[] = [];
  let nodes = 0;
  let time = 0;
  for (let depth = 1; nodes < mostNodes; depth++) {
    const { iteration, last = 0 } = timesOf(depth);
    nodes += bottomPositions(1, branching, depth);
    time += iteration;
    points.push({ depth, nodes, efficiency: nodes / (time + last) / processors });
  }
  return points;
}

/** The efficiency of a search of `nodes` nodes, on the line between two points over log nodes. */
export function efficiencyAt(points: readonly CurvePoint[], nodes: number): number | undefined {
  const index = points.findIndex((point) => point.nodes >= nodes);
  const [before, after] = [points[index - 1], points[index]];
  if (before === undefined || after === undefined) return undefined;
  const share = Math.log(nodes / before.nodes) / Math.log(after.nodes / before.nodes);
  return before.efficiency + share * (after.efficiency - before.efficiency);
}
