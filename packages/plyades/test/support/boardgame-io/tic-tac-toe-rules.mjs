// The rules of tic-tac-toe for Plyades' threads, made of the boardgame.io game.
import { CreateGameReducer, InitializeGame } from 'boardgame.io/dist/cjs/internal.js';
import { boardgameRules } from 'plyades/adapters/boardgame-io';
import { ticTacToe as game } from './tic-tac-toe.mjs';

export default boardgameRules({
  url: import.meta.url,
  title: 'tic-tac-toe',
  game,
  reducer: CreateGameReducer({ game }),
  initial: InitializeGame({ game }),
  evaluate: () => 0,
});
