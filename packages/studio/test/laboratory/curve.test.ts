import { expect, test } from 'vitest';
import { paperSeries as fromLab } from '../../scripts/paper-points.mjs';
import { layoutChart, makeSvg } from '../../src/laboratory/chart.js';
import { keyOf, makeCsv, type SpeedupPoint, withPoint } from '../../src/laboratory/curve.js';
import { layoutGrid, neighbour, processAt, stateAt } from '../../src/laboratory/lanes.js';
import { paperSeries } from '../../src/laboratory/paper-points.js';
import { FIRST_REQUEST } from '../../src/runs/request.js';

const point = (processors: number, speedup: number): SpeedupPoint => ({
  ...{ processors, speedup, virtualSeconds: 1, nodes: 100, outcome: '+4', isRight: true },
});

test("the papers' points are those of the lab's tables", () => {
  expect(paperSeries).toEqual(fromLab());
});

test('points of one search make one curve, in the order of processors', () => {
  let curves = withPoint([], FIRST_REQUEST, 0, point(16, 11));
  curves = withPoint(curves, { ...FIRST_REQUEST, processors: 4 }, 0, point(4, 3));
  curves = withPoint(curves, { ...FIRST_REQUEST, processors: 16 }, 0, point(16, 12));
  expect(curves).toHaveLength(1);
  expect(curves[0]!.points.map(({ processors, speedup }) => [processors, speedup])).toEqual([
    [4, 3],
    [16, 12],
  ]);
  expect(withPoint(curves, { ...FIRST_REQUEST, seed: 2 }, 0, point(2, 1))).toHaveLength(2);
  expect(keyOf({ ...FIRST_REQUEST, settings: { a: 1, b: 2 } })).toBe(
    keyOf({ ...FIRST_REQUEST, settings: { b: 2, a: 1 } }),
  );
});

test('a chart puts linear speedup on the diagonal and everything inside its frame', () => {
  const curves = withPoint([], FIRST_REQUEST, 0, point(16, 16));
  const papers = paperSeries.filter(({ algorithm }) => algorithm === 'aphid');
  const chart = layoutChart(curves, papers, { width: 500, height: 300 });
  const [x1, y1, x2, y2] = chart.ideal;
  const [mark] = chart.lines[0]!.points;
  expect((mark!.x - x1) / (x2 - x1)).toBeCloseTo((mark!.y - y1) / (y2 - y1));
  for (const { points } of chart.lines) {
    for (const { x, y } of points) {
      expect(x).toBeGreaterThanOrEqual(chart.left);
      expect(x).toBeLessThanOrEqual(chart.right);
      expect(y).toBeGreaterThanOrEqual(chart.top);
      expect(y).toBeLessThanOrEqual(chart.bottom);
    }
  }
  const slow = layoutChart(withPoint([], FIRST_REQUEST, 0, point(64, 0.3)), [], chart);
  expect(slow.yTicks.map(({ text }) => text)).toContain('1/4');
});

test('files of a chart hold its points and no mark-up from outside', () => {
  const request = { ...FIRST_REQUEST, algorithm: '<script>"x"' };
  const curves = withPoint([], request, 0, point(16, 11.09));
  const chart = layoutChart(curves, [], { width: 500, height: 300 });
  const colours = {
    background: '#fff',
    text: '#000',
    line: '#ccc',
    curves: ['#00f'],
    papers: ['#0f0'],
  };
  const svg = makeSvg(chart, colours, ['a & b']);
  expect(svg).toContain('11.09 on 16 processors');
  expect(svg).toContain('a &amp; b');
  expect(svg).not.toContain('<script');
  const [head, row] = makeCsv(curves).split('\n');
  expect(head).toBe('curve,processors,speedup,virtual seconds,nodes,outcome');
  expect(row).toMatch(/^"<script>""x"",.*",16,11.09,1,100,\+4$/);
});

test('a lane says what its process does at any time', () => {
  const lane = { times: [10, 20, 30], states: ['waiting', 'searching', 'down'] } as const;
  expect([0, 10, 19, 20, 25, 30, 99].map((at) => stateAt(lane, at))).toEqual([
    'starting',
    'waiting',
    'waiting',
    'searching',
    'searching',
    'down',
    'down',
  ]);
});

test('every process has a cell that a pointer and arrow keys find', () => {
  for (const processes of [2, 16, 64, 1536]) {
    const grid = layoutGrid(processes, 480, 190);
    expect(grid.columns * grid.cell).toBeLessThanOrEqual(480);
    for (const process of [0, 1, processes - 1]) {
      const x = (process % grid.columns) * grid.cell + 1;
      const y = Math.floor(process / grid.columns) * grid.cell + 1;
      expect(processAt(grid, processes, x, y)).toBe(process);
    }
    expect(neighbour(grid, processes, 0, 'End')).toBe(processes - 1);
    expect(neighbour(grid, processes, 0, 'ArrowLeft')).toBe(0);
  }
  expect(processAt(layoutGrid(2, 480, 190), 2, 470, 5)).toBe(-1);
});
