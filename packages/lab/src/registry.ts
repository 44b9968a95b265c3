// The experiments by name.
import { allAlgorithms } from './algorithms.js';
import { granularity } from './aphid/granularity.js';
import { aphidGrowth } from './aphid/growth.js';
import { aphidRules } from './aphid/rules.js';
import { sequentialMethods } from './aphid/sequential.js';
import { heldOutTable, thesisTables } from './aphid/tables.js';
import type { Experiment } from './experiment.js';
import { gppFigures } from './gpp/index.js';
import { gpuFigures } from './gpu/index.js';
import { hierarchyExperiment } from './hierarchy.js';
import { minimalTree } from './minimal-tree/index.js';
import { modelFigures } from './model/index.js';
import { proofScaling } from './pns-dfpn/scaling.js';
import { table1, table1OnThreads } from './rp-pns/table.js';
import { realThreads } from './threads.js';
import { tuning } from './tuning/index.js';
import { validation } from './validate/index.js';

/** Each experiment has its own settings and results. */
// biome-ignore lint/suspicious/noExplicitAny: a list of experiments of different kinds
export const experiments: readonly Experiment<any, any>[] = [
  ...thesisTables,
  aphidRules,
  aphidGrowth,
  heldOutTable,
  sequentialMethods,
  granularity,
  ...tuning,
  ...modelFigures,
  ...minimalTree,
  table1,
  table1OnThreads,
  proofScaling,
  ...gppFigures,
  ...gpuFigures,
  allAlgorithms,
  hierarchyExperiment,
  realThreads,
  validation,
];
