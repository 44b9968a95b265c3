// Names the game that assembly/module.ts is compiled with. scripts/build-kernels.mjs replaces this
// text once per game; what stands here is what editors see.
export { TicTacToe as TheGame } from './games/tic-tac-toe/tic-tac-toe';
