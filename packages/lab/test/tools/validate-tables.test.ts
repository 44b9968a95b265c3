// The tables of the simulation's validation: errors of predictions by group, targets, and disturbed searches apart.
import { describe, expect, test } from 'vitest';
import type { ValidatedSearch } from '#dist/validate/compare.js';
import { errorsOf, targetFigures } from '#dist/validate/errors.js';
import { searchTable, summaryTable, targetTable } from '#dist/validate/tables.js';
import { make } from '../../tools/tables/make.mjs';
import { hostTable, latest, noted } from '../../tools/tables/validate.mjs';

interface Sides {
  readonly predicted: number;
  readonly real: number;
}

/** A search whose speedup is 2 on both sides unless given. */
function search({ predicted = 2, real = 2, ...more }: Partial<Sides & Searched> = {}) {
  const figures = { seconds: 1, nodes: 1000, messages: 100, idle: 0.1 };
  return {
    ...{ round: 2, machine: 'two-cores', host: 'threads', workers: 2, algorithm: 'aphid' },
    ...{ game: 'chess', position: 'drawn 1', depth: 9, sequentialSpread: 1.1 },
    speedups: [real - 0.1, real, real + 0.2],
    origin: { predictedBy: 'aaa', measuredBy: 'bbb', hardware: '2 cores', profile: 'digest' },
    ...more,
    predicted: { ...figures, speedup: predicted, ...more.predictedFigures },
    real: { ...figures, speedup: real, ...more.realFigures },
  } as ValidatedSearch;
}
type Searched = Omit<ValidatedSearch, keyof Sides> & {
  readonly predictedFigures: object;
  readonly realFigures: object;
};

/** Lines of a table as cells by their column. */
function cellsOf({ head, rows }: ReturnType<typeof summaryTable>) {
  expect(new Set(head).size).toBe(head.length);
  return rows.map((row) => {
    expect(row).toHaveLength(head.length);
    return Object.fromEntries(row.map((cell, at) => [head[at]!, cell]));
  });
}

describe('errors', () => {
  test('are predicted over measured, less 1: mean, mean of absolute values, and the largest one', () => {
    const searches = [search({ predicted: 3 }), search({ predicted: 1.2 }), search()];
    const { mean, absolute, largest } = errorsOf(searches, 'speedup')!;
    expect(mean).toBeCloseTo((0.5 - 0.4) / 3);
    expect(absolute).toBeCloseTo(0.9 / 3);
    expect(largest).toBeCloseTo(0.5);
    expect(
      errorsOf([search({ predicted: 1 }), search({ predicted: 2.9 })], 'speedup')!.largest,
    ).toBe(-0.5);
  });

  test('of messages leave out algorithms that sent none', () => {
    const silent = search({ realFigures: { messages: 0 } });
    const loud = search({ predictedFigures: { messages: 150 } });
    expect(errorsOf([silent], 'messages')).toBeUndefined();
    expect(errorsOf([silent, loud], 'messages')!.mean).toBe(0.5);
    expect(cellsOf(summaryTable([silent]))[0]).toMatchObject({ 'messages: mean error': '' });
  });
});

test('the summary has geometric means with intervals, and a line for each algorithm and number of workers', () => {
  const searches = [
    search({ real: 1, predicted: 1 }),
    search({ real: 4, predicted: 4, position: 'drawn 2' }),
    search({ workers: 16, real: 8 }),
    search({ workers: 4, algorithm: 'lazy-smp' }),
    search({ round: 1, machine: 'other' }),
  ];
  const lines = cellsOf(summaryTable(searches));
  expect(lines.map((line) => [line.round, line.workers, line.algorithm, line.positions])).toEqual([
    ['1', '2', 'aphid', '1'],
    ['2', '2', 'aphid', '2'],
    ['2', '4', 'lazy-smp', '1'],
    ['2', '16', 'aphid', '1'],
  ]);
  expect(lines[1]).toMatchObject({
    'speedup measured (95 %)': '2.00 (1.00 to 4.00)',
    'predicted (simulated)': '2.00',
    'error: mean': '+0.0 %',
  });
  expect(lines[3]).toMatchObject({ 'error: mean': '-75.0 %', 'mean absolute error': '75.0 %' });
});

test('disturbed searches are shown, and counted apart', () => {
  const disturbed = search({ predicted: 4, sequentialSpread: 1.6, position: 'drawn 2' });
  const both = [disturbed, search()];
  for (const table of [summaryTable, targetTable]) {
    const lines = cellsOf(table(both));
    expect(lines.map((line) => line.positions ?? line.searches)).toEqual(['1', '1, disturbed']);
  }
  expect(cellsOf(summaryTable(both)).map((line) => line['error: mean'])).toEqual([
    '+0.0 %',
    '+100.0 %',
  ]);
  expect(
    cellsOf(searchTable(both)).map((line) => line['sequential: longest over shortest']),
  ).toEqual(['1.60, disturbed', '1.10']);
  expect(latest(both)).toEqual([both[1]]);
});

test('targets: each search within 20 %, mean errors of 10 % in speedup and 15 % in messages', () => {
  const few = search({ predictedFigures: { messages: 84 } });
  const targets = (...searches: ValidatedSearch[]) => cellsOf(targetTable(searches))[0]!;
  expect(targets(search({ predicted: 2.38 }), search())).toMatchObject({
    'speedup within 20 % (target: all)': '2 of 2, met',
    'mean absolute error of speedup (target: 10 %)': '9.5 %, met',
    'of messages (target: 15 %)': '0.0 %, met',
  });
  expect(targets(search({ predicted: 2.42 }), search({ predicted: 1.9 }), few)).toMatchObject({
    'speedup within 20 % (target: all)': '2 of 3, missed',
    'mean absolute error of speedup (target: 10 %)': '8.7 %, met',
    'of messages (target: 15 %)': '5.3 %, met',
  });
  // Errors of both signs do not cancel out.
  const many = search({ predictedFigures: { messages: 116 } });
  expect(targets(few, many)['of messages (target: 15 %)']).toBe('16.0 %, missed');
  expect(targets(search({ predicted: 2.3 }), search({ predicted: 1.7 }))).toMatchObject({
    'mean absolute error of speedup (target: 10 %)': '15.0 %, missed',
  });
});

test('the faster of two algorithms counts where it is clearly faster, on the same position', () => {
  const fast = search({ algorithm: 'minimal-tree', real: 3, predicted: 2.5 });
  const close = search({ algorithm: 'lazy-smp', real: 2.1, predicted: 1 });
  const other = search({ algorithm: 'abdada', real: 9, position: 'drawn 2' });
  const { pairs, rightPairs } = targetFigures([search(), fast, close, other]);
  expect([pairs, rightPairs]).toEqual([2, 2]);
  const wrong = search({ algorithm: 'young-brothers', real: 4, predicted: 1.5 });
  const more = targetFigures([search(), fast, close, wrong]);
  // Over aphid and minimal-tree it is predicted wrongly, over lazy-smp rightly.
  expect([more.pairs, more.rightPairs]).toEqual([5, 3]);
});

test('each search stands with both sides and the range of its repeats', () => {
  expect(cellsOf(searchTable([search({ predicted: 1.5 })]))).toEqual([
    {
      ...{ round: '2', machine: 'two-cores', host: 'threads', workers: '2', algorithm: 'aphid' },
      ...{
        position: 'chess drawn 1',
        plies: '9',
        'speedup predicted': '1.50',
        'speedup measured': '2.00',
      },
      ...{ 'lowest to highest': '1.90 to 2.20', error: '-25.0 %' },
      ...{ 'nodes predicted': '1,000', 'nodes measured': '1,000', 'messages predicted': '100' },
      ...{ 'messages measured': '100', 'idle measured': '10 %' },
      ...{ 'idle predicted': '10 %', 'sequential: longest over shortest': '1.10' },
    },
  ]);
});

test('a host has a line of its last round', () => {
  const old = search({ round: 1, predicted: 9 });
  const nats = search({ round: 1, host: 'nats', predicted: 2.5 });
  const lines = cellsOf(hostTable(latest([old, nats, search({ predicted: 1.9 }), search()])));
  expect(lines.map(({ host, round, searches }) => [host, round, searches])).toEqual([
    ['threads', '2', '2'],
    ['nats', '1', '1'],
  ]);
  expect(lines[0]).toMatchObject({ 'errors of single searches': '-5.0 % to +0.0 %' });
});

test('a table names builds, profile and machine below it, and is none without measurements', () => {
  const made = noted(summaryTable, [search(), search({ round: 1 })], ['errors', 'disturbed']);
  expect(made).toContain('\n\nPredicted figures are simulated.');
  expect(made).toContain('more than 1.5 times as long');
  for (const round of [1, 2])
    expect(made).toContain(
      `Round ${round}, two-cores: predicted by build aaa with the profile \`packages/lab/data/validate/${round}/two-cores.json\` digest, measured by build bbb on 2 cores.`,
    );
  expect(noted(summaryTable, [], ['errors'])).toBeUndefined();
});

test.each(['hosts', 'targets', 'summary', 'rows'])(
  'the published table validate/%s says what is simulated, and its origin',
  (name) => {
    const made = make('table', `validate/${name}`)!;
    expect(made).toContain('Predicted figures are simulated.');
    expect(made).toMatch(
      /Round \d, two-cores: predicted by build \w{12} with the profile `\S+`.*measured by build \w{12} on 2 cores, AMD EPYC/,
    );
  },
);
