// The rules of the search with predicted minimal trees one by one: passes and their two windows, windows
// of workers, owners, the order of a worker's tasks, and how it searches them.
import { describe, expect, test } from 'vitest';
import { INFINITE } from '#dist/core/score.js';
import * as kernel from '#dist/kernel/index.js';
import type { ActorReport, SearchFinding } from '#dist/parallel/actor.js';
import { createCounters } from '#dist/parallel/counters.js';
import { Epsilon } from '#dist/parallel/minimal-tree/epsilon.js';
import { chooseHorizon, isWide, minimalLeaves } from '#dist/parallel/minimal-tree/horizon.js';
import { MinimalTreeMaster } from '#dist/parallel/minimal-tree/master.js';
import type { MinimalTreeMessage } from '#dist/parallel/minimal-tree/messages.js';
import {
  completeOptions,
  type MinimalTreeOptions,
  PAPER,
} from '#dist/parallel/minimal-tree/options.js';
import { Owners } from '#dist/parallel/minimal-tree/owners.js';
import { type LeafRequest, Pass } from '#dist/parallel/minimal-tree/pass.js';
import { TaskQueue } from '#dist/parallel/minimal-tree/queue.js';
import type { LeafResult } from '#dist/parallel/minimal-tree/result.js';
import { MinimalTree, pathTo, provenLine } from '#dist/parallel/minimal-tree/tree.js';
import { windowFor } from '#dist/parallel/minimal-tree/window.js';
import { MinimalTreeWorker } from '#dist/parallel/minimal-tree/worker.js';
import {
  ENTRY_BYTES,
  HANDED_ENTRIES,
  type Ports,
  type SearchPort,
  type SplitPart,
  type SubtreeRequest,
} from '#dist/parallel/ports.js';
import { type SmallPosition, smallRules, type Written } from '../support/small-trees.js';

const result = (depth: number, lower: number, upper: number): LeafResult => ({
  depth,
  lower,
  upper,
  complete: false,
  pv: [],
});
const exactly = (depth: number, value: number) => result(depth, value, value);
const atMost = (depth: number, value: number) => result(depth, -INFINITE, value);
const atLeast = (depth: number, value: number) => result(depth, value, INFINITE);

/** A tree, and what its passes want: leaves by their paths, as text. */
class Stand {
  readonly tree: MinimalTree<SmallPosition>;
  readonly requests = new Map<string, LeafRequest>();
  readonly #pass: Pass<SmallPosition>;

  constructor(
    root: Written,
    depth: number,
    horizon: number,
    { negascout = false, steady = false, presort = 0, incremental = false } = {},
  ) {
    this.tree = new MinimalTree(smallRules(root), depth, horizon);
    this.#pass = new Pass(
      this.tree,
      { negascout, steady, presort, incremental },
      (leaf, request) => {
        this.requests.set(pathTo(leaf.node).join(''), { ...request });
      },
    );
  }

  /** Makes a pass and returns what it wants, in its order. */
  pass(slice = Number.POSITIVE_INFINITY): string[] {
    this.requests.clear();
    this.#pass.begin();
    while (!this.#pass.run(this.#pass.visits + slice));
    return [...this.requests.keys()];
  }

  get value(): number {
    return this.#pass.value;
  }

  get made(): number {
    return this.#pass.made;
  }

  record(path: string, ...results: LeafResult[]): void {
    const leaf = this.tree.leaves.find(({ node }) => pathTo(node).join('') === path)!;
    for (const one of results) this.tree.record(leaf, one);
  }
}

/** Like figure 3: the left child of the root looks better, until B turns out to be worth 2. */
const FIGURE_3: Written = [0, [0, 8, 9], [0, 5, 6]];
const [A, B, C, D] = ['00', '01', '10', '11'] as const;

describe('a pass', () => {
  test('visits the minimal tree as it is predicted', () => {
    const stand = new Stand(FIGURE_3, 4, 2);
    expect(stand.pass()).toEqual([A, B, C]);
    expect(stand.value).toBe(8);
  });

  test('predicts it again when a shallow search says otherwise', () => {
    const stand = new Stand(FIGURE_3, 6, 2);
    stand.pass();
    stand.record(B, exactly(2, 2));
    // The first pass learns that the other child of the root is better, the second begins with it.
    stand.pass();
    expect(stand.pass()).toEqual([C, D, B]);
    expect(stand.value).toBe(5);
  });

  test('generates moves once', () => {
    const rules = smallRules(FIGURE_3);
    const tree = new MinimalTree(rules, 4, 2);
    const pass = new Pass(
      tree,
      { negascout: false, steady: false, presort: 0, incremental: true },
      () => {},
    );
    for (let i = 0; i < 3; i++) {
      pass.begin();
      pass.run(Number.POSITIVE_INFINITY);
      if (i === 0) rules.generated.count = 0;
    }
    expect(rules.generated.count).toBe(0);
  });

  test('is the same in slices', () => {
    for (const negascout of [false, true]) {
      const whole = new Stand(FIGURE_3, 4, 2, { negascout });
      const sliced = new Stand(FIGURE_3, 4, 2, { negascout });
      expect(sliced.pass(1)).toEqual(whole.pass());
      expect(sliced.requests).toEqual(whole.requests);
    }
  });

  test('takes the task window from what is decided, the pass window from what is believed', () => {
    // From the root's side the children are worth 10, 6 and 4 by evaluation.
    const stand = new Stand([0, -10, -6, -4], 3, 1);
    stand.pass();
    expect(stand.requests.get('2')).toMatchObject({ alpha: -INFINITE, beta: -10 });
    expect(stand.requests.get('2')).toMatchObject({ taskAlpha: -INFINITE, taskBeta: INFINITE });
    // The second one is decided: 6, exactly.
    stand.record('1', exactly(2, -6));
    expect(stand.pass()).toEqual(['0', '2']);
    expect(stand.requests.get('0')).toMatchObject({ beta: -6, taskBeta: -6 });
    expect(stand.requests.get('2')).toMatchObject({ beta: -10, taskBeta: -6 });
  });

  test('a decided child that fails low does not raise the task window to what is believed', () => {
    // Figure 4 as printed would take max(a1, score) = 10 for the decided second child.
    const stand = new Stand([0, -10, -6, -4], 3, 1);
    stand.pass();
    stand.record('1', atLeast(2, -3));
    expect(stand.pass()).toEqual(['0', '2']);
    expect(stand.requests.get('2')).toMatchObject({ beta: -10, taskBeta: INFINITE });
  });

  test('believes the deepest result that can be used, else a shallower one, else the evaluation', () => {
    const stand = new Stand([0, 5], 9, 1);
    const valueAfter = (...results: LeafResult[]) => {
      stand.record('0', ...results);
      stand.pass();
      return stand.value;
    };
    stand.pass();
    expect(stand.value).toBe(-5);
    expect(valueAfter(exactly(2, 7))).toBe(-7);
    // In the open window a bound says nothing.
    expect(valueAfter(atLeast(4, 20))).toBe(-7);
    expect(valueAfter(exactly(6, 21))).toBe(-21);
    // What is proved at the depth required limits what can be believed.
    expect(valueAfter(atMost(8, 9))).toBe(-9);
  });

  test('makes a child when it is looked at, and all of them at once to sort them', () => {
    // Of the second child of the root the first move refutes it, so the second one is not requested.
    const root: Written = [0, [0, 8, 9], [0, -20, -30]];
    for (const presort of [0, 9]) {
      const stand = new Stand(root, 8, 2, { presort });
      expect(stand.pass()).toEqual(['00', '01', presort ? '11' : '10']);
      expect(stand.tree.leaves.length).toBe(presort ? 4 : 3);
      // Three nodes have moves; the root was made before, its children and the leaves by the pass.
      expect(stand.made).toBe(presort ? 9 : 8);
      stand.pass();
      expect(stand.made).toBe(0);
    }
  });

  test('with steady rules stays with a move that nearly cuts, whatever others promise', () => {
    // The second child of the root is refuted by a leaf worth -20 to it, and another seems worth -30.
    const root: Written = [0, [0, 8, 9], [0, -20, -30]];
    for (const steady of [false, true]) {
      const stand = new Stand(root, 8, 2, { steady, presort: 9 });
      stand.pass();
      stand.record('10', exactly(4, -20));
      expect(stand.pass().at(-1)).toBe(steady ? '10' : '11');
    }
  });

  test('stays with a move that cuts, whatever the evaluation of another promises', () => {
    // Of the second child of the root the first move seems worth 30 and turns out to be worth 5, enough to
    // cut; the second one seems worth 20, by an evaluation a ply above those of leaves.
    const root: Written = [0, [-8, [8, -8, -7]], [0, [-30, 5, 6], [-20, 5, 6]]];
    for (const steady of [false, true]) {
      for (const incremental of [false, true]) {
        const stand = new Stand(root, 5, 3, { steady, incremental });
        const wanted = stand.pass();
        expect(wanted).toEqual(['000', '001', '100', '101']);
        expect(stand.pass()).toEqual(wanted);
        expect(stand.pass()).toEqual(wanted);
      }
    }
  });

  test('a result that says nothing new changes nothing', () => {
    const stand = new Stand(FIGURE_3, 6, 2);
    stand.pass();
    const leaf = stand.tree.leaves[0]!;
    expect(stand.tree.record(leaf, atLeast(2, 3))).toBe(true);
    expect(stand.tree.record(leaf, atLeast(2, 3))).toBe(false);
    expect(stand.tree.record(leaf, atLeast(2, 1))).toBe(false);
    expect(stand.tree.record(leaf, exactly(2, 4))).toBe(true);
    expect(stand.tree.record(leaf, atLeast(2, 3))).toBe(false);
  });

  test('gives smaller signatures to what it meets first, below the root and deeper', () => {
    const stand = new Stand([0, [0, [0, 1, 2], [0, 3, 4]], [0, [0, 5, 6], [0, 7, 8]]], 5, 3);
    const wanted = stand.pass();
    const signatures = wanted.map((path) => stand.requests.get(path)!.signature);
    expect(signatures.length).toBeGreaterThan(3);
    expect(signatures).toEqual([...signatures].sort((a, b) => a - b));
    expect(new Set(signatures).size).toBe(signatures.length);
  });

  test('of NegaScout tests all children but the first with null windows', () => {
    const stand = new Stand([0, -10, -6, -4], 3, 1, { negascout: true });
    stand.pass();
    expect(stand.requests.get('0')).toMatchObject({ alpha: -INFINITE, beta: INFINITE });
    for (const path of ['1', '2']) {
      expect(stand.requests.get(path)).toMatchObject({ alpha: -11, beta: -10 });
    }
  });

  test('wants nothing more when the root is decided', () => {
    const stand = new Stand(FIGURE_3, 4, 2);
    stand.pass();
    stand.record(A, exactly(2, 8));
    stand.record(B, atLeast(2, 8));
    expect(stand.pass()).toEqual([C]);
    stand.record(C, atMost(2, 8));
    expect(stand.pass()).toEqual([]);
    const { lower, upper } = stand.tree.root;
    expect([lower, upper]).toEqual([8, 8]);
    expect(provenLine(stand.tree).slice(0, 2)).toEqual([0, 0]);
  });

  test('of a greater depth believes what was proved for the last, and proves it again', () => {
    const stand = new Stand(FIGURE_3, 4, 2);
    stand.pass();
    stand.record(A, exactly(2, 1), exactly(1, 3));
    stand.record(B, exactly(2, 4));
    stand.record(C, exactly(2, 0));
    expect(stand.pass()).toEqual([]);
    stand.tree.deepen(5);
    expect(stand.pass()).toEqual([A, B, C]);
    expect(stand.value).toBe(1);
  });
});

describe('the window of a worker', () => {
  const request = (
    alpha: number,
    beta: number,
    taskAlpha = -INFINITE,
    taskBeta = INFINITE,
  ): LeafRequest => ({
    alpha,
    beta,
    taskAlpha,
    taskBeta,
    signature: 0,
  });
  const usual = completeOptions({});

  test('is the task window without epsilon', () => {
    const window = windowFor(request(3, 4, -20, 30), undefined, undefined, usual);
    expect(window).toEqual({ alpha: -20, beta: 30 });
    expect(windowFor(request(3, 4, -20, 30), undefined, 5, completeOptions(PAPER))).toEqual(window);
  });

  test('is a null window widened by epsilon, within the task window', () => {
    expect(windowFor(request(10, 11), undefined, 5, usual)).toEqual({ alpha: 5, beta: 16 });
    expect(windowFor(request(10, 11, 8, 12), undefined, 5, usual)).toEqual({ alpha: 8, beta: 12 });
  });

  test('stays as it is while it holds the window of the pass', () => {
    const sent = { alpha: 5, beta: 16 };
    expect(windowFor(request(15, 16), sent, 5, usual)).toEqual(sent);
    expect(windowFor(request(16, 17), sent, 5, usual)).toEqual({ alpha: 11, beta: 22 });
    expect(windowFor(request(10, 11), { alpha: -INFINITE, beta: INFINITE }, 5, usual)).toEqual(
      sent,
    );
  });

  test('of a pass that is no null window is widened only if asked for', () => {
    expect(windowFor(request(10, 40), undefined, 5, usual)).toEqual({ alpha: 10, beta: 40 });
    const estimated = completeOptions({ negascout: false, estimateWindows: true });
    expect(windowFor(request(10, 40), undefined, 5, estimated)).toEqual({ alpha: 5, beta: 45 });
  });
});

describe('epsilon', () => {
  test('is off, given, or as far as the root moves when it moves', () => {
    expect(new Epsilon(completeOptions({ epsilon: 'off' })).value).toBeUndefined();
    expect(new Epsilon(completeOptions({ epsilon: 7 })).value).toBe(7);
    const epsilon = new Epsilon(completeOptions({ epsilon: 'auto' }));
    expect(epsilon.value).toBe(0);
    // The value before the first is unknown; then moves of 8 and 4.
    for (const value of [10, 18, 18, 14]) epsilon.observe(value);
    expect(epsilon.value).toBe(6);
    for (let i = 0; i < 200; i++) epsilon.observe(i % 2 === 0 ? 10 : 12);
    expect(epsilon.value).toBe(2);
    for (let i = 0; i < 200; i++) epsilon.observe(12);
    expect(epsilon.value).toBe(2);
  });
});

describe('owners', () => {
  const workers = [1, 2, 3];

  test('a new position goes to the worker with the fewest in the last pass, by turns', () => {
    const owners = new Owners(4);
    owners.begin(workers);
    expect([0, 1, 2, 3].map(() => owners.choose(undefined))).toEqual([1, 2, 3, 1]);
    owners.begin(workers);
    // The last pass sent 2, 1 and 1.
    expect([0, 1, 2].map(() => owners.choose(undefined))).toEqual([2, 3, 1]);
  });

  test('a position moves only to an idle worker, and only from one that has another', () => {
    const owners = new Owners(4);
    owners.begin([1, 2]);
    for (let i = 0; i < 4; i++) owners.choose(undefined);
    owners.begin(workers);
    // Its owner has nothing yet in this pass.
    expect(owners.choose(1)).toBe(1);
    // Worker 3 was idle in the last pass, and takes what its owner cannot do at once.
    expect(owners.choose(1)).toBe(3);
    // No worker is idle any more.
    expect(owners.choose(1)).toBe(1);
    expect([...owners.busy()]).toEqual(workers);
  });

  test('a worker that got something in this pass is not idle', () => {
    const owners = new Owners(3);
    owners.begin([1, 2]);
    owners.choose(1);
    owners.begin([1, 2]);
    expect(owners.choose(2)).toBe(2);
    expect(owners.choose(1)).toBe(1);
    expect(owners.choose(1)).toBe(1);
  });
});

describe('the tasks of a worker', () => {
  const task = (
    position: string,
    of: { alpha?: number; beta?: number; at?: number; done?: number },
  ) => ({
    position,
    alpha: of.alpha ?? -10,
    beta: of.beta ?? 10,
    signature: of.at ?? 0,
    done: of.done ?? 0,
  });
  const order = (queue: TaskQueue<string>): string[] => {
    const names: string[] = [];
    for (let top = queue.top(); top !== undefined; top = queue.top()) {
      names.push(top.position);
      queue.remove(top);
    }
    return names;
  };

  test('come by pass, then depth, then signature, then width', () => {
    const queue = new TaskQueue<string>();
    queue.add(task('old', { done: 0, at: 0 }));
    queue.endPass();
    queue.add(task('wide', { done: 2, at: 5 }));
    queue.add(task('narrow', { done: 2, at: 5, alpha: 0, beta: 1 }));
    queue.add(task('left', { done: 2, at: 4 }));
    queue.add(task('shallow', { done: 0, at: 9 }));
    expect(order(queue)).toEqual(['shallow', 'left', 'narrow', 'wide', 'old']);
  });

  test('that did not come in a pass are dropped at its end', () => {
    const queue = new TaskQueue<string>();
    queue.add(task('kept', {}));
    queue.add(task('dropped', {}));
    queue.endPass();
    queue.add(task('kept', {}));
    queue.endPass();
    expect(order(queue)).toEqual(['kept']);
  });

  test('of one position may differ in their windows, or take each other’s place', () => {
    const queue = new TaskQueue<string>();
    queue.add(task('one', {}));
    queue.add(task('one', {}));
    queue.add(task('one', { beta: 3 }));
    expect(queue.size).toBe(2);
    const other = new TaskQueue<string>();
    other.replace(task('one', {}));
    other.replace(task('one', { beta: 3 }));
    expect(other.size).toBe(1);
    other.drop('one');
    expect(other.size).toBe(0);
  });
});

describe('the horizon', () => {
  test('leaves every worker some pieces, and pieces some depth', () => {
    expect(minimalLeaves(5, 12)).toBe(2 * 5 ** 6 - 1);
    const rules = smallRules([0, 1, 2, 3, 4, 5]);
    const choose = (depth: number, workers: number, options: MinimalTreeOptions = {}) =>
      chooseHorizon(rules, depth, workers, completeOptions(options), false);
    expect(choose(24, 2)).toBeLessThan(choose(24, 64));
    expect(choose(4, 1000)).toBe(2);
    expect(choose(1, 4)).toBe(0);
    expect(choose(9, 0)).toBe(0);
    expect(choose(9, 4, { horizon: 6 })).toBe(6);
  });

  test('divides a search only where pieces are left', () => {
    expect(isWide(4, 5, completeOptions({}))).toBe(false);
    expect(isWide(4, 6, completeOptions({}))).toBe(true);
    expect(isWide(4, 6, completeOptions({ deepening: true }))).toBe(false);
    expect(isWide(4, 5, completeOptions({ horizon: 4 }))).toBe(true);
    expect(isWide(0, 9, completeOptions({}))).toBe(false);
  });
});

/** A search that finds what the test sets, one step for each `run`. */
class FakeSearch implements Partial<SearchPort<SmallPosition>> {
  readonly orders: SubtreeRequest[] = [];
  readonly windows: number[][] = [];
  readonly parts: SplitPart[] = [];
  status: 'running' | 'done' = 'running';
  found: SearchFinding | undefined;
  nodes = 0;
  leaves = 0;
  #next: Pick<SearchFinding, 'value' | 'bound'> | undefined;

  start(_position: SmallPosition, order: SubtreeRequest): void {
    this.orders.push(order);
    this.status = 'running';
    this.found = undefined;
  }

  take(_position: SmallPosition, part: SplitPart): void {
    this.parts.push(part);
    this.status = 'running';
  }

  advance(): void {}

  rewindow(alpha: number, beta: number): void {
    this.windows.push([alpha, beta]);
  }

  /** The next step ends with this. */
  end(value: number, bound: SearchFinding['bound'] = 'exact'): void {
    this.#next = { value, bound };
  }

  run(): 'running' | 'done' {
    this.nodes++;
    if (this.#next === undefined) return this.status;
    const { depth } = this.orders.at(-1)!;
    this.found = { ...this.#next, depth, move: 0, pv: [0], complete: false };
    this.#next = undefined;
    this.status = 'done';
    return this.status;
  }
}

describe('a worker', () => {
  function employ(options: MinimalTreeOptions = {}) {
    const search = new FakeSearch();
    const sent: Extract<MinimalTreeMessage, { type: 'score' }>[] = [];
    const context = {
      self: 1,
      size: 2,
      incarnation: 0,
      counters: createCounters(),
      post: (_to: number, message: MinimalTreeMessage) => void sent.push(message as never),
      isUp: () => true,
      refuse: () => {},
      report: () => {},
    };
    const ports = {
      rules: smallRules([0, [0, 1, 2], [0, 3, 4]]),
      searches: [search as unknown as SearchPort<SmallPosition>],
    };
    const worker = new MinimalTreeWorker(context, ports, 6, completeOptions(options));
    worker.message(0, { type: 'position', leaf: 1, path: [0] });
    worker.message(0, { type: 'position', leaf: 2, path: [1] });
    /** Tasks of a search of 6 plies: leaf, alpha, beta, signature. */
    const tasks = (
      list: readonly (readonly [number, number, number, number])[],
      dropped: number[] = [],
    ) =>
      worker.message(0, {
        type: 'tasks',
        depth: 6,
        leaves: list.map(([leaf]) => leaf),
        alphas: list.map(([, alpha]) => alpha),
        betas: list.map(([, , beta]) => beta),
        signatures: list.map(([, , , signature]) => signature),
        dropped,
      });
    const step = () => worker.work(1, 0);
    const finish = (value: number, bound?: SearchFinding['bound']) => {
      step();
      search.end(value, bound);
      step();
    };
    return { worker, search, sent, tasks, step, finish, counters: context.counters };
  }

  test('searches two plies deeper each time, up to the depth required, and reports each', () => {
    const { search, sent, tasks, finish, step } = employ();
    tasks([[1, -50, 50, 0]]);
    finish(3);
    finish(4);
    finish(5);
    expect(search.orders.map(({ depth }) => depth)).toEqual([1, 3, 5]);
    expect(sent.map(({ depth, lower, upper }) => [depth, lower, upper])).toEqual([
      [1, 3, 3],
      [3, 4, 4],
      [5, 5, 5],
    ]);
    expect(step().idle).toBe(true);
  });

  test('takes the less deep task first, then the one that comes first', () => {
    const { search, tasks, finish } = employ();
    tasks([
      [2, -50, 50, 9],
      [1, -50, 50, 4],
    ]);
    for (const value of [1, 2, 3, 4]) finish(value);
    expect(search.orders.map(({ depth }) => depth)).toEqual([1, 1, 3, 3]);
  });

  test('gives up at once what is no longer the most important, by the paper’s rules', () => {
    const { search, tasks, step, counters } = employ({ persist: false });
    tasks([[2, -50, 50, 9]]);
    step();
    tasks([[1, -20, 20, 4]]);
    step();
    expect(search.orders.map(({ alpha }) => alpha)).toEqual([-50, -20]);
    expect(counters.abandonedNodes).toBe(1);
    tasks([], [1]);
    step();
    expect(search.orders.map(({ alpha }) => alpha)).toEqual([-50, -20, -50]);
  });

  test('by ours ends what it has begun, unless that is not wanted any more', () => {
    const { search, tasks, step, finish, sent } = employ();
    tasks([[2, -50, 50, 9]]);
    step();
    tasks([[1, -20, 20, 4]]);
    step();
    expect(search.orders).toHaveLength(1);
    tasks([], [2]);
    step();
    expect(search.orders.map(({ alpha }) => alpha)).toEqual([-50, -20]);
    // A window beside the one it searches in has to wait, and is not forgotten.
    tasks([[1, 30, 40, 4]]);
    step();
    expect(search.windows).toEqual([]);
    for (const bound of ['upper', 'lower', 'lower', 'lower'] as const) {
      finish(bound === 'upper' ? 35 : 45, bound);
    }
    expect(search.orders.slice(-2).map(({ depth }) => depth)).toEqual([3, 5]);
    expect(sent.at(-1)).toMatchObject({ leaf: 1, depth: 5, lower: 45 });
  });

  test('goes on in another window with the same position', () => {
    const { search, tasks, step } = employ();
    tasks([[1, -50, 50, 0]]);
    step();
    tasks([[1, -5, 5, 0]]);
    step();
    expect(search.orders).toHaveLength(1);
    expect(search.windows).toEqual([[-5, 5]]);
  });

  test('has time for others when a task is searched to its last depth', () => {
    const { worker, search, sent, tasks, finish } = employ();
    const part = { path: [0, 0], depth: 2, alpha: 0, beta: 9, same: false, scout: false };
    const offer = () => worker.message(2, { type: 'part', lease: 7, nodeType: 2, ...part });
    tasks([[1, -50, 50, 0]]);
    for (const value of [3, 4]) finish(value);
    offer();
    expect(sent.at(-1)).toEqual({ type: 'decline', lease: 7 });
    finish(5);
    offer();
    expect(sent.at(-1)).toMatchObject({ type: 'score', depth: 5 });
    expect(search.parts).toHaveLength(1);
  });

  test('tells again what it has finished, when asked for it', () => {
    const { sent, tasks, finish } = employ();
    tasks([[1, -50, 50, 0]]);
    for (const value of [3, 4, 5]) finish(value);
    tasks([[1, -10, 10, 0]]);
    expect(sent).toHaveLength(4);
    expect(sent[3]).toEqual(sent[2]);
  });

  test('searches again in a window of which it does not know enough', () => {
    const { search, tasks, finish, step } = employ();
    tasks([[1, 0, 10, 0]]);
    for (let i = 0; i < 3; i++) finish(20, 'lower');
    tasks([[1, 30, 40, 0]]);
    step();
    expect(search.orders.at(-1)).toMatchObject({ depth: 1, alpha: 30, beta: 40 });
    tasks([[1, 10, 15, 0]]);
    expect(step().idle).toBe(true);
  });

  test('without updates ends one task before the next, and reports the end', () => {
    const { search, sent, tasks, finish } = employ({ updates: false });
    tasks([
      [1, -50, 50, 1],
      [2, -50, 50, 2],
    ]);
    for (const value of [1, 2, 3, 4]) finish(value);
    expect(search.orders.map(({ depth }) => depth)).toEqual([1, 3, 5, 1]);
    expect(sent.map(({ depth }) => depth)).toEqual([5]);
  });

  test('drops what the paper’s master does not send again', () => {
    const { tasks, worker, step } = employ({ resend: true });
    tasks([
      [1, -50, 50, 1],
      [2, -50, 50, 2],
    ]);
    worker.message(0, { type: 'pass' });
    step();
    worker.message(0, { type: 'pass' });
    expect(step().idle).toBe(true);
  });

  test('forgets everything when the search is over or the master lost', () => {
    const { tasks, worker, step } = employ();
    tasks([[1, -50, 50, 1]]);
    worker.lost(0);
    expect(step().idle).toBe(true);
    tasks([[1, -50, 50, 1]]);
    expect(step().idle).toBe(true);
  });

  test('does not trust its messages', () => {
    const { tasks, worker, step } = employ();
    worker.message(0, { type: 'position', leaf: 7, path: [5] });
    tasks([
      [7, 0, 1, 0],
      [8, 0, 1, 0],
      [1, 5, 5, 0],
    ]);
    expect(step().idle).toBe(true);
  });
});

describe('what a worker shares', () => {
  const contextFor = (sent: MinimalTreeMessage[]) => ({
    self: 1,
    size: 3,
    incarnation: 0,
    counters: createCounters(),
    post: (_to: number, message: MinimalTreeMessage) => void sent.push(message),
    isUp: () => true,
    refuse: () => {},
    report: () => {},
  });

  /** A search that gives its first child away. */
  class GivingSearch extends FakeSearch {
    candidate(): number | undefined {
      return this.status === 'running' ? 0 : undefined;
    }

    split() {
      const part = { depth: 3, alpha: -5, beta: 5, sign: -1, type: 2, scout: false } as const;
      return { ticket: 1, path: [1], ...part };
    }

    window() {
      return { alpha: -5, beta: 5 };
    }
  }

  test('are the entries below the part that it gives away, sent before it, a node each', () => {
    const sent: MinimalTreeMessage[] = [];
    const asked: SmallPosition[] = [];
    const searches = [new GivingSearch(), new GivingSearch()];
    const ports = {
      rules: smallRules([0, [7, 1, 2], [8, 3, 4]]),
      searches: searches as unknown as SearchPort<SmallPosition>[],
      handOver: {
        below(position: SmallPosition) {
          asked.push(position);
          return new Uint8Array(3 * ENTRY_BYTES);
        },
        give: () => 0,
      },
    };
    const work = (handOver: boolean) => {
      sent.length = 0;
      const worker = new MinimalTreeWorker(
        contextFor(sent),
        ports,
        6,
        completeOptions({ handOver }),
      );
      worker.message(0, { type: 'position', leaf: 1, path: [1] });
      worker.message(0, {
        ...{ type: 'tasks', depth: 6, leaves: [1], alphas: [-5], betas: [5], signatures: [0] },
        dropped: [],
      });
      worker.message(0, { type: 'help', helper: 2 });
      return worker.work(1, 0).nodes;
    };
    const nodes = work(true);
    expect(sent.map(({ type }) => type)).toEqual(['known', 'part']);
    // The leaf's second child, where the part begins.
    expect(asked).toEqual([{ node: 4, ply: 2 }]);
    expect(work(false)).toBe(nodes - 3);
    expect(sent.map(({ type }) => type)).toEqual(['part']);
    expect(asked).toHaveLength(1);
  });

  test('on a ring is what it finds down to the plies asked for', () => {
    const limits: number[] = [];
    const exchange = {
      ...{ waiting: 0, used: 0, take: () => new Uint8Array(0), give: () => 0 },
      limit: (plies: number) => void limits.push(plies),
    };
    const ports: Ports<SmallPosition> = { rules: smallRules(FIGURE_3), searches: [], exchange };
    new MinimalTreeWorker(contextFor([]), ports, 6, completeOptions({}));
    expect(limits).toEqual([]);
    new MinimalTreeWorker(contextFor([]), ports, 6, completeOptions({ sharing: 4 }));
    expect(limits).toEqual([4]);
  });

  test('is as much as a kernel hands over', () => {
    expect([HANDED_ENTRIES, ENTRY_BYTES]).toEqual([kernel.HANDED_ENTRIES, kernel.ENTRY_BYTES]);
  });
});

describe('a master', () => {
  test('tells every task again when nothing has come for a quarter of a second', () => {
    const tasks: number[] = [];
    let now = 0;
    const context = {
      ...{ self: 0, size: 3, incarnation: 0, counters: createCounters() },
      post(_to: number, message: MinimalTreeMessage) {
        if (message.type === 'tasks') tasks.push(...message.leaves);
      },
      isUp: () => true,
      refuse: () => {},
      report: () => {},
    };
    const ports = {
      rules: smallRules(FIGURE_3),
      searches: [new FakeSearch() as unknown as SearchPort<SmallPosition>],
    };
    const settings = completeOptions({ horizon: 2 });
    const master = new MinimalTreeMaster(context, ports, 6, settings);
    const work = () => {
      for (let i = 0; i < 50; i++) master.work(1000, now);
      return tasks.splice(0);
    };
    const first = new Set(work());
    expect(first.size).toBeGreaterThan(1);
    now = 200_000;
    expect(work()).toEqual([]);
    now = 600_000;
    expect(new Set(work())).toEqual(first);
  });

  test('asks for a position that a pass wants in two windows in one that holds both', () => {
    // The second child looks worse and proves better, so that a null window is not the last word on it.
    const root: Written = [0, [-10, 0, 1], [-1, 5, 6]];
    const settings = completeOptions({ horizon: 2, epsilon: 0, estimateWindows: false });
    const hulls = new Map<number, number[]>();
    let twice = 0;
    const pass = new Pass(
      new MinimalTree(smallRules(root), 6, 2),
      settings,
      ({ number }, request) => {
        const [alpha, beta] = hulls.get(number) ?? [INFINITE, -INFINITE];
        if (hulls.has(number) && (alpha !== request.alpha || beta !== request.beta)) twice++;
        hulls.set(number, [Math.min(alpha!, request.alpha), Math.max(beta!, request.beta)]);
      },
    );
    pass.begin();
    pass.run(Number.POSITIVE_INFINITY);
    expect(twice).toBeGreaterThan(0);

    const sent = new Map<number, number[]>();
    const context = {
      ...{ self: 0, size: 3, incarnation: 0, counters: createCounters() },
      post(_to: number, message: MinimalTreeMessage) {
        if (message.type !== 'tasks') return;
        const { leaves, alphas, betas } = message;
        for (const [at, leaf] of leaves.entries()) sent.set(leaf, [alphas[at]!, betas[at]!]);
      },
      isUp: () => true,
      refuse: () => {},
      report: () => {},
    };
    const searches = [new FakeSearch() as unknown as SearchPort<SmallPosition>];
    const master = new MinimalTreeMaster(
      context,
      { rules: smallRules(root), searches },
      6,
      settings,
    );
    master.work(1000, 0);
    expect(sent).toEqual(hulls);
  });

  test.each([
    ['about a leaf that it was not given', { leaf: 'foreign' }],
    ['with bounds that exclude each other', { lower: 9, upper: -9 }],
    ['with bounds that say nothing', { lower: -INFINITE, upper: INFINITE }],
    ['of no depth', { depth: 0 }],
    ['of more depth than is left', { depth: 5 }],
    ['with a line that cannot be played', { pv: [7] }],
  ])('refuses a worker with a result %s, and the value stays right', (_, wrong) => {
    // What searches of the four leaves find, by their paths: the first child of the root is worth 1, the other one 3.
    const truth: Record<string, number> = { '00': 1, '01': 2, '10': 3, '11': 4 };
    const owners = new Map<number, { readonly worker: number; readonly path: string }>();
    const wanted: number[] = [];
    const refused: number[] = [];
    const values: number[] = [];
    const context = {
      ...{ self: 0, size: 3, incarnation: 0, counters: createCounters() },
      post(worker: number, message: MinimalTreeMessage) {
        if (message.type === 'tasks') wanted.push(...message.leaves);
        if (message.type !== 'position') return;
        owners.set(message.leaf, { worker, path: message.path.join('') });
      },
      isUp: () => true,
      refuse(worker: number) {
        refused.push(worker);
        master.lost(worker);
      },
      report(report: ActorReport) {
        if (report.type === 'depth') values.push(report.finding.value);
      },
    };
    const master: MinimalTreeMaster<SmallPosition> = new MinimalTreeMaster(
      context,
      { rules: smallRules(FIGURE_3), searches: [] },
      6,
      completeOptions({ horizon: 2 }),
    );
    master.work(1000, 0);
    const mine = wanted.find((leaf) => owners.get(leaf)!.worker === 1)!;
    const foreign = wanted.find((leaf) => owners.get(leaf)!.worker !== 1)!;
    const leaf = 'leaf' in wrong ? foreign : mine;
    const lie = { lower: 50, upper: 50, depth: 4, complete: false, pv: [0], ...wrong };
    master.message(1, { ...lie, type: 'score', leaf });
    expect(refused).toEqual([1]);
    for (let i = 0; i < 100 && values.length === 0; i++) {
      for (const each of new Set(wanted.splice(0))) {
        const { worker, path } = owners.get(each)!;
        if (worker === 1) continue;
        const value = truth[path]!;
        const exact = { lower: value, upper: value, depth: 4, complete: false, pv: [0] };
        master.message(worker, { type: 'score', leaf: each, ...exact });
      }
      master.work(1000, i);
    }
    expect([refused, values]).toEqual([[1], [3]]);
  });
});
