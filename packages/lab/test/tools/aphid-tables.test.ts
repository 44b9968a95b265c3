// The tables of docs/aphid.md are computed from raw rows: means over positions, with intervals, whatever rows there are.
import { describe, expect, test } from 'vitest';
import { heldOutPositions } from '#dist/aphid/held-out.js';
import { othelloFinal, type TestPosition } from '#dist/positions.js';
import { estimate } from '#dist/statistics.js';
import {
  bestSequential,
  heldOutTable,
  kindTable,
  nodeTable,
  overheadTable,
  sequentialTable,
  speedupTable,
  youngBrothersTable,
} from '../../tools/tables/aphid.mjs';

const overheads = {
  ...{ total: 0.5, master: 0.1, search: 0.25, speculative: 0, parallelization: 0.04 },
  ...{ startIdle: 0.01, otherIdle: 0.02 },
};
const counters = {
  ...{ againForWindow: 100, againForOwner: 50, againForTable: 0, catchUpNodes: 10 },
  ...{ abandonedNodes: 0, helpNodes: 0, aheadNodes: 500, usedAheadNodes: 250 },
  ...{ messages: 1234, bytes: 2e6 },
};

const row = (place: TestPosition, speedup: number, settings: object = {}, build = 'aaa') => ({
  id: `${place.name} ${JSON.stringify(settings)}`,
  settings: {
    ...{ place, algorithm: 'aphid', processors: 16, depth: 15, profile: 'paper' },
    ...{ table: 'shared', hash: 256, ...settings },
  },
  result: {
    ...{ simulated: true, speedup, nodes: 1250, sequential: { value: 0, nodes: 1000 } },
    ...{ overheads, counters, masterBusy: 0.5 },
  },
  build,
});

const speedups = [8, 9, 10, 13];
const rows = speedups.map((speedup, index) => row(othelloFinal[index]!, speedup));
const OTHELLO = { game: 'othello', thesisOf: () => '11.27' };

/** Lines of a table as cells by their column. */
function cellsOf(text: string): Record<string, string>[] {
  const [head, , ...body] = text
    .split('\n\n')[0]!
    .split('\n')
    .map((line) => line.slice(2, -2).split(' | '));
  return body.map((cells) => Object.fromEntries(cells.map((cell, i) => [head![i]!, cell])));
}

describe('speedups', () => {
  test('are means over positions with bootstrap intervals', () => {
    const { low, high } = estimate(speedups);
    expect(cellsOf(speedupTable(rows, [OTHELLO])!)).toEqual([
      {
        ...{ plies: '15', processors: '16', rules: 'ours', 'speedup (simulated)': '10.00' },
        ...{ '95 %': `${low.toFixed(2)} to ${high.toFixed(2)}`, thesis: '11.27' },
        ...{ 'search overhead': '25 %', idle: '3 %', 'master busy': '50 %' },
        ...{ 'M nodes alone': '0.00', positions: '4' },
      },
    ]);
  });

  test("have a line for the thesis's rules, and none without rows", () => {
    const both = [...rows, row(othelloFinal[0]!, 5, { preset: 'thesis' })];
    const lines = cellsOf(speedupTable(both, [OTHELLO])!);
    expect(lines.map(({ rules, positions }) => [rules, positions])).toEqual([
      ['ours', '4'],
      ["the thesis's", '1'],
    ]);
    expect(speedupTable(rows, [{ ...OTHELLO, game: 'chess' }])).toBeUndefined();
    expect(youngBrothersTable(rows)).toBeUndefined();
    expect(kindTable(rows)).toBeUndefined();
    expect(heldOutTable(rows)).toBeUndefined();
    expect(sequentialTable([])).toBeUndefined();
    expect(nodeTable([])).toBeUndefined();
    expect(overheadTable([])).toBeUndefined();
  });

  test('leave out other costs, sizes of tables and seeds', () => {
    const place = othelloFinal[4]!;
    const others = [{ granularity: 1 }, { hash: 16 }, { seed: 2 }, { settings: { minPieces: 1 } }];
    const more = others.map((settings) => row(place, 99, settings));
    const alone = row(place, 1, { algorithm: 'sequential', processors: 1, table: 'local' });
    expect(speedupTable([...rows, ...more, alone], [OTHELLO])).toBe(speedupTable(rows, [OTHELLO]));
  });

  test('name the builds of their rows', () => {
    expect(speedupTable(rows, [OTHELLO])).toContain('\n\nBuild aaa.');
    const mixed = [...rows, row(othelloFinal[5]!, 8, {}, 'bbb')];
    expect(speedupTable(mixed, [OTHELLO])).toContain('\n\nRows of 2 builds: aaa, bbb.');
  });
});

test('speedups over the best sequential search use the method with the fewest nodes', () => {
  const method = (name: string, nodes: number) => ({
    id: name,
    settings: { place: othelloFinal[0]!, method: name, depth: 12, hash: 256 },
    result: { value: 0, nodes, seconds: 1 },
    build: 'aaa',
  });
  const methods = [method('negascout', 1000), method('mtdf', 900), method('alphabeta', 1100)];
  expect(bestSequential(methods, 'othello')).toEqual({ method: 'mtdf', ratio: 0.9 });
  const [line] = cellsOf(speedupTable([...rows, ...methods], [OTHELLO])!);
  expect(line).toMatchObject({ 'speedup (simulated)': '10.00', 'over best sequential': '9.00' });
  const shares = cellsOf(sequentialTable(methods)!).map((cells) => cells["over NegaScout's"]);
  expect(shares).toEqual(['1.00', '0.90', '1.10']);
});

test('held-out positions stand over those of the tables', () => {
  const heldOut = heldOutPositions().slice(0, 2);
  const more = heldOut.map((place, index) => row(place, 9 + index));
  const [line] = cellsOf(heldOutTable([...rows, ...more])!);
  expect(line).toMatchObject({
    ...{ 'held-out speedup (simulated)': '9.50', 'positions of the tables': '10.00' },
    ...{ ratio: '0.95', positions: '2, 4' },
  });
  expect(speedupTable([...rows, ...more], [OTHELLO])).toBe(speedupTable(rows, [OTHELLO]));
});

test('nodes are shares of the sequential search', () => {
  expect(cellsOf(nodeTable(rows)!)[0]).toMatchObject({
    ...{ game: 'Othello', 'again, window': '10 %', 'again, owner': '5 %', ahead: '50 %' },
    ...{ 'of it used': '25 %', messages: '1,234', 'MB sent': '2.00' },
  });
});

test('Young Brothers Wait and kinds of tables stand beside APHID', () => {
  const young = row(othelloFinal[0]!, 6, { algorithm: 'young-brothers' });
  expect(cellsOf(youngBrothersTable([...rows, young])!).map(({ search }) => search)).toEqual([
    'Young Brothers Wait',
    'APHID',
  ]);
  const kinds = ['local', 'ring'].map((table) => row(othelloFinal[0]!, 7, { table }));
  const lines = cellsOf(kindTable([...rows, ...kinds])!);
  expect(lines.map(({ rules }) => rules)).toEqual(['thesis, Keyano (measured)', 'ours']);
  expect(lines[1]).toMatchObject({ 'local (simulated)': '7.00 (25 %)' });
});
