// Alpha-beta in rounds. A sequential search waits for every answer; a device is fast only with many questions
// at once, each answered after a fraction of a millisecond. So in every round the host goes through its tree as
// far as what is proved allows, and collects all nodes that can be asked for now: nodes to be opened (their
// children, each with its value as a leaf) and subtrees to be searched. Both go to the device together.
//
// What may be asked for is what young brothers wait for: below a node with an open window the first child, and
// when its value is known all others with a window of nothing above it; below a node that should be cut the best
// child, and more of them each time one fails; below a node that should not be cut all children. With `ahead`
// the brothers do not wait: they are asked with the guess of their eldest's value. Bounds come from finished
// searches alone, so a wrong guess costs time and never the value. A subtree that takes a lane too long is given
// up by the device and taken apart by the host.
import { INFINITE } from '../core/score.js';
import { TOO_LONG } from './batch.js';
import { type Calculates, MOST_OPENED } from './calculator.js';
import { type GuessedTree, settledValue, UNEXPANDED } from './guessed-tree.js';
import { HostSlices } from './host-slices.js';
import type { Branches, EvaluatedBranches } from './reference.js';
import { TreeBatches } from './tree-batches.js';

export interface RoundOptions {
  /** False: brothers wait for the value of the eldest; the game's choice if not given, as the next. */
  readonly ahead?: boolean;
  /** From this number of plies above the horizon on, brothers also wait where no cut is expected. */
  readonly careful?: number;
  /** Children of a node that is expected to be cut that are tried at first; 1 if not given. */
  readonly tries?: number;
  /** Added for each that failed; 2 if not given. */
  readonly growth?: number;
  /** False: any node at the horizon is a task, not only one that should be cut. */
  readonly lean?: boolean;
  /** Nodes after which the device gives a subtree up, 0 for never; the game's choice if not given. */
  readonly mostNodes?: number;
  /** What says which child is the best; the game's choice if not given. */
  readonly order?: 'moves' | 'leaves';
  /** A round of no more work than this is done by the processor: a subtree counts 1, an opened node 4. */
  readonly few?: number;
  readonly signal?: AbortSignal;
}

interface GameChoice {
  readonly ahead: boolean;
  readonly lean: boolean;
  readonly careful: number;
  readonly order: 'moves' | 'leaves';
  readonly mostNodes: number;
}

export interface RoundCounts {
  rounds: number;
  opened: number;
  tasks: number;
  batches: number;
  waitSeconds: number;
}

/** What is expected of a node with a window of nothing. */
const CUT = 1;
const ALL = 2;
/** The window is open. */
const OPEN = 0;

/** Values beyond it say that the game is decided, and nothing of how far values change from ply to ply. */
const ORDINARY = 50_000;

const DEFAULTS = { tries: 1, growth: 2, few: 6 };

export class RoundSearch {
  readonly #calculator: Calculates;
  readonly #tree: GuessedTree;
  readonly #batches: TreeBatches;
  readonly #depth: number;
  readonly #horizon: number;
  readonly #options: typeof DEFAULTS & GameChoice;
  readonly #signal: AbortSignal | undefined;
  /** Whether guesses are of any use. */
  readonly #guesses: boolean;
  readonly #counts: RoundCounts = { rounds: 0, opened: 0, tasks: 0, batches: 0, waitSeconds: 0 };
  /** Nodes to be opened; subtrees to be searched, their windows and plies. */
  #opens: number[] = [];
  #taskCount = 0;
  #tasks = new Int32Array(4096);
  #windows = new Int32Array(8192);
  #depths = new Uint32Array(4096);
  /** By how much values at an odd distance from the horizon exceed those of leaves, on average. */
  #odd = { sum: 0, count: 0 };
  /** Nodes whose children changed, by ply. */
  readonly #changed: number[][];

  constructor(
    calculator: Calculates,
    record: Uint8Array,
    tree: GuessedTree,
    { depth, horizon }: { readonly depth: number; readonly horizon: number },
    { signal, ...options }: RoundOptions,
  ) {
    this.#calculator = calculator;
    this.#tree = tree;
    this.#batches = new TreeBatches(tree, calculator, record);
    this.#depth = depth;
    this.#horizon = horizon;
    this.#changed = Array.from({ length: depth + 1 }, () => []);
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    const { order, lean, careful, mostNodes } = calculator.shaders;
    // Where leaves say nothing of a node's value, brothers wait for it.
    const ahead = (options.order ?? order) === 'leaves';
    const chosen = { order, lean, careful, mostNodes, ahead };
    this.#options = { ...DEFAULTS, ...chosen, ...Object.fromEntries(given) };
    this.#signal = signal;
    this.#guesses = this.#options.order === 'leaves' || this.#options.ahead;
  }

  async run(): Promise<RoundCounts> {
    const tree = this.#tree;
    const slices = new HostSlices(this.#signal);
    while (!tree.isDecided(0)) {
      await slices.step();
      this.#opens = [];
      this.#taskCount = 0;
      this.#visit(0, -INFINITE, INFINITE, OPEN);
      if (this.#opens.length + this.#taskCount === 0) {
        throw new Error('a round found nothing to do, and the root is undecided');
      }
      this.#counts.rounds++;
      await this.#ask();
      this.#spread();
    }
    return this.#counts;
  }

  // --- what to ask for ------------------------------------------------------------------------------

  #visit(node: number, alpha: number, beta: number, expected: number): void {
    const tree = this.#tree;
    const low = tree.low(node);
    const high = tree.high(node);
    if (low === high || low >= beta || high <= alpha) return;
    const ply = tree.ply[node]!;
    if (ply >= this.#horizon && tree.split[node] === 0) {
      // Only a node that should be cut is a task of several plies: it takes a lane long enough.
      if (expected === CUT || ply >= this.#depth - 1 || !this.#options.lean) {
        this.#addTask(node, Math.max(alpha, low), Math.min(beta, high));
        return;
      }
    }
    const count = tree.count(node);
    if (count === UNEXPANDED) {
      this.#opens.push(node);
      return;
    }
    const least = Math.max(alpha, low);
    const begin = tree.first[node]!;
    if (beta - least > 1) this.#visitOpen(node, begin, begin + count, least, beta);
    else if (expected === ALL) this.#visitAll(node, begin, begin + count, beta);
    else this.#visitBest(node, begin, begin + count, beta);
  }

  #addTask(node: number, alpha: number, beta: number): void {
    const at = this.#taskCount++;
    if (at === this.#tasks.length) {
      const grown = <T extends Int32Array | Uint32Array>(old: T, fresh: T): T => {
        fresh.set(old);
        return fresh;
      };
      this.#tasks = grown(this.#tasks, new Int32Array(2 * at));
      this.#windows = grown(this.#windows, new Int32Array(4 * at));
      this.#depths = grown(this.#depths, new Uint32Array(2 * at));
    }
    this.#tasks[at] = node;
    this.#windows[2 * at] = alpha;
    this.#windows[2 * at + 1] = beta;
    this.#depths[at] = this.#depth - this.#tree.ply[node]!;
  }

  #visitChild(node: number, child: number, alpha: number, beta: number, expected: number): void {
    const tree = this.#tree;
    tree.parent[child] = node;
    tree.ply[child] = tree.ply[node]! + 1;
    this.#visit(child, alpha, beta, expected);
  }

  /**
   * The eldest first, as long as it may be worth more than what is proved; then the others, with a window of
   * nothing above that, and an open one for a child that proved it.
   */
  #visitOpen(node: number, begin: number, end: number, alpha: number, beta: number): void {
    const tree = this.#tree;
    const eldest = this.#eldest(begin, end, -INFINITE);
    if (-tree.low(eldest) > alpha && !tree.isDecided(eldest)) {
      this.#visitChild(node, eldest, -beta, -alpha, OPEN);
      const value = -tree.guess[eldest]!;
      if (this.#options.ahead && value > alpha && value < beta) {
        for (let child = begin; child < end; child++) {
          if (child !== eldest) this.#visitChild(node, child, -value - 1, -value, CUT);
        }
      }
      return;
    }
    for (let child = begin; child < end; child++) {
      if (-tree.low(child) <= alpha) continue;
      if (-tree.high(child) === alpha) this.#visitChild(node, child, -beta, -alpha, OPEN);
      else this.#visitChild(node, child, -alpha - 1, -alpha, CUT);
    }
  }

  /** No cut is expected; but where much work hangs on it, the best child must be refuted before the others. */
  #visitAll(node: number, begin: number, end: number, beta: number): void {
    const tree = this.#tree;
    if (this.#depth - tree.ply[node]! >= this.#options.careful) {
      const eldest = this.#eldest(begin, end, -INFINITE);
      if (-tree.low(eldest) >= beta) {
        this.#visitChild(node, eldest, -beta, 1 - beta, CUT);
        return;
      }
    }
    for (let child = begin; child < end; child++) {
      this.#visitChild(node, child, -beta, 1 - beta, CUT);
    }
  }

  /** A cut is expected: the best children are tried, more of them after each that failed. */
  #visitBest(node: number, begin: number, end: number, beta: number): void {
    const tree = this.#tree;
    const { tries, growth, order } = this.#options;
    if (order === 'moves') {
      let wanted = tries;
      for (let child = begin; child < end && wanted > 0; child++) {
        if (-tree.low(child) < beta) {
          wanted += growth;
        } else {
          this.#visitChild(node, child, -beta, 1 - beta, ALL);
          wanted--;
        }
      }
      return;
    }
    let failed = 0;
    for (let child = begin; child < end; child++) if (-tree.low(child) < beta) failed++;
    const wanted = tries + growth * failed;
    if (wanted === 1) {
      this.#visitChild(node, this.#eldest(begin, end, beta - 1), -beta, 1 - beta, ALL);
      return;
    }
    const children: number[] = [];
    for (let child = begin; child < end; child++)
      if (-tree.low(child) >= beta) children.push(child);
    const { guess } = tree;
    if (wanted < children.length) children.sort((a, b) => guess[a]! - guess[b]! || a - b);
    for (let i = 0; i < wanted && i < children.length; i++) {
      this.#visitChild(node, children[i]!, -beta, 1 - beta, ALL);
    }
  }

  /** The best child of those that may be worth more than `alpha`. */
  #eldest(begin: number, end: number, alpha: number): number {
    const tree = this.#tree;
    const byMoves = this.#options.order === 'moves';
    let best = -1;
    for (let child = begin; child < end; child++) {
      if (-tree.low(child) <= alpha) continue;
      if (byMoves) return child;
      if (best < 0 || tree.guess[child]! < tree.guess[best]!) best = child;
    }
    return best < 0 ? begin : best;
  }

  // --- answers ----------------------------------------------------------------------------------------

  async #ask(): Promise<void> {
    const tree = this.#tree;
    const opens = this.#opens;
    const tasks = this.#tasks.subarray(0, this.#taskCount);
    const windows = this.#windows;
    const depths = this.#depths;
    const counts = this.#counts;
    counts.opened += opens.length;
    counts.tasks += tasks.length;
    const { few, mostNodes } = this.#options;
    const alone = 4 * opens.length + tasks.length <= few;
    const { reference } = this.#calculator;
    const answers: Promise<() => void>[] = [];
    // Below the last ply children are leaves: their values are all that is wanted.
    const withValues = this.#guesses || opens.some((node) => tree.ply[node] === this.#depth - 1);
    for (const { from, batch } of this.#batches.of(opens, {}, MOST_OPENED)) {
      const calculate = withValues ? 'open' : 'branches';
      const answer = alone
        ? reference[calculate](batch)
        : this.#calculator[calculate](batch, this.#signal);
      const learn = (opened: Branches | EvaluatedBranches) => () =>
        this.#learnOpened(opens, from, opened);
      answers.push(Promise.resolve<Branches | EvaluatedBranches>(answer).then(learn));
    }
    for (const { from, batch } of this.#batches.of(tasks, { windows, depths, mostNodes })) {
      const answer = alone ? reference.values(batch) : this.#calculator.search(batch, this.#signal);
      const learn = (values: Int32Array) => () => this.#learnValues(tasks, from, values, windows);
      answers.push(Promise.resolve(answer).then(learn));
    }
    if (!alone) counts.batches += answers.length;
    const began = performance.now();
    const learnings = await Promise.all(answers);
    counts.waitSeconds += (performance.now() - began) / 1000;
    for (const learn of learnings) learn();
  }

  #learnOpened(nodes: readonly number[], from: number, opened: Branches | EvaluatedBranches): void {
    const tree = this.#tree;
    const { counts, offsets, moves } = opened;
    const values = 'values' in opened ? opened.values : undefined;
    const list = tree.addList(moves, values);
    for (let i = 0; i < counts.length; i++) {
      const node = nodes[from + i]!;
      const count = counts[i]!;
      const left = this.#depth - tree.ply[node]!;
      const at = offsets[i]!;
      tree.open(node, list, at, count);
      if (count === 0) {
        tree.settle(node, settledValue(at, left));
        tree.lift(node);
        this.#change(tree.parent[node]!);
      } else if (values !== undefined) {
        this.#guess(node, values, at, left - 1);
        this.#change(node);
      }
    }
  }

  /** A child's guess is its value as a leaf, plus the mean difference at an odd distance from the horizon. */
  #guess(node: number, values: Int32Array, at: number, left: number): void {
    const tree = this.#tree;
    const { guess } = tree;
    const begin = tree.first[node]!;
    const count = tree.count(node);
    const { sum, count: seen } = this.#odd;
    const more = left % 2 === 0 || seen === 0 ? 0 : Math.round(sum / seen);
    let best = INFINITE;
    for (let j = 0; j < count; j++) {
      const value = values[at + j]!;
      if (value < best) best = value;
      if (left === 0) {
        tree.parent[begin + j] = node;
        tree.settle(begin + j, value);
        tree.lift(begin + j);
      } else {
        guess[begin + j] = Math.abs(value) < ORDINARY ? value + more : value;
      }
    }
    if (node === 0) return;
    const leaf = tree.leaf(node);
    if (Math.abs(best) < ORDINARY && Math.abs(leaf) < ORDINARY) {
      this.#odd.sum -= best + leaf;
      this.#odd.count++;
    }
  }

  #learnValues(nodes: Int32Array, from: number, values: Int32Array, windows: Int32Array): void {
    const tree = this.#tree;
    for (let i = 0; i < values.length; i++) {
      const node = nodes[from + i]!;
      if (values[i] === TOO_LONG) {
        tree.split[node] = 1;
        continue;
      }
      const at = 2 * (from + i);
      tree.learn(node, values[i]!, windows[at]!, windows[at + 1]!);
      tree.lift(node);
      this.#change(tree.parent[node]!);
    }
  }

  #change(node: number): void {
    const tree = this.#tree;
    if (node < 0 || tree.stamp[node] === this.#counts.rounds) return;
    tree.stamp[node] = this.#counts.rounds;
    this.#changed[tree.ply[node]!]!.push(node);
  }

  /** Bounds and guesses go up the tree, a ply at a time. */
  #spread(): void {
    const tree = this.#tree;
    for (let ply = this.#changed.length - 1; ply >= 0; ply--) {
      const nodes = this.#changed[ply]!;
      this.#changed[ply] = [];
      for (const node of nodes) {
        tree.gather(node, this.#guesses);
        tree.lift(node);
        this.#change(tree.parent[node]!);
      }
    }
  }
}
