// A file or a message never chooses what code is run: proofs, records, checkpoints and positions may name games
// of the library, and modules only where the caller names the same himself. Each forged one below names a module
// that leaves a mark when it is imported.
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeAll, loadGame, type Position, search, solve, verify } from '#dist/api/index.js';
import { unwrap } from '#dist/core/result.js';
import { makeProofFile } from '#dist/proof/index.js';
import { errorLines, lastJson, plyades } from '../cli/plyades.js';

const connectFour = 'dist/examples/connect-four.js';
/** Four moves before a win that cannot be stopped. */
const FOUR = 'start 3 0 2 0';

let folder: string;
let evil: string;
let mark: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plyades-trust-'));
  mark = join(folder, 'mark');
  evil = join(folder, 'evil.mjs');
  await writeFile(evil, script());
});
afterAll(async () => {
  await closeAll();
  await rm(folder, { recursive: true, force: true });
});

const script = () => `import fs from 'node:fs'; fs.writeFileSync(${JSON.stringify(mark)}, '');`;
/** For programs, which take a while to start: the way that would work anywhere. */
const worst = () => addresses().at(-1)!;
/** Every way to say where the module is. */
const addresses = () => [
  evil,
  pathToFileURL(evil).href,
  `data:text/javascript,${encodeURIComponent(script())}/x.mjs`,
];

const graph = { nodes: [{ kind: 'all', to: [0] } as const] };
const header = { position: 'start', goal: 'draw', side: 0, result: 'proved' } as const;

describe('a proof', () => {
  test('that names a module is refused, and the module is not run', async () => {
    for (const game of ['__proto__', 'constructor', ...addresses()]) {
      const file = await makeProofFile({ ...header, game }, graph);
      await expect(verify(file)).rejects.toMatchObject({ code: 'ERR_GAME' });
      await writeFile(join(folder, 'x.proof'), file);
    }
    const ended = await plyades(['verify', join(folder, 'x.proof')]);
    expect([ended.code, errorLines(ended)[0]]).toEqual([2, expect.stringContaining('ERR_GAME')]);
    expect(existsSync(mark)).toBe(false);
  });

  test('of a game of one’s own is checked by the module that the caller names', async () => {
    const game = await loadGame(connectFour);
    const position = unwrap(game.parsePosition(FOUR));
    const { proof, result } = await solve(position, { proof: true, memory: 32 }).result;
    expect(result).toBe('proved');
    await expect(verify(proof!)).rejects.toMatchObject({ code: 'ERR_GAME' });
    await expect(verify(proof!, { game: 'loa' })).rejects.toMatchObject({ code: 'ERR_GAME' });
    const there = `./${connectFour}`;
    expect(await verify(proof!, { game: there })).toMatchObject({ valid: true, game: there });
    const file = join(folder, 'four.proof');
    await writeFile(file, proof!);
    expect((await plyades(['verify', file])).code).toBe(2);
    const ended = await plyades(['verify', file, '--game', connectFour, '--json']);
    expect(lastJson(ended)).toMatchObject({ valid: true, game: connectFour });
  });

  test('of a game of the library is not checked as another', async () => {
    const chess = await loadGame('chess');
    const mate = unwrap(chess.parsePosition('7k/5Q2/6K1/8/8/8/8/8 w - - 0 1'));
    const { proof } = await solve(mate, { proof: true, memory: 16 }).result;
    expect(await verify(proof!, { game: 'chess' })).toMatchObject({ valid: true });
    await expect(verify(proof!, { game: evil })).rejects.toMatchObject({ code: 'ERR_GAME' });
    expect(existsSync(mark)).toBe(false);
  });
});

test('a game is loaded from this machine only', async () => {
  for (const address of [
    ...addresses().slice(2),
    'http://127.0.0.1:9/x.mjs',
    'blob:x/y',
    'node:fs/promises',
  ]) {
    await expect(loadGame(address)).rejects.toMatchObject({
      code: 'ERR_GAME',
      message: expect.stringContaining('is refused'),
    });
  }
  expect(existsSync(mark)).toBe(false);
});

test('a position of a game that is not loaded is refused', async () => {
  for (const game of addresses()) {
    const position: Position = { game, record: new Uint8Array(0) };
    expect(() => solve(position)).toThrow(expect.objectContaining({ code: 'ERR_GAME' }));
    const searching = async () => search({ position, depth: 1 }).result;
    await expect(searching()).rejects.toMatchObject({ code: 'ERR_GAME' });
  }
  expect(existsSync(mark)).toBe(false);
});

test('a recorded simulation runs games of the library only', async () => {
  const file = join(folder, 'run.jsonl');
  const settings = { type: 'settings', game: worst(), position: 'start', profile: 'paper' };
  await writeFile(file, `${JSON.stringify(settings)}\n`);
  const ended = await plyades(['sim', '--replay', file]);
  expect([ended.code, errorLines(ended)[0]]).toEqual([2, expect.stringContaining('ERR_GAME')]);
  expect(existsSync(mark)).toBe(false);
});

test('a checkpoint does not say where a module is', async () => {
  const file = join(folder, 'checkpoint.json');
  const words = ['search', connectFour, '--depth', '2', '--checkpoint', file, '--json'];
  expect((await plyades(words)).code).toBe(0);
  const written = JSON.parse(await readFile(file, 'utf8'));
  expect((await plyades(['resume', '--file', file, '--game', connectFour])).code).toBe(0);
  await writeFile(
    file,
    JSON.stringify({ ...written, request: { ...written.request, game: worst() } }),
  );
  const ended = await plyades(['resume', '--file', file]);
  expect([ended.code, errorLines(ended).at(-1)]).toEqual([2, expect.stringContaining('--game')]);
  expect(existsSync(mark)).toBe(false);
});
