// The tree of proof-number search in a kernel's memory, which provers on several threads may share.
import { type ProofNumbers, RecordFields } from './attack.js';
import type { Kernel } from './kernel.js';

/** Fields of a prover and of the head of its tree, in the order in which `proverLayout` writes their offsets. */
export const PROVER_FIELDS = [
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
  'next',
] as const;

/** The fields of the prover or tree at an address. */
export const proverFields = (kernel: Kernel, address: number) =>
  new RecordFields(kernel, address, PROVER_FIELDS, kernel.exports.proverLayout);

/** Bytes of a node. */
export const NODE_BYTES = 20;
/** Where the threads' tallies are, and the nodes of a tree begin, as in assembly/proof/store.ts. */
const TALLIES = 128;
const TALLY_BYTES = 64;
export const TREE_HEADER_BYTES = TALLIES + 128 * TALLY_BYTES;

/** A tree of nodes of 20 bytes that provers share. */
export class ProofTree {
  readonly address: number;
  /** Nodes that fit. */
  readonly capacity: number;
  readonly #kernel: Kernel;
  readonly #fields: RecordFields<(typeof PROVER_FIELDS)[number]>;

  private constructor(kernel: Kernel, address: number, capacity: number) {
    this.#kernel = kernel;
    this.#fields = proverFields(kernel, address);
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
    return this.#fields.read('threads');
  }

  /** Forgets everything. No prover must be at work. */
  clear(threads = 1): void {
    this.#kernel.exports.storeInit(this.address, this.capacity, threads);
  }

  /** Address of the root; the node with index n is (n - 1) nodes behind it. */
  get nodesAddress(): number {
    return this.address + TREE_HEADER_BYTES;
  }

  /** Numbers of the root. */
  get root(): ProofNumbers {
    const { u32 } = this.#kernel;
    const at = this.nodesAddress >>> 2;
    return { pn: u32[at]!, dn: u32[at + 1]! };
  }

  /** The moves of the root with their numbers, when it has been expanded. */
  get children(): readonly (ProofNumbers & { readonly move: number })[] {
    const { u32 } = this.#kernel;
    const root = this.nodesAddress >>> 2;
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

  /** Nodes in memory now: one count, and the tallies of provers that share the tree. */
  get live(): number {
    let live = this.#fields.read('live');
    const { threads } = this;
    for (let thread = 0; threads > 1 && thread < threads; thread++) {
      live += this.#kernel.i32[(this.address + TALLIES + thread * TALLY_BYTES) >>> 2]!;
    }
    return live;
  }

  /** The most nodes there have been in memory; with several provers, as far as they have looked: every 2,048 nodes. */
  get peak(): number {
    return Math.max(this.#fields.read('peak'), this.live);
  }

  /** The most bytes that nodes have taken at a time. */
  get peakBytes(): number {
    return this.peak * NODE_BYTES;
  }

  /** True when the search ended because the memory was not enough. */
  get full(): boolean {
    return this.#fields.read('full') !== 0;
  }

  /** True when it ended because a line became too long. */
  get deep(): boolean {
    return this.#fields.read('deep') !== 0;
  }

  /** True when every prover of the tree is to end. */
  get stopped(): boolean {
    return Atomics.load(this.#kernel.i32, this.#fields.word('stop')) !== 0;
  }

  /** Bytes from the address on in which nodes were ever made. */
  get usedBytes(): number {
    const next = Math.min(this.#fields.read('next'), this.capacity + 1);
    return TREE_HEADER_BYTES + (next - 1) * NODE_BYTES;
  }

  /** Asks every prover of the tree to end. */
  stop(): void {
    Atomics.store(this.#kernel.i32, this.#fields.word('stop'), 1);
  }
}
