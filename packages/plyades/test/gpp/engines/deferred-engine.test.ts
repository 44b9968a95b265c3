// A team that is still being started: it answers for itself, and what it was told is done in order once it is there.
import { expect, test } from 'vitest';
import { ok } from '#dist/core/result.js';
import type { Task, Thinker } from '#dist/engines/index.js';
import { createLateThinker } from '#dist/gpp/engines/index.js';

const introduction = { name: 'Late', author: 'nobody', options: [] };
const task = {} as Task;

function recorder(): { thinker: Thinker; heard: string[] } {
  const heard: string[] = [];
  const thinker: Thinker = {
    ...introduction,
    setOption: (name, value) => {
      heard.push(`${name}=${value}`);
      return ok(undefined);
    },
    ready: async () => void heard.push('ready'),
    newGame: () => void heard.push('new game'),
    think: () => {
      heard.push('think');
      return {
        answer: Promise.resolve({ move: 'e2e4' }),
        stop: () => void heard.push('stop'),
        ponderHit: () => void heard.push('hit'),
      };
    },
    close: async () => void heard.push('close'),
  };
  return { thinker, heard };
}

test('does in order what it was told before it was there, and then at once', async () => {
  const { thinker, heard } = recorder();
  let come = (_: Thinker) => {};
  const late = createLateThinker(
    introduction,
    new Promise((resolve) => {
      come = resolve;
    }),
  );
  expect(late.name).toBe('Late');
  expect(late.setOption('Hash', '4').ok).toBe(true);
  late.newGame();
  const thinking = late.think(task, () => {});
  thinking.ponderHit();
  thinking.stop();
  const ready = late.ready();
  expect(heard).toEqual([]);
  come(thinker);
  expect(await thinking.answer).toEqual({ move: 'e2e4' });
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
  late.think(task, () => {}).stop();
  expect(heard).toEqual(['new game', 'think', 'stop']);
  await late.close();
  expect(heard.at(-1)).toBe('close');
});

test('that never comes says why to whoever waits, and can be closed', async () => {
  const late = createLateThinker(introduction, Promise.reject(new Error('no such engine')));
  late.newGame();
  expect(late.setOption('Hash', '4').ok).toBe(true);
  const { answer } = late.think(task, () => {});
  await expect(answer).rejects.toThrow('no such engine');
  await expect(late.ready()).rejects.toThrow('no such engine');
  await late.close();
});
