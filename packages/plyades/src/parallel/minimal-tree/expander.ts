// Expands nodes of the master's tree in a worker: a pass over a small tree of its own makes what the master's pass
// would make there, with the moves of a shallow search in front.
import { FULL_DEPTH } from '../../core/score.js';
import type { RulesPort } from '../ports.js';
import { type FactLists, writeFacts } from './facts.js';
import type { MinimalTreeSettings } from './options.js';
import { Pass } from './pass.js';
import { MinimalTree } from './tree.js';

/** Nodes after which a request is answered with what there is: some milliseconds, and a message of 2 kB. */
const ENOUGH_NODES = 100;

/** A shallow search of two plies makes up to the square of this many nodes. */
const WIDE = 32;
const PLIES_OF_WIDE = 3;

export interface ExpansionRequest<P> {
  readonly request: number;
  readonly position: P;
  /** Moves from the root. */
  readonly path: readonly number[];
  /** The depth of the search of the root. */
  readonly depth: number;
  readonly plies: number;
  readonly alpha: number;
  readonly beta: number;
}

export class Expander<P> {
  readonly #rules: RulesPort<P>;
  readonly #settings: MinimalTreeSettings;
  readonly #requests: ExpansionRequest<P>[] = [];
  #tree: MinimalTree<P> | undefined;
  #pass: Pass<P> | undefined;

  constructor(rules: RulesPort<P>, settings: MinimalTreeSettings) {
    this.#rules = rules;
    this.#settings = { ...settings, incremental: false };
  }

  get size(): number {
    return this.#requests.length;
  }

  add(request: ExpansionRequest<P>): void {
    this.#requests.push(request);
  }

  clear(): void {
    this.#requests.length = 0;
    this.#tree = undefined;
    this.#pass = undefined;
  }

  /** Makes about `budget` nodes for the oldest request; returns how many, and what has become of it when it is done. */
  run(budget: number): { nodes: number; request: number; facts: FactLists | undefined } {
    const { request, position, path, depth, plies, alpha, beta } = this.#requests[0]!;
    let nodes = 0;
    if (this.#tree === undefined || this.#pass === undefined) {
      const most = this.#rules.moves(position).length > WIDE ? PLIES_OF_WIDE : plies;
      const below = depth === FULL_DEPTH ? FULL_DEPTH : depth - path.length;
      this.#tree = new MinimalTree(this.#rules, below, Math.min(plies, most), position);
      this.#pass = new Pass(this.#tree, this.#settings, () => {});
      this.#pass.begin(alpha, beta);
      // The way there was played.
      nodes += path.length;
    }
    const { made } = this.#pass;
    const enough = Math.min(ENOUGH_NODES, made + budget);
    const isOver = this.#pass.run(Number.POSITIVE_INFINITY, enough);
    nodes += this.#pass.made - made;
    if (!isOver && this.#pass.made < ENOUGH_NODES) return { nodes, request, facts: undefined };
    const facts = writeFacts(this.#tree);
    this.#requests.shift();
    this.#tree = undefined;
    this.#pass = undefined;
    return { nodes, request, facts };
  }
}
