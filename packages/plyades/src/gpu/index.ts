// Game-tree search on a graphics device, as `plyades/gpu`.
export type { Batch } from './batch.js';
export { type Calculates, Calculator, HostCalculator, type Usage } from './calculator.js';
export { LEAST_BATCH, MOST_BATCH } from './description.js';
export { type AdapterReport, Gpu, openGpu } from './device.js';
export {
  type GameShaders,
  type GpuGame,
  gpuGames,
  type Shader,
  type SharedTreeShader,
} from './games.js';
export {
  type BranchOrder,
  DEFAULT_BATCH,
  type NodeSearchOptions,
  type NodeSearchResult,
  searchNodes,
} from './node-search.js';
export { type Branches, type EvaluatedBranches, Reference } from './reference.js';
export { type SelfTest, testDevice } from './self-test.js';
export { type GpuService, gpuService, type ServiceOptions } from './service.js';
export type { SharedTreeReply, SharedTreeRequest } from './shared-tree.js';
export { type SharedTreeResult, searchSharedTree } from './shared-tree-search.js';
export { searchTrees, type TreeSearchOptions, type TreeSearchResult } from './tree-search.js';
