// Game and bot in one file, which its worker imports too.
import { bot, defineGame } from '/dist/browser/index.js';
import { rules } from './rules.mjs';

const game = defineGame(rules);
export default game;

const worker = () =>
  new Worker(new URL('./nested.worker.mjs', import.meta.url), { type: 'module' });
globalThis.nested = bot(game, { worker, workers: 1 }).then((ai) =>
  ai.move(game.start(), { depth: 3 }),
);
