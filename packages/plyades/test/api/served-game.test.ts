// Games that a worker of the program's own serves, in Node: `serveGame` there, `worker` here.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import fc from 'fast-check';
import { type Bot, bot, configure, type PlainGame } from 'plyades';
import { serveGame } from 'plyades/worker';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { assetUrl, setConfiguration } from '#dist/platform/configuration.js';
import nimOf from '../support/served/game.mjs';

interface Stones {
  readonly left: number;
  readonly turn: 0 | 1;
}

const nim = nimOf as unknown as PlainGame<Stones, number>;
const file = (name: string) => new URL(`../support/served/${name}.mjs`, import.meta.url);

describe('a game that a worker serves', () => {
  let made = 0;
  const worker = () => {
    made++;
    return new Worker(file('worker'));
  };
  let alone: Bot<Stones, number>;

  beforeAll(async () => {
    alone = await bot(nim, { worker, workers: 1, hash: 1 });
  });
  afterAll(() => alone?.close());

  test('is played as its theory says, from any number of stones', async () => {
    const stones = fc.record({
      left: fc.integer({ min: 1, max: 21 }),
      turn: fc.constantFrom(0 as const, 1 as const),
    });
    await fc.assert(
      fc.asyncProperty(stones, async (state) => {
        const { move, value } = await alone.move(state, { depth: 22 });
        expect(Math.sign(value)).toBe(state.left % 4 === 0 ? -1 : 1);
        if (state.left % 4 !== 0) expect(move).toBe(state.left % 4);
      }),
      { numRuns: 30 },
    );
  });

  test('has as many workers as the bot has threads', async () => {
    made = 0;
    const ai = await bot(nim, { worker, workers: 3, hash: 1 });
    const { move } = await ai.move({ left: 18, turn: 1 }, { depth: 19 });
    expect(move).toBe(2);
    expect(made).toBe(3);
    await ai.close();
  });

  test('without `url` and without `worker` is refused, with both ways out', async () => {
    const refusal = bot(nim);
    await expect(refusal).rejects.toMatchObject({ code: 'ERR_DEFINITION' });
    await expect(refusal).rejects.toThrow(/url: import\.meta\.url.*serveGame/s);
  });

  test('is none of the library, and no worker is a function of something else', async () => {
    await expect(bot('othello', { worker })).rejects.toMatchObject({ code: 'ERR_OPTION' });
    const ai = await bot(nim, { worker: () => 3 as never });
    await expect(ai.move(nim.start())).rejects.toMatchObject({ code: 'ERR_OPTION' });
  });

  test('whose worker dies before it serves fails with ERR_WORKER', async () => {
    const ai = await bot(nim, { worker: () => new Worker('process.exit(3)', { eval: true }) });
    await expect(ai.move(nim.start())).rejects.toMatchObject({ code: 'ERR_WORKER' });
    await ai.close();
  });

  test('shares a worker only with games of other names', async () => {
    const ai = await bot(nim, { worker: () => new Worker(file('two-games')) });
    await expect(ai.move(nim.start())).rejects.toThrow(/give each game a worker file of its own/);
    await ai.close();
  });

  test.each([
    ['one thread', { workers: 1 }],
    ['three threads', { workers: 3 }],
    ['a level', { level: 3 }],
    ['random games', { algorithm: 'mcts', workers: 2 }],
  ] as const)('is refused when its worker serves another one: %s', async (_, options) => {
    const ai = await bot(nim, { worker: () => new Worker(file('variant')), hash: 1, ...options });
    const words = /the worker serves another game than the bot plays: 'play along the first moves'/;
    const refused = { code: 'ERR_GAME', message: expect.stringMatching(words) };
    await expect(ai.move(nim.start(), { depth: 3 })).rejects.toMatchObject(refused);
    await expect(ai.rank(nim.start(), { depth: 3 })).rejects.toMatchObject(refused);
    await expect(ai.checkRules()).rejects.toMatchObject(refused);
    await ai.close();
  });

  test('passes when its worker is bundled and minified apart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plyades-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const outfile = join(folder, 'worker.mjs');
    const entryPoints = [fileURLToPath(file('worker'))];
    const bundled = { bundle: true, minify: true, format: 'esm', platform: 'node' } as const;
    await build({ entryPoints, outfile, ...bundled });
    const ai = await bot(nim, { worker: () => new Worker(outfile), hash: 1, workers: 2 });
    expect((await ai.move(nim.start(), { depth: 22 })).move).toBe(1);
    await ai.close();
  });

  test('cannot be served by a first thread', () => {
    expect(() => serveGame({} as never)).toThrow(/defineGame/);
  });
});

test.each(['by address', 'served'])(
  'game and bot in one file, %s, is refused at once',
  async (way) => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      fileURLToPath(file('nested')),
      way,
    ]);
    expect(stdout).toBe('ERR_MODULE\n');
  },
);

describe('configure', () => {
  afterAll(() => setConfiguration({}));
  const usual = () => new URL('https://usual.example/chess.wasm');

  test('says where kernels are: a folder, or a function of their names', () => {
    expect(assetUrl('chess.wasm', usual).href).toBe('https://usual.example/chess.wasm');
    for (const folder of ['https://cdn.example/wasm', 'https://cdn.example/wasm/']) {
      configure({ wasm: folder });
      expect(assetUrl('chess.wasm', usual).href).toBe('https://cdn.example/wasm/chess.wasm');
    }
    configure({ wasm: (name) => `https://cdn.example/${name}?v=1` });
    expect(assetUrl('chess.wasm', usual).href).toBe('https://cdn.example/chess.wasm?v=1');
  });

  test('refuses what is no address, and options that it does not know', () => {
    expect(() => configure({ workerUrl: 'worker.js' })).toThrow(/workerUrl/);
    expect(() => configure({ worker: 'x' } as never)).toThrow(/expected workerUrl or wasm/);
  });
});
