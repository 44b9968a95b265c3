// The description of Monte Carlo tree search. It is no algorithm of masters and workers: threads walk through one tree.
import type { AlgorithmDescription } from '../core/algorithm.js';
import { integer, number, record, type ValueOf } from '../core/schema.js';

/** What a search uses where nothing is set. */
export const usualWeights = { exploration: 0.1, rave: 500, expand: 2 } as const;

const settings = record(
  {},
  {
    exploration: number(0, 10, {
      default: usualWeights.exploration,
      flag: true,
      help: 'weight of the confidence bound in the choice of a child',
    }),
    rave: integer(0, 1_000_000, {
      default: usualWeights.rave,
      flag: true,
      unit: 'visits',
      help: 'visits up to which all-moves-as-first records guide a child; 0 for none',
    }),
    expand: integer(1, 1000, {
      default: usualWeights.expand,
      flag: true,
      unit: 'visits',
      help: 'visits at which a leaf gets children',
    }),
  },
);

export type MctsSettings = ValueOf<typeof settings>;

export const mcts = {
  name: 'mcts',
  help: 'random games in a tree that all threads share; for games without an evaluation',
  modes: ['play'],
  runsOn: ['threads'],
  tables: ['shared', 'local'],
  settings,
} as const satisfies AlgorithmDescription<string, MctsSettings>;
