// Runs of an experiment in processes of their own, several at a time: a search that fails or takes the machine's memory
// ends its own process alone.
import { type ChildProcess, fork } from 'node:child_process';
import { PlyadesError } from 'plyades/internal/core/errors.js';
import type { ExperimentRow } from './experiment.js';

/** What a job is asked, in one message. */
export interface JobRequest {
  /** URL of the module that exports `experiments`. */
  readonly registry: string;
  readonly experiment: string;
  readonly settings: unknown;
  /** The rows that the run may use. */
  readonly rows: readonly ExperimentRow<unknown, unknown>[];
}

/** What it sends back, in one message, before it ends. */
export type JobReply =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** The module of the experiments that jobs can make. */
export const REGISTRY = new URL('./registry.js', import.meta.url).href;

/** Makes a run in a child process and ends the process. Rejects when the run fails or the signal is aborted. */
export function performInChild<R>(request: JobRequest, signal: AbortSignal): Promise<R> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const child: ChildProcess = fork(new URL('./job.js', import.meta.url), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    let reply: JobReply | undefined;
    const end = () => child.kill('SIGKILL');
    signal.addEventListener('abort', end, { once: true });
    child.once('message', (message) => {
      reply = message as JobReply;
    });
    child.on('error', reject);
    // After `exit`, the reply may still be on its way.
    child.once('close', (code, killedBy) => {
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(signal.reason);
      else if (reply?.ok) resolve(reply.result as R);
      else reject(errorOf(reply, killedBy ?? `exit code ${code}`));
    });
    child.send(request, (error) => {
      if (error !== null) end();
    });
  });
}

function errorOf(reply: JobReply | undefined, ending: string): Error {
  if (reply === undefined) {
    return new PlyadesError('ERR_SIMULATION', `the process of the run ended by ${ending}`);
  }
  return reply.ok
    ? new Error('the run has a result')
    : new Error(`${reply.code}: ${reply.message}`);
}
