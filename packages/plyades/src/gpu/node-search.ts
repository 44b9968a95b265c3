// The node-based search of L. Li and others, "A Parallel Algorithm for Game Tree Search Using GPGPU" (2014),
// algorithm 2. The host keeps the tree and goes through it depth-first; the device calculates batches of
// nodes of one depth: values of leaves and branches of the others. What is left over below the thresholds
// is calculated by the host, one node at a time. After each batch of leaves the values go up the tree, and
// what they cut off is dropped before it is calculated.
//
// A batch of branches has one depth. In the paper's order, depth-first, that is the deepest at which any are left; it is
// the device's when the whole tree has as many as the threshold, else the host expands one of them. By level, the usual
// order, it is the deepest level that has enough branches by itself, and where none has, the host expands a node nearest the
// root. Connect6 has 48 branches everywhere, and both are the same; in chess batches are larger by level (docs/gpu.md).
//
// Leaves are taken in the order of their parents, the best moves first: the paper's sorted leaves. A node is
// cut when its best value reaches the bound that its ancestors' values set at that time; bounds only get
// tighter, so the value of the root is exact. Nodes that are cut are found when they would be taken.
import { PlyadesError } from '../core/errors.js';
import { INFINITE, PROVEN } from '../core/score.js';
import { type Batch, itemOf, MOST_PATHS, NO_MOVE } from './batch.js';
import type { Calculates } from './calculator.js';
import { LEAST_BATCH, MOST_BATCH } from './description.js';
import { HostSlices } from './host-slices.js';
import type { Branches, Reference } from './reference.js';
import { TreeLevel } from './tree-level.js';

/** The order in which the processor opens branches. */
export type BranchOrder = 'depth-first' | 'by-level';

/** Options of the node-based search. */
export interface NodeSearchOptions {
  readonly depth: number;
  /** Leaves and branches in a batch at most; 7424 if not given, the paper's best for Connect6. */
  readonly lmax?: number;
  readonly bmax?: number;
  /** With fewer nodes than this the host calculates them; 40 if not given. */
  readonly lmin?: number;
  readonly bmin?: number;
  /** False: every node of the tree is calculated. */
  readonly pruning?: boolean;
  /** Which branches are expanded next: those of the deepest level with enough, or of the deepest, as in the paper. */
  readonly order?: BranchOrder;
  /** True, past the paper: a batch of leaves is asked for before the values of the one before are there. */
  readonly overlap?: boolean;
  readonly signal?: AbortSignal;
}

/** What the node-based search has found, and what it took. */
export interface NodeSearchResult {
  readonly value: number;
  /** Undefined when the game is over. */
  readonly move: number | undefined;
  /** Nodes that were calculated: branches, and leaves among them. */
  readonly nodes: number;
  readonly leaves: number;
  /** Those of them that the host calculated. */
  readonly hostNodes: number;
  readonly leafBatches: number;
  readonly branchBatches: number;
  /** The most nodes that the host kept at one time. */
  readonly mostNodes: number;
  readonly seconds: number;
  /** Seconds in which the host waited for batches of each kind. */
  readonly leafSeconds: number;
  readonly branchSeconds: number;
}

/** Positions of a batch if no number is given. */
export const DEFAULT_BATCH = 7424;

/** Leaves of a batch by their parents. */
interface Group {
  readonly node: number;
  readonly first: number;
  readonly count: number;
}

/** Leaves that are left of the branches that were expanded last. */
interface Frontier {
  readonly nodes: Int32Array;
  readonly branches: Branches;
  /** The first node with leaves left, and how many of its leaves are done. */
  at: number;
  done: number;
}

/** Searches by batches of leaves that the device evaluates. */
export async function searchNodes(
  calculator: Calculates,
  record: Uint8Array,
  options: NodeSearchOptions,
): Promise<NodeSearchResult> {
  return new NodeSearch(calculator, record, options).run();
}

class NodeSearch {
  readonly #calculator: Calculates;
  readonly #reference: Reference;
  readonly #record: Uint8Array;
  readonly #words: Uint32Array;
  readonly #limit: number;
  readonly #depth: number;
  readonly #pruning: boolean;
  readonly #order: BranchOrder;
  readonly #signal: AbortSignal | undefined;
  readonly #limits: { lmax: number; bmax: number; lmin: number; bmin: number };
  /** By the plies that are left, 1 to the depth. */
  readonly #levels: readonly TreeLevel[];
  /** Of the batch that is written, and of one that may be under way: a lost device's is done from them again. */
  #items: Uint32Array;
  #paths: Uint32Array;
  #otherItems: Uint32Array;
  #otherPaths: Uint32Array;
  readonly #overlap: boolean;
  /** Takes the values of the batch that is under way. */
  #underWay: (() => Promise<void>) | undefined;
  readonly #line: Int32Array;
  #frontier: Frontier | undefined;
  #move: number | undefined;
  #value: number | undefined;
  #kept = 0;
  readonly #counts = {
    nodes: 0,
    leaves: 0,
    hostNodes: 0,
    leafBatches: 0,
    branchBatches: 0,
    mostNodes: 0,
    leafSeconds: 0,
    branchSeconds: 0,
  };

  constructor(calculator: Calculates, record: Uint8Array, options: NodeSearchOptions) {
    const { depth, lmax = DEFAULT_BATCH, bmax = DEFAULT_BATCH } = options;
    const { lmin = LEAST_BATCH, bmin = LEAST_BATCH, pruning = true } = options;
    for (const [name, size] of Object.entries({ lmax, bmax })) {
      if (Number.isInteger(size) && size >= 1 && size <= MOST_BATCH) continue;
      throw new PlyadesError('ERR_LIMIT', `${name} ${size}: expected 1 to ${MOST_BATCH}`);
    }
    for (const [most, least, size, threshold] of [
      ['lmax', 'lmin', lmax, lmin],
      ['bmax', 'bmin', bmax, bmin],
    ] as const) {
      if (size >= threshold) continue;
      const message = `${most} ${size}: with fewer than ${threshold} (${least}) the device is never used`;
      throw new PlyadesError('ERR_LIMIT', message);
    }
    if (!(Number.isInteger(depth) && depth >= 1)) {
      throw new PlyadesError('ERR_LIMIT', `depth ${depth}: expected a whole number from 1 on`);
    }
    this.#calculator = calculator;
    this.#reference = calculator.reference;
    this.#record = record;
    this.#words = calculator.shaders.toWords(record);
    this.#limit = calculator.shaders.limitOf(record);
    this.#depth = depth;
    this.#pruning = pruning;
    this.#order = options.order ?? 'by-level';
    this.#signal = options.signal;
    this.#limits = { lmax, bmax, lmin, bmin };
    this.#levels = Array.from({ length: depth + 1 }, () => new TreeLevel());
    this.#items = new Uint32Array(Math.max(lmax, bmax));
    this.#paths = new Uint32Array(Math.min(MOST_PATHS, this.#items.length) * (depth + 1));
    this.#overlap = options.overlap ?? false;
    this.#otherItems = this.#overlap ? this.#items.slice() : this.#items;
    this.#otherPaths = this.#overlap ? this.#paths.slice() : this.#paths;
    this.#line = new Int32Array(depth + 1);
  }

  async run(): Promise<NodeSearchResult> {
    const began = performance.now();
    this.#levels[this.#depth]!.add(-1, NO_MOVE, -INFINITE);
    this.#kept = 1;
    const slices = new HostSlices(this.#signal);
    while (this.#value === undefined) {
      await slices.step();
      if (this.#frontier !== undefined) await this.#calculateLeaves(this.#frontier);
      else await this.#calculateBranches();
    }
    return {
      value: this.#value,
      move: this.#move,
      ...this.#counts,
      seconds: (performance.now() - began) / 1000,
    };
  }

  // --- leaves ---------------------------------------------------------------------------------------

  /** Steps 5 to 27. */
  async #calculateLeaves(frontier: Frontier): Promise<void> {
    const { lmax, lmin } = this.#limits;
    const { nodes, branches } = frontier;
    const groups: Group[] = [];
    let taken = 0;
    while (frontier.at < nodes.length && taken < lmax && groups.length < MOST_PATHS) {
      const node = nodes[frontier.at]!;
      const all = branches.counts[frontier.at]!;
      if (!this.#isWanted(1, node)) {
        frontier.at++;
        frontier.done = 0;
        continue;
      }
      const count = Math.min(all - frontier.done, lmax - taken);
      const begin = branches.offsets[frontier.at]! + frontier.done;
      const path = groups.length;
      for (let i = 0; i < count; i++) {
        this.#items[taken + i] = itemOf(path, branches.moves[begin + i]!);
      }
      groups.push({ node, first: taken, count });
      taken += count;
      frontier.done += count;
      if (frontier.done === all) {
        frontier.at++;
        frontier.done = 0;
      }
    }
    const last = frontier.at === nodes.length;
    if (last) this.#frontier = undefined;
    if (taken === 0) {
      await this.#takeUnderWay();
      return;
    }
    groups.forEach(({ node }, path) => {
      this.#writePath(path, 1, node);
    });
    const batch = this.#batch(taken, groups.length, this.#depth - 1);
    if (taken < lmin) {
      await this.#takeUnderWay();
      this.#calculateFewLeaves(batch, groups);
      return;
    }
    const values = this.#calculator.leaves(batch, this.#signal);
    // It is aborted together with the batch that is under way, whose error is the one reported.
    values.catch(() => {});
    this.#counts.leafBatches++;
    this.#counts.nodes += taken;
    this.#counts.leaves += taken;
    await this.#takeUnderWay();
    this.#underWay = () => this.#takeValues(values, groups);
    if (!this.#overlap || last) await this.#takeUnderWay();
    [this.#items, this.#otherItems] = [this.#otherItems, this.#items];
    [this.#paths, this.#otherPaths] = [this.#otherPaths, this.#paths];
  }

  async #takeUnderWay(): Promise<void> {
    const take = this.#underWay;
    this.#underWay = undefined;
    await take?.();
  }

  /** Steps 8 to 15. */
  async #takeValues(answer: Promise<Int32Array>, groups: readonly Group[]): Promise<void> {
    const began = performance.now();
    const values = await answer;
    this.#counts.leafSeconds += (performance.now() - began) / 1000;
    const level = this.#levels[1]!;
    for (const { node, first, count } of groups) {
      let least = values[first]!;
      for (let i = first + 1; i < first + count; i++) {
        if (values[i]! < least) least = values[i]!;
      }
      if (-least > level.best[node]!) level.best[node] = -least;
      level.pending[node]! -= count;
      this.#settle(1, node);
    }
  }

  /** Steps 18 to 27: one after the other, and what is cut off meanwhile is left out. */
  #calculateFewLeaves(batch: Batch, groups: readonly Group[]): void {
    const level = this.#levels[1]!;
    for (const { node, first, count } of groups) {
      for (let i = first; i < first + count; i++) {
        if (!this.#isWanted(1, node)) break;
        const value = -this.#reference.value(batch, i);
        this.#counts.nodes++;
        this.#counts.leaves++;
        this.#counts.hostNodes++;
        if (value > level.best[node]!) level.best[node] = value;
        level.pending[node]!--;
        this.#settle(1, node);
      }
    }
  }

  // --- branches -------------------------------------------------------------------------------------

  /** The level that is expanded next, by its plies, and whether the host does it, one node at a time. */
  #chooseLevel(): { readonly plies: number; readonly few: boolean } {
    let [deepest, highest, enough] = [0, 0, 0];
    let count = 0;
    for (let plies = 1; plies <= this.#depth && count < this.#limits.bmin; plies++) {
      const here = this.#countWanted(plies, this.#limits.bmin);
      if (here === 0) continue;
      if (deepest === 0) deepest = plies;
      highest = plies;
      if (here === this.#limits.bmin) enough = plies;
      count = this.#order === 'depth-first' ? count + here : here;
    }
    if (this.#order === 'by-level') {
      return { plies: enough === 0 ? highest : enough, few: enough === 0 };
    }
    return { plies: deepest, few: count < this.#limits.bmin };
  }

  /** Branches of a level that are neither expanded nor cut off, counted up to `most`. */
  #countWanted(plies: number, most: number): number {
    const level = this.#levels[plies]!;
    while (level.head < level.size && !this.#isWanted(plies, level.head)) level.head++;
    let count = 0;
    for (let at = level.head; at < level.size && count < most; at++) {
      if (this.#isWanted(plies, at)) count++;
    }
    return count;
  }

  /** Steps 28 to 42. */
  async #calculateBranches(): Promise<void> {
    const { bmax } = this.#limits;
    const { plies, few } = this.#chooseLevel();
    if (plies === 0) {
      // A cut may have decided the root just now.
      if (this.#value === undefined) throw new Error('the tree is used up and has no value');
      return;
    }
    const level = this.#levels[plies]!;
    const taken: number[] = [];
    let at = level.head;
    let paths = 0;
    let last = -2;
    while (at < level.size && taken.length < (few ? 1 : bmax)) {
      if (this.#isWanted(plies, at)) {
        const parent = level.parent[at]!;
        if (parent !== last) {
          if (paths === MOST_PATHS) break;
          this.#writePath(paths, plies + 1, parent);
          paths++;
          last = parent;
        }
        this.#items[taken.length] = itemOf(paths - 1, level.move[at]!);
        taken.push(at);
      }
      at++;
    }
    const count = taken.length;
    level.head = at;
    // Looking for nodes cuts some off: now and then the last of them.
    if (count === 0) return;
    const batch = this.#batch(count, paths, Math.max(0, this.#depth - plies - 1));
    const began = performance.now();
    const branches = few
      ? this.#reference.branches(batch)
      : await this.#calculator.branches(batch, this.#signal);
    if (few) this.#counts.hostNodes++;
    else {
      this.#counts.branchSeconds += (performance.now() - began) / 1000;
      this.#counts.branchBatches++;
    }
    this.#counts.nodes += count;
    this.#grow(plies, taken, branches);
  }

  /** Adds the children of nodes to the tree. */
  #grow(plies: number, nodes: readonly number[], branches: Branches): void {
    // A level is done with when nothing is left in it and below it.
    for (let below = 1; below < plies; below++) {
      const { head, size } = this.#levels[below]!;
      if (head < size) break;
      this.#kept -= size;
      this.#levels[below]!.clear();
    }
    const level = this.#levels[plies]!;
    const below = this.#levels[plies - 1];
    let leaves = 0;
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[i]!;
      const count = branches.counts[i]!;
      level.pending[node] = count;
      leaves += count;
      if (count === 0) {
        const result = branches.offsets[i]!;
        level.best[node] = Math.abs(result) > PROVEN ? result + Math.sign(result) * plies : result;
      } else if (plies > 1) {
        const first = branches.offsets[i]!;
        for (let j = 0; j < count; j++) below!.add(node, branches.moves[first + j]!, -INFINITE);
      }
    }
    if (plies === 1) {
      this.#frontier = { nodes: Int32Array.from(nodes), branches, at: 0, done: 0 };
    } else {
      this.#kept += leaves;
    }
    const kept = this.#kept + (plies === 1 ? leaves : 0);
    this.#counts.mostNodes = Math.max(this.#counts.mostNodes, kept);
    for (let i = 0; i < nodes.length; i++) {
      if (branches.counts[i] === 0) this.#settle(plies, nodes[i]!);
    }
  }

  // --- the tree -------------------------------------------------------------------------------------

  /** Closes a node when all its children are done, and its ancestors that are done then. */
  #settle(plies: number, node: number): void {
    const level = this.#levels[plies]!;
    if (level.pending[node] === 0 && level.closed[node] === 0) this.#close(plies, node);
  }

  /** The node has its value, or is cut off: its parent has one child less to wait for. */
  #close(plies: number, node: number): void {
    const level = this.#levels[plies]!;
    level.closed[node] = 1;
    const value = -level.best[node]!;
    if (plies === this.#depth) {
      this.#value = level.best[node]!;
      return;
    }
    const above = this.#levels[plies + 1]!;
    const parent = level.parent[node]!;
    if (value > above.best[parent]!) {
      above.best[parent] = value;
      if (plies + 1 === this.#depth) this.#move = level.move[node]!;
    }
    above.pending[parent]!--;
    this.#settle(plies + 1, parent);
  }

  /** False when the node or an ancestor has its value or is cut off; cuts are made here. */
  #isWanted(plies: number, node: number): boolean {
    if (!this.#pruning) return true;
    let index = node;
    for (let i = plies; i <= this.#depth; i++) {
      if (this.#levels[i]!.closed[index] === 1) return false;
      this.#line[i] = index;
      index = this.#levels[i]!.parent[index]!;
    }
    let low = -INFINITE;
    let high = INFINITE;
    for (let i = this.#depth; i >= plies; i--) {
      const at = this.#line[i]!;
      low = Math.max(low, this.#levels[i]!.best[at]!);
      if (low >= high) {
        this.#close(i, at);
        return false;
      }
      [low, high] = [-high, -low];
    }
    return true;
  }

  /** Writes the moves from the root to a node; a node above the root has none. */
  #writePath(path: number, plies: number, node: number): void {
    const length = this.#depth - plies;
    // Items of the root have no path at all, and their paths the length 0.
    const at = path * (Math.max(0, length) + 1);
    this.#paths[at] = 0;
    let index = node;
    for (let i = plies; i < this.#depth; i++) {
      this.#paths[at + this.#depth - i] = this.#levels[i]!.move[index]!;
      index = this.#levels[i]!.parent[index]!;
    }
  }

  #batch(count: number, pathCount: number, pathLength: number): Batch {
    return {
      count,
      roots: [this.#words],
      records: [this.#record],
      paths: this.#paths,
      pathCount,
      pathLength,
      items: this.#items,
      depth: 0,
      limit: this.#limit,
    };
  }
}
