// Past the paper: whole subtrees on the device. The host keeps the tree down to a horizon and makes passes over
// it: guessed values say which nodes will be cut and which will not, and so which leaves of its tree a proof of
// the root needs, and with which windows (the minimal tree of A. Ura and others, 2014). All of them go to the
// device as one batch, where each is searched by alpha-beta to its value; what comes back are bounds. A pass
// that was guessed right decides the root; otherwise the next one looks where the guess was wrong. The depth
// grows by one ply at a time, each depth's values the next one's guesses.
import { PlyadesError } from '../core/errors.js';
import { INFINITE, PROVEN } from '../core/score.js';
import { type Batch, itemOf, MOST_PATHS, NO_MOVE } from './batch.js';
import type { Calculates } from './calculator.js';
import { GuessedTree, UNEXPANDED } from './guessed-tree.js';

export interface TreeSearchOptions {
  readonly depth: number;
  /** Plies that the device searches by itself, 1 or more; 2 if not given. */
  readonly plies?: number;
  /** False: no shallower depths before the one that is asked for. */
  readonly deepening?: boolean;
  /**
   * What is thought of a node that was never searched: `leaf`, its value as a leaf, which the device finds
   * for all new nodes at once (if not given), or `order`, that the first move of a node is its best.
   */
  readonly guesses?: 'leaf' | 'order';
  /** False: every node of the tree is searched; there are no passes, windows or guesses. */
  readonly pruning?: boolean;
  /** Children of a node that is expected to be cut that are tried at a time; 1 if not given. */
  readonly tries?: number;
  readonly signal?: AbortSignal;
}

export interface TreeSearchResult {
  readonly value: number;
  /** Undefined when the game is over. */
  readonly move: number | undefined;
  /** Nodes of the host's tree, and those that the device entered. */
  readonly hostNodes: number;
  readonly nodes: number;
  readonly passes: number;
  /** Subtrees that were searched, and batches that they and the expansions took. */
  readonly tasks: number;
  readonly batches: number;
  readonly seconds: number;
  /** Seconds in which the host waited for the device. */
  readonly waitSeconds: number;
}

/** An unknown child is guessed to be this much worse than the one before all others. */
const BEHIND = 1;

/** Items in a batch at most. */
const MOST_ITEMS = 2 ** 18;

export function searchTrees(
  calculator: Calculates,
  record: Uint8Array,
  options: TreeSearchOptions,
): Promise<TreeSearchResult> {
  return new TreeSearch(calculator, record, options).run();
}

class TreeSearch {
  readonly #calculator: Calculates;
  readonly #record: Uint8Array;
  readonly #words: Uint32Array;
  readonly #limit: number;
  readonly #options: Required<Omit<TreeSearchOptions, 'signal'>>;
  readonly #signal: AbortSignal | undefined;
  readonly #tree = new GuessedTree();
  /** The depth under way and the ply of the horizon. */
  #depth = 0;
  #horizon = 0;
  #tasks: { nodes: number[]; windows: number[] } = { nodes: [], windows: [] };
  #wanted: number[] = [];
  readonly #counts = { passes: 0, tasks: 0, batches: 0, waitSeconds: 0 };

  constructor(calculator: Calculates, record: Uint8Array, options: TreeSearchOptions) {
    const { depth, plies = 2, deepening = true, tries = 1 } = options;
    const { guesses = 'leaf', pruning = true } = options;
    const { deepest } = calculator.shaders;
    if (!(Number.isInteger(depth) && depth >= 1)) {
      throw new PlyadesError('ERR_LIMIT', `depth ${depth}: expected a whole number from 1 on`);
    }
    if (!(Number.isInteger(plies) && plies >= 1 && plies <= deepest)) {
      const message = `${plies} plies on the device: expected 1 to ${deepest}`;
      throw new PlyadesError('ERR_LIMIT', message);
    }
    this.#calculator = calculator;
    this.#record = record;
    this.#words = calculator.shaders.toWords(record);
    this.#limit = calculator.shaders.limitOf(record);
    this.#options = { depth, plies, deepening, tries, guesses, pruning };
    this.#signal = options.signal;
  }

  async run(): Promise<TreeSearchResult> {
    const began = performance.now();
    const nodesBefore = this.#calculator.usage.nodes;
    const { depth, plies, deepening, pruning } = this.#options;
    const tree = this.#tree;
    tree.add(-1, NO_MOVE, 0);
    if (!pruning) await this.#searchAll();
    for (let d = deepening ? Math.min(plies, depth) : depth; pruning && d <= depth; d++) {
      this.#depth = d;
      this.#horizon = Math.max(0, d - plies);
      tree.forgetBounds();
      this.#settleFinished();
      while (!tree.isDecided(0)) await this.#pass();
    }
    return {
      value: tree.low[0]!,
      move: await this.#bestMove(),
      hostNodes: tree.size,
      nodes: this.#calculator.usage.nodes - nodesBefore,
      ...this.#counts,
      seconds: (performance.now() - began) / 1000,
    };
  }

  /** Without pruning: the host's tree is expanded ply by ply, and all its leaves are one batch. */
  async #searchAll(): Promise<void> {
    const { depth, plies } = this.#options;
    const tree = this.#tree;
    this.#depth = depth;
    this.#horizon = Math.max(0, depth - plies);
    const level = (first: number): Int32Array =>
      Int32Array.from({ length: tree.size - first }, (_, i) => first + i);
    let first = 0;
    for (let ply = 0; ply < this.#horizon && first < tree.size; ply++) {
      const nodes = level(first);
      first = tree.size;
      await this.#expand(nodes);
    }
    const leaves = level(first);
    for (const { from, batch } of this.#batches(leaves, depth - this.#horizon, undefined)) {
      if (this.#signal?.aborted) throw this.#signal.reason;
      const values = await this.#wait(this.#calculator.search(batch));
      this.#counts.tasks += batch.count;
      for (let i = 0; i < batch.count; i++) {
        tree.learn(leaves[from + i]!, values[i]!, -INFINITE, INFINITE);
      }
    }
    for (let node = first - 1; node >= 0; node--) if (tree.count[node]! > 0) tree.gather(node);
  }

  /** One pass: expands what it comes to, until it has all its tasks; then they are searched. */
  async #pass(): Promise<void> {
    if (this.#signal?.aborted) throw this.#signal.reason;
    this.#counts.passes++;
    for (;;) {
      this.#tasks = { nodes: [], windows: [] };
      this.#wanted = [];
      this.#visit(0, -INFINITE, INFINITE);
      if (this.#wanted.length === 0) break;
      await this.#expand(this.#wanted);
      if (this.#tree.isDecided(0)) return;
    }
    const { nodes, windows } = this.#tasks;
    if (nodes.length === 0)
      throw new Error('a pass found nothing to do, and the root is undecided');
    await this.#search(nodes, windows);
  }

  /** What a proof of this node's value in the window needs, by the guesses. */
  #visit(node: number, alpha: number, beta: number): void {
    const tree = this.#tree;
    const low = tree.low[node]!;
    const high = tree.high[node]!;
    if (low === high || low >= beta || high <= alpha) return;
    if (tree.ply[node] === this.#horizon) {
      this.#tasks.nodes.push(node);
      this.#tasks.windows.push(Math.max(alpha, low), Math.min(beta, high));
      return;
    }
    if (tree.count[node] === UNEXPANDED) {
      this.#wanted.push(node);
      return;
    }
    const guess = Math.min(Math.max(tree.guess[node]!, low), high);
    // What is proved already narrows the question.
    const least = Math.max(alpha, low);
    if (guess >= beta) {
      this.#visitFavourites(node, least, beta);
      return;
    }
    const end = tree.first[node]! + tree.count[node]!;
    if (guess <= alpha) {
      for (let child = tree.first[node]!; child < end; child++) this.#visit(child, -beta, -least);
      return;
    }
    const favourite = tree.favourite(node, least + 1);
    if (favourite >= 0) this.#visit(favourite, -beta, -least);
    for (let child = tree.first[node]!; child < end; child++) {
      if (child !== favourite) this.#visit(child, -beta, -Math.max(guess, least));
    }
  }

  /** A cut is expected: the best children by the guesses are tried. */
  #visitFavourites(node: number, least: number, beta: number): void {
    const tree = this.#tree;
    const { tries } = this.#options;
    if (tries === 1) {
      const favourite = tree.favourite(node, beta);
      if (favourite >= 0) this.#visit(favourite, -beta, -least);
      return;
    }
    const children = Array.from({ length: tree.count[node]! }, (_, i) => tree.first[node]! + i)
      .filter((child) => -tree.low[child]! >= beta)
      .sort((a, b) => tree.guess[a]! - tree.guess[b]!);
    for (const child of children.slice(0, tries)) this.#visit(child, -beta, -least);
  }

  // --- the device -----------------------------------------------------------------------------------

  async #search(nodes: readonly number[], windows: readonly number[]): Promise<void> {
    const tree = this.#tree;
    const changed = new Set<number>();
    for (const { from, batch } of this.#batches(nodes, this.#depth - this.#horizon, windows)) {
      const values = await this.#wait(this.#calculator.search(batch));
      this.#counts.tasks += batch.count;
      for (let i = 0; i < batch.count; i++) {
        const node = nodes[from + i]!;
        const at = 2 * (from + i);
        tree.learn(node, values[i]!, windows[at]!, windows[at + 1]!);
        if (node > 0) changed.add(tree.parent[node]!);
      }
    }
    this.#spread(changed);
  }

  async #expand(nodes: ArrayLike<number>): Promise<void> {
    const tree = this.#tree;
    const changed = new Set<number>();
    const before = tree.size;
    for (const { from, batch } of this.#batches(nodes, 0, undefined)) {
      const { counts, offsets, moves } = await this.#wait(this.#calculator.branches(batch));
      for (let i = 0; i < batch.count; i++) {
        const node = nodes[from + i]!;
        const count = counts[i]!;
        tree.count[node] = count;
        tree.first[node] = tree.size;
        if (count === 0) {
          tree.result[node] = offsets[i]!;
          this.#settle(node);
          if (node > 0) changed.add(tree.parent[node]!);
          continue;
        }
        // Until more is known, the first move keeps what its parent was thought to be worth.
        const guess = -tree.guess[node]!;
        for (let j = 0; j < count; j++) {
          tree.add(node, moves[offsets[i]! + j]!, j === 0 ? guess : guess + BEHIND);
        }
      }
    }
    if (this.#options.pruning && this.#options.guesses === 'leaf') {
      await this.#guess(before);
      for (const node of Array.from(nodes)) if (tree.count[node]! > 0) changed.add(node);
    }
    this.#spread(changed);
  }

  /** New nodes are thought to be worth what they would be as leaves. */
  async #guess(first: number): Promise<void> {
    const tree = this.#tree;
    const nodes = Int32Array.from({ length: tree.size - first }, (_, i) => first + i);
    for (const { from, batch } of this.#batches(nodes, 0, undefined)) {
      const values = await this.#wait(this.#calculator.leaves(batch));
      for (let i = 0; i < batch.count; i++) tree.guess[nodes[from + i]!] = values[i]!;
    }
  }

  /** Bounds and guesses go up the tree, a ply at a time. */
  #spread(changed: Set<number>): void {
    const tree = this.#tree;
    let level = changed;
    while (level.size > 0) {
      // Nodes of different plies may be among them: the deepest first.
      let deepest = 0;
      for (const node of level) deepest = Math.max(deepest, tree.ply[node]!);
      const above = new Set<number>();
      for (const node of level) {
        if (tree.ply[node]! < deepest) above.add(node);
        else if (tree.gather(node) && node > 0) above.add(tree.parent[node]!);
      }
      level = above;
    }
  }

  /** Games that are over have the same value in every pass of a depth. */
  #settleFinished(): void {
    const tree = this.#tree;
    for (let node = tree.size - 1; node >= 0; node--) {
      if (tree.count[node] === 0 && tree.ply[node]! < this.#horizon) this.#settle(node);
      else if (tree.count[node]! > 0 && tree.ply[node]! < this.#horizon) tree.gather(node);
    }
  }

  #settle(node: number): void {
    const tree = this.#tree;
    const result = tree.result[node]!;
    const left = this.#depth - tree.ply[node]!;
    const value = Math.abs(result) > PROVEN ? result + Math.sign(result) * left : result;
    tree.low[node] = value;
    tree.high[node] = value;
    tree.guess[node] = value;
  }

  /**
   * Nodes as batches: an item is its parent's path and its own move. Nodes may have different plies, and the
   * paths then end in NO_MOVE. What a batch holds is overwritten by the next.
   */
  *#batches(
    nodes: ArrayLike<number>,
    depth: number,
    windows: readonly number[] | undefined,
  ): Generator<{ from: number; batch: Batch }> {
    const tree = this.#tree;
    const pathLength = Math.max(0, this.#horizon - 1);
    const items = new Uint32Array(Math.min(nodes.length, MOST_ITEMS));
    const paths = new Uint32Array(Math.min(nodes.length, MOST_PATHS) * (pathLength + 1));
    for (let from = 0; from < nodes.length; ) {
      let last = -2;
      let pathCount = 0;
      let count = 0;
      while (from + count < nodes.length && count < items.length) {
        const node = nodes[from + count]!;
        const parent = tree.parent[node]!;
        if (parent !== last) {
          if (pathCount === MOST_PATHS) break;
          this.#writePath(paths, pathCount * (pathLength + 1), parent, pathLength);
          last = parent;
          pathCount++;
        }
        items[count++] = itemOf(pathCount - 1, tree.move[node]!);
      }
      yield {
        from,
        batch: {
          count,
          roots: [this.#words],
          records: [this.#record],
          paths,
          pathCount,
          pathLength,
          items,
          ...(windows && { windows: Int32Array.from(windows.slice(2 * from, 2 * (from + count))) }),
          open: !this.#options.pruning,
          depth,
          limit: this.#limit,
        },
      };
      from += count;
    }
  }

  #writePath(paths: Uint32Array, at: number, node: number, length: number): void {
    const tree = this.#tree;
    paths[at] = 0;
    paths.fill(NO_MOVE, at + 1, at + 1 + length);
    for (let each = node; each > 0; each = tree.parent[each]!) {
      paths[at + tree.ply[each]!] = tree.move[each]!;
    }
  }

  async #wait<T>(answer: Promise<T>): Promise<T> {
    const began = performance.now();
    const result = await answer;
    this.#counts.batches++;
    this.#counts.waitSeconds += (performance.now() - began) / 1000;
    return result;
  }

  /** A child that attains the value; where the root was the device's alone, its children are searched. */
  async #bestMove(): Promise<number | undefined> {
    const tree = this.#tree;
    const value = tree.low[0]!;
    if (this.#horizon > 0) {
      const end = tree.first[0]! + tree.count[0]!;
      for (let child = tree.first[0]!; child < end; child++) {
        if (-tree.high[child]! >= value) return tree.move[child]!;
      }
      return undefined;
    }
    const { reference } = this.#calculator;
    return reference.moves(this.#record).find((move) => {
      const window = { depth: this.#depth - 1, alpha: -value - 1, beta: -value + 1 };
      return -reference.search(this.#record, [move], window) === value;
    });
  }
}
