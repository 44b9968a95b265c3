// Tables and the diagram of several threads, from a few rows of which some are missing.

import { describe, expect, test } from 'vitest';
import { renderPlot } from '#dist/plot.js';
import { depthTable, gamesTable } from '../../tools/tables/play.mjs';
import { choicesOf, curveTable, mostTable, scalingPlot } from '../../tools/tables/scaling.mjs';

const first = { work: 'ffo:1-2', command: 'first', date: '2026-11-01' };
const again = { work: 'ffo:1-2', command: 'again', date: '2026-11-02' };
const other = { work: 'chess:5:1', command: 'other', date: '2026-11-02' };
const edax = { ...again, command: 'edax', program: 'Edax' };
const counted = { extraNodes: 0.5, idleShare: 0.1, rate: 0.75 };

const rows = [
  { ...first, algorithm: 'sequential', threads: 1, seconds: 100 },
  { ...first, algorithm: 'abdada', threads: 4, seconds: 50, speedup: 2, ...counted },
  { ...again, algorithm: 'sequential', threads: 1, seconds: 80 },
  { ...again, algorithm: 'lazy-smp', threads: 4, seconds: 40, speedup: 2, ...counted },
  { ...again, algorithm: 'abdada', threads: 2, seconds: 50, speedup: 1.6, ...counted },
  { ...again, algorithm: 'abdada', threads: 4, seconds: 20, speedup: 4, ...counted },
  { ...edax, threads: 1, seconds: 60 },
  { ...edax, threads: 4, seconds: 20 },
  { ...edax, program: 'Zebra', threads: 4, seconds: 30 },
  // On one number of threads above 1 there is no curve.
  { ...other, algorithm: 'sequential', threads: 1, seconds: 9 },
  { ...other, algorithm: 'abdada', threads: 1, seconds: 9.5, speedup: 0.95, ...counted },
  { ...other, algorithm: 'abdada', threads: 4, seconds: 3, speedup: 3, ...counted },
];

describe('speedups', () => {
  test('stand in a row for each number of threads, those of other programs beside them', () => {
    expect(curveTable(rows)).toBe(
      [
        '| work | threads | `abdada` | `lazy-smp` | Edax |',
        '| --- | --- | --- | --- | --- |',
        '| FFO 1-2 | 1 |  |  | 1.00 |',
        '| FFO 1-2 | 2 | 1.60 |  |  |',
        '| FFO 1-2 | 4 | 4.00 | 2.00 | 3.00 |',
      ].join('\n'),
    );
  });

  test('of two rows for the same search are those of the later one, with its sequential search', () => {
    expect(mostTable(rows).split('\n').slice(2)).toEqual([
      '| FFO 1-2 | `abdada` | 80.0 | 20.0 | 4.0 | +50 % | 10 % | 0.75 |',
      '| FFO 1-2 | `lazy-smp` | 80.0 | 40.0 | 2.0 | +50 % | 10 % | 0.75 |',
      '| FFO 1-2 | Edax | 60.0 | 20.0 | 3.0 |  |  |  |',
      '| FFO 1-2 | Zebra |  | 30.0 |  |  |  |  |',
      '| chess, 5 plies, 1 position | `abdada` | 9.00 | 3.00 | 3.0 | +50 % | 10 % | 0.75 |',
    ]);
  });

  test('make no table without a curve', () => {
    expect(curveTable([])).toBe('');
    expect(curveTable(rows.filter(({ work }) => work === other.work))).toBe('');
  });
});

describe('the diagram of speedups', () => {
  const predictions = [
    { work: 'chess:5:1', algorithm: 'aphid', threads: 2, speedup: 1.5 },
    { work: 'chess:5:1', algorithm: 'aphid', threads: 4, speedup: 2.5 },
  ];

  test('has a panel for each curve and each simulated work', () => {
    const { points } = scalingPlot(rows, predictions)!;
    const of = (facet: string) => points.filter((point) => point.facet === facet);
    expect(new Set(points.map(({ facet }) => facet))).toEqual(
      new Set(['FFO 1-2', 'chess, 5 plies, 1 position']),
    );
    const chess = of('chess, 5 plies, 1 position').filter(({ series }) => series !== 'linear');
    expect(chess).toEqual([
      { x: 1, y: 0.95, series: 'abdada', facet: 'chess, 5 plies, 1 position' },
      { x: 4, y: 3, series: 'abdada', facet: 'chess, 5 plies, 1 position' },
      { x: 2, y: 1.5, series: 'aphid', facet: 'chess, 5 plies, 1 position', predicted: true },
      { x: 4, y: 2.5, series: 'aphid', facet: 'chess, 5 plies, 1 position', predicted: true },
    ]);
    expect(of('FFO 1-2').filter(({ series }) => series === 'Edax')).toHaveLength(2);
    expect(of('FFO 1-2').filter(({ series }) => series === 'Zebra')).toHaveLength(0);
  });

  test('is not drawn without rows', () => {
    expect(scalingPlot([], [])).toBeUndefined();
  });

  test('has dashed lines for what is simulated, and for nothing else', async () => {
    const dashed = async (list: readonly object[]) =>
      (await renderPlot(scalingPlot(rows, list)!)).match(/stroke-dasharray/g)?.length ?? 0;
    expect(await dashed(predictions)).toBe(1);
    expect(await dashed([])).toBe(0);
  });
});

describe('play mode', () => {
  const depth = { part: 'depth', game: 'chess', ms: 1000, positions: 8, nodes: 1234567.5 };
  const games = { part: 'games', game: 'othello', threads: 4, against: 1, moveMs: 100 };
  const score = { pairs: 2, wins: 4, draws: 0, losses: 0, score: 1, low: 0.7, high: 1 };
  const elo = { elo: null, eloLow: 147.2, eloHigh: null, depth: 12.04, againstDepth: 11 };

  test('has a table of depths, the later one of two rows', () => {
    const rows = [
      { ...depth, threads: 1, depth: 11 },
      { ...depth, threads: 4, depth: 12 },
      { ...depth, threads: 1, depth: 11.5 },
    ];
    expect(depthTable(rows).split('\n').slice(2)).toEqual([
      '| chess | 1 | 1,000 | 8 | 11.5 | 1,234,568 |',
      '| chess | 4 | 1,000 | 8 | 12.0 | 1,234,568 |',
    ]);
  });

  test('has a table of games, also where all were won', () => {
    expect(gamesTable([{ ...games, ...score, ...elo }]).split('\n')[2]).toBe(
      '| Othello | 4 against 1 | 100 | 2 | 4, 0, 0 | 1.00 (0.70 to 1.00) | no bound (+147 to no bound) | 12.0 against 11.0 |',
    );
  });
});

describe('the choice of an algorithm', () => {
  const row = (work: string, algorithm: string, threads: number, speedup: number) => ({
    ...{ work, algorithm, threads, speedup, seconds: 1 },
  });

  test('is the fastest of a game, a mode and a number of threads', () => {
    const rows = [
      row('chess:9:2', 'abdada', 16, 5),
      row('chess:9:2', 'lazy-smp', 16, 9),
      row('chess:14:2 play', 'aphid', 4, 2),
      row('chess:14:2 play', 'lazy-smp', 4, 1),
      row('ffo:40-44', 'young-brothers', 2, 1.9),
      row('ffo:40-44', 'lazy-smp', 2, 1.1),
    ];
    expect(choicesOf(rows)).toEqual([
      { game: 'chess', mode: 'exact', workers: 16, algorithm: 'lazy-smp' },
      { game: 'chess', mode: 'play', workers: 4, algorithm: 'aphid' },
      { game: 'othello', mode: 'exact', workers: 2, algorithm: 'young-brothers' },
    ]);
  });

  test('is the first in the list where others are hardly faster, and the one that wins more works', () => {
    const close = [row('chess:9:2', 'lazy-smp', 8, 5), row('chess:9:2', 'abdada', 8, 4.8)];
    expect(choicesOf(close)[0]!.algorithm).toBe('abdada');
    const works = ['chess:9:2', 'chess:10:2', 'chess:11:2'].flatMap((work, index) => [
      row(work, 'abdada', 8, index === 0 ? 7 : 3),
      row(work, 'aphid', 8, 5),
    ]);
    expect(choicesOf(works)[0]!.algorithm).toBe('aphid');
  });

  test('needs two algorithms, and knows neither settings nor other programs', () => {
    const rows = [
      row('chess:9:2', 'abdada', 8, 5),
      row('chess:9:2', 'independent', 8, 7),
      row('chess:9:2', 'abdada/markDepth=4', 8, 6),
      { ...row('chess:9:2', '', 8, 9), program: 'another' },
    ];
    expect(choicesOf(rows)).toEqual([]);
  });
});
