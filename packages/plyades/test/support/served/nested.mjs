// Game and bot in one file; argv says whether workers import it by its address or serve it.
import { isMainThread, Worker } from 'node:worker_threads';
import { bot, defineGame } from 'plyades';
import nim from './game.mjs';

const served = process.argv.includes('served');
const game = defineGame({ ...nim, ...(!served && { url: import.meta.url }) });
export default game;

const worker = () =>
  new Worker(new URL('./nested-worker.mjs', import.meta.url), { argv: ['served'] });
const ai = await bot(game, { workers: 2, ...(served && { worker }) });
const answer = ai.move(game.start(), { depth: 5 });
if (isMainThread) await answer.catch(({ code }) => console.log(code));
else await answer;
await ai.close();
