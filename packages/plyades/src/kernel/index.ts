// The kernel layer: one compiled module per game, instances of it, and typed handles on what lives in
// an instance's memory.

export { readGameData, readKernel } from './assets.js';
export type { Attack, ProofNumbers } from './attack.js';
export { DepthFirst, type DepthFirstOptions, type RootChild } from './depth-first.js';
export { HANDED_ENTRIES, HandOver } from './hand-over.js';
export {
  type Arena,
  createMemory,
  DATA_RESERVE,
  freeArena,
  Kernel,
  type KernelOptions,
  MAX_CAPACITY,
  MAX_MEMORY,
  type ModuleFunctions,
  memoryBytes,
} from './kernel.js';
export {
  MAX_SIMULATIONS,
  type MctsNode,
  MctsTree,
  type MctsWeights,
  TREE_PHASES,
  Walker,
} from './mcts-tree.js';
export { compileKernel, type KernelExports } from './module.js';
export { busyCounters, ProofTable } from './proof-table.js';
export { NODE_BYTES, ProofTree, TREE_HEADER_BYTES } from './proof-tree.js';
export {
  Prover,
  type ProverPhase,
  type ProverSelection,
  type SecondLevel,
  type Stepped,
} from './prover.js';
export { MAX_PERFT, Rules } from './rules.js';
export {
  type Cut,
  type Found,
  type KernelMethod,
  type NodeType,
  POLL_NODES,
  Searcher,
  type Split,
  type SplitRule,
  type StartOptions,
  type Status,
} from './searcher.js';
export { ENTRY_BYTES, SHADOW_ENTRIES, Shadow } from './shadow.js';
export { type Entry, Table } from './table.js';
