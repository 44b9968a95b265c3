// Conducts the threads of a parallel solver: divides the memory that they share, looks at it now and then, puts
// together what they found, and has one of them explain the answer.
import { ProofTable, ProofTree } from '../../kernel/index.js';
import {
  type AttackGoal,
  type ParallelProofSettings,
  type ProofVerdict,
  type SolverReport,
  type UnknownReason,
  verdictOf,
} from '../../proof/index.js';
import type { Thread, ThreadSource } from '../threads/pool.js';
import type { SolveReply, SolveSubject } from './explain.js';
import { attackGoalFor } from './game.js';
import type { ExplainCommand } from './parallel-explain.js';
import type { ProofThreadCommand, ProofThreadReply } from './parallel-thread.js';
import {
  explainerMemory,
  FOUND,
  layOut,
  openExplainerTable,
  type ParallelProof,
  type ProofMemoryLayout,
  type ProofMemoryPool,
} from './shared-memory.js';

export interface ParallelProofHandlers {
  readonly onSolving?: (report: SolverReport) => void;
  readonly signal?: AbortSignal | undefined;
}

const LOOK_MS = 20;

type TimedReport = SolverReport & { readonly seconds: number };

/** Solves a position, and has one of the threads explain the answer. */
export function solveOnThreads(
  source: ThreadSource,
  pool: ProofMemoryPool,
  subject: SolveSubject,
  settings: ParallelProofSettings,
  handlers: ParallelProofHandlers = {},
): Promise<SolveReply> {
  const proof = { ...subject, settings };
  return withThreads(source, pool, proof, async (threads, layout) => {
    const report = await proveOn(threads, proof, layout, handlers);
    const memory = explainerMemory(layout);
    const explaining: ExplainCommand = { ...subject, type: 'explain', report, memory };
    return (await threads[0]!.run(explaining, { signal: handlers.signal })) as SolveReply;
  });
}

/** Only solves, for measurements of that alone. */
export function proveOnThreads(
  source: ThreadSource,
  pool: ProofMemoryPool,
  proof: ParallelProof,
  handlers: ParallelProofHandlers = {},
): Promise<TimedReport> {
  return withThreads(source, pool, proof, async (threads, layout) => {
    const report = await proveOn(threads, proof, layout, handlers);
    openExplainerTable(layout.kernel, explainerMemory(layout)).erase(layout.kernel);
    return report;
  });
}

/** Memory goes back to the pool only if nothing has failed: a thread may still write to it otherwise. */
async function withThreads<T>(
  source: ThreadSource,
  pool: ProofMemoryPool,
  proof: ParallelProof,
  work: (threads: readonly Thread[], layout: ProofMemoryLayout) => Promise<T>,
): Promise<T> {
  const layout = layOut(proof, pool);
  const leases = Array.from({ length: proof.settings.threads }, () => source.lease());
  const threads: Thread[] = [];
  try {
    for (const lease of leases) threads.push(await lease);
    const done = await work(threads, layout);
    pool.giveBack(layout);
    return done;
  } finally {
    for (const thread of threads) source.giveBack(thread);
  }
}

/** Runs the search until it has ended on all threads. */
async function proveOn(
  threads: readonly Thread[],
  proof: ParallelProof,
  layout: ProofMemoryLayout,
  { onSolving, signal }: ParallelProofHandlers,
): Promise<TimedReport> {
  const { game, request } = proof;
  const attackGoal = await attackGoalFor(game, request);
  const { counters, store } = layout;
  const stop = () => {
    counters.stop();
    if (store instanceof ProofTree) store.stop();
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
    const report = look(proof, attackGoal, layout, undefined, false);
    onSolving?.(report);
    if (report.nodes >= request.nodes) end('nodes');
  }, LOOK_MS);
  try {
    const replies = (await Promise.all(
      threads.map((thread, index) =>
        thread.run(commandOf(proof, layout, index)).catch((error) => {
          stop();
          throw error;
        }),
      ),
    )) as ProofThreadReply[];
    const bounded = replies.some((reply) => reply.bounded);
    // That threads were started and have opened their games is no part of the search.
    const began = Math.min(...replies.map(({ beganAt }) => beganAt));
    const ended = Math.max(...replies.map(({ endedAt }) => endedAt));
    if (counters.take(0) >= request.nodes) stopped ??= 'nodes';
    return {
      ...look(proof, attackGoal, layout, stopped, bounded),
      seconds: (ended - began) / 1000,
    };
  } finally {
    clearInterval(watch);
    signal?.removeEventListener('abort', abort);
  }
}

function commandOf(
  { game, position, request, settings }: ParallelProof,
  { shared, arenas, second }: ProofMemoryLayout,
  index: number,
): ProofThreadCommand {
  const common = { type: 'prove', game, position, request, settings, index } as const;
  return { ...common, shared, arena: arenas[index]!, ...(second && { second }) };
}

/** Reads the shared counters. */
function look(
  { settings: { threads } }: ParallelProof,
  attackGoal: AttackGoal,
  { counters, store }: ProofMemoryLayout,
  stopped: UnknownReason | undefined,
  bounded: boolean,
): SolverReport {
  const tree = store instanceof ProofTree ? store : undefined;
  const numbers = tree?.root;
  const { found } = counters;
  const proved = numbers ? numbers.pn === 0 : found === FOUND.proved;
  const disproved = (numbers ? numbers.dn === 0 : found === FOUND.disproved) && !bounded;
  const result: ProofVerdict = proved || disproved ? verdictOf(attackGoal, proved) : 'unknown';
  return {
    result,
    reason: result === 'unknown' ? (stopped ?? reasonOf(tree, found)) : undefined,
    nodes: counters.sum(threads, 'evaluated'),
    expanded: counters.sum(threads, 'expanded'),
    memoryBytes: store instanceof ProofTable ? store.bytes : store.peakBytes,
    pn: attackGoal.turned ? numbers?.dn : numbers?.pn,
    dn: attackGoal.turned ? numbers?.pn : numbers?.dn,
    move: result === 'unknown' ? undefined : tree?.move,
  };
}

function reasonOf(tree: ProofTree | undefined, found: number): UnknownReason {
  if (tree?.full) return 'memory';
  return tree?.deep || found === FOUND.tooDeep ? 'depth' : 'width';
}
