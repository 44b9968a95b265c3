// Othello, as `plyades/games/othello`.
export { othello, PASS } from './notation.js';
