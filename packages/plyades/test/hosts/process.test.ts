// Whole processes: searches keep one alive while they run and never longer, and a lack of memory is an
// error and not a crash.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { PATIENCE_MS } from '../support/waiting.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a module in a process of its own and waits until it ends by itself. */
function run(
  source: string,
  options: { flags?: string[]; kilobytes?: number } = {},
): Promise<Ended> {
  const args = [...(options.flags ?? []), '--input-type=module', '--eval', source];
  const limit = options.kilobytes === undefined ? '' : `ulimit -v ${options.kilobytes}; `;
  const child =
    limit === ''
      ? spawn(process.execPath, args, { cwd: root, timeout: PATIENCE_MS })
      : spawn('bash', ['-c', `${limit}exec "$0" "$@"`, process.execPath, ...args], {
          cwd: root,
          timeout: PATIENCE_MS,
        });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output: output.trim() }));
  });
}

const prelude = `
  import { bot, closeAll, loadGame, perft, search } from 'plyades';
  const game = await loadGame('tic-tac-toe');
  const start = game.notation.start();
  const tree = (await loadGame('synthetic')).notation.start();
`;

describe('a process', () => {
  test('that searched and counted ends by itself', async () => {
    const source = `${prelude}
      const { value } = await search({ position: start, depth: 9, hash: 1 }).result;
      const { nodes } = await perft(start, 9, { workers: 2 });
      console.log(value, nodes);`;
    expect(await run(source)).toEqual({ code: 0, output: '0 127872' });
  });

  test('that asked a bot and did not close it ends by itself', async () => {
    const source = `${prelude}
      const ai = await bot('tic-tac-toe', { hash: 1 });
      console.log((await ai.move(start, { depth: 9 })).value);`;
    expect(await run(source)).toEqual({ code: 0, output: '0' });
  });

  test('waits for a search that runs', async () => {
    const source = `${prelude}
      search({ position: tree, ms: 300, hash: 1 }).result.then((r) => console.log(r.status));`;
    expect(await run(source)).toEqual({ code: 0, output: 'time' });
  });

  test('that closes everything in the middle of a search sees ERR_CLOSED, and can go on', async () => {
    const source = `${prelude}
      const handle = search({ position: tree, ms: 60_000, hash: 1 });
      for await (const progress of handle) if (progress.depth > 0) break;
      const failed = handle.result.catch((error) => error.code);
      await closeAll();
      console.log(await failed, (await search({ position: start, depth: 9, hash: 1 }).result).value);
      await closeAll();`;
    expect(await run(source)).toEqual({ code: 0, output: 'ERR_CLOSED 0' });
  });

  test('that closes everything while threads are starting ends all the same', async () => {
    const source = `${prelude}
      const results = [1, 2, 3].map(() => search({ position: start, depth: 9, hash: 1 }).result);
      await closeAll();
      const settled = await Promise.allSettled(results);
      for (const { value, reason } of settled) {
        if (value ? value.value !== 0 : reason.code !== 'ERR_CLOSED') console.log(value, reason);
      }
      console.log('settled');`;
    expect(await run(source)).toEqual({ code: 0, output: 'settled' });
  });

  test('whose search fails unseen does not crash', async () => {
    const source = `${prelude}
      search({ position: tree, ms: 60_000, hash: 1 });
      await new Promise((resolve) => setTimeout(resolve, 200));
      await closeAll();
      console.log('alive');`;
    expect(await run(source)).toEqual({ code: 0, output: 'alive' });
  });

  test('whose game eats all memory loses that thread only', async () => {
    const source = `
      import { loadGame, search } from 'plyades';
      const start = (await loadGame('tic-tac-toe')).notation.start();
      const { ThreadPool } = await import('#dist/hosts/threads/pool.js');
      const { compileKernel } = await import('#dist/kernel/index.js');
      const url = ${JSON.stringify(new URL('../support/broken-games/hoards.mjs', import.meta.url).href)};
      const game = { kind: 'plain', module: await compileKernel('foreign'), url, exportName: 'default' };
      const job = { type: 'search', game, position: 0, before: [], request: { mode: 'exact', hash: 0 }, keepTable: false };
      const failed = new ThreadPool().run(job).catch((error) => error.code);
      console.log(await failed, (await search({ position: start, depth: 9, hash: 1 }).result).value);`;
    const ended = await run(source, { flags: ['--max-old-space-size=64'] });
    expect(ended).toEqual({
      code: 0,
      output: 'ERR_WORKER 0',
    });
  });

  test.runIf(process.platform === 'linux')('short of memory sees ERR_MEMORY', async () => {
    // V8 reserves several GiB of addresses for each memory of a kernel: this many are soon used up.
    const source = `
      import { loadGame, search } from 'plyades';
      const answers = new Set();
      for (const hash of [1, 64, 1000]) {
        try {
          const start = (await loadGame('tic-tac-toe')).notation.start();
          answers.add((await search({ position: start, depth: 9, hash }).result).value);
        } catch (error) {
          answers.add(error.code);
        }
      }
      console.log(...answers);`;
    const { code, output } = await run(source, { kilobytes: 16_000_000 });
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('ERR_MEMORY') });
    expect(['ERR_MEMORY', '0 ERR_MEMORY', 'ERR_MEMORY 0']).toContain(output);
  });
});
