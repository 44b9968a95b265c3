// The program of a worker thread: takes a job, searches in slices, looks at its messages between two
// slices, and answers.

import {
  type ProofProcessReply,
  type ProofProcessRequest,
  startProofProcess,
} from '../proof/distributed-process.js';
import { type ProofThreadRequest, runProofThread } from '../proof/parallel-thread.js';
import {
  type ExplainRequest,
  runExplain,
  runSolve,
  type SolveHooks,
  type SolveRequest,
} from '../proof/solve.js';
import { type Counter, createCounter } from './counter.js';
import type { ProcessAnswer, ProcessJob, Searched } from './crew-protocol.js';
import { createEngine, type Engine } from './engine.js';
import { describeFailure } from './failure.js';
import { type GpuJob, searchOnGpu } from './gpu-search.js';
import { openParent } from './port.js';
import { type RunningProcess, startProcess } from './process.js';
import type {
  Answer,
  FromWorker,
  Job,
  PerftJob,
  ProcessNews,
  SearchJob,
  ToWorker,
} from './protocol.js';

/** Progress is reported at every finished depth, and this often in between. */
const REPORT_MS = 200;

const parent = await openParent();
let engine: Engine | undefined;
let counter: Counter | undefined;

/** The job under way, or the last one. */
interface Task {
  readonly id: number;
  aborted: boolean;
  /** For a process of a parallel search that is still being started. */
  readonly news: ProcessNews[];
  process: Pick<RunningProcess, 'connect' | 'lost' | 'wake'> | undefined;
}
let current: Task | undefined;

parent.onMessage((message) => {
  const { id, ...rest } = message as ToWorker;
  if ('job' in rest) {
    current = { id, aborted: false, news: [], process: undefined };
    void answer(current, rest.job);
  } else if (current?.id !== id) {
    // It was on its way when the job ended.
    if ('news' in rest) discard(rest.news);
  } else if ('abort' in rest) {
    current.aborted = true;
    current.process?.wake();
  } else if (current.process) {
    tell(current.process, rest.news);
  } else {
    current.news.push(rest.news);
  }
});

function tell(process: Pick<RunningProcess, 'connect' | 'lost'>, news: ProcessNews): void {
  if (news.type === 'lost') process.lost(news.process);
  else process.connect(news.process, news.port);
}

function discard(news: ProcessNews): void {
  if (news.type === 'connect') news.port.close();
}

async function answer(task: Task, job: Job): Promise<void> {
  const { id } = task;
  try {
    send({ id, done: await perform(task, job) });
  } catch (error) {
    engine = undefined;
    counter = undefined;
    send({ id, failed: describeFailure(error) });
  }
}

function perform(task: Task, job: Job): Promise<Answer> {
  switch (job.type) {
    case 'perft':
      return countLeaves(job);
    case 'search':
      return search(task, job);
    case 'gpu':
      return searchDevice(task, job);
    case 'process':
    case 'proof-process':
      return takePart(task, job);
    case 'solve':
    case 'explain':
    case 'prove':
      engine = undefined;
      return prove(task, job);
  }
}

/** Solves a position, takes part in that, or explains the answer. */
function prove(
  task: Task,
  job: SolveRequest | ExplainRequest | ProofThreadRequest,
): Promise<Answer> {
  if (job.type === 'prove') return runProofThread(job);
  const hooks: SolveHooks = {
    yieldToEventLoop: () => parent.yieldToEventLoop(),
    progress: (solving) => send({ id: task.id, solving }),
    aborted: () => task.aborted,
  };
  return job.type === 'solve' ? runSolve(job, hooks) : runExplain(job, hooks);
}

/** Runs one process of a parallel search or proof. Its tables are its own, so nothing is kept. */
async function takePart(task: Task, job: ProcessJob | ProofProcessRequest): Promise<Answer> {
  const { id } = task;
  engine = undefined;
  const hooks = {
    yieldToEventLoop: () => parent.yieldToEventLoop(),
    searched: (searched: Searched) => send({ id, searched }),
    aborted: () => task.aborted,
  };
  let running: RunningProcess<ProcessAnswer | ProofProcessReply>;
  try {
    running =
      job.type === 'process'
        ? await startProcess(job, { ...hooks, progress: (progress) => send({ id, progress }) })
        : await startProofProcess(job, { ...hooks, solving: (solving) => send({ id, solving }) });
  } catch (error) {
    for (const port of [...job.peers, job.mail]) port?.close();
    for (const news of task.news) discard(news);
    throw error;
  }
  task.process = running;
  for (const news of task.news.splice(0)) tell(running, news);
  return running.answer;
}

async function search(task: Task, job: SearchJob) {
  const { id } = task;
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
    if (task.aborted) engine.abort();
    const report = engine.report();
    if (report.depth > depth || performance.now() >= reportAt) {
      depth = report.depth;
      reportAt = performance.now() + REPORT_MS;
      send({ id, progress: report });
    }
  }
  return engine.report();
}

async function searchDevice(task: Task, job: GpuJob): Promise<Answer> {
  const stopping = new AbortController();
  task.process = { connect: () => {}, lost: () => {}, wake: () => stopping.abort() };
  if (task.aborted) stopping.abort();
  return searchOnGpu(job, stopping.signal);
}

/** Many small jobs share one counter. */
async function countLeaves({ game, position, depth }: PerftJob): Promise<number> {
  if (!counter?.fits(game)) {
    counter = undefined;
    counter = await createCounter(game);
  }
  return counter.count(position, depth);
}

function send(message: FromWorker): void {
  parent.post(message);
}
