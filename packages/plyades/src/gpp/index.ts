// P-GPP: one engine made of many.
export { advisersOf, elect } from './advisers.js';
export { bestUtility, countVirtual, type Grown, growGreedily, type Virtual } from './greedy.js';
export {
  type GrowthName,
  growthNames,
  likelihoods,
  type Offered,
  utilityOf,
} from './growth.js';
export { Master, type MasterOptions, type Order } from './master.js';
export {
  frequenciesOf,
  Probabilities,
  paperRanks,
  type RankTable,
  stockfishRanks,
} from './ranks.js';
export {
  type GppRules,
  MasterNode,
  type Opinion,
  pathOf,
  type Report,
  walk,
} from './tree.js';
