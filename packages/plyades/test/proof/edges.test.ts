// The plies left before a draw by the count, in graphs written by hand in which two ways reach the same node: a win must
// come in time on every way, and a draw by the count must be one on every way.
import { describe, expect, test } from 'vitest';
import { findDrawnNode, findOpenEnd, ProofEdges } from '#dist/proof/edges.js';
import { END } from '#dist/proof/graph.js';

const FULL_COUNT = 10;

type Move = readonly [from: number, to: number, kind?: 'progress'];

/** A graph whose root is the first node named; moves are tried in the order given. */
function graphOf(...moves: readonly Move[]): ProofEdges {
  const edges = new ProofEdges(moves[0]![0]);
  moves.forEach(([from, to, kind], move) => {
    edges.add(from, to, move, kind === 'progress');
  });
  return edges;
}

/** Both orders of the two moves of the root: which way comes first must not matter. */
function bothOrders(one: Move, other: Move, ...rest: readonly Move[]): ProofEdges[] {
  return [graphOf(one, other, ...rest), graphOf(other, one, ...rest)];
}

describe('a win', () => {
  const drawn = (edges: ProofEdges, left: number) => findDrawnNode(edges, left, FULL_COUNT);

  test('with a ply left at its last position comes in time', () => {
    expect(drawn(graphOf([3, 2], [2, 1]), 3)).toBeUndefined();
  });

  test('comes too late where the last ply is gone: the game is drawn before', () => {
    expect(drawn(graphOf([3, 2], [2, 1]), 2)).toBe(1);
    expect(drawn(graphOf([1, END]), 0)).toBe(1);
  });

  test('comes too late when one of two ways is too long, whichever is looked at first', () => {
    // Of three plies at the root node 1 has two at once, and none by way of 3 and 2.
    for (const edges of bothOrders([4, 1], [4, 3], [3, 2], [2, 1])) {
      expect(drawn(edges, 4)).toBeUndefined();
      expect(drawn(edges, 3)).toBe(1);
    }
    // A capture on one way does not help the other.
    for (const edges of bothOrders([4, 2, 'progress'], [4, 3], [3, 2], [2, 1])) {
      expect(drawn(edges, 4)).toBeUndefined();
      expect(drawn(edges, 3)).toBe(1);
    }
  });
});

describe('a draw by the count', () => {
  const open = (edges: ProofEdges, left: number) => findOpenEnd(edges, left, FULL_COUNT)?.from;

  test('is one when no ply is left after the last move', () => {
    expect(open(graphOf([2, 1], [1, END]), 2)).toBeUndefined();
    expect(open(graphOf([2, 1], [1, END]), 3)).toBe(1);
  });

  test('is none when one of two ways leaves plies, whichever is followed first', () => {
    // Of five plies at the root node 1 has three by way of 5, and one by way of 4, 3 and 2.
    for (const edges of bothOrders([6, 5], [6, 4], [5, 1], [4, 3], [3, 2], [2, 1], [1, END])) {
      expect(open(edges, 3)).toBeUndefined();
      expect(open(edges, 5)).toBe(1);
    }
  });

  test('is none when one of two ways has a capture, however few plies the other leaves', () => {
    for (const edges of bothOrders([4, 3], [4, 2], [3, 1, 'progress'], [2, 1], [1, END])) {
      expect(open(edges, 3)).toBe(1);
    }
    for (const edges of bothOrders([4, 3], [4, 2], [3, 1], [2, 1], [1, END])) {
      expect(open(edges, 3)).toBeUndefined();
    }
  });

  test('is one on ways that go round in a circle', () => {
    expect(open(graphOf([3, 2], [2, 1], [1, 2]), 9)).toBeUndefined();
  });
});
