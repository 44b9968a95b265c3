// The root has its minimax value, whichever parts are split off a search, in any searcher, and whenever their values
// come back. Searchers steal from each other at random here; see thieves.ts.
import { describe, expect, test } from 'vitest';
import type { Random } from '#dist/core/random.js';
import {
  type KernelMethod,
  Searcher,
  type Split,
  type StartOptions,
  Table,
} from '#dist/kernel/index.js';
import { entries } from '../support/entries.js';
import { createRandom, openBench, randomPosition } from '../support/kernels.js';
import { minimaxOf } from '../support/minimax.js';
import { openPlain, randomState, randomWalk } from '../support/plain-games.js';
import { nativeStage, type Outcome, plainStage, Thieves } from '../support/thieves.js';

const methods: readonly KernelMethod[] = ['negascout', 'alphabeta', 'mtdf'];
const tableKinds = ['none', 'private', 'tiny', 'shared'] as const;

const MAX_PLY = 48;
const SEARCHERS = 7;

/** Games, how far into them random positions lie, depths, and how many searches. */
const cases = [
  { id: 'synthetic', text: 'b=4,seed=1,spread=9', plies: [0, 6], depths: [2, 6], runs: 150 },
  {
    id: 'synthetic',
    text: 'b=9,seed=2,spread=2,dist=normal',
    plies: [0, 3],
    depths: [2, 5],
    runs: 100,
  },
  { id: 'synthetic', text: 'b=5,seed=3,order=700', plies: [0, 4], depths: [3, 6], runs: 100 },
  { id: 'synthetic', text: 'b=2,seed=4,spread=3', plies: [0, 4], depths: [6, 10], runs: 100 },
  { id: 'othello', text: undefined, plies: [0, 30], depths: [3, 6], runs: 80 },
  { id: 'othello', text: undefined, plies: [46, 54], depths: [15, 18], runs: 120 },
  { id: 'checkers', text: undefined, plies: [0, 60], depths: [3, 7], runs: 80 },
  { id: 'chess', text: undefined, plies: [0, 80], depths: [2, 3], runs: 50 },
  { id: 'tic-tac-toe', text: undefined, plies: [0, 4], depths: [3, 9], runs: 100 },
  {
    id: 'connect6',
    text: `${'19/'.repeat(18)}19 x 1 w=7`,
    plies: [0, 30],
    depths: [2, 4],
    runs: 60,
  },
] as const;

function between([least, most]: readonly [number, number], random: Random): number {
  return least + random.below(most - least + 1);
}

function total(outcomes: readonly Outcome[], what: Exclude<keyof Outcome, 'found'>): number {
  return outcomes.reduce((sum, outcome) => sum + outcome[what], 0);
}

test.each(cases)(
  '$id $text: thieves find the value of the sequential search',
  async ({ id, text, plies, depths, runs }) => {
    const bench = await openBench(id, text);
    const { kernel, rules } = bench;
    const thieves = new Thieves(nativeStage(kernel), SEARCHERS, MAX_PLY);
    const judge = new Searcher(kernel, MAX_PLY);
    const own = Array.from({ length: SEARCHERS }, () => Table.create(kernel, 1 << 18));
    const tiny = Array.from({ length: SEARCHERS }, () => Table.create(kernel, 1 << 8));
    const shared = Table.create(kernel, 1 << 20);
    const search = (record: Uint8Array, maxDepth: number, table?: Table) => {
      judge.attach(table).start(record, { maxDepth });
      judge.run(Number.POSITIVE_INFINITY);
      return judge.found!;
    };
    const outcomes: Outcome[] = [];
    for (let seed = 1; seed <= runs; seed++) {
      const random = createRandom(seed);
      const record = randomPosition(bench, between(plies, random), random);
      const maxDepth = between(depths, random);
      const kind = tableKinds[random.below(tableKinds.length)]!;
      const tables = { none: [], private: own, tiny, shared: own.map(() => shared) }[kind];
      const truth = search(record, maxDepth);
      const outcome = thieves.search(record, {
        seed,
        maxDepth,
        minDepth: random.below(2) === 0 ? 1 : maxDepth,
        method: methods[random.below(methods.length)]!,
        rule: random.below(3) === 0,
        slice: [3, 30, 500][random.below(3)]!,
        moves: random.below(3) === 0,
        table: (i) => tables[i],
      });
      outcomes.push(outcome);
      const { found } = outcome;
      const where = `seed ${seed}, tables ${kind}`;
      expect(found, where).toMatchObject({ value: truth.value, bound: 'exact' });
      if (found.move !== undefined) {
        const line = found.pv;
        expect(line[0], where).toBe(found.move);
        let at = record;
        for (const move of line) {
          expect(rules.moves(at), where).toContain(move);
          at = rules.play(at, move);
        }
      }
      // What the thieves left in the tables is true: a search that believes it finds the same.
      for (const table of new Set(tables)) {
        expect(search(record, maxDepth, table).value, where).toBe(truth.value);
      }
    }
    for (const what of ['splits', 'nested', 'waits', 'dead'] as const) {
      expect(total(outcomes, what), what).toBeGreaterThan(runs / 10);
    }
  },
);

test('thieves find the value of a game in plain TypeScript whose sides move twice running', async () => {
  for (let walk = 1; walk <= 8; walk++) {
    const kind = walk % 2 === 0 ? 'none' : 'number';
    const { game, binding, kernel } = await openPlain(randomWalk(walk, kind), 32 << 20);
    const stage = plainStage(kernel, game, binding, { searchers: SEARCHERS, maxPly: MAX_PLY });
    const thieves = new Thieves(stage, SEARCHERS, MAX_PLY);
    const shared = binding.usesTable ? Table.create(kernel, 1 << 14) : undefined;
    for (let seed = 1; seed <= 40; seed++) {
      const random = createRandom(seed * 100 + walk);
      const state = randomState(game, random.below(6), random);
      const maxDepth = 3 + random.below(6);
      const { found } = thieves.search(state, {
        seed,
        maxDepth,
        minDepth: maxDepth,
        method: methods[random.below(methods.length)]!,
        rule: random.below(3) === 0,
        slice: [2, 20, 100][random.below(3)]!,
        moves: false,
        table: () => (seed % 2 === 0 ? shared : undefined),
      });
      const where = `walk ${walk}, seed ${seed}`;
      const value = minimaxOf(game, state, maxDepth);
      expect(found, where).toMatchObject({ value, bound: 'exact' });
      expect(binding.line(state, found.pv), where).not.toContain(undefined);
    }
  }
});

test('every bound that thieves leave in a shared table is true', async () => {
  const depth = 5;
  const bench = await openBench('synthetic', 'b=4,seed=5,spread=9');
  const { kernel, rules } = bench;
  const thieves = new Thieves(nativeStage(kernel), SEARCHERS, MAX_PLY);
  const shared = Table.create(kernel, 1 << 17);

  /** Minimax, which notes the value of every position and depth. */
  function note(record: Uint8Array, left: number, values: Map<string, number>): number {
    const value =
      left === 0
        ? rules.evaluate(record)
        : Math.max(
            ...rules
              .moves(record)
              .map((move) => 0 - note(rules.play(record, move), left - 1, values)),
          );
    values.set(`${rules.hash(record)} ${left}`, value);
    return value;
  }

  let checked = 0;
  for (let place = 1; place <= 12; place++) {
    const record = randomPosition(bench, 3, createRandom(place));
    const values = new Map<string, number>();
    note(record, depth, values);
    for (let seed = 1; seed <= 60; seed++) {
      shared.clear();
      thieves.search(record, {
        seed,
        maxDepth: depth,
        minDepth: depth,
        method: methods[seed % 2]!,
        rule: false,
        slice: 12,
        moves: false,
        table: () => shared,
      });
      for (const entry of entries(kernel, shared)) {
        const truth = values.get(`${entry.key.toString(16).padStart(16, '0')} ${entry.depth}`)!;
        const where = `place ${place}, seed ${seed}, ${entry.bound} ${entry.value} of ${truth}`;
        if (entry.bound === 'lower') expect(truth, where).toBeGreaterThanOrEqual(entry.value);
        else if (entry.bound === 'upper') expect(truth, where).toBeLessThanOrEqual(entry.value);
        else expect(truth, where).toBe(entry.value);
        checked++;
      }
    }
  }
  expect(checked).toBeGreaterThan(10_000);
});

test('a value that rests on an evaluation leaves the root open', async () => {
  const { kernel, start } = await openBench('tic-tac-toe');
  const owner = new Searcher(kernel, 12);
  for (const complete of [true, false]) {
    owner.start(start, { minDepth: 9, maxDepth: 9 });
    owner.run(20);
    const { ticket } = owner.split(0)!;
    while (owner.run(1000) === 'running');
    owner.deliver(ticket, { value: 0, bound: 'exact', complete, pv: [] });
    expect(owner.run(1000)).toBe('done');
    expect(owner.found).toMatchObject({ value: 0, complete });
  }
});

describe('a search of a random tree', async () => {
  const bench = await openBench('synthetic', 'b=5,seed=7,spread=20');
  const { kernel, start } = bench;
  const owner = new Searcher(kernel, 16);
  const thief = new Searcher(kernel, 16);
  const depth = 6;
  const truth = solve({ maxDepth: depth });

  function solve(options: StartOptions): number {
    thief.start(start, options);
    thief.run(Number.POSITIVE_INFINITY);
    return thief.found!.value;
  }

  /** Paused where the root has been searched for `nodes` nodes. */
  function pause(nodes: number): void {
    owner.start(start, { minDepth: depth, maxDepth: depth });
    expect(owner.run(nodes)).toBe('running');
  }

  /** Runs until the root may be split by the rule: its eldest child is done. */
  function untilRootIsFree(): void {
    pause(1);
    while (owner.candidate() !== 0) expect(owner.run(1)).toBe('running');
  }

  test('is not split before it has begun, or when it is done', () => {
    owner.start(start, { maxDepth: 4 });
    expect(owner.split(0)).toBeUndefined();
    owner.run(Number.POSITIVE_INFINITY);
    expect(owner.split(0)).toBeUndefined();
    expect(owner.candidates()).toEqual([]);
  });

  test('is split nowhere on its first line, and at type 3 nodes first', () => {
    pause(3);
    expect(owner.candidates()).toEqual([]);
    untilRootIsFree();
    const child = owner.split(0)!;
    expect(child).toMatchObject({ depth: depth - 1, sign: -1, type: 2, scout: true });
    expect(child.path).toEqual([child.move]);
    expect(child.alpha).toBeLessThan(child.beta);
    thief.take(child);
    thief.run(2);
    // The thief's root is of type 2 and its child of type 3.
    expect(thief.candidates()).toEqual([1]);
    expect(thief.candidates({ minDepth: depth - 1 })).toEqual([]);
    expect(thief.split(1)).toMatchObject({ depth: depth - 3, type: 2 });
  });

  test('gives away each move once, and then waits', () => {
    untilRootIsFree();
    const children: Split[] = [];
    for (let child = owner.split(0); child; child = owner.split(0)) children.push(child);
    expect(new Set(children.map(({ move }) => move)).size).toBe(children.length);
    expect(new Set(children.map(({ ticket }) => ticket)).size).toBe(children.length);
    while (owner.run(100) === 'running');
    expect(owner.status).toBe('waiting');
    const nodes = owner.nodes;
    for (const child of children) {
      expect(owner.run(100)).toBe('waiting');
      thief.take(child);
      thief.run(Number.POSITIVE_INFINITY);
      expect(owner.deliver(child.ticket, thief.found!)).toBe(true);
      expect(owner.alive(child.ticket)).toBe(false);
      expect(owner.deliver(child.ticket, thief.found!)).toBe(false);
    }
    expect(owner.run(100)).toBe('done');
    expect(owner.nodes).toBe(nodes);
    expect(owner.found).toMatchObject({ value: truth, bound: 'exact' });
  });

  test('takes no bound that settles nothing', () => {
    untilRootIsFree();
    const { ticket, alpha, beta } = owner.split(0)!;
    const claim = { complete: false, pv: [] };
    const settlesNothing = /settles nothing/;
    expect(() => owner.deliver(ticket, { ...claim, value: beta - 1, bound: 'lower' })).toThrow(
      settlesNothing,
    );
    expect(() => owner.deliver(ticket, { ...claim, value: alpha + 1, bound: 'upper' })).toThrow(
      settlesNothing,
    );
    expect(owner.alive(ticket)).toBe(true);
  });

  test('tells a child its narrower window', () => {
    untilRootIsFree();
    const [one, two] = [owner.split(0)!, owner.split(0)!];
    expect(owner.window(two.ticket)).toEqual({ alpha: two.alpha, beta: two.beta });
    owner.deliver(one.ticket, { value: two.beta - 5, bound: 'exact', complete: false, pv: [] });
    expect(owner.window(two.ticket)).toEqual({ alpha: two.alpha, beta: two.beta - 5 });
  });

  test('narrows every window below the node that a value comes to', () => {
    pause(4);
    const [above, below] = [owner.split(0)!, owner.split(1)!];
    expect(below).toMatchObject({ depth: depth - 2, path: [expect.any(Number), below.move] });
    owner.deliver(above.ticket, { value: -7, bound: 'exact', complete: false, pv: [] });
    expect(owner.window(below.ticket)).toEqual({ alpha: 7, beta: below.beta });
    // From the side of ply 1, the child is now worth -7 or more: the root needs nothing else of it.
    owner.deliver(below.ticket, { value: 7, bound: 'upper', complete: false, pv: [] });
    expect(owner.split(1)).toBeUndefined();
  });

  test('forgets its children when it starts again, and never repeats a ticket', () => {
    untilRootIsFree();
    const before = owner.split(0)!;
    const saved = owner.save();
    const later = owner.split(0)!;
    owner.restore(saved);
    expect(owner.alive(before.ticket)).toBe(true);
    expect(owner.alive(later.ticket)).toBe(false);
    expect(owner.split(0)!.ticket).toBeGreaterThan(later.ticket);
    owner.reset();
    untilRootIsFree();
    expect(owner.alive(before.ticket)).toBe(false);
    const again = owner.split(0)!;
    expect(again.ticket).toBeGreaterThan(later.ticket);
    owner.rewindow(-300, 300);
    expect(owner.alive(again.ticket)).toBe(true);
    owner.rewindow(-400, 400);
    expect(owner.alive(again.ticket)).toBe(false);
  });

  test('is finished by a value that cuts the root, whatever else is under way', () => {
    owner.start(start, { minDepth: depth, maxDepth: depth, beta: truth + 1 });
    owner.run(1);
    while (owner.candidate() !== 0) expect(owner.run(1)).toBe('running');
    const [one, two] = [owner.split(0)!, owner.split(0)!];
    const cut = { value: -truth - 1, bound: 'upper', complete: false, pv: [] } as const;
    expect(owner.deliver(one.ticket, cut)).toBe(true);
    expect(owner.alive(two.ticket)).toBe(false);
    expect(owner.run(1)).toBe('done');
    expect(owner.found).toMatchObject({ value: truth + 1, bound: 'lower', move: one.move });
  });
});

test('1,536 Othello searchers of 48 plies fit 64 MiB', async () => {
  const { kernel } = await openBench('othello');
  expect(Searcher.bytes(kernel, 48) * 1536).toBeLessThan(64 << 20);
});
