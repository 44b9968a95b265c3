// Conducts the threads of a parallel solver: makes the memory that they share, looks at it now and then, and
// puts together what they found.

import { inputError, PlyadesError } from '../../core/errors.js';
import { type GameSource, openLayout } from '../../games/open.js';
import {
  type Arena,
  busyCounters,
  createMemory,
  DepthFirst,
  freeArena,
  type Kernel,
  NODE_BYTES,
  ProofTable,
  ProofTree,
  Prover,
  type SecondLevel,
} from '../../kernel/index.js';
import {
  MAX_LINE,
  type ParallelProofSettings,
  type ProofVerdict,
  type SolverOptions,
  type SolverReport,
  type UnknownReason,
  verdictOf,
} from '../../proof/index.js';
import type { Thread, ThreadSource } from '../threads/pool.js';
import {
  BOARD_HEADER,
  BOARD_ROW,
  evaluatedNodes,
  FOUND,
  FOUND_FLAG,
  type ProofThreadReply,
  type ProofThreadRequest,
  type SharedProofMemory,
  STOP_FLAG,
  takenNodes,
} from './parallel-thread.js';
import { attackGoalFor } from './solve.js';

/** What is to be proved, by whom. */
export interface ParallelProof {
  readonly game: GameSource;
  readonly position: unknown;
  readonly options: SolverOptions;
  readonly crew: ParallelProofSettings;
}

export interface ParallelProofHandlers {
  readonly onSolving?: (report: SolverReport) => void;
  readonly signal?: AbortSignal | undefined;
}

const LOOK_MS = 20;

/** Share of the memory that the second levels of RP-PN2 get together. */
const SECOND_SHARE = 1 / 4;
/** Least nodes of a second level's tree. */
const LEAST_SECOND = 4096;
/** Least bytes of the tree or table. */
const LEAST_COMMON = 1 << 20;

/** The memory of a crew: what all share, and an arena for each thread. */
interface MemoryLayout {
  readonly kernel: Kernel;
  readonly ground: SharedProofMemory;
  readonly tree: ProofTree | undefined;
  readonly tableBytes: number;
  readonly arenas: readonly Arena[];
  readonly second: SecondLevel | undefined;
}

/** What threads have found, and the memory in which they did. */
export interface ParallelProofResult {
  readonly report: SolverReport & { readonly seconds: number };
  readonly memory: WebAssembly.Memory;
}

export async function proveOnThreads(
  source: ThreadSource,
  proving: ParallelProof,
  { onSolving, signal }: ParallelProofHandlers,
): Promise<ParallelProofResult> {
  const { options, crew } = proving;
  const estate = settle(proving);
  const { kernel, ground } = estate;
  const stop = () => {
    Atomics.store(kernel.i32, (ground.board >>> 2) + STOP_FLAG, 1);
    estate.tree?.stop();
  };
  let stopped: UnknownReason | undefined;
  const end = (why: UnknownReason) => {
    stopped ??= why;
    stop();
  };
  const abort = () => end('aborted');
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, { once: true });
  const watch = setInterval(() => {
    const report = look(proving, estate, undefined, false);
    onSolving?.(report);
    if (report.nodes >= options.nodes) end('nodes');
  }, LOOK_MS);
  const threads: Thread[] = [];
  try {
    const leases = Array.from({ length: crew.threads }, () => source.lease());
    for (const lease of leases) threads.push(await lease);
    const answers = (await Promise.all(
      threads.map((thread, index) =>
        thread.run(jobOf(proving, estate, index)).catch((error) => {
          stop();
          throw error;
        }),
      ),
    )) as ProofThreadReply[];
    const bounded = answers.some((answer) => answer.bounded);
    // That threads were started and have opened their games is no part of the search.
    const began = Math.min(...answers.map(({ beganAt }) => beganAt));
    const ended = Math.max(...answers.map(({ endedAt }) => endedAt));
    if (takenNodes(kernel, ground.board) >= options.nodes) stopped ??= 'nodes';
    const seconds = (ended - began) / 1000;
    const report = { ...look(proving, estate, stopped, bounded), seconds };
    return { report, memory: ground.memory };
  } finally {
    clearInterval(watch);
    signal?.removeEventListener('abort', abort);
    for (const thread of threads) source.giveBack(thread);
  }
}

function jobOf(
  proving: ParallelProof,
  { ground, arenas, second }: MemoryLayout,
  index: number,
): ProofThreadRequest {
  const { game, position, options, crew } = proving;
  const arena = arenas[index]!;
  const common = { type: 'prove', game, position, options, crew, index, ground, arena } as const;
  return second === undefined ? common : { ...common, second };
}

/** What each thread needs for itself, in bytes, and the second level that it has. */
function needsOf(
  { game, options }: Pick<ParallelProof, 'game' | 'options'>,
  threads: number,
): { readonly arenaBytes: number; readonly second: SecondLevel | undefined } {
  const { algorithm, memoryBytes, exponent } = options;
  const plan = openLayout(game, {});
  let second: SecondLevel | undefined;
  if (algorithm === 'rp-pn2') {
    const share = Math.floor((memoryBytes * SECOND_SHARE) / threads / NODE_BYTES);
    second = { capacity: Math.max(LEAST_SECOND, share), exponent };
  }
  const each =
    algorithm === 'parallel-dfpn'
      ? DepthFirst.bytes(plan, MAX_LINE)
      : Prover.bytes(plan, MAX_LINE, second);
  return { arenaBytes: Math.ceil((each + 8192) / 4096) * 4096, second };
}

/** As many threads as the memory has room for, up to `most`, and at least one. */
export function threadsThatFit(
  where: Pick<ParallelProof, 'game' | 'options'>,
  most: number,
): number {
  const { memoryBytes } = where.options;
  let threads = most;
  while (threads > 1 && threads * needsOf(where, threads).arenaBytes + LEAST_COMMON > memoryBytes) {
    threads--;
  }
  return threads;
}

/** Divides the memory: the tree or table, the board, an arena for each thread. */
function settle({ game, options, crew }: ParallelProof): MemoryLayout {
  const { algorithm, memoryBytes } = options;
  const { threads } = crew;
  const { arenaBytes, second } = needsOf({ game, options }, threads);
  const common = memoryBytes - threads * arenaBytes;
  if (common < LEAST_COMMON) {
    const mib = (bytes: number) => Math.ceil(bytes / 2 ** 20);
    const least = `${threads} threads of ${algorithm} need ${mib(threads * arenaBytes + LEAST_COMMON)}`;
    const message = `memory ${mib(memoryBytes)}: ${least} MiB`;
    throw PlyadesError.refusing(inputError('ERR_LIMIT', message, String(mib(memoryBytes))));
  }
  const boardBytes = BOARD_HEADER + threads * BOARD_ROW;
  const memory = createMemory(common + threads * arenaBytes + boardBytes + (1 << 20));
  const all = freeArena(memory);
  const kernel = openLayout(game, {
    memory,
    arena: { start: all.start, end: all.end - threads * arenaBytes },
  });
  const board = kernel.allocate(boardBytes);
  const start = Math.floor((all.end - threads * arenaBytes) / 4096) * 4096;
  const arenas = Array.from({ length: threads }, (_, i) => ({
    start: start + i * arenaBytes,
    end: start + (i + 1) * arenaBytes,
  }));
  if (algorithm === 'parallel-dfpn') {
    const busy = busyCounters(kernel);
    const table = ProofTable.create(kernel, common - (1 << 18));
    const ground = { memory, tree: table.address, busy, board };
    return { kernel, ground, tree: undefined, tableBytes: table.bytes, arenas, second };
  }
  const tree = ProofTree.create(kernel, Math.floor(common / NODE_BYTES) - 64, threads);
  const ground = { memory, tree: tree.address, busy: 0, board };
  return { kernel, ground, tree, tableBytes: 0, arenas, second };
}

/** What the memory says. */
function look(
  proving: ParallelProof,
  { kernel, ground, tree, tableBytes }: MemoryLayout,
  stopped: UnknownReason | undefined,
  bounded: boolean,
): SolverReport {
  const { crew } = proving;
  const attackGoal = attackGoalFor(proving);
  const numbers = tree?.root;
  const found = Atomics.load(kernel.i32, (ground.board >>> 2) + FOUND_FLAG);
  const proved = numbers ? numbers.pn === 0 : found === FOUND.proved;
  const disproved = (numbers ? numbers.dn === 0 : found === FOUND.disproved) && !bounded;
  const result: ProofVerdict = proved || disproved ? verdictOf(attackGoal, proved) : 'unknown';
  return {
    result,
    reason: result === 'unknown' ? (stopped ?? reasonOf(tree, found)) : undefined,
    nodes: evaluatedNodes(kernel, ground.board, crew.threads),
    expanded: evaluatedNodes(kernel, ground.board + 8, crew.threads),
    memoryBytes: tree ? tree.peak * NODE_BYTES : tableBytes,
    pn: attackGoal.turned ? numbers?.dn : numbers?.pn,
    dn: attackGoal.turned ? numbers?.pn : numbers?.dn,
    move: result === 'unknown' ? undefined : tree?.move,
  };
}

function reasonOf(tree: ProofTree | undefined, found: number): UnknownReason {
  if (tree?.full) return 'memory';
  return tree?.deep || found === FOUND.tooDeep ? 'depth' : 'width';
}
