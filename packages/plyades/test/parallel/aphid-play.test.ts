// APHID as a player: under a virtual clock it keeps its time, always has a legal move, and an unfinished
// depth changes the move only where it proves another one better.
import { describe, expect, test } from 'vitest';
import { loadGame } from '#dist/api/games.js';
import { INFINITE } from '#dist/core/score.js';
import { findBetter } from '#dist/parallel/aphid/interim.js';
import { record } from '#dist/parallel/aphid/leaf.js';
import { AphidTable } from '#dist/parallel/aphid/table.js';
import { type AphidNode, createRoot, expand } from '#dist/parallel/aphid/tree.js';
import type { RulesPort } from '#dist/parallel/ports.js';
import { simulate } from '#dist/sim/index.js';
import { playRandomly } from '../support/positions.js';

const small = { minSize: 1, minPieces: 2 };

/** Two moves for each side at every node; positions are paths. */
const rules: RulesPort<string> = {
  root: '',
  moves: (path) => (path.length >= 6 ? [] : [0, 1, 2]),
  play: (path, move) => path + move,
  turn: (path) => path.length % 2,
  value: () => 0,
  key: (path) => path,
  completes: () => false,
  deepen: (_, depth) => depth + 1,
};

/** A tree with its horizon at ply 1: the moves of the root are leaves. */
function leavesOfRoot(
  scores: readonly (readonly [number, number] | undefined)[],
): AphidNode<string> {
  const root = createRoot(rules, 1);
  const table = new AphidTable();
  for (const child of expand(rules, root)) {
    const [move] = child.path as [number];
    const score = scores[move];
    const entry = table.at(child as AphidNode<unknown>);
    if (score === undefined) continue;
    const [lower, upper] = score;
    record(entry, { iteration: 5, lower, upper, complete: false, pv: [] });
  }
  return root;
}

/** A tree with its horizon at ply 2, and what is known of some of its leaves, by their moves. */
function leavesBelow(
  scores: Readonly<Record<string, readonly [number, number]>>,
): AphidNode<string> {
  const root = createRoot(rules, 2);
  const table = new AphidTable();
  for (const child of expand(rules, root)) {
    for (const leaf of expand(rules, child)) {
      const score = scores[leaf.path.join('')];
      const entry = table.at(leaf as AphidNode<unknown>);
      if (score === undefined) continue;
      const [lower, upper] = score;
      record(entry, { iteration: 5, lower, upper, complete: false, pv: [] });
    }
  }
  return root;
}

describe('an iteration that is not finished', () => {
  test('takes of the answers to a move the one that is worst for it, by what is proven', () => {
    const first = { '00': [5, 5], '01': [9, 9], '02': [9, 9] } as const;
    const proven = { '10': [20, 20], '11': [30, INFINITE], '12': [25, 40] } as const;
    expect(findBetter(leavesBelow({ ...first, ...proven }), 5, 0)).toEqual({ move: 1, lower: 20 });
    const open = { ...first, ...proven, '12': [-INFINITE, 40] } as const;
    expect(findBetter(leavesBelow(open), 5, 0)).toBeUndefined();
    // One answer to the first move is enough to know what it is worth at most.
    const refuted = { '00': [5, 5], ...proven } as const;
    expect(findBetter(leavesBelow(refuted), 5, 0)).toEqual({ move: 1, lower: 20 });
    expect(findBetter(leavesBelow({ '00': [5, INFINITE], ...proven }), 5, 0)).toBeUndefined();
  });

  // Scores of leaves are from the other side.
  test('changes the move where another is proven better', () => {
    const root = leavesOfRoot([[10, 10], undefined, [-INFINITE, -20]]);
    expect(findBetter(root, 5, 0)).toEqual({ move: 2, lower: 20 });
  });

  test('changes nothing while the first move or the other is uncertain', () => {
    expect(findBetter(leavesOfRoot([undefined, [-50, -50], undefined]), 5, 0)).toBeUndefined();
    expect(findBetter(leavesOfRoot([[10, 10], undefined, [20, INFINITE]]), 5, 0)).toBeUndefined();
    expect(findBetter(leavesOfRoot([[10, 10], undefined, undefined]), 5, 0)).toBeUndefined();
  });

  test('changes nothing where the first move stays the best, or is only as good', () => {
    const root = leavesOfRoot([
      [-30, -30],
      [-10, -10],
      [-30, -30],
    ]);
    expect(findBetter(root, 5, 0)).toBeUndefined();
  });

  test('looks at scores of its own depth alone', () => {
    const root = leavesOfRoot([[10, 10], [-50, -50], undefined]);
    expect(findBetter(root, 6, 0)).toBeUndefined();
  });

  test('sees through the other side to the best of its answers', () => {
    const root = createRoot(rules, 2);
    const table = new AphidTable();
    for (const child of expand(rules, root)) {
      for (const leaf of expand(rules, child)) {
        const value = child.path[0] === 1 ? 40 : 10;
        const score = { iteration: 5, lower: value, upper: value, complete: false, pv: [] };
        record(table.at(leaf as AphidNode<unknown>), score);
      }
    }
    expect(findBetter(root, 5, 0)).toEqual({ move: 1, lower: 40 });
  });
});

describe.each(['othello', 'chess', 'checkers'])('%s under a virtual clock', (id) => {
  const tags = id === 'othello' ? [] : ['long'];
  test('ends in time with a legal move, in both modes', { tags }, async () => {
    const game = await loadGame(id);
    for (let seed = 1; seed <= 3; seed++) {
      const position = playRandomly(game, seed, 6 * seed);
      for (const mode of ['play', 'exact'] as const) {
        for (const limitMs of [2, 10]) {
          const options = { algorithm: 'aphid', processors: 5, depth: 40, threads: 0, mode, seed };
          const run = await simulate(position, {
            ...options,
            limitMs,
            profile: 'measured',
            epochNs: 100_000,
            settings: small,
            sequential: { value: 0, nodes: 1e9 },
          });
          const { finding, end, virtualSeconds } = run;
          expect(run.failure).toBeUndefined();
          if (end === 'late') expect(virtualSeconds).toBeCloseTo(limitMs / 1000, 3);
          expect(virtualSeconds).toBeLessThanOrEqual(limitMs / 1000 + 0.0002);
          expect(game.legalMoves(position)).toContain(finding!.move);
          expect(finding!.pv[0]).toBe(finding!.move);
        }
      }
    }
  });
});

test('what exact mode has at the end of its time is exact for its depth', {
  tags: 'long',
}, async () => {
  const othello = await loadGame('othello');
  for (let seed = 1; seed <= 4; seed++) {
    const position = playRandomly(othello, seed, 10 + seed);
    const common = { processors: 4, threads: 0, profile: 'measured', seed } as const;
    const { finding } = await simulate(position, {
      ...common,
      algorithm: 'aphid',
      depth: 30,
      limitMs: 4 * seed,
      settings: small,
      sequential: { value: 0, nodes: 1e9 },
    });
    expect(finding!.bound).toBe('exact');
    const alone = await simulate(position, {
      ...common,
      algorithm: 'root-split',
      depth: finding!.depth,
    });
    expect(finding!.value).toBe(alone.sequential.value);
  }
});

test('play mode under faults still ends, and two runs are the same', { tags: 'long' }, async () => {
  const othello = await loadGame('othello');
  for (let seed = 1; seed <= 8; seed++) {
    const position = playRandomly(othello, seed, 12 + seed);
    const options = {
      algorithm: 'aphid',
      processors: 6,
      depth: 7,
      mode: 'play',
      threads: 0,
      faults: 'random',
      seed,
      settings: small,
    } as const;
    const [one, two] = [await simulate(position, options), await simulate(position, options)];
    expect(one.failure, one.command).toBeUndefined();
    expect(one.end).toBe('done');
    expect(othello.legalMoves(position)).toContain(one.move);
    expect({ ...two, seconds: 0 }).toEqual({ ...one, seconds: 0 });
  }
});
