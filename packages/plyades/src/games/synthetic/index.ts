// Synthetic trees, as `plyades/games/synthetic`.
export { distributions, synthetic } from './notation.js';
