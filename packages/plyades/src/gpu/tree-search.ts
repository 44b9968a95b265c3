// Past the paper: whole subtrees on the device. The host keeps the tree down to a horizon, and the device searches
// what is left from there on by alpha-beta, each lane or workgroup a subtree. With pruning that is
// src/gpu/round-search.ts; without, the host's tree is expanded ply by ply and all its leaves are one batch.
import { PlyadesError } from '../core/errors.js';
import { INFINITE } from '../core/score.js';
import type { Calculates } from './calculator.js';
import { GuessedTree, settledValue } from './guessed-tree.js';
import { HostSlices } from './host-slices.js';
import type { Reference } from './reference.js';
import { type RoundOptions, RoundSearch } from './round-search.js';
import { TreeBatches } from './tree-batches.js';

/** Options of a search whose subtrees stay on the device. */
export interface TreeSearchOptions extends RoundOptions {
  readonly depth: number;
  /** Plies that the device searches by itself, 1 or more; 2 if not given. */
  readonly plies?: number;
  /** False: every node of the tree is searched. */
  readonly pruning?: boolean;
  readonly signal?: AbortSignal;
}

/** What a search by subtrees on the device has found, and what it took. */
export interface TreeSearchResult {
  readonly value: number;
  /** Undefined when the game is over. */
  readonly move: number | undefined;
  /** Nodes of the host's tree, and those that the device entered. */
  readonly hostNodes: number;
  readonly nodes: number;
  readonly rounds: number;
  /** Nodes of the host's tree that were expanded, subtrees that were searched, and batches that they took. */
  readonly opened: number;
  readonly tasks: number;
  readonly batches: number;
  readonly seconds: number;
  /** Seconds in which the host waited for the device. */
  readonly waitSeconds: number;
}

/** Searches by subtrees that the device searches to their end. */
export async function searchTrees(
  calculator: Calculates,
  record: Uint8Array,
  options: TreeSearchOptions,
): Promise<TreeSearchResult> {
  const { depth, plies = 2, pruning = true, signal } = options;
  const { deepest } = calculator.shaders;
  if (!(Number.isInteger(depth) && depth >= 1)) {
    throw new PlyadesError('ERR_LIMIT', `depth ${depth}: expected a whole number from 1 on`);
  }
  if (!(Number.isInteger(plies) && plies >= 1 && plies <= deepest)) {
    const message = `${plies} plies on the device: expected 1 to ${deepest}`;
    throw new PlyadesError('ERR_LIMIT', message);
  }
  const began = performance.now();
  // The processor's, too: of small batches, and of all when there is no device.
  const searched = () => calculator.usage.nodes + calculator.reference.nodes;
  const before = searched();
  const tree = new GuessedTree();
  const horizon = Math.max(0, depth - plies);
  const counts = pruning
    ? await new RoundSearch(calculator, record, tree, { depth, horizon }, options).run()
    : await searchAll(calculator, record, tree, { depth, horizon, signal });
  const nodes = searched() - before;
  return {
    value: tree.low(0),
    move: bestMove(calculator, record, tree, depth),
    hostNodes: tree.size,
    nodes,
    ...counts,
    seconds: (performance.now() - began) / 1000,
  };
}

interface FullSearch {
  readonly depth: number;
  readonly horizon: number;
  readonly signal: AbortSignal | undefined;
}

async function searchAll(
  calculator: Calculates,
  record: Uint8Array,
  tree: GuessedTree,
  { depth, horizon, signal }: FullSearch,
) {
  const counts = { rounds: 0, opened: 0, tasks: 0, batches: 0, waitSeconds: 0 };
  const batches = new TreeBatches(tree, calculator, record);
  const slices = new HostSlices(signal);
  const wait = async <T>(ask: () => Promise<T>): Promise<T> => {
    await slices.step();
    const began = performance.now();
    const result = await ask();
    counts.batches++;
    counts.waitSeconds += (performance.now() - began) / 1000;
    return result;
  };
  const level = (first: number): Int32Array => {
    const nodes = new Int32Array(tree.size - first);
    for (let i = 0; i < nodes.length; i++) nodes[i] = first + i;
    return nodes;
  };
  let first = 0;
  for (let ply = 0; ply < horizon && first < tree.size; ply++) {
    const nodes = level(first);
    first = tree.size;
    for (const { from, batch } of batches.of(nodes, {})) {
      const branches = await wait(() => calculator.branches(batch, signal));
      const list = tree.addList(branches.moves);
      counts.opened += batch.count;
      for (let i = 0; i < batch.count; i++) {
        const node = nodes[from + i]!;
        const count = branches.counts[i]!;
        const offset = branches.offsets[i]!;
        tree.open(node, list, offset, count);
        if (count === 0) tree.settle(node, settledValue(offset, depth - ply));
        const end = tree.size;
        tree.parent.fill(node, end - count, end);
        tree.ply.fill(ply + 1, end - count, end);
      }
    }
  }
  const leaves = level(first);
  for (const { from, batch } of batches.of(leaves, { depth: depth - horizon, open: true })) {
    const values = await wait(() => calculator.search(batch, signal));
    counts.tasks += batch.count;
    for (let i = 0; i < batch.count; i++) tree.settle(leaves[from + i]!, values[i]!);
  }
  for (let node = tree.size - 1; node >= 0; node--) {
    if (node < first && tree.count(node) > 0) tree.gather(node, false);
    tree.lift(node);
  }
  return counts;
}

/** A child that attains the value; where the root was the device's alone, its children are searched. */
function bestMove(
  { reference }: Calculates,
  record: Uint8Array,
  tree: GuessedTree,
  depth: number,
): number | undefined {
  const value = tree.low(0);
  for (let i = 0; i < tree.count(0); i++) {
    const child = tree.first[0]! + i;
    if (-tree.high(child) >= value) return tree.move(child);
  }
  return moveAttaining(reference, record, value, depth);
}

/** The first move that attains a value, searched by the processor. */
export function moveAttaining(
  reference: Reference,
  record: Uint8Array,
  value: number,
  depth: number,
): number | undefined {
  return reference.moves(record).find((move) => {
    const window = { depth: depth - 1, alpha: -value - 1, beta: Math.min(-value + 1, INFINITE) };
    return -reference.search(record, [move], window) === value;
  });
}
