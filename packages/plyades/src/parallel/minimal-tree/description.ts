// What is known of the prediction of minimal trees without its processes.
import { describeAlgorithm } from '../algorithm.js';
import { completeOptions, PAPER, refuses, settings } from './options.js';

export const description = describeAlgorithm({
  name: 'minimal-tree',
  help: 'a master predicts which leaves belong to the minimal tree, and workers search them',
  modes: ['exact', 'play'],
  runsOn: ['threads', 'deterministic', 'cluster', 'simulation'],
  tables: ['shared', 'ring', 'local'],
  settings,
  presets: {
    paper: {
      help: "the paper's own rules",
      settings: PAPER,
      // Windows are widened where the master searches by NegaScout.
      adjust: ({ epsilon = 'off' }) => (epsilon === 'off' ? {} : { negascout: true }),
    },
  },
  refuses,
  hasMaster: true,
  yields: true,
  // Of a worker: its own, and parts of others' or of its own while that waits for them.
  searches: 4,
  pieceOrder: (given) => ({ textbook: completeOptions(given).textbook }),
  // Searches of middle masters cannot be split by those who ask for them.
  aboveMasters: { split: false },
});
