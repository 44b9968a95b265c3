// A program and its game in one module: every thread that imports the game runs the program again.
import { bot, defineGame } from 'plyades';

const game = defineGame({
  url: import.meta.url,
  start: () => 9,
  turn: (left) => left & 1,
  moves: (left) => [1, 3].filter((taken) => taken <= left),
  play: (left, taken) => left - taken,
  winner: (left) => (left > 0 ? undefined : 0),
  evaluate: () => 0,
});
export default game;

const ai = await bot(game, { workers: 1 });
console.log((await ai.move(game.start(), { ms: 100 })).move);
await ai.close();
