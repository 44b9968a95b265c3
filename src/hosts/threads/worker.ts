// The program of a worker thread: takes a job, searches in slices, looks at its messages between two
// slices, and answers.

import type { PlyadesError } from '../../core/errors.js';
import { type Counter, createCounter } from './counter.js';
import { createEngine, type Engine } from './engine.js';
import { openParent } from './port.js';
import type { Failure, FromWorker, Job, PerftJob, SearchJob, ToWorker } from './protocol.js';

/** Progress is reported at every finished depth, and this often in between. */
const REPORT_MS = 200;

const parent = await openParent();
const aborted = new Set<number>();
let engine: Engine | undefined;
let counter: Counter | undefined;

parent.onMessage((message) => {
  const { id, ...rest } = message as ToWorker;
  if ('abort' in rest) aborted.add(id);
  else void answer(id, rest.job);
});

async function answer(id: number, job: Job): Promise<void> {
  try {
    const done = job.type === 'perft' ? await countLeaves(job) : await search(id, job);
    send({ id, done });
  } catch (error) {
    engine = undefined;
    counter = undefined;
    send({ id, failed: describe(error) });
  } finally {
    aborted.delete(id);
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
