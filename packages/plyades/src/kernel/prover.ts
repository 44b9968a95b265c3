// Proof-number search in a kernel's memory: the tree (ProofTree), and provers that work in it. One prover
// is PNS, or PN2 with a second level; several on one tree are RP-PNS. A prover runs in slices, or in single
// steps for a scheduler that interleaves several of them.
import type { Kernel } from './kernel.js';

/** What is to be proved: that the attacker wins on the board. */
export interface Attack {
  /** 0 or 1. */
  readonly attacker: number;
  /** The attacker must give check with every move. */
  readonly checksOnly?: boolean;
  /** A repetition in which the defender alone gave check with every move is won for the attacker. */
  readonly perpetualLoses?: boolean;
  /** Initial numbers count moves; 1 and 1 if not. */
  readonly mobility?: boolean;
}

/** `blocked`: a lock is held by another prover; `ended`: the root is solved, or everybody is to stop. */
export type Stepped = 'running' | 'blocked' | 'ended';

/** What a prover does next. */
export type ProverPhase = (typeof PHASES)[number];

/** What is known of a node. */
export interface ProofNumbers {
  /** Proof and disproof number; one of them is 0 when the node is solved. */
  readonly pn: number;
  readonly dn: number;
}

const STEPPED = ['running', 'blocked', 'ended'] as const;
/** In the order of assembly/proof/prover.ts. */
const PHASES = [
  ...(['begin', 'select', 'evaluate', 'lock-up', 'back-up', 'leave', 'finished'] as const),
  ...(['enter', 'exit-up', 'free-up', 'unlock-up'] as const),
  ...(['leave-lock', 'leave-look', 'leave-free', 'leave-unlock'] as const),
] as const;
const SELECTION = { best: 0, randomized: 1, virtual: 2 } as const;

/** The order in which `proverLayout` writes the offsets. */
const FIELDS = [
  'phase',
  'ply',
  'work',
  'bounded',
  'evaluated',
  'expanded',
  'collisions',
  'live',
  'peak',
  'stop',
  'full',
  'deep',
  'atomics',
  'threads',
] as const;
type Field = (typeof FIELDS)[number];

/** Bytes of a node. */
export const NODE_BYTES = 20;
/** Where the nodes of a tree begin. */
const HEADER = 128;

/** The bits by which a kernel knows a goal. */
export function ruleBits(attack: Attack): number {
  return (attack.checksOnly ? 1 : 0) | (attack.perpetualLoses ? 2 : 0) | (attack.mobility ? 4 : 0);
}

function layoutOf(kernel: Kernel): Record<Field, number> {
  const out = kernel.allocate(4 * FIELDS.length);
  kernel.exports.proverLayout(out);
  const at = (index: number) => kernel.i32[(out >>> 2) + index]!;
  return Object.fromEntries(FIELDS.map((field, index) => [field, at(index)])) as Record<
    Field,
    number
  >;
}

/** A tree of nodes of 20 bytes that provers share. */
export class ProofTree {
  readonly address: number;
  /** Nodes that fit. */
  readonly capacity: number;
  readonly #kernel: Kernel;
  readonly #at: Record<Field, number>;

  private constructor(kernel: Kernel, address: number, capacity: number) {
    this.#kernel = kernel;
    this.#at = layoutOf(kernel);
    this.address = address;
    this.capacity = capacity;
  }

  /** An empty tree of at most `capacity` nodes for this many provers. */
  static create(kernel: Kernel, capacity: number, threads = 1): ProofTree {
    const address = kernel.allocate(kernel.exports.storeBytes(capacity));
    kernel.exports.storeInit(address, capacity, threads);
    return new ProofTree(kernel, address, capacity);
  }

  /** The tree that another instance made in the same memory. */
  static at(kernel: Kernel, address: number): ProofTree {
    return new ProofTree(kernel, address, kernel.u32[address >>> 2]!);
  }

  /** Provers that share it. */
  get threads(): number {
    return this.#read('threads');
  }

  /** Forgets everything. No prover must be at work. */
  clear(threads = 1): void {
    this.#kernel.exports.storeInit(this.address, this.capacity, threads);
  }

  /** Numbers of the root. */
  get root(): ProofNumbers {
    const { u32 } = this.#kernel;
    const at = (this.address + HEADER) >>> 2;
    return { pn: u32[at]!, dn: u32[at + 1]! };
  }

  /** The moves of the root with their numbers, when it has been expanded. */
  get children(): readonly (ProofNumbers & { readonly move: number })[] {
    const { u32 } = this.#kernel;
    const root = (this.address + HEADER) >>> 2;
    const first = u32[root + 3]!;
    return Array.from({ length: u32[root + 4]! >>> 16 }, (_, i) => {
      const at = root + ((first - 1 + i) * NODE_BYTES) / 4;
      return { pn: u32[at]!, dn: u32[at + 1]!, move: u32[at + 2]! };
    });
  }

  /** A move of the solved root that decides it; undefined when all of them do. */
  get move(): number | undefined {
    const { pn } = this.root;
    const { children } = this;
    const deciding = children.filter((child) => (pn === 0 ? child.pn : child.dn) === 0);
    return deciding.length === children.length && children.length > 1
      ? undefined
      : deciding[0]?.move;
  }

  /** Nodes in memory now. */
  get live(): number {
    return this.#read('live');
  }

  /** The most nodes there have been in memory. */
  get peak(): number {
    return this.#read('peak');
  }

  /** True when the search ended because the memory was not enough. */
  get full(): boolean {
    return this.#read('full') !== 0;
  }

  /** True when it ended because a line became too long. */
  get deep(): boolean {
    return this.#read('deep') !== 0;
  }

  /** True when every prover of the tree is to end. */
  get stopped(): boolean {
    return Atomics.load(this.#kernel.i32, (this.address + this.#at.stop) >>> 2) !== 0;
  }

  /** Asks every prover of the tree to end. */
  stop(): void {
    Atomics.store(this.#kernel.i32, (this.address + this.#at.stop) >>> 2, 1);
  }

  #read(field: Field): number {
    return this.#kernel.u32[(this.address + this.#at[field]) >>> 2]!;
  }
}

/** How a prover chooses children. */
export interface ProverSelection {
  /** `best`: the best successor; `randomized`: alternative threads of RP-PNS; `virtual`: threads below a child count as more work there. */
  readonly kind: keyof typeof SELECTION;
  /** For `randomized` D; for `virtual` what each prover below a child adds to its number. */
  readonly spread?: number;
  readonly seed?: number;
  /** True for the prover whose depth is that of the principal variation. */
  readonly principal?: boolean;
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
  readonly #at: Record<Field, number>;

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
    this.#at = layoutOf(kernel);
    this.#record = kernel.allocate(exports.recordBytes());
    this.address = kernel.allocate(exports.proverBytes(maxPly));
    const line = kernel.allocate(exports.lineBytes(maxPly));
    exports.proverInit(this.address, line, tree.address, maxPly);
    exports.setGoal(this.address, attack.attacker, ruleBits(attack));
    const { kind, spread = 0, seed = 1, principal = kind === 'best' } = selection;
    exports.proverSelection(this.address, SELECTION[kind], spread, seed, principal ? 1 : 0);
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
    return PHASES[this.#read('phase')]!;
  }

  /** Plies from the root to the node it is at. */
  get ply(): number {
    return this.#read('ply');
  }

  /** Nodes that the last step looked at, evaluated or gave back. */
  get work(): number {
    return this.#read('work');
  }

  /** Whether no other prover shares the tree. */
  get isAlone(): boolean {
    return this.tree.threads === 1;
  }

  /** Words that other provers use, too, which the last step changed by an atomic instruction. */
  get atomics(): number {
    return this.#read('atomics');
  }

  /** True when a disproof would rest on moves that nobody looked at: trees of bounded width. */
  get bounded(): boolean {
    return this.#read('bounded') !== 0;
  }

  /** Nodes whose numbers were set, second levels included. */
  get evaluated(): number {
    return this.#kernel.count(this.address + this.#at.evaluated);
  }

  /** Leaves of the tree that were expanded. */
  get expanded(): number {
    return this.#kernel.count(this.address + this.#at.expanded);
  }

  /** Descents that found their leaf taken or solved by another prover. */
  get collisions(): number {
    return this.#kernel.count(this.address + this.#at.collisions);
  }

  #read(field: Field): number {
    return this.#kernel.u32[(this.address + this.#at[field]) >>> 2]!;
  }
}
