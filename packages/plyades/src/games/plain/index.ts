// Games in plain TypeScript: how one is defined, checked, found, and tied to the kernel `foreign`.
export { type Binding, bindGame, lineOf } from './binding.js';
export { type StateBoard, stateBoard } from './board.js';
export {
  type CheckOptions,
  checkCheckOptions,
  checkRulesSync,
  type Mistake,
  RulesCheck,
  type RulesFinding,
} from './check.js';
export {
  defineGame,
  type GameDefinition,
  isPlainGame,
  type Key,
  MAX_MOVES,
  type PictureKind,
  type PlainGame,
  type RepetitionRule,
  rulesOf,
  type Side,
  type Winner,
} from './define.js';
export { inertImports, type KernelImports } from './kernel-imports.js';
export { importGame } from './load.js';
export { drawState } from './picture.js';
export { PLAYOUT_CERTAINTY } from './playouts.js';
export { gameWinner, positionOf } from './repetition.js';
export { resultOf } from './result.js';
export { type RulesSample, sampleRules } from './rules-sample.js';
export { contentOf, same } from './same.js';
export { addServedGame, requireServedGame, servedGame } from './served.js';
