// Games in plain TypeScript: how one is defined, checked, found, and tied to the kernel `foreign`.
export { type Binding, bindGame } from './binding.js';
export { type StateBoard, stateBoard } from './board.js';
export { type CheckOptions, checkRules, type Mistake, type RulesFinding } from './check.js';
export {
  defineGame,
  type GameDefinition,
  isPlainGame,
  type Key,
  MAX_MOVES,
  type PlainGame,
  type Side,
  type Winner,
} from './define.js';
export { inertImports, type KernelImports } from './kernel-imports.js';
export { importGame } from './load.js';
export { contentOf } from './same.js';
