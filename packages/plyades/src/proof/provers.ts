// The provers of a parallel proof-number search: one PV thread and alternative threads. `rp-pns` chooses as
// the paper does (section 4.1); with `virtual` selection every thread takes the best successor when threads
// that are below a child already raise its numbers, and stays for some leaves below a node near them.
import { type Attack, type Kernel, ProofTree, Prover, type SecondLevel } from '../kernel/index.js';

/** How alternative threads leave the principal variation. */
export const selections = ['paper', 'virtual'] as const;
/** `paper`: at random, near it; `virtual`: by counting who is where. */
export type SelectionRule = (typeof selections)[number];

/** D of the paper. */
export const PAPER_SPREAD = 5;
/** Each thread below a child adds this to the child's number. */
export const VIRTUAL_SPREAD = 8;
/**
 * Leaves that a thread expands at most before it goes back to the root. Simulated with a
 * model of caches, 8 and 16 threads are 4.0 and 6.5 times as fast as one with 0 (two endgames of Lines of Action), 8.1
 * and 14.5 times with 32 (eight endgames); with 128 they work on old numbers.
 */
export const DEFAULT_STAY = 32;
export const MAX_STAY = 1_000_000;

export interface ProverGroupOptions {
  readonly attack: Attack;
  readonly maxPly: number;
  readonly threads: number;
  readonly selection: SelectionRule;
  /** D, or what a thread counts; the defaults are above. */
  readonly spread?: number;
  /** For `virtual`: leaves that a thread expands at most before it goes back to the root. */
  readonly stay?: number;
  readonly seed: number;
  /** For PN2. */
  readonly second?: SecondLevel;
}

/** Prover number `index`, which works in a shared tree. */
export function createProver(
  kernel: Kernel,
  tree: ProofTree,
  index: number,
  options: ProverGroupOptions,
): Prover {
  const { attack, maxPly, threads, selection, seed, second } = options;
  const principal = index === 0;
  const paper = selection === 'paper';
  const kind = threads === 1 || (paper && principal) ? 'best' : paper ? 'randomized' : 'virtual';
  const stay = paper ? 0 : (options.stay ?? DEFAULT_STAY);
  const spread = options.spread ?? (paper ? PAPER_SPREAD : VIRTUAL_SPREAD);
  // Neighbouring threads must not draw neighbouring numbers, and none may begin with 0.
  const own = (Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca77)) >>> 0 || 1;
  const how = { kind, spread, stay, seed: own, principal, thread: index } as const;
  return new Prover(kernel, tree, maxPly, attack, how, second);
}

/** All provers of a tree in one kernel, for a scheduler that interleaves them; started at a position. */
export function createProvers(
  kernel: Kernel,
  nodes: number,
  record: Uint8Array,
  options: ProverGroupOptions,
): { readonly tree: ProofTree; readonly provers: readonly Prover[] } {
  const tree = ProofTree.create(kernel, nodes, options.threads);
  const provers = Array.from({ length: options.threads }, (_, index) =>
    createProver(kernel, tree, index, options),
  );
  provers.forEach((prover, index) => {
    prover.start(record, index === 0);
  });
  return { tree, provers };
}
