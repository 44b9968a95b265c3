// What is known of Young Brothers Wait without its processes.
import { describeAlgorithm } from '../algorithm.js';
import { SETTINGS, settings } from './settings.js';

export const description = describeAlgorithm({
  name: 'young-brothers',
  help: 'equals that give moves of a node away once its first move is searched; exact',
  modes: ['exact'],
  runsOn: ['threads', 'deterministic', 'cluster', 'simulation'],
  tables: ['shared', 'ring', 'local'],
  settings,
  // There a microsecond is a thousand nodes: only the epochs say how long an answer takes.
  defaultsFor: ({ host }) => (host === 'deterministic' ? { patience: 1, rest: 1 } : {}),
  hasMaster: false,
  nodesInKernel: true,
  yields: true,
  searches: SETTINGS.searches,
  // The search of the root is its one piece; all others are parts of it.
  pieceOrder: () => ({}),
});
