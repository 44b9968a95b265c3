// Game-tree search on a graphics device, as `plyades/gpu`.
export { type Calculates, Calculator, HostCalculator, type Usage } from './calculator.js';
export { type AdapterReport, Gpu, openGpu } from './device.js';
export { type GpuGame, gpuGames } from './games.js';
export {
  type BranchOrder,
  DEFAULT_BATCH,
  LEAST_BATCH,
  MOST_BATCH,
  type NodeSearchOptions,
  type NodeSearchResult,
  searchNodes,
} from './node-search.js';
export { Reference } from './reference.js';
export { type SelfTest, testDevice } from './self-test.js';
export { type GpuService, gpuService, type ServiceOptions } from './service.js';
export type { SharedTreeReply, SharedTreeRequest } from './shared-tree.js';
export { type SharedTreeResult, searchSharedTree } from './shared-tree-search.js';
export { searchTrees, type TreeSearchOptions, type TreeSearchResult } from './tree-search.js';
