// The pieces of a run, from records that are written here: depths of one search are one piece, parts belong to the
// piece that gave them away, and what was not finished is counted apart.
import { expect, test } from 'vitest';
import type { PieceKind, PieceOutcome } from '#dist/core/trace.js';
import { PieceLog } from '#dist/sim/piece-log.js';
import { RecordWriter } from '#dist/trace/records.js';

interface Given {
  readonly process: number;
  readonly kind?: PieceKind;
  readonly path: number[];
  readonly from: number;
  readonly to: number;
  readonly depth: number;
  readonly nodes: number;
  readonly window?: readonly [number, number];
  /** The window in which it ends. */
  readonly narrowed?: readonly [number, number];
  readonly outcome?: PieceOutcome;
}

/** The records of some searches, each written whole, in the order given. */
function recordsOf(searches: readonly Given[], end = 1e6): Uint8Array {
  const out = new RecordWriter();
  for (const [piece, given] of searches.entries()) {
    const { process, kind = 'own', path, from, to, depth, nodes, outcome = 'done' } = given;
    const { window = [-9, 9], narrowed = window } = given;
    const [alpha, beta] = window;
    out.pieceBegin({ process, piece, kind, from, path, depth, alpha, beta, ahead: false });
    if (outcome === 'unfinished') {
      out.progress(process, piece, nodes);
      continue;
    }
    const [low, high] = narrowed;
    const found = { value: 0, bound: 'exact', depth, alpha: low, beta: high } as const;
    out.pieceEnd({ process, piece, to, nodes, outcome, ...found });
  }
  out.endOfRun(end);
  return out.take();
}

function piecesOf(searches: readonly Given[], end?: number) {
  const log = new PieceLog();
  log.add(recordsOf(searches, end));
  return log.pieces();
}

test('the depths of one search are one piece, in the window in which the last one ended', () => {
  const { finished, unfinishedNodes } = piecesOf([
    { process: 1, path: [4], from: 10, to: 20, depth: 1, nodes: 5 },
    {
      process: 1,
      kind: 'deeper',
      path: [4],
      from: 20,
      to: 40,
      depth: 2,
      nodes: 30,
      narrowed: [0, 1],
    },
    {
      process: 1,
      kind: 'deeper',
      path: [4],
      from: 40,
      to: 50,
      depth: 3,
      nodes: 7,
      outcome: 'left',
    },
  ]);
  const piece = { path: [4], firstDepth: 1, depth: 2, alpha: 0, beta: 1, nodes: 35 };
  expect(finished).toEqual([piece]);
  expect(unfinishedNodes).toBe(7);
});

test('a position that is searched again is another piece', () => {
  const { finished } = piecesOf([
    { process: 1, path: [4], from: 10, to: 20, depth: 3, nodes: 5 },
    { process: 1, path: [4], from: 20, to: 40, depth: 3, nodes: 6, window: [2, 9] },
  ]);
  expect(finished.map(({ nodes, alpha }) => [nodes, alpha])).toEqual([
    [5, -9],
    [6, 2],
  ]);
});

test('pieces are in the order in which they were begun, on any process', () => {
  const { finished } = piecesOf([
    { process: 2, path: [1], from: 30, to: 35, depth: 3, nodes: 1 },
    { process: 1, path: [2], from: 10, to: 50, depth: 3, nodes: 2 },
    { process: 1, path: [3], from: 30, to: 50, depth: 3, nodes: 3 },
    { process: 3, path: [4], from: 20, to: 90, depth: 3, nodes: 4 },
  ]);
  expect(finished.map(({ nodes }) => nodes)).toEqual([2, 4, 3, 1]);
});

test('parts, and parts of parts, belong to the nearest piece above that was under way', () => {
  const { finished, unfinishedNodes } = piecesOf([
    // The root, given up; below it a piece that ended long ago, and one under way.
    { process: 1, path: [], from: 0, to: 99, depth: 9, nodes: 1, outcome: 'left' },
    { process: 2, path: [4], from: 5, to: 9, depth: 5, nodes: 10 },
    { process: 2, path: [4], from: 12, to: 90, depth: 6, nodes: 100 },
    { process: 3, path: [4, 7], from: 6, to: 9, depth: 4, nodes: 2, kind: 'part' },
    { process: 3, path: [4, 7], from: 20, to: 80, depth: 5, nodes: 1000, kind: 'part' },
    { process: 4, path: [4, 7, 8], from: 30, to: 70, depth: 4, nodes: 2000, kind: 'part' },
    // Of the root itself.
    { process: 5, path: [6], from: 30, to: 70, depth: 8, nodes: 50, kind: 'part' },
  ]);
  expect(finished.map(({ nodes }) => nodes)).toEqual([12, 3100]);
  expect(unfinishedNodes).toBe(51);
});

test('a part that begins when its piece is over belongs to it all the same', () => {
  const { finished, unfinishedNodes } = piecesOf([
    { process: 1, path: [4], from: 5, to: 9, depth: 5, nodes: 10 },
    {
      process: 3,
      path: [4, 7],
      from: 10,
      to: 11,
      depth: 4,
      nodes: 2,
      kind: 'part',
      outcome: 'left',
    },
    {
      process: 3,
      path: [5, 7],
      from: 10,
      to: 11,
      depth: 4,
      nodes: 3,
      kind: 'part',
      outcome: 'left',
    },
  ]);
  expect(finished.map(({ nodes }) => nodes)).toEqual([12]);
  expect(unfinishedNodes).toBe(3);
});

test('what is under way at the end of the run, or goes on after it, is unfinished', () => {
  const searches: Given[] = [
    { process: 1, path: [1], from: 5, to: 20, depth: 5, nodes: 1 },
    { process: 2, path: [2], from: 5, to: 21, depth: 5, nodes: 2 },
    { process: 3, path: [3], from: 5, to: 99, depth: 5, nodes: 4, outcome: 'unfinished' },
    { process: 4, path: [4], from: 21, to: 22, depth: 5, nodes: 8 },
  ];
  const { finished, unfinishedNodes } = piecesOf(searches, 20);
  expect(finished.map(({ nodes }) => nodes)).toEqual([1]);
  expect(unfinishedNodes).toBe(6);
});
