// P-GPP: one engine made of many.
export { adviserCount, elect } from './advisers.js';
export { bestUtility, countVirtual, type Grown, growGreedily, type Virtual } from './greedy.js';
export {
  type GrowthName,
  growthNames,
  type ListedPosition,
  likelihoods,
  renamedGrowths,
} from './growth.js';
export { type GppCommand, GppMaster, type GppMasterOptions } from './master.js';
export {
  frequenciesOf,
  Probabilities,
  paperRanks,
  type RankTable,
  stockfishRanks,
} from './ranks.js';
export {
  type EngineReport,
  GppNode,
  type GppRules,
  pathOf,
  type ScoredLine,
  walk,
} from './tree.js';
