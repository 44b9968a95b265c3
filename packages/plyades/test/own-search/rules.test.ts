// The rules of a program's own search one by one: what a walk of its recursion over the top of the tree says
// of leaves and nodes, and what the next iteration is expected to be worth.
import { describe, expect, test } from 'vitest';
import { ownSettings } from '#dist/own-search/processes.js';
import { record } from '#dist/parallel/aphid/leaf.js';
import { EXEMPTION_PLIES } from '#dist/parallel/aphid/tree.js';
import { createCounters } from '#dist/parallel/counters.js';
import { Calls } from '#dist/parallel/own-search/calls.js';
import { EntryBuffer } from '#dist/parallel/own-search/entry-buffer.js';
import { expectedValue } from '#dist/parallel/own-search/expected-value.js';
import { type OwnLeaf, OwnLeafTable } from '#dist/parallel/own-search/leaves.js';
import type { PositionKey } from '#dist/parallel/own-search/program.js';
import { ProgramWalk } from '#dist/parallel/own-search/walk.js';
import { OwnWorker } from '#dist/parallel/own-search/worker.js';

const MAX_SCORE = 100;
const DEPTH = 6;

/** Static values, each from the side to move; a position is named by the moves that lead to it. */
const evaluations: Readonly<Record<string, number>> = { '11': 0, '12': 2, '21': 5, '22': -3 };

interface Plan {
  readonly number?: number;
  readonly plies?: number | undefined;
  readonly firstLeaves?: number;
  readonly hypothetical?: number;
  readonly values?: ReadonlyMap<number, number>;
  readonly prefix?: readonly number[];
  readonly keyOf?: (name: string) => PositionKey | undefined;
  readonly sameSide?: (name: string) => boolean;
}

/** Alpha-beta with two moves everywhere, 1 and 2, as a user would write it. */
function walkOver(table: OwnLeafTable<number>, plan: Plan = {}) {
  const { prefix = [], keyOf = (name) => name, sameSide = () => false } = plan;
  const plies = 'plies' in plan ? plan.plies : 2;
  const walk = new ProgramWalk<number>(
    {
      number: plan.number ?? 1,
      root: 1,
      prefix,
      iteration: DEPTH,
      horizon: plies === undefined ? undefined : { plies, granularity: 2 },
      values: plan.values ?? new Map(),
      hypothetical: plan.hypothetical ?? 0,
      firstLeaves: plan.firstLeaves ?? 3,
      maxScore: MAX_SCORE,
      allocate: (leaf) => table.lease(leaf, 1),
      pathKey: (path) => path.join(''),
    },
    table,
  );
  const certain: Record<string, boolean> = {};
  const windows: Record<string, readonly [number, number]> = {};
  const search = (name: string, alpha: number, beta: number): number => {
    const ply = name.length;
    const depth = DEPTH - ply;
    const evaluate = () => evaluations[name] ?? 0;
    if (depth === 0) return evaluate();
    if (walk.horizon(ply, depth, keyOf(name))) {
      windows[name] = [alpha, beta];
      return walk.leafValue(alpha, beta, ply, depth, keyOf(name), evaluate);
    }
    walk.nodeStart(ply);
    let best = -MAX_SCORE - 1;
    for (const move of [1, 2]) {
      const child = `${name}${move}`;
      const low = Math.max(alpha, best);
      walk.nodeMove(ply, move, sameSide(child));
      const value = sameSide(child) ? search(child, low, beta) : 0 - search(child, -beta, -low);
      walk.nodeUpdate(ply, value);
      best = Math.max(best, value);
      if (best >= beta) break;
    }
    certain[name] = walk.nodeEnd(ply, best, beta);
    return best;
  };
  const value = search(prefix.join(''), -MAX_SCORE, MAX_SCORE);
  return { walk, value, certain, windows };
}

const nameOf = ({ path }: OwnLeaf<number>) => path.join('');
const places = (leaves: readonly OwnLeaf<number>[]) =>
  Object.fromEntries(leaves.map((leaf) => [nameOf(leaf), leaf.place]));
const score = (lower: number, upper: number, iteration = DEPTH) => ({
  ...{ iteration, lower, upper },
  ...{ complete: false, pv: [] },
});

/** A table in which leaves have these scores of the iteration. */
function scored(scores: Readonly<Record<string, readonly [number, number]>>) {
  const table = new OwnLeafTable<number>();
  walkOver(table, { number: 0, plies: 2 });
  const leaves = Object.fromEntries([...table.leaves()].map((leaf) => [nameOf(leaf), leaf]));
  for (const [name, [lower, upper]] of Object.entries(scores)) {
    record(leaves[name]!, score(lower, upper));
  }
  return { table, leaves };
}

describe('a walk over the top of the tree', () => {
  test('finds path, level, side and place of each leaf, from left to right', () => {
    const { walk, value } = walkOver(new OwnLeafTable());
    expect(value).toBe(0);
    expect(walk.line).toEqual([1, 1]);
    expect(walk.seen.map(nameOf)).toEqual(['11', '12', '21', '22']);
    expect(walk.uncertain).toEqual(walk.seen);
    for (const leaf of walk.seen) {
      expect(leaf).toMatchObject({ ply: 2, level: 2, rootSign: 1, owner: 1, present: true });
    }
    // 4 for each elder, 2 for the first three, 1 in the critical tree: 22 comes after a failed cut-off.
    expect(places(walk.seen)).toEqual({
      '11': { priority: 4 * 3 + 2 + 1, leansRight: true },
      '12': { priority: 4 * 2 + 2 + 1, leansRight: false },
      '21': { priority: 4 * 1 + 2 + 1, leansRight: true },
      '22': { priority: 4 * 1, leansRight: true },
    });
    expect(walk.unsurePly).toBe(2);
  });

  test('counts visits of nodes and leaves', () => {
    expect(walkOver(new OwnLeafTable()).walk.nodes).toBe(7);
  });

  test('knows who is to move where a side moves twice', () => {
    const { walk } = walkOver(new OwnLeafTable(), {
      sameSide: (name) => name === '1' || name === '22',
    });
    const signs = Object.fromEntries(walk.seen.map((leaf) => [nameOf(leaf), leaf.rootSign]));
    expect(signs).toEqual({ '11': -1, '12': -1, '21': 1, '22': -1 });
  });

  test('says of a node whether its value rests on guesses', () => {
    const { table } = scored({ '11': [0, 0], '12': [2, 2] });
    const { certain, walk } = walkOver(table);
    expect(certain).toEqual({ '1': true, '2': false, '': false });
    expect(walk.uncertain.map(nameOf)).toEqual(['21', '22']);
    expect(walk.unsurePly).toBe(0);
  });

  test('ends when no leaf is guessed', () => {
    const { table } = scored({ '11': [0, 0], '12': [2, 2], '21': [-7, -7] });
    const { certain, walk, value } = walkOver(table);
    expect(value).toBe(0);
    expect(walk.uncertain).toEqual([]);
    expect(certain).toEqual({ '1': true, '2': true, '': true });
    expect(walk.unsurePly).toBe(-1);
  });

  test('lets what is known limit a guess', () => {
    // The evaluation guesses 0; more is known.
    const elsewhere = { '12': [20, 20], '21': [-20, -20] } as const;
    expect(walkOver(scored({ ...elsewhere, '11': [4, MAX_SCORE + 1] }).table).value).toBe(4);
    expect(walkOver(scored({ ...elsewhere, '11': [-MAX_SCORE - 1, -6] }).table).value).toBe(-6);
  });

  test('scales guesses by how much the root’s value has changed since', () => {
    const { table, leaves } = scored({ '12': [20, 20], '21': [-20, -20] });
    record(leaves['11']!, score(4, 4, 5));
    const values = new Map([[5, 1]]);
    expect(walkOver(table, { values, hypothetical: 1 }).value).toBe(4);
    expect(walkOver(table, { number: 2, values, hypothetical: 3 }).value).toBe(6);
  });

  test('tells what is certain of the root and its moves, whatever becomes of the guesses', () => {
    const known = (scores: Readonly<Record<string, readonly [number, number]>>) => {
      const { bounds, moves } = walkOver(scored(scores).table).walk;
      return { bounds, moves };
    };
    const infinite = Number.POSITIVE_INFINITY;
    expect(known({}).bounds).toEqual({ lower: -infinite, upper: infinite });
    // The first move is worth the smaller of its two leaves; of the second one a bound is known.
    const { bounds, moves } = known({ '11': [4, 4], '12': [6, 7], '21': [-101, 3] });
    expect(bounds).toEqual({ lower: 4, upper: 4 });
    expect(moves).toEqual([
      { move: 1, lower: 4, upper: 4 },
      { move: 2, lower: -infinite, upper: 3 },
    ]);
    expect(known({ '11': [4, 4], '12': [2, 101] }).bounds).toEqual({ lower: 2, upper: infinite });
  });

  test('asks for the window that its leaf was visited with', () => {
    const { walk, windows } = walkOver(new OwnLeafTable());
    for (const leaf of walk.uncertain) {
      expect([leaf.alpha, leaf.beta]).toEqual(windows[nameOf(leaf)]);
    }
    expect(windows['21']).toEqual([0, MAX_SCORE]);
  });

  test('goes on behind a leaf that was exempted, and not behind others', () => {
    const { table, leaves } = scored({});
    leaves['11']!.exempted = true;
    const { walk } = walkOver(table);
    const names = walk.seen.map(nameOf);
    expect(names).not.toContain('11');
    expect(names).toContain('12');
    const below = names.filter((name) => name.startsWith('11'));
    expect(below.length).toBeGreaterThan(0);
    for (const name of below) expect(name).toHaveLength(2 + EXEMPTION_PLIES);
  });

  test('takes positions with the same key for one leaf, of the highest priority', () => {
    const keyOf = (name: string) => (name === '12' || name === '22' ? 7 : name);
    const { walk } = walkOver(new OwnLeafTable(), { keyOf });
    expect(walk.seen.map(nameOf)).toEqual(['11', '12', '21']);
    expect(walk.seen[1]!.place).toEqual({ priority: 4 * 2 + 2 + 1, leansRight: false });
    const { walk: keyless } = walkOver(new OwnLeafTable(), { keyOf: () => undefined });
    expect(keyless.seen.map(nameOf)).toEqual(['11', '12', '21', '22']);
  });

  test('has no leaf where too little is left to search, nor at its root', () => {
    expect(walkOver(new OwnLeafTable(), { plies: 5 }).walk.seen).toEqual([]);
    const behind = walkOver(new OwnLeafTable(), { prefix: [2, 1], plies: 1 });
    expect(behind.walk.seen.map(nameOf)).toEqual(['211', '212']);
    expect(behind.walk.seen[0]!.rootSign).toBe(-1);
  });

  test('without a horizon has no leaves and tells two moves of the line', () => {
    const { walk, certain } = walkOver(new OwnLeafTable(), { plies: undefined });
    expect(walk.seen).toEqual([]);
    expect(walk.line).toHaveLength(2);
    expect(Object.values(certain).every(Boolean)).toBe(true);
  });
});

describe('a worker that has more to do', () => {
  /** How many of five pieces of 20 nodes are reported after three, when each takes `micros`. */
  function reportedAfterThree(micros: number, updateNodes?: number): number {
    const reported: unknown[] = [];
    const context = {
      ...{ self: 1, size: 2, incarnation: 0, counters: createCounters() },
      ...{ report: () => {}, isUp: () => true, refuse: () => {} },
      post: (_to: number, message: { type: string }) => {
        if (message.type === 'score') reported.push(message);
      },
    };
    const calls = new Calls<number, never>({ process: 1, size: 2, shared: undefined });
    const program = {
      ...{ setRoot() {}, moveDownPath() {}, moveUpPath() {} },
      search() {
        for (let i = 0; i < 19; i++) calls.checkAlarm();
        return 0;
      },
      deepen: (_ply: number, _last: number, most: number) => most,
    };
    const settings = ownSettings(updateNodes === undefined ? {} : { updateNodes }, 2);
    const place = { program, calls, maxScore: MAX_SCORE };
    const worker = new OwnWorker<number, number, never>(context, place, settings);
    const root = { root: 1, ply: 0, iteration: 6, alpha: -100, beta: 100 };
    worker.message(0, { type: 'begin', position: 0, last: 8 });
    worker.message(0, { type: 'root', ...root, iterations: [], values: [] });
    for (let lease = 1; lease <= 5; lease++) {
      const place = { level: 1, rootSide: false, priority: 5, leansRight: true };
      worker.message(0, {
        type: 'work',
        lease,
        root: 1,
        path: [lease],
        ...place,
        done: 0,
        earlier: 0,
      });
    }
    for (let step = 0; step < 3; step++) worker.work(1, step * micros);
    return reported.length;
  }

  test('reports sooner where a node takes longer', () => {
    expect(reportedAfterThree(10)).toBe(0);
    expect(reportedAfterThree(10_000)).toBe(3);
    expect(reportedAfterThree(10_000, 1000)).toBe(0);
  });
});

describe('the entries that a worker tells the others', () => {
  test('are the deepest of each place, spread over all places whatever the hashes are', () => {
    for (const step of [1, 128, 2 ** 16, 2 ** 40]) {
      const shadow = new EntryBuffer<number>();
      for (let i = 0; i < 1000; i++) shadow.offer(i * step, i, 3);
      expect(shadow.size).toBeGreaterThan(120);
      for (let i = 0; i < 1000; i++) shadow.offer(-i * step - 1, -1, 2);
      const { hashes, entries } = shadow.take();
      expect(hashes).toEqual(entries.map((i) => i * step));
      expect(entries.length).toBeLessThanOrEqual(128);
    }
  });

  test('are sent again only when they are deeper', () => {
    const shadow = new EntryBuffer<string>();
    const offer = (depth: number) => {
      shadow.offer(77, `to ${depth}`, depth);
      return shadow.take().entries;
    };
    expect([offer(4), offer(4), offer(3), offer(5), offer(4)]).toEqual([
      ...[['to 4'], [], [], ['to 5'], []],
    ]);
    shadow.clear();
    expect(offer(4)).toEqual(['to 4']);
  });
});

describe('the value of the next iteration', () => {
  const from = (...values: number[]) => new Map(values.map((value, i) => [i + 1, value]));

  test('is unknown at first, then that of the only one before', () => {
    expect(expectedValue(new Map(), 4)).toBeUndefined();
    expect(expectedValue(new Map([[3, 8]]), 4)).toBe(8);
    expect(expectedValue(new Map([[2, 8]]), 4)).toBe(8);
    expect(expectedValue(new Map([[1, 8]]), 4)).toBeUndefined();
  });

  test('is the last but one where even and odd depths differ', () => {
    expect(expectedValue(from(10, -4, 11, -5, 10), 6)).toBe(-5);
  });

  test('is the last where they do not, or nothing tells them apart', () => {
    expect(expectedValue(from(1, 2, 3, 4, 5), 6)).toBe(5);
    expect(expectedValue(from(3, 9), 3)).toBe(9);
  });

  test('rests on the latest iterations alone', () => {
    const alternating = [50, -50, 50, -50, 50, -50, 50, -50];
    const steady = [10, 11, 12, 13, 14, 15, 16, 17];
    expect(expectedValue(from(...alternating, ...steady), 17)).toBe(17);
  });
});
