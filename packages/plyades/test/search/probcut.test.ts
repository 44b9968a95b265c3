// ProbCut in Othello's play mode: it saves nodes, can be switched off, does not touch exact mode or the end of
// the game, and stops and goes on anywhere like every search.

import { closeAll, loadGame, search } from 'plyades';
import { afterAll, describe, expect, test } from 'vitest';
import { loadKernel } from '#dist/games/load.js';
import { Kernel, Rules, Searcher, Table } from '#dist/kernel/index.js';
import { playRandomly } from '../support/positions.js';

afterAll(closeAll);

const { module, data } = await loadKernel('othello');
const kernel = new Kernel(module, { capacity: 64 << 20, ...(data && { data }) });
const rules = new Rules(kernel);
const table = Table.create(kernel, 16 << 20);
const searcher = new Searcher(kernel, 64).attach(table);
const othello = await loadGame('othello');

type Options = Parameters<Searcher['start']>[1];

function find(record: Uint8Array, options: Options, slice = 1_000_000) {
  table.clear();
  searcher.reset();
  searcher.start(record, options);
  while (searcher.run(slice) === 'running');
  return { ...searcher.found!, nodes: searcher.nodes };
}

const middleGames = Array.from(
  { length: 12 },
  (_, i) => playRandomly(othello, i + 1, 14 + i).record,
);

describe('ProbCut', () => {
  test('searches a fraction of the nodes, and mostly finds the same', () => {
    let with_ = 0;
    let without = 0;
    let same = 0;
    for (const record of middleGames) {
      const cut = find(record, { maxDepth: 9, mode: 'play' });
      const all = find(record, { maxDepth: 9, mode: 'play', selective: false });
      const exact = find(record, { minDepth: 9, maxDepth: 9 });
      with_ += cut.nodes;
      without += all.nodes;
      if (cut.move === exact.move || Math.abs(cut.value - exact.value) <= 100) same++;
      expect(rules.moves(record)).toContain(cut.move);
    }
    expect(with_).toBeLessThan(without / 2);
    expect(same).toBeGreaterThanOrEqual(9);
  });

  test('without it play mode finds the value of exact mode', () => {
    for (const record of middleGames.slice(0, 6)) {
      const all = find(record, { minDepth: 7, maxDepth: 7, mode: 'play', selective: false });
      // A deeper entry of the table could tell more; with one depth there is none.
      expect(all.value).toBe(find(record, { minDepth: 7, maxDepth: 7 }).value);
    }
  });

  test('stops after any number of nodes and goes on as if nothing had been', () => {
    for (const record of middleGames.slice(0, 4)) {
      const whole = find(record, { maxDepth: 8, mode: 'play' });
      expect(find(record, { maxDepth: 8, mode: 'play' }, 7)).toMatchObject({
        value: whole.value,
        move: whole.move,
      });
    }
  });

  test('a null window at the root may be cut, and gives a bound on its side', () => {
    for (const record of middleGames) {
      const { value } = find(record, { maxDepth: 6 });
      for (const [alpha, bound] of [
        [value - 3000, 'lower'],
        [value + 3000, 'upper'],
      ] as const) {
        const found = find(record, {
          minDepth: 8,
          maxDepth: 8,
          mode: 'play',
          alpha,
          beta: alpha + 1,
        });
        expect(found.bound).toBe(bound);
      }
    }
  });

  test('a window may change on the way', () => {
    for (const record of middleGames) {
      const { value } = find(record, { maxDepth: 8, mode: 'play' });
      table.clear();
      searcher.start(record, {
        minDepth: 8,
        maxDepth: 8,
        mode: 'play',
        alpha: value,
        beta: value + 1,
      });
      for (let step = 0; searcher.run(500) === 'running'; step++) {
        const alpha = value + (step % 3) * 100 - 100;
        if (step < 8) searcher.rewindow(alpha, alpha + 1);
      }
      expect(searcher.status).toBe('done');
      expect(['lower', 'upper']).toContain(searcher.found!.bound);
    }
  });
});

test('play mode solves endings as exact mode does', async () => {
  for (let seed = 1; seed <= 6; seed++) {
    const position = playRandomly(othello, seed, 44);
    const exact = await search({ position, depth: 20, mode: 'exact' }).result;
    const play = await search({ position, depth: 20, mode: 'play' }).result;
    expect(play.solved).toBe(true);
    expect(play.value).toBe(exact.value);
  }
});

test('the library refuses a switch that is none', () => {
  const position = othello.notation.start();
  const selective = 'no' as unknown as boolean;
  expect(() => search({ position, depth: 2, selective })).toThrow(
    /selective 'no': expected true or false/,
  );
});
