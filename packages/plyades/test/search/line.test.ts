// The line of a search is completed in slices, after the search and within its limits.
import { beforeAll, expect, test } from 'vitest';
import { recordBoard } from '#dist/search/board.js';
import type { Limits } from '#dist/search/limits.js';
import { SequentialSearch, type SequentialSettings } from '#dist/search/sequential.js';
import { type Bench, openBench } from '../support/kernels.js';

let bench: Bench;
let milliseconds = 0;
let search: SequentialSearch<Uint8Array>;

beforeAll(async () => {
  bench = await openBench('synthetic', 'b=10,seed=5');
  const clock = { now: () => milliseconds };
  search = new SequentialSearch(bench.kernel, recordBoard(bench.rules), undefined, clock);
});

const exact: SequentialSettings = { mode: 'exact', method: 'mtdf' };

/** Steps until the search itself is done and only its line is missing: MTD(f) keeps none. */
function stepToLine(limits: Limits, settings: SequentialSettings): void {
  milliseconds = 0;
  search.start(bench.start, limits, settings);
  while (search.progress.depth < 6) {
    expect(search.step()).toBe(false);
    milliseconds++;
  }
  expect(search.stopped).toBeUndefined();
  expect(search.progress).toMatchObject({ depth: 6, bound: 'exact' });
}

function isLegal(line: readonly number[]): boolean {
  let record = bench.start;
  return line.every((move) => {
    const legal = bench.rules.moves(record).includes(move);
    record = bench.rules.play(record, move);
    return legal;
  });
}

test('a line is completed to the depth of the search', () => {
  stepToLine({ depth: 6 }, exact);
  const { value } = search.progress;
  let steps = 0;
  while (!search.step()) steps++;
  expect(steps).toBeGreaterThan(0);
  expect(search.stopped).toBe('depth');
  const { line } = search.progress;
  expect(line).toHaveLength(6);
  const end = line.reduce((record, move) => bench.rules.play(record, move), bench.start);
  expect(bench.rules.evaluate(end)).toBe(value);
});

test('an abort while the line is completed keeps the result and the line so far', () => {
  stepToLine({ depth: 6 }, exact);
  const { value, move } = search.progress;
  search.step();
  search.abort();
  expect(search.step()).toBe(true);
  expect(search.stopped).toBe('depth');
  expect(search.progress).toMatchObject({ depth: 6, value, move });
  const { line } = search.progress;
  expect(line[0]).toBe(move);
  expect(line.length).toBeLessThan(6);
  expect(isLegal(line)).toBe(true);
});

test('a time limit holds for the line as well', () => {
  stepToLine({ depth: 6, ms: 5000 }, exact);
  milliseconds = 5000;
  expect(search.step()).toBe(true);
  expect(search.stopped).toBe('depth');
  expect(search.progress.line[0]).toBe(search.progress.move);
  expect(search.progress.seconds).toBe(5);
});

test('in play mode a line may take half the time of the search, and not more', () => {
  stepToLine({ depth: 6 }, { ...exact, mode: 'play' });
  milliseconds += 100;
  expect(search.step()).toBe(false);
  milliseconds += 1_000_000;
  expect(search.step()).toBe(true);
  expect(isLegal(search.progress.line)).toBe(true);
});
