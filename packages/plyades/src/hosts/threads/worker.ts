// The program of a worker thread: takes a command, searches in slices, looks at its messages between two
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
import { describeFailure } from './failure.js';
import { type GpuSearchCommand, searchOnGpu } from './gpu-search.js';
import { type KeptSearch, openKeptSearch } from './kept-search.js';
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
let kept: KeptSearch | undefined;
let counter: Counter | undefined;

/** The command under way, or the last one. */
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
  if ('command' in rest) {
    current = { id, aborted: false, notices: [], process: undefined };
    void answer(current, rest.command);
  } else if (current?.id !== id) {
    // It was on its way when the command ended.
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

async function answer(running: RunningCommand, command: ThreadCommand): Promise<void> {
  const { id } = running;
  try {
    send({ id, done: await perform(running, command) });
  } catch (error) {
    kept = undefined;
    counter = undefined;
    send({ id, failed: describeFailure(error) });
  }
}

function perform(running: RunningCommand, command: ThreadCommand): Promise<ThreadReply> {
  switch (command.type) {
    case 'perft':
      return countLeaves(command);
    case 'search':
      return search(running, command);
    case 'gpu':
      return searchDevice(running, command);
    case 'process':
    case 'proof-process':
      return takePart(running, command);
    case 'solve':
    case 'explain':
    case 'prove':
      kept = undefined;
      return prove(running, command);
  }
}

/** Solves a position, takes part in that, or explains the answer. */
function prove(
  running: RunningCommand,
  command: SolveCommand | ExplainCommand | ProofThreadCommand,
): Promise<ThreadReply> {
  if (command.type === 'prove') return runProofThread(command);
  const hooks: SolveHooks = {
    yieldToEventLoop: () => parent.yieldToEventLoop(),
    progress: (solving) => send({ id: running.id, solving }),
    aborted: () => running.aborted,
  };
  return command.type === 'solve' ? runSolve(command, hooks) : runExplain(command, hooks);
}

/** Runs one process of a parallel search or proof. Its tables are its own, so nothing is kept. */
async function takePart(
  running: RunningCommand,
  command: ProcessCommand | ProofProcessCommand,
): Promise<ThreadReply> {
  const { id } = running;
  kept = undefined;
  const hooks = {
    yieldToEventLoop: () => parent.yieldToEventLoop(),
    searched: (searched: NodeCounts) => send({ id, searched }),
    aborted: () => running.aborted,
  };
  let process: RunningProcess<ProcessReply | ProofProcessReply>;
  try {
    process =
      command.type === 'process'
        ? await startProcess(command, { ...hooks, progress: (progress) => send({ id, progress }) })
        : await startProofProcess(command, {
            ...hooks,
            solving: (solving) => send({ id, solving }),
          });
  } catch (error) {
    for (const port of [...command.peers, command.mail]) port?.close();
    for (const notice of running.notices) discard(notice);
    throw error;
  }
  running.process = process;
  for (const notice of running.notices.splice(0)) notify(process, notice);
  return process.answer;
}

async function search(running: RunningCommand, command: SearchCommand) {
  const { id } = running;
  if (!kept?.fits(command)) {
    kept = undefined;
    kept = await openKeptSearch(command);
  } else if (!command.keepTable) {
    kept.clear();
  }
  kept.start(command);
  let depth = 0;
  let reportAt = performance.now() + REPORT_MS;
  while (!kept.step()) {
    await parent.yieldToEventLoop();
    if (running.aborted) kept.abort();
    const report = kept.report();
    if (report.depth > depth || performance.now() >= reportAt) {
      depth = report.depth;
      reportAt = performance.now() + REPORT_MS;
      send({ id, progress: report });
    }
  }
  return kept.report();
}

async function searchDevice(
  running: RunningCommand,
  command: GpuSearchCommand,
): Promise<ThreadReply> {
  const stopping = new AbortController();
  running.process = { connect: () => {}, lost: () => {}, wake: () => stopping.abort() };
  if (running.aborted) stopping.abort();
  return searchOnGpu(command, stopping.signal);
}

/** Many small counts share one counter. */
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
