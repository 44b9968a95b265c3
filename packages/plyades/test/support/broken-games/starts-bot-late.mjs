// The same without waiting for the answer, on two threads.
import { bot, defineGame } from 'plyades';

const game = defineGame({
  url: import.meta.url,
  start: () => 60,
  turn: (left) => left & 1,
  moves: (left) => [1, 3].filter((taken) => taken <= left),
  play: (left, taken) => left - taken,
  winner: (left) => (left > 0 ? undefined : 0),
  evaluate: () => 0,
});
export default game;

const ai = await bot(game, { workers: 2, algorithm: 'aphid' });
ai.move(game.start(), { ms: 100 }).then((found) => console.log(found.move));
