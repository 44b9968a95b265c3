// A team that is still being started: it answers for itself, and carries out requests in order once it has started.
import { expect, test } from 'vitest';
import { ok } from '#dist/core/result.js';
import type { ServedEngine, ServedSearch } from '#dist/engines/index.js';
import { createDeferredEngine } from '#dist/gpp/engines/index.js';

const introduction = { name: 'Late', author: 'nobody', options: [] };
const task = {} as ServedSearch;

function recorder(): { engine: ServedEngine; received: string[] } {
  const received: string[] = [];
  const engine: ServedEngine = {
    ...introduction,
    setOption: (name, value) => {
      received.push(`${name}=${value}`);
      return ok(undefined);
    },
    ready: async () => void received.push('ready'),
    newGame: () => void received.push('new game'),
    search: () => {
      received.push('think');
      return {
        bestMove: Promise.resolve({ move: 'e2e4' }),
        stop: () => void received.push('stop'),
        ponderHit: () => void received.push('hit'),
      };
    },
    close: async () => void received.push('close'),
    [Symbol.asyncDispose]: async () => void received.push('close'),
  };
  return { engine, received };
}

test('carries out earlier requests in order once it has started, later ones at once', async () => {
  const { engine, received } = recorder();
  let come = (_: ServedEngine) => {};
  const late = createDeferredEngine(
    introduction,
    new Promise((resolve) => {
      come = resolve;
    }),
  );
  expect(late.name).toBe('Late');
  expect(late.setOption('Hash', '4').ok).toBe(true);
  late.newGame();
  const thinking = late.search(task, () => {});
  thinking.ponderHit();
  thinking.stop();
  const ready = late.ready();
  expect(received).toEqual([]);
  come(engine);
  expect(await thinking.bestMove).toEqual({ move: 'e2e4' });
  await ready;
  expect(received.filter((each) => each !== 'ready')).toEqual([
    'Hash=4',
    'new game',
    'think',
    'hit',
    'stop',
  ]);
  received.length = 0;
  late.newGame();
  late.search(task, () => {}).stop();
  expect(received).toEqual(['new game', 'think', 'stop']);
  await late[Symbol.asyncDispose]();
  expect(received.at(-1)).toBe('close');
});

test('that never starts rejects for each caller with the reason, and can be closed', async () => {
  const late = createDeferredEngine(introduction, Promise.reject(new Error('no such engine')));
  late.newGame();
  expect(late.setOption('Hash', '4').ok).toBe(true);
  const { bestMove } = late.search(task, () => {});
  await expect(bestMove).rejects.toThrow('no such engine');
  await expect(late.ready()).rejects.toThrow('no such engine');
  await late.close();
});
