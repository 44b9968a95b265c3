// A solver on one thread: PNS, PN2 or df-pn, in slices. When it has an answer its explainer finds the line of
// best play and, on demand, a proof.
import type { Clock } from '../core/clock.js';
import {
  DepthFirst,
  type Kernel,
  NODE_BYTES,
  ProofTable,
  ProofTree,
  Prover,
  type SecondLevel,
  TREE_HEADER_BYTES,
} from '../kernel/index.js';
import type { ProofBoard } from './board.js';
import { Explainer } from './explainer.js';
import { type AttackGoal, type ProofVerdict, verdictOf } from './goal.js';
import { MAX_LINE, type SolverOptions, solverOf } from './options.js';

/** Why there is no answer. */
export type UnknownReason =
  | 'memory' // the memory was not enough
  | 'nodes' // as many nodes as allowed were evaluated
  | 'time' // the time was up
  | 'depth' // a line became longer than MAX_LINE
  | 'width' // in games of too many moves not all were looked at
  | 'unshown' // on a cluster: workers claim an answer, but none shows a proof
  | 'aborted';

/** The result so far. */
export interface SolverReport {
  readonly result: ProofVerdict;
  readonly reason: UnknownReason | undefined;
  /** Nodes evaluated: positions whose numbers were set. */
  readonly nodes: number;
  readonly expanded: number;
  /** The most that tree or table held at a time. */
  readonly memoryBytes: number;
  /** Proof and disproof number of the root, as far as known. */
  readonly pn: number | undefined;
  readonly dn: number | undefined;
  /** A move at the root that decides, when the search knows one. */
  readonly move: number | undefined;
  /** On a cluster: processes that have claimed what they cannot show. */
  readonly liars?: readonly number[];
}

/** Share of the memory of PNS and PN2 that is kept for finding lines and proofs, and the least of its table. */
const FINDER_SHARE = 1 / 4;
const LEAST_TABLE = 1 << 20;
/** Share of what is left that the second level of PN2 gets. */
const SECOND_SHARE = 1 / 3;

const SLICE_MS = 8;
const FIRST_SLICE = 1000;

/** The part of a search that solves, as its host drives it. */
interface Engine {
  /** Evaluates about `budget` nodes; true when it has ended. */
  run(budget: number): boolean;
  readonly nodes: number;
  readonly expanded: number;
  readonly memoryBytes: number;
  /** Undefined while it has not ended, or when it ended without an answer. */
  readonly answer: boolean | undefined;
  readonly reason: UnknownReason | undefined;
  readonly numbers: { readonly pn: number; readonly dn: number } | undefined;
  readonly move: number | undefined;
}

export class Solver<P> {
  /** Explains the answer, once there is one. */
  readonly explainer: Explainer<P>;
  readonly #attackGoal: AttackGoal;
  readonly #options: SolverOptions;
  readonly #clock: Clock;
  readonly #engine: Engine;
  #slice = FIRST_SLICE;
  #ended = false;
  #stopped: UnknownReason | undefined;

  /** `keyed` as in DepthFirstOptions. The kernel's memory is the solver's. */
  constructor(
    kernel: Kernel,
    board: ProofBoard<P>,
    root: P,
    attackGoal: AttackGoal,
    options: SolverOptions,
    keyed: boolean,
    clock: Clock,
  ) {
    this.#attackGoal = attackGoal;
    this.#options = options;
    this.#clock = clock;
    const { attack } = attackGoal;
    const { algorithm } = options;
    const shares = sharesOf(options, DepthFirst.bytes(kernel, MAX_LINE));
    const table = ProofTable.create(kernel, shares.table);
    this.explainer = new Explainer(kernel, board, root, attackGoal, table, keyed);
    const record = board.record(root);
    this.#engine =
      solverOf(algorithm).store === 'table'
        ? depthFirstEngine(
            new DepthFirst(kernel, table, MAX_LINE, attack, { keyed }),
            table,
            record,
          )
        : treeEngine(kernel, attackGoal, options, shares.tree, record);
  }

  /** Bytes that a kernel needs for a solver. */
  static bytes({ memoryBytes }: SolverOptions): number {
    return memoryBytes + (1 << 20);
  }

  /** Searches for some milliseconds; true when the search has ended. */
  step(): boolean {
    if (this.#ended) return true;
    const left = this.#options.nodes - this.#engine.nodes;
    const begin = this.#clock.now();
    const over = this.#engine.run(Math.min(this.#slice, left));
    const took = this.#clock.now() - begin;
    if (took < SLICE_MS / 2) this.#slice = Math.min(this.#slice * 2, 1 << 24);
    else if (took > SLICE_MS * 2) this.#slice = Math.max(this.#slice >> 1, FIRST_SLICE);
    if (over) this.#ended = true;
    else if (this.#engine.nodes >= this.#options.nodes) this.#end('nodes');
    return this.#ended;
  }

  abort(): void {
    if (!this.#ended) this.#end('aborted');
  }

  #end(why: UnknownReason): void {
    this.#ended = true;
    this.#stopped = why;
  }

  get report(): SolverReport {
    const { answer, nodes, expanded, memoryBytes, numbers } = this.#engine;
    const result =
      !this.#ended || answer === undefined ? 'unknown' : verdictOf(this.#attackGoal, answer);
    return {
      result,
      reason: result === 'unknown' ? (this.#stopped ?? this.#engine.reason) : undefined,
      nodes,
      expanded,
      memoryBytes,
      pn: this.#attackGoal.turned ? numbers?.dn : numbers?.pn,
      dn: this.#attackGoal.turned ? numbers?.pn : numbers?.dn,
      move: result === 'unknown' ? undefined : this.#engine.move,
    };
  }
}

/** How the memory is divided, in bytes: the table of df-pn or of the search that finds lines, and the tree with its prover. */
export function sharesOf(
  { algorithm, memoryBytes }: Pick<SolverOptions, 'algorithm' | 'memoryBytes'>,
  depthFirstBytes: number,
): { readonly table: number; readonly tree: number } {
  // One search solves, the other finds lines.
  if (solverOf(algorithm).store === 'table')
    return { table: memoryBytes - 2 * depthFirstBytes, tree: 0 };
  const least = depthFirstBytes + LEAST_TABLE;
  const finder = Math.max(least, Math.floor(memoryBytes * FINDER_SHARE));
  return { table: finder - depthFirstBytes, tree: memoryBytes - finder };
}

function depthFirstEngine(search: DepthFirst, table: ProofTable, record: Uint8Array): Engine {
  search.start(record);
  let ended = false;
  return {
    run(budget) {
      ended = search.run(budget);
      return ended;
    },
    get nodes() {
      return search.evaluated;
    },
    get expanded() {
      return search.expanded;
    },
    memoryBytes: table.bytes,
    get answer() {
      if (!ended || search.deep) return undefined;
      if (search.root.pn === 0) return true;
      return search.bounded ? undefined : false;
    },
    get reason() {
      return search.deep ? 'depth' : 'width';
    },
    get numbers() {
      return ended ? search.root : undefined;
    },
    move: undefined,
  };
}

function treeEngine(
  kernel: Kernel,
  { attack }: AttackGoal,
  { algorithm, exponent }: SolverOptions,
  bytes: number,
  record: Uint8Array,
): Engine {
  let second: SecondLevel | undefined;
  if (solverOf(algorithm).secondLevel) {
    second = { capacity: Math.floor((bytes * SECOND_SHARE) / NODE_BYTES), exponent };
  }
  const left = bytes - Prover.bytes(kernel, MAX_LINE, second);
  const tree = ProofTree.create(kernel, Math.floor((left - TREE_HEADER_BYTES) / NODE_BYTES) - 64);
  const prover = new Prover(kernel, tree, MAX_LINE, attack, { kind: 'best' }, second);
  prover.start(record);
  return {
    run: (budget) => prover.run(budget) === 'ended',
    get nodes() {
      return prover.evaluated;
    },
    get expanded() {
      return prover.expanded;
    },
    get memoryBytes() {
      return tree.peak * NODE_BYTES;
    },
    get answer() {
      const { pn, dn } = tree.root;
      if (pn === 0) return true;
      return dn === 0 && !prover.bounded ? false : undefined;
    },
    get reason() {
      if (tree.full) return 'memory';
      return tree.deep ? 'depth' : 'width';
    },
    get numbers() {
      return tree.root;
    },
    get move() {
      return tree.move;
    },
  };
}
