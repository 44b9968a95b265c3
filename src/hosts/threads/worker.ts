// The program of a worker thread: takes a job, searches in slices, looks at its messages between two
// slices, and answers.

import type { PlyadesError } from '../../core/errors.js';
import { type Counter, createCounter } from './counter.js';
import type { ProcessJob } from './crew-protocol.js';
import { createEngine, type Engine } from './engine.js';
import { openParent } from './port.js';
import { type RunningProcess, startProcess } from './process.js';
import type {
  Answer,
  Failure,
  FromWorker,
  Job,
  PerftJob,
  SearchJob,
  ToWorker,
} from './protocol.js';

/** Progress is reported at every finished depth, and this often in between. */
const REPORT_MS = 200;

const parent = await openParent();
const aborted = new Set<number>();
let engine: Engine | undefined;
let counter: Counter | undefined;
let running: RunningProcess | undefined;

parent.onMessage((message) => {
  const { id, ...rest } = message as ToWorker;
  if ('abort' in rest) {
    aborted.add(id);
    running?.wake();
  } else if ('news' in rest) {
    if (rest.news.type === 'lost') running?.lost(rest.news.process);
    else running?.connect(rest.news.process, rest.news.port);
  } else {
    void answer(id, rest.job);
  }
});

async function answer(id: number, job: Job): Promise<void> {
  try {
    send({ id, done: await perform(id, job) });
  } catch (error) {
    engine = undefined;
    counter = undefined;
    send({ id, failed: describe(error) });
  } finally {
    aborted.delete(id);
  }
}

function perform(id: number, job: Job): Promise<Answer> {
  switch (job.type) {
    case 'perft':
      return countLeaves(job);
    case 'search':
      return search(id, job);
    case 'process':
      return takePart(id, job);
  }
}

/** Runs one process of a parallel search. Its tables are the search's, so nothing is kept. */
async function takePart(id: number, job: ProcessJob): Promise<Answer> {
  engine = undefined;
  try {
    running = await startProcess(job, {
      breathe: () => parent.breathe(),
      progress: (progress) => send({ id, progress }),
      aborted: () => aborted.has(id),
    });
    return await running.answer;
  } finally {
    running = undefined;
  }
}

async function search(id: number, job: SearchJob) {
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
    await parent.breathe();
    if (aborted.has(id)) engine.abort();
    const report = engine.report();
    if (report.depth > depth || performance.now() >= reportAt) {
      depth = report.depth;
      reportAt = performance.now() + REPORT_MS;
      send({ id, progress: report });
    }
  }
  return engine.report();
}

/** Many small jobs share one counter. */
async function countLeaves({ game, position, depth }: PerftJob): Promise<number> {
  if (!counter?.fits(game)) {
    counter = undefined;
    counter = await createCounter(game);
  }
  return counter.count(position, depth);
}

function describe(error: unknown): Failure {
  if (error instanceof WebAssembly.RuntimeError) {
    return {
      name: error.name,
      message: `the kernel trapped: ${error.message}`,
      stack: error.stack,
      code: 'ERR_TRAP',
    };
  }
  if (error instanceof RangeError && /memory/i.test(error.message)) {
    return { name: error.name, message: error.message, stack: error.stack, code: 'ERR_MEMORY' };
  }
  if (error instanceof Error) {
    const code = error.name === 'PlyadesError' ? (error as PlyadesError).code : undefined;
    return { name: error.name, message: error.message, stack: error.stack, code };
  }
  return { name: 'Error', message: String(error), stack: undefined, code: undefined };
}

function send(message: FromWorker): void {
  parent.post(message);
}
