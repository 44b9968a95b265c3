// Tic-tac-toe, as `plyades/games/tic-tac-toe`.
export { ticTacToe } from './notation.js';
