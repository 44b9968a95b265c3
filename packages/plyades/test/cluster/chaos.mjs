// Random kill -9 and SIGSTOP of workers and of the master, with a real server and real processes: each search must
// end with the sequential value, a killed master's after `plyades resume`. What is done to whom follows from the seed;
// when exactly it happens in a search depends on the machine.
//   node test/cluster/chaos.mjs [--rounds N] [--seed N] [--workers N] [--depth PLIES] [--algorithms LIST]
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findPart } from '../../../../scripts/install-parts.mjs';
import { startProgram } from './running.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
    depth: { type: 'string', default: '12' },
    algorithms: { type: 'string', default: 'aphid,minimal-tree,young-brothers,root-split' },
  },
});
const { createRandom } = await import('#dist/core/random.js');
const { closeAll, loadGame, search, unwrap } = await import('#dist/api/index.js');

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plyades-chaos-'));
const children = new Set();
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const start = (program, words) => startProgram(program, words, children);

async function until(look, what) {
  for (let tries = 0; tries < 12_000; tries++) {
    const found = look();
    if (found) return found;
    await wait(10);
  }
  throw new Error(`${what}: did not happen in time`);
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** A position some random moves from the start. */
function randomPosition(game, random) {
  let position = game.notation.start();
  for (let ply = 0; ply < 8; ply++) {
    const moves = game.legalMoves(position);
    position = unwrap(game.play(position, moves[random.below(moves.length)]));
  }
  return position;
}

async function run() {
  const server = `nats://127.0.0.1:${await freePort()}`;
  const words = ['-a', '127.0.0.1', '-p', new URL(server).port, '-js', '-sd', folder];
  const broker = start(findPart('nats-server'), words);
  await until(() => broker.said.includes('Server is ready'), 'nats-server');
  const startWorker = async () => {
    const flags = ['--server', server, '--slots', '1', '--log', 'json'];
    const worker = start(process.execPath, [main, 'worker', ...flags]);
    await until(() => worker.said.includes('"ready"') || worker.over, 'a worker');
    return worker;
  };
  const workers = [];
  for (let i = 0; i < Number(values.workers); i++) workers.push(await startWorker());
  const algorithms = values.algorithms.split(',');
  const random = createRandom(Number(values.seed));
  const othello = await loadGame('othello');
  let wrong = 0;
  for (let round = 1; round <= Number(values.rounds); round++) {
    const position = randomPosition(othello, random);
    const text = othello.notation.makePosition(position);
    const algorithm = algorithms[random.below(algorithms.length)];
    const depth = Number(values.depth);
    const { value } = await search({ position, depth, mode: 'exact' }).result;
    const question = ['--position', text, '--depth', String(depth), '--mode', 'exact'];
    const common = ['--cluster', server, '--json'];
    const first = ['search', 'othello', ...question, '--algorithm', algorithm, ...common];
    let master = start(process.execPath, [main, ...first]);
    const done = [];
    const stop = async (running, ms, name) => {
      running.child.kill('SIGSTOP');
      await wait(ms);
      running.child.kill('SIGCONT');
      done.push(`${name} stopped for ${ms} ms`);
    };
    // Some of these come when the search is over already.
    for (let left = 1 + random.below(4); left > 0; left--) {
      await until(() => master.over || master.said.includes('joins'), 'the search');
      await wait(random.below(800));
      const victim = random.below(workers.length);
      const ms = [300, 2500, 7000][random.below(3)];
      const what = random.below(4);
      if (master.over) break;
      if (what === 0) {
        workers[victim].child.kill('SIGKILL');
        done.push(`worker ${victim} killed`);
        await wait(random.below(1000));
        workers[victim] = await startWorker();
      } else if (what === 1) await stop(workers[victim], ms, `worker ${victim}`);
      else if (what === 2) await stop(master, ms, 'the master');
      else {
        const job = /^job (\S+)/m.exec(master.said)?.[1];
        master.child.kill('SIGKILL');
        await master.ended;
        done.push('the master killed');
        // Nothing may have been kept yet; then the search starts again.
        const again = start(process.execPath, [main, 'resume', '--job', job, ...common]);
        await until(() => again.over || again.said.includes('joins'), 'resume');
        const unknown = again.over && (await again.ended) !== 0 && again.said.includes(job);
        master = unknown ? start(process.execPath, [main, ...first]) : again;
      }
    }
    const code = await master.ended;
    const last = master.answer.trim().split('\n').at(-1);
    const found = code === 0 ? JSON.parse(last).value : `exit ${code}: ${master.said}`;
    const right = found === value;
    if (!right) wrong++;
    const result = right ? 'ok' : `WRONG: ${found} instead of ${value}`;
    console.log(`${round} ${algorithm} ${text}: ${done.join(', ') || 'nothing'}: ${result}`);
  }
  console.log(`${values.rounds} searches, ${wrong} wrong, seed ${values.seed}`);
  if (wrong > 0) process.exitCode = 1;
}

try {
  await run();
} finally {
  for (const child of children) child.kill('SIGKILL');
  await closeAll();
  rmSync(folder, { recursive: true, force: true });
}
