// Provers of proof-number search in a kernel's memory. One prover on a tree is PNS, or PN2 with a second level;
// several are RP-PNS. A prover runs in slices, or in single steps for a scheduler that interleaves several of them.
import { type Attack, setAttack } from './attack.js';
import type { Kernel } from './kernel.js';
import { ProofTree, proverFields } from './proof-tree.js';

/** `blocked`: another prover holds a lock; `ended`: the root is solved, or every prover is to stop. */
export type Stepped = 'running' | 'blocked' | 'ended';

/** What a prover does next. */
export type ProverPhase = (typeof PHASES)[number];

const STEPPED = ['running', 'blocked', 'ended'] as const;
/** In the order of assembly/proof/prover.ts. */
const PHASES = [
  ...(['begin', 'select', 'evaluate', 'lock-up', 'back-up', 'leave', 'finished'] as const),
  ...(['enter', 'exit-up', 'free-up', 'unlock-up'] as const),
  ...(['leave-lock', 'leave-look', 'leave-free', 'leave-unlock'] as const),
] as const;
const SELECTION = { best: 0, randomized: 1, virtual: 2 } as const;

/** How a prover chooses children. */
export interface ProverSelection {
  /** `best`: the best successor; `randomized`: alternative threads of RP-PNS; `virtual`: threads below a child count as more work there. */
  readonly kind: keyof typeof SELECTION;
  /** For `randomized` D; for `virtual` what each prover below a child adds to its number. */
  readonly spread?: number;
  readonly seed?: number;
  /** True for the prover whose depth is that of the principal variation. */
  readonly principal?: boolean;
  /**
   * Leaves that it expands at most, by the limits of df-pn, before it brings the nodes above up to date; 0, the
   * default: it does so after each leaf. Not for `randomized`, nor for a prover alone.
   */
  readonly stay?: number;
  /** Its number among the provers of the tree, from 0. */
  readonly thread?: number;
}

/** The second level of PN2. */
export interface SecondLevel {
  /** Nodes that its tree may have at most. */
  readonly capacity: number;
  /** The limit is the size of the first level to this power, divided by the number of provers. */
  readonly exponent: number;
  /** The limit is divided by this, too; 1 if not given. */
  readonly divisor?: number;
}

/** One thread of a proof-number search. */
export class Prover {
  readonly address: number;
  readonly tree: ProofTree;
  /** Whether leaves are evaluated by a second level. */
  readonly hasSecond: boolean;
  readonly #kernel: Kernel;
  readonly #record: number;
  readonly #fields: ReturnType<typeof proverFields>;

  constructor(
    kernel: Kernel,
    tree: ProofTree,
    maxPly: number,
    attack: Attack,
    selection: ProverSelection = { kind: 'best' },
    second?: SecondLevel,
  ) {
    const { exports } = kernel;
    this.#kernel = kernel;
    this.tree = tree;
    this.hasSecond = second !== undefined;
    this.#record = kernel.allocate(exports.recordBytes());
    this.address = kernel.allocate(exports.proverBytes(maxPly));
    this.#fields = proverFields(kernel, this.address);
    const line = kernel.allocate(exports.lineBytes(maxPly));
    exports.proverInit(this.address, line, tree.address, maxPly);
    setAttack(kernel, this.address, attack);
    const { kind, spread = 0, stay = 0, seed = 1, thread = 0 } = selection;
    const principal = (selection.principal ?? kind === 'best') ? 1 : 0;
    const chosen = SELECTION[kind];
    exports.proverSelection(this.address, chosen, spread, seed, principal, stay, thread);
    if (second !== undefined) {
      const below = ProofTree.create(kernel, second.capacity);
      const address = kernel.allocate(exports.proverBytes(maxPly));
      const { exponent, divisor = 1 } = second;
      exports.proverSecond(this.address, address, below.address, exponent, divisor);
    }
  }

  /** Bytes of a prover beside its tree; the second level counts only with its capacity. */
  static bytes(kernel: Kernel, maxPly: number, second?: SecondLevel): number {
    const { exports } = kernel;
    const one = exports.proverBytes(maxPly) + exports.lineBytes(maxPly) + exports.recordBytes();
    const two = second ? exports.proverBytes(maxPly) + exports.storeBytes(second.capacity) : 0;
    return one + two + 1024;
  }

  /** Forgets its free blocks and counts, for a tree that was cleared. */
  forget(): void {
    this.#kernel.exports.proverForget(this.address);
  }

  /** Begins at a position; `first` for one prover of a tree, which looks at the root. */
  start(record: Uint8Array, first = true): void {
    this.#kernel.bytes.set(record, this.#record);
    this.#kernel.exports.proverStart(this.address, this.#record, first ? 1 : 0);
  }

  /** Does steps until about `budget` nodes have been evaluated. */
  run(budget: number): Stepped {
    return STEPPED[this.#kernel.exports.proverRun(this.address, budget)]!;
  }

  /** One step; never waits. */
  step(): Stepped {
    return STEPPED[this.#kernel.exports.proverStep(this.address)]!;
  }

  /** What the next step does. */
  get phase(): ProverPhase {
    return PHASES[this.#fields.read('phase')]!;
  }

  /** Plies from the root to the node it is at. */
  get ply(): number {
    return this.#fields.read('ply');
  }

  /** Nodes that the last step looked at, evaluated or gave back. */
  get work(): number {
    return this.#fields.read('work');
  }

  /** Whether no other prover shares the tree. */
  get isAlone(): boolean {
    return this.tree.threads === 1;
  }

  /** Words that other provers use, too, which the last step changed by an atomic instruction. */
  get atomics(): number {
    return this.#fields.read('atomics');
  }

  /** True when a disproof would rest on moves that were not looked at: trees of bounded width. */
  get bounded(): boolean {
    return this.#fields.read('bounded') !== 0;
  }

  /** Nodes whose numbers were set, second levels included. */
  get evaluated(): number {
    return this.#fields.count('evaluated');
  }

  /** Leaves of the tree that were expanded. */
  get expanded(): number {
    return this.#fields.count('expanded');
  }

  /** Descents that found their leaf taken or solved by another prover. */
  get collisions(): number {
    return this.#fields.count('collisions');
  }
}
