// The program of a worker thread: takes a job, searches in slices, looks at its messages between two
// slices, and answers.

import {
  type ProofProcessCommand,
  type ProofProcessReply,
  startProofProcess,
} from '../proof/distributed-process.js';
import type { SolveCommand, SolveHooks } from '../proof/explain.js';
import { type ExplainCommand, runExplain } from '../proof/parallel-explain.js';
import { type ProofThreadCommand, runProofThread } from '../proof/parallel-thread.js';
import { runSolve } from '../proof/solve.js';
import { type Counter, createCounter } from './counter.js';
import { createEngine, type SequentialEngine } from './engine.js';
import { describeFailure } from './failure.js';
import { type GpuSearchCommand, searchOnGpu } from './gpu-search.js';
import { openParent } from './port.js';
import { type RunningProcess, startProcess } from './process.js';
import type { NodeCounts, ProcessCommand, ProcessReply } from './process-protocol.js';
import type {
  FromWorker,
  PerftCommand,
  ProcessNotice,
  SearchCommand,
  ThreadCommand,
  ThreadReply,
  ToWorker,
} from './protocol.js';

/** Progress is reported at every finished depth, and this often in between. */
const REPORT_MS = 200;

const parent = await openParent();
let engine: SequentialEngine | undefined;
let counter: Counter | undefined;

/** The job under way, or the last one. */
interface RunningCommand {
  readonly id: number;
  aborted: boolean;
  /** For a process of a parallel search that is still being started. */
  readonly notices: ProcessNotice[];
  process: Pick<RunningProcess, 'connect' | 'lost' | 'wake'> | undefined;
}
let current: RunningCommand | undefined;

parent.onMessage((message) => {
  const { id, ...rest } = message as ToWorker;
  if ('job' in rest) {
    current = { id, aborted: false, notices: [], process: undefined };
    void answer(current, rest.job);
  } else if (current?.id !== id) {
    // It was on its way when the job ended.
    if ('notice' in rest) discard(rest.notice);
  } else if ('abort' in rest) {
    current.aborted = true;
    current.process?.wake();
  } else if (current.process) {
    notify(current.process, rest.notice);
  } else {
    current.notices.push(rest.notice);
  }
});

function notify(process: Pick<RunningProcess, 'connect' | 'lost'>, notice: ProcessNotice): void {
  if (notice.type === 'lost') process.lost(notice.process);
  else process.connect(notice.process, notice.port);
}

function discard(notice: ProcessNotice): void {
  if (notice.type === 'connect') notice.port.close();
}

async function answer(command: RunningCommand, job: ThreadCommand): Promise<void> {
  const { id } = command;
  try {
    send({ id, done: await perform(command, job) });
  } catch (error) {
    engine = undefined;
    counter = undefined;
    send({ id, failed: describeFailure(error) });
  }
}

function perform(command: RunningCommand, job: ThreadCommand): Promise<ThreadReply> {
  switch (job.type) {
    case 'perft':
      return countLeaves(job);
    case 'search':
      return search(command, job);
    case 'gpu':
      return searchDevice(command, job);
    case 'process':
    case 'proof-process':
      return takePart(command, job);
    case 'solve':
    case 'explain':
    case 'prove':
      engine = undefined;
      return prove(command, job);
  }
}

/** Solves a position, takes part in that, or explains the answer. */
function prove(
  command: RunningCommand,
  job: SolveCommand | ExplainCommand | ProofThreadCommand,
): Promise<ThreadReply> {
  if (job.type === 'prove') return runProofThread(job);
  const hooks: SolveHooks = {
    yieldToEventLoop: () => parent.yieldToEventLoop(),
    progress: (solving) => send({ id: command.id, solving }),
    aborted: () => command.aborted,
  };
  return job.type === 'solve' ? runSolve(job, hooks) : runExplain(job, hooks);
}

/** Runs one process of a parallel search or proof. Its tables are its own, so nothing is kept. */
async function takePart(
  command: RunningCommand,
  job: ProcessCommand | ProofProcessCommand,
): Promise<ThreadReply> {
  const { id } = command;
  engine = undefined;
  const hooks = {
    yieldToEventLoop: () => parent.yieldToEventLoop(),
    searched: (searched: NodeCounts) => send({ id, searched }),
    aborted: () => command.aborted,
  };
  let running: RunningProcess<ProcessReply | ProofProcessReply>;
  try {
    running =
      job.type === 'process'
        ? await startProcess(job, { ...hooks, progress: (progress) => send({ id, progress }) })
        : await startProofProcess(job, { ...hooks, solving: (solving) => send({ id, solving }) });
  } catch (error) {
    for (const port of [...job.peers, job.mail]) port?.close();
    for (const notice of command.notices) discard(notice);
    throw error;
  }
  command.process = running;
  for (const notice of command.notices.splice(0)) notify(running, notice);
  return running.answer;
}

async function search(command: RunningCommand, job: SearchCommand) {
  const { id } = command;
  if (!engine?.fits(job)) {
    engine = undefined;
    engine = await createEngine(job);
  } else if (!job.keepTable) {
    engine.clear();
  }
  engine.start(job);
  let depth = 0;
  let reportAt = performance.now() + REPORT_MS;
  while (!engine.step()) {
    await parent.yieldToEventLoop();
    if (command.aborted) engine.abort();
    const report = engine.report();
    if (report.depth > depth || performance.now() >= reportAt) {
      depth = report.depth;
      reportAt = performance.now() + REPORT_MS;
      send({ id, progress: report });
    }
  }
  return engine.report();
}

async function searchDevice(command: RunningCommand, job: GpuSearchCommand): Promise<ThreadReply> {
  const stopping = new AbortController();
  command.process = { connect: () => {}, lost: () => {}, wake: () => stopping.abort() };
  if (command.aborted) stopping.abort();
  return searchOnGpu(job, stopping.signal);
}

/** Many small jobs share one counter. */
async function countLeaves({ game, position, depth }: PerftCommand): Promise<number> {
  if (!counter?.fits(game)) {
    counter = undefined;
    counter = await createCounter(game);
  }
  return counter.count(position, depth);
}

function send(message: FromWorker): void {
  parent.post(message);
}
