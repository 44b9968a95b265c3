// A game in which a player takes one or two stones, one at a time, and ends the turn by an event; the last stone wins.
import { CreateGameReducer, InitializeGame } from 'boardgame.io/dist/cjs/internal.js';
import { boardgameRules } from 'plyades/adapters/boardgame-io';

export const pairs = {
  name: 'pairs',
  setup: () => ({ stones: 7 }),
  turn: { minMoves: 1, maxMoves: 2 },
  moves: {
    take({ G }) {
      G.stones--;
    },
  },
  endIf: ({ G, ctx }) => (G.stones === 0 ? `won by ${ctx.currentPlayer}` : undefined),
  ai: {
    enumerate: (_, ctx) => [
      { move: 'take' },
      ...(ctx.numMoves === 1 ? [{ event: 'endTurn' }] : []),
    ],
  },
};

export default boardgameRules({
  url: import.meta.url,
  game: pairs,
  reducer: CreateGameReducer({ game: pairs }),
  initial: InitializeGame({ game: pairs }),
  evaluate: () => 0,
  winner: (gameover) => Number(gameover.at(-1)),
});
