// One thread of a parallel solver: a prover in a tree, or a depth-first search on a table, that it shares
// with the others in one memory. Nobody sends messages while it runs: the memory says when to stop, and how
// many nodes each thread has evaluated.
import { type GameSource, openGame, placerOf } from '../../games/open.js';
import {
  type Arena,
  DepthFirst,
  type Kernel,
  ProofTable,
  ProofTree,
  type SecondLevel,
} from '../../kernel/index.js';
import {
  type AttackGoal,
  createProver,
  MAX_LINE,
  type ParallelProofSettings,
  type SolverOptions,
} from '../../proof/index.js';
import { attackGoalFor } from './solve.js';

/** What the threads of a solver have in common. */
export interface SharedProofMemory {
  readonly memory: WebAssembly.Memory;
  /** Address of the tree, or of the table. */
  readonly tree: number;
  /** For a table: counters of threads below positions. */
  readonly busy: number;
  /** Address of three f64 a thread: nodes evaluated and expanded, collisions; and before them the flags. */
  readonly board: number;
}

/** Flags at the board's address, i32 each: whether to stop, and what was found. */
export const STOP_FLAG = 0;
export const FOUND_FLAG = 1;
/** What FOUND_FLAG says. */
export const FOUND = { nothing: 0, proved: 1, disproved: 2, tooDeep: 3 } as const;
/** Where the nodes stand that threads have taken, an i64. */
const TAKEN_AT = 16;
export const BOARD_HEADER = 64;
export const BOARD_ROW = 64;

export interface ProofThreadRequest {
  readonly type: 'prove';
  readonly game: GameSource;
  readonly position: unknown;
  readonly options: SolverOptions;
  readonly crew: ParallelProofSettings;
  readonly index: number;
  readonly ground: SharedProofMemory;
  readonly arena: Arena;
  readonly second?: SecondLevel;
}

/** What a thread says at its end. */
export interface ProofThreadReply {
  readonly bounded: boolean;
  /** When it began and ended to search, its game being open: milliseconds by a clock that all threads share. */
  readonly beganAt: number;
  readonly endedAt: number;
}

const commonClock = () => performance.timeOrigin + performance.now();

/** Nodes between two looks at the board. */
const SLICE = 5000;
/** Times that a lock is tried before the thread sleeps, and for how long, in milliseconds. */
const SPINS = 500;
const NAP_MS = 0.05;

export async function runProofThread(job: ProofThreadRequest): Promise<ProofThreadReply> {
  const { game, ground, arena } = job;
  const opened = await openGame(game, { memory: ground.memory, arena });
  const record = placerOf(opened, MAX_LINE)(job.position);
  return work(opened.kernel, record, opened.usesTable, job);
}

function work(
  kernel: Kernel,
  record: Uint8Array,
  keyed: boolean,
  job: ProofThreadRequest,
): ProofThreadReply {
  const attackGoal = attackGoalFor(job);
  const beganAt = commonClock();
  const bounded =
    job.options.algorithm === 'parallel-dfpn'
      ? searchTable(kernel, record, keyed, attackGoal, job)
      : searchTree(kernel, record, attackGoal, job);
  return { bounded, beganAt, endedAt: commonClock() };
}

/** Nodes that all threads together have evaluated, as far as they have said. */
export function evaluatedNodes(kernel: Kernel, board: number, threads: number): number {
  let sum = 0;
  for (let thread = 0; thread < threads; thread++) {
    sum += kernel.f64View.getFloat64(board + BOARD_HEADER + thread * BOARD_ROW, true);
  }
  return sum;
}

/** Nodes that threads have taken for their slices. */
export function takenNodes(kernel: Kernel, board: number, add = 0): number {
  const words = new BigInt64Array(kernel.memory.buffer, board + TAKEN_AT, 1);
  return Number(Atomics.add(words, 0, BigInt(add)));
}

/**
 * Takes nodes that this thread may evaluate before it comes again, 0 when there are none left: fewer towards
 * the end, so that hardly any are left with others when it comes. `over`: what it evaluated beyond the last ones.
 */
function takeSlice(
  kernel: Kernel,
  { ground, crew, options }: ProofThreadRequest,
  over = 0,
): number {
  const left = options.nodes - takenNodes(kernel, ground.board, over) - over;
  const wanted = Math.max(1, Math.min(SLICE, Math.ceil(left / (2 * crew.threads))));
  return takenNodes(kernel, ground.board, wanted) < options.nodes ? wanted : 0;
}

/** Writes what this thread has done where the others can read it. */
function report(kernel: Kernel, job: ProofThreadRequest, counts: readonly number[]): void {
  const row = job.ground.board + BOARD_HEADER + job.index * BOARD_ROW;
  counts.forEach((count, i) => {
    kernel.f64View.setFloat64(row + 8 * i, count, true);
  });
}

function flag(kernel: Kernel, job: ProofThreadRequest, which: number): number {
  return Atomics.load(kernel.i32, (job.ground.board >>> 2) + which);
}

/** Whether an answer would rest on moves that nobody looked at. */
function searchTree(
  kernel: Kernel,
  record: Uint8Array,
  { attack }: AttackGoal,
  job: ProofThreadRequest,
): boolean {
  const { crew, index, ground, second } = job;
  const tree = ProofTree.at(kernel, ground.tree);
  const options = { attack, maxPly: MAX_LINE, ...crew, ...(second && { second }) };
  const prover = createProver(kernel, tree, index, options);
  prover.start(record, crew.threads === 1);
  let spins = 0;
  let next = takeSlice(kernel, job);
  for (;;) {
    const stepped = prover.run(Math.max(1, next - prover.evaluated));
    if (stepped === 'ended') break;
    if (stepped === 'blocked') {
      // On one core whoever holds the lock may not run until we sleep.
      if (++spins % SPINS === 0) Atomics.wait(kernel.i32, ground.board >>> 2, 0, NAP_MS);
    } else {
      spins = 0;
    }
    if (prover.evaluated >= next) {
      report(kernel, job, [prover.evaluated, prover.expanded, prover.collisions]);
      const slice = takeSlice(kernel, job, prover.evaluated - next);
      next = prover.evaluated + slice;
      if (slice === 0 || flag(kernel, job, STOP_FLAG)) tree.stop();
    }
  }
  report(kernel, job, [prover.evaluated, prover.expanded, prover.collisions]);
  return prover.bounded;
}

function searchTable(
  kernel: Kernel,
  record: Uint8Array,
  keyed: boolean,
  { attack }: AttackGoal,
  job: ProofThreadRequest,
): boolean {
  const { ground, crew } = job;
  const busy = crew.threads > 1 ? ground.busy : 0;
  const search = new DepthFirst(kernel, ProofTable.at(ground.tree), MAX_LINE, attack, {
    keyed,
    busy,
  });
  search.start(record);
  let done = false;
  let slice = takeSlice(kernel, job);
  while (!done && slice > 0 && !flag(kernel, job, STOP_FLAG)) {
    const end = search.evaluated + slice;
    done = search.run(slice);
    report(kernel, job, [search.evaluated, search.expanded, 0]);
    slice = takeSlice(kernel, job, Math.max(0, search.evaluated - end));
  }
  if (done) {
    const found = search.deep
      ? FOUND.tooDeep
      : search.root.pn === 0
        ? FOUND.proved
        : FOUND.disproved;
    const at = ground.board >>> 2;
    Atomics.compareExchange(kernel.i32, at + FOUND_FLAG, FOUND.nothing, found);
    Atomics.store(kernel.i32, at + STOP_FLAG, 1);
  }
  return search.bounded;
}
