// How a master describes its tree to a trace: after some passes it walks over the tree that it predicts, and tells the
// nodes that have changed. A walk over a large tree takes long, so the next one is made the later the larger the tree.
import { INFINITE } from '../core/score.js';
import type { NodeState, Tracer, TreeChange } from '../core/trace.js';
import type { Micros } from './actor.js';

/**
 * The next walk is made after this many microseconds for each node of the last; a walk takes about one, with the children
 * that were cut off.
 */
const MICROS_FOR_A_NODE = 2;

const NO_PARENT = -1;
export const NO_OWNER = -1;

/** A node as a walk finds it. */
type TracedNode = Omit<TreeChange, 'node' | 'parent'>;
type Writable<T> = { -readonly [K in keyof T]: T[K] };

const NOTHING_KNOWN: TracedNode = {
  move: 0,
  state: 'believed',
  predicted: false,
  alpha: Number.NaN,
  beta: Number.NaN,
  taskAlpha: Number.NaN,
  taskBeta: Number.NaN,
  value: Number.NaN,
  lower: Number.NaN,
  upper: Number.NaN,
  owner: NO_OWNER,
  proof: Number.NaN,
  disproof: Number.NaN,
};

interface Described {
  last: TreeChange;
  /** The walk that came to it last. */
  walk: number;
  /** Of its owner: the same as long as nothing of the node has changed. */
  mark: object | undefined;
}

export class TreeTrace<N extends object> {
  /** What `node` and `cut` describe; `clear` it first. One object for all, since a walk comes to many nodes. */
  readonly traced: Writable<TracedNode> = { ...NOTHING_KNOWN };
  /** Whether the last node was new or had changed; else its children that are cut off are as they were. */
  changed = false;
  readonly #tracer: Tracer;
  readonly #described = new Map<N, Described>();
  /** Nodes that the last walk found in the tree, without those that were cut off. */
  #present: Described[] = [];
  #found: Described[] = [];
  #walks = 0;
  /** Nodes of the last walk, and when the next may be made. */
  #walked = 0;
  #walkAt: Micros = 0;

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  /** Whether the tree should be described now. */
  wants(now: Micros): boolean {
    return now >= this.#walkAt && this.#tracer.wantsTree();
  }

  /** Begins a walk; parents are described before their children. */
  begin(): void {
    this.#walks++;
    this.#walked = 0;
    this.#found = [];
  }

  /** Nothing is known of the next node but how it is reached and its state. */
  clear(move: number, state: NodeState, predicted: boolean): Writable<TracedNode> {
    const { traced } = this;
    traced.move = move;
    traced.state = state;
    traced.predicted = predicted;
    traced.alpha = Number.NaN;
    traced.beta = Number.NaN;
    traced.taskAlpha = Number.NaN;
    traced.taskBeta = Number.NaN;
    traced.value = Number.NaN;
    traced.lower = Number.NaN;
    traced.upper = Number.NaN;
    traced.owner = NO_OWNER;
    traced.proof = Number.NaN;
    traced.disproof = Number.NaN;
    return traced;
  }

  /** Whether the node was described with the same `mark`, and need not be again. */
  isKnown(node: N, mark: object): boolean {
    const known = this.#described.get(node);
    if (known?.mark !== mark) return false;
    this.#walked++;
    known.walk = this.#walks;
    this.#found.push(known);
    return true;
  }

  /** Describes a node as `traced` says; false when this walk was there before, on another way. */
  node(node: N, parent: N | undefined, mark?: object): boolean {
    this.#walked++;
    this.changed = false;
    const { traced } = this;
    const known = this.#described.get(node);
    if (known?.walk === this.#walks) return false;
    if (known === undefined) {
      const number = this.#described.size;
      const last = { ...traced, node: number, parent: this.#numberOf(parent) };
      const described = { last, walk: this.#walks, mark };
      this.#described.set(node, described);
      if (traced.state !== 'cut') this.#found.push(described);
      this.#tracer.node(last);
      this.changed = true;
      return true;
    }
    known.walk = this.#walks;
    known.mark = mark;
    if (traced.state !== 'cut') this.#found.push(known);
    // A node that several ways lead to stays where it was found first.
    traced.move = known.last.move;
    if (isSame(known.last, traced)) return true;
    const { node: number, parent: first } = known.last;
    known.last = { ...traced, node: number, parent: first };
    this.#tracer.node(known.last);
    this.changed = true;
    return true;
  }

  /** A child that was not visited because a sibling was good enough; described once, until it is visited. */
  cut(node: N, parent: N, move: number, value: number): void {
    if (this.#described.get(node)?.last.state === 'cut') return;
    this.clear(move, 'cut', false).value = value;
    this.node(node, parent);
  }

  /** Whether the node belonged to the predicted tree when it was described last. */
  wasPredicted(node: N): boolean {
    return this.#described.get(node)?.last.predicted ?? false;
  }

  /** Ends a walk: what belonged to the tree before, and was not come to, is left. */
  end(now: Micros): void {
    this.#walkAt = now + this.#walked * MICROS_FOR_A_NODE;
    for (const described of this.#present) {
      if (described.walk === this.#walks) continue;
      described.last = { ...described.last, state: 'left', predicted: false, owner: NO_OWNER };
      this.#tracer.node(described.last);
    }
    this.#present = this.#found;
  }

  #numberOf(node: N | undefined): number {
    return node === undefined ? NO_PARENT : (this.#described.get(node)?.last.node ?? NO_PARENT);
  }
}

function isSame(a: TracedNode, b: TracedNode): boolean {
  return (
    a.state === b.state &&
    a.predicted === b.predicted &&
    a.owner === b.owner &&
    equal(a.value, b.value) &&
    equal(a.lower, b.lower) &&
    equal(a.upper, b.upper) &&
    equal(a.alpha, b.alpha) &&
    equal(a.beta, b.beta) &&
    equal(a.taskAlpha, b.taskAlpha) &&
    equal(a.taskBeta, b.taskBeta) &&
    equal(a.proof, b.proof) &&
    equal(a.disproof, b.disproof)
  );
}

/** Numbers that are not known are equal. */
// biome-ignore lint/suspicious/noSelfCompare: only NaN differs from itself.
const equal = (a: number, b: number): boolean => a === b || (a !== a && b !== b);

/** Bounds as a trace has them: one that says nothing is not known. */
export function setBounds(
  traced: Writable<TracedNode>,
  { lower, upper }: { readonly lower: number; readonly upper: number },
): void {
  if (lower > -INFINITE) traced.lower = lower;
  if (upper < INFINITE) traced.upper = upper;
}

/** The state of a node that a pass has visited. */
export const visitedState = (certain: boolean, owner: number | undefined): NodeState =>
  certain ? 'certain' : owner === undefined ? 'believed' : 'searching';
