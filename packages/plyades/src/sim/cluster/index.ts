// A cluster under simulation: the state machines of masters and workers (src/control-plane) together with the
// algorithms, on a network with seeded faults. A seed determines the whole run.
import { drawScenario } from './scenario.js';
import { TREES, type TreePool } from './trees.js';
import { type ClusterOutcome, type ClusterRunOptions, SimWorld } from './world.js';

export { type ClusterScenario, drawScenario } from './scenario.js';
export { TREES, TreePool } from './trees.js';
export type { ClusterOutcome, ClusterRunOptions, ControlFactories } from './world.js';

/** Runs the scenario of a seed; `trees` can serve one run after another. */
export function runClusterSeed(
  seed: number,
  trees: TreePool,
  options: ClusterRunOptions = {},
): ClusterOutcome {
  return new SimWorld(drawScenario(seed, TREES), trees, options).run();
}
