// Threads that must not start others: a game's module that starts a search would run again in each of its threads.
import { parentOfThread, startThread, workerPort } from '#platform';
import { PlyadesError } from '../../core/errors.js';
import type { GameWorker, ParentPort, ThreadProgram, WorkerPort } from '../../platform/port.js';
import { describeFailure, reviveFailure } from './failure.js';
import type { FromWorker } from './protocol.js';

export type { ParentPort, WorkerPort } from '../../platform/port.js';

/**
 * Set in the library's own threads, `served` in those that a program made; a game may load the library from another
 * copy of it.
 */
const OWN_THREAD = Symbol.for('plyades.thread');
type OwnThread = 'own' | 'served';

/** How long a worker that a program has made may take to call `serveGame`. */
const SERVING_MS = 30_000;

/**
 * Starts a thread. A PlyadesError with ERR_MODULE in one of these threads: only the module of a game can ask for it,
 * and its copy in the new thread would do the same, without end.
 */
export async function startWorker(program: ThreadProgram = 'threads'): Promise<WorkerPort> {
  refuseInOwnThread();
  return startThread(program);
}

/** The port of a worker that a program makes, once it serves a game. */
export async function startServedWorker(create: () => GameWorker): Promise<WorkerPort> {
  refuseInOwnThread();
  const worker = create();
  if (typeof worker?.postMessage !== 'function') {
    const message = 'worker: expected a function that returns a new Worker';
    throw new PlyadesError('ERR_OPTION', message);
  }
  const port = workerPort(worker);
  port.reference(true);
  try {
    await serving(port);
  } catch (error) {
    await port.terminate();
    throw error;
  }
  port.reference(false);
  return port;
}

/** Resolves when the worker says that it serves a game. */
function serving(port: WorkerPort): Promise<void> {
  return new Promise((resolve, reject) => {
    const refused = (why: string, cause?: Error) =>
      reject(new PlyadesError('ERR_WORKER', `${why}: it must call serveGame(game)`, { cause }));
    const timer = setTimeout(
      () => refused(`the worker serves no game after ${SERVING_MS / 1000} s`),
      SERVING_MS,
    );
    port.onMessage((message) => {
      clearTimeout(timer);
      const { failed } = message as Partial<Extract<FromWorker, { failed: unknown }>>;
      if (failed) reject(reviveFailure(failed));
      else resolve();
    });
    port.onDeath((reason) => {
      clearTimeout(timer);
      if (reason.name === 'PlyadesError') reject(reviveFailure(describeFailure(reason)));
      else refused(`the worker could not be started (${reason.message})`, reason);
    });
  });
}

/** Throws ERR_MODULE in the worker of a program that serves a game: its module starts a bot. */
export function refuseInServedThread(): void {
  if (ownThread() === 'served') refuseInOwnThread();
}

const ownThread = (): OwnThread | undefined =>
  (globalThis as { [OWN_THREAD]?: OwnThread })[OWN_THREAD];

function refuseInOwnThread(): void {
  const own = ownThread();
  if (own === undefined) return;
  const message =
    'the module of the game starts a bot or a search when a worker thread imports it: ' +
    'put the game in a module of its own, and import that where you start the bot';
  const error = new PlyadesError('ERR_MODULE', message);
  // The module may ignore the error, and the author would not learn of it.
  if (own === 'served') {
    parentOfThread()?.post({ id: 0, failed: describeFailure(error) } satisfies FromWorker);
  }
  throw error;
}

/** From now on this thread starts no others. */
export function markOwnThread(as: OwnThread): void {
  Object.defineProperty(globalThis, OWN_THREAD, { value: as, configurable: true });
}

/** The thread that started this one, which is one of the library's from now on. */
export function openParent(as: OwnThread = 'own'): ParentPort {
  markOwnThread(as);
  const parent = parentOfThread();
  if (parent === undefined) {
    throw new PlyadesError(
      'ERR_WORKER',
      'this program runs in a worker thread, not in a first one',
    );
  }
  return parent;
}
