// Shogi, as `plyades/games/shogi`.
export { type Declaration, declaration } from './declaration.js';
export { shogi, withBranching } from './notation.js';
