// What is known of APHID without its processes.
import { describeAlgorithm } from '../algorithm.js';
import { completeOptions, settings, THESIS } from './options.js';

/** The share of results that is searched again on a cluster, where machines may be wrong. */
const CHECK_RATE = 0.02;

export const description = describeAlgorithm({
  name: 'aphid',
  help: 'a master passes over the top of the tree; workers search below it asynchronously',
  modes: ['exact', 'play'],
  runsOn: ['threads', 'deterministic', 'cluster', 'simulation'],
  tables: ['shared', 'ring', 'local'],
  settings,
  presets: { thesis: { help: 'the constants and rules of the thesis', settings: THESIS } },
  // The first writer of an entry of a ring is unknown.
  defaultsFor: ({ host, mode, table }) =>
    host === 'cluster' && mode === 'exact' && table !== 'ring' ? { check: CHECK_RATE } : {},
  refuses: ({ check = 0 }, { host, table }) =>
    host === 'cluster' && table === 'ring' && check > 0
      ? `check ${check}: with a ring of tables the source of a false result is unknown: use check 0, or another table`
      : undefined,
  // The only one that lets a second worker search a share of the results again.
  rank: { cluster: 1 },
  hasMaster: true,
  yields: true,
  // Of a worker: pieces and parts under way, some of them waiting or suspended.
  searches: 6,
  pieceOrder: (given) => ({ keepOrdering: completeOptions(given).keepHistory }),
  // Searches of middle masters cannot be split by those who ask for them, so helping is impossible.
  aboveMasters: { help: false },
});
