// The description of the search on a graphics device. Small and without imports of the device, so that every module can
// load it.
import type { AlgorithmDescription } from '../core/algorithm.js';
import { boolean, choice, integer, record, type ValueOf } from '../core/schema.js';

/** With fewer nodes the processor calculates them: the device would never be used. */
export const LEAST_BATCH = 40;
/** Nodes in a batch at most. */
export const MOST_BATCH = 2 ** 20;

const settings = record(
  {},
  {
    lmax: integer(LEAST_BATCH, MOST_BATCH, {
      flag: true,
      unit: 'leaves',
      help: 'leaves in a batch at most',
    }),
    bmax: integer(LEAST_BATCH, MOST_BATCH, {
      flag: true,
      unit: 'branches',
      help: 'branches in a batch at most',
    }),
    subtrees: integer(1, 8, {
      flag: true,
      unit: 'plies',
      help: 'search whole subtrees of this many plies on the device',
    }),
    searchers: integer(1, 16384, {
      flag: true,
      unit: 'searchers',
      help: 'searchers of one tree',
    }),
    pruning: boolean({ default: true, flag: 'no', help: 'leave out what alpha-beta cuts off' }),
    fallback: choice(['cpu'], {
      flag: true,
      help: 'the processor searches where there is no adapter',
    }),
  },
);

export type GpuSearchSettings = ValueOf<typeof settings>;

export const gpuSearch = {
  name: 'gpu',
  help: 'many searchers of one tree on a graphics device; exact, to a depth',
  modes: ['exact'],
  runsOn: ['gpu'],
  tables: ['local'],
  settings,
  refuses({ subtrees, searchers, lmax, bmax, pruning = true }: GpuSearchSettings) {
    if (subtrees !== undefined && (lmax ?? bmax) !== undefined) {
      return 'subtrees: batches of nodes have a size (lmax, bmax), and subtrees have none';
    }
    const batched = subtrees ?? lmax ?? bmax;
    if (searchers !== undefined && (batched !== undefined || !pruning)) {
      return 'searchers: they prune, and have neither batches (lmax, bmax) nor subtrees';
    }
    return undefined;
  },
} as const satisfies AlgorithmDescription<string, GpuSearchSettings>;
