// Two bots play Nim: node node_modules/plyades/examples/quick-start/play.js
import { bot } from 'plyades';
import nim from './nim.js';

const ai = await bot(nim);
let state = nim.start();
while (nim.winner(state) === undefined) {
  const { move } = await ai.move(state, { depth: 12 });
  console.log(
    `${state.heaps.join(' ')}: side ${state.turn} takes ${move.stones} from heap ${move.heap + 1}`,
  );
  state = nim.play(state, move);
}
console.log(`side ${nim.winner(state)} wins`);
await ai.close();
