// A team that is still being started: it answers for itself, and what it was told is done in order once it is there.
import { expect, test } from 'vitest';
import { ok } from '#dist/core/result.js';
import type { ServedEngine, ServedSearch } from '#dist/engines/index.js';
import { createDeferredEngine } from '#dist/gpp/engines/index.js';

const introduction = { name: 'Late', author: 'nobody', options: [] };
const task = {} as ServedSearch;

function recorder(): { engine: ServedEngine; heard: string[] } {
  const heard: string[] = [];
  const engine: ServedEngine = {
    ...introduction,
    setOption: (name, value) => {
      heard.push(`${name}=${value}`);
      return ok(undefined);
    },
    ready: async () => void heard.push('ready'),
    newGame: () => void heard.push('new game'),
    search: () => {
      heard.push('think');
      return {
        bestMove: Promise.resolve({ move: 'e2e4' }),
        stop: () => void heard.push('stop'),
        ponderHit: () => void heard.push('hit'),
      };
    },
    close: async () => void heard.push('close'),
  };
  return { engine, heard };
}

test('does in order what it was told before it was there, and then at once', async () => {
  const { engine, heard } = recorder();
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
  expect(heard).toEqual([]);
  come(engine);
  expect(await thinking.bestMove).toEqual({ move: 'e2e4' });
  await ready;
  expect(heard.filter((each) => each !== 'ready')).toEqual([
    'Hash=4',
    'new game',
    'think',
    'hit',
    'stop',
  ]);
  heard.length = 0;
  late.newGame();
  late.search(task, () => {}).stop();
  expect(heard).toEqual(['new game', 'think', 'stop']);
  await late.close();
  expect(heard.at(-1)).toBe('close');
});

test('that never comes says why to whoever waits, and can be closed', async () => {
  const late = createDeferredEngine(introduction, Promise.reject(new Error('no such engine')));
  late.newGame();
  expect(late.setOption('Hash', '4').ok).toBe(true);
  const { bestMove } = late.search(task, () => {});
  await expect(bestMove).rejects.toThrow('no such engine');
  await expect(late.ready()).rejects.toThrow('no such engine');
  await late.close();
});
