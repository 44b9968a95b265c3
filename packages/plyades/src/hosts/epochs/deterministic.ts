// Deterministic parallel search: the driver with a clock that counts nodes. For a given number of
// virtual workers it finds the same value, move, line and node count on every run and on any number of
// cores. A time limit would end it at another node each time, so it is refused.

import { inputError, PlyadesError } from '../../core/errors.js';
import type { GameSource } from '../../games/open.js';
import type { Finding } from '../../parallel/actor.js';
import type { TableKind } from '../../parallel/algorithm.js';
import { algorithms } from '../../parallel/algorithms.js';
import { addCounters, type Counters, createCounters } from '../../parallel/counters.js';
import type { AlgorithmSettings } from '../../parallel/settings.js';
import { MAX_DEPTH } from '../../search/limits.js';
import { coreCount } from '../cores.js';
import { NODES_ONLY } from './costs.js';
import type { Ending } from './driver.js';
import { linkTimes } from './job.js';
import type { DriverThreads } from './pool.js';
import { runEpochs } from './run.js';

/**
 * Nodes of an epoch when nothing is said, about half a millisecond of search. Short epochs bring news
 * sooner, long ones cost less: six searches of Othello to depth 13 by two workers took APHID 5.4, 5.1, 5.0
 * and 5.2 s and young brothers 3.8, 3.7, 3.6 and 3.8 s with epochs of 10, 5, 2.5 and 1 thousand and packets
 * that wait for 1, 1, 2 and 4 of them; three to depth 14 took 5.4 and 5.6, and 4.4 and 4.6 s, with 5 and
 * 2.5 thousand.
 */
export const EPOCH_NODES = 5000;

/**
 * Epochs that a packet waits, so that a thread may be as far ahead of another. Searches of equally many
 * nodes take times that differ by a third now and then; without it, all wait for the slowest every time.
 */
export const EPOCHS_AHEAD = 1;

/** Greatest number of virtual workers. */
export const MAX_VIRTUAL_WORKERS = 4096;

export interface DeterministicOptions {
  /** Name of a parallel algorithm. */
  readonly algorithm: string;
  /** Virtual workers; a master, in algorithms that have one, is not among them. */
  readonly workers: number;
  /** Plies; required, since nothing but a depth ends the search at the same node every time. */
  readonly depth: number;
  /** Refused when given: see above. */
  readonly ms?: number | undefined;
  /** `local` (default), `ring`, or `shared`: then all virtual workers take turns on one thread. */
  readonly table?: TableKind;
  /** Bytes of all tables together. */
  readonly tableBytes: number;
  readonly seed?: number;
  /** Threads to use, as many as there are cores if not given; changes nothing but the time it takes. */
  readonly threads?: number;
  readonly epochNodes?: number;
  /** Where threads come from; if not given, new ones are started and ended. */
  readonly pool?: DriverThreads | undefined;
  /** Called at every finished depth. */
  readonly onDepth?: (finding: Finding) => void;
  readonly signal?: AbortSignal | undefined;
  /** Of the algorithm, checked. */
  readonly settings?: AlgorithmSettings;
}

export interface DeterministicResult {
  /** The last finished depth; undefined when the search was aborted before the first. */
  readonly finding: Finding | undefined;
  /** `stopped` when it was aborted. */
  readonly end: Ending['end'];
  readonly reason?: string;
  readonly counters: Readonly<Counters>;
  /** Nodes that the busiest worker could have searched meanwhile: the length of the search. */
  readonly virtualNodes: number;
  readonly epochs: number;
}

/** Throws a PlyadesError with a code when options cannot be, before anything starts. */
export function checkDeterministic(options: DeterministicOptions): void {
  const { algorithm, workers, depth, ms, tableBytes, epochNodes = EPOCH_NODES } = options;
  const refuse = (code: 'ERR_OPTION' | 'ERR_LIMIT', message: string, input: unknown) => {
    throw PlyadesError.refusing(inputError(code, message, String(input)));
  };
  if (!Object.hasOwn(algorithms, algorithm)) {
    const names = Object.keys(algorithms).join(', ');
    refuse('ERR_OPTION', `algorithm '${algorithm}': expected one of ${names}`, algorithm);
  }
  if (ms !== undefined) {
    refuse('ERR_OPTION', 'a deterministic search cannot have a time limit: give a depth', ms);
  }
  const range = (name: string, value: number, most: number, code: 'ERR_OPTION' | 'ERR_LIMIT') => {
    if (Number.isInteger(value) && value >= 1 && value <= most) return;
    refuse(code, `${name} ${value}: expected a whole number from 1 to ${most}`, value);
  };
  range('workers', workers, MAX_VIRTUAL_WORKERS, 'ERR_OPTION');
  range('depth', depth, MAX_DEPTH, 'ERR_LIMIT');
  range('epochNodes', epochNodes, 1e9, 'ERR_OPTION');
  if (options.threads !== undefined) range('threads', options.threads, 1024, 'ERR_OPTION');
  if (!(tableBytes >= 0 && Number.isFinite(tableBytes))) {
    refuse('ERR_OPTION', `a table of ${tableBytes} bytes`, tableBytes);
  }
}

/** Searches a position; `position` is a compact record or a state, as jobs carry it. */
export async function searchDeterministic(
  game: GameSource,
  position: unknown,
  options: DeterministicOptions,
): Promise<DeterministicResult> {
  checkDeterministic(options);
  const { depth, workers, seed = 1, table = 'local', tableBytes, signal, onDepth } = options;
  const { hasMaster } = algorithms[options.algorithm as keyof typeof algorithms];
  const processes = workers + (hasMaster ? 1 : 0);
  const epochNs = options.epochNodes ?? EPOCH_NODES;
  const ahead = EPOCHS_AHEAD;
  let finding: Finding | undefined;
  const ending = await runEpochs(
    {
      game,
      position,
      algorithm: options.algorithm,
      processes,
      task: {
        depth,
        mode: 'exact',
        table,
        seed,
        linkTimes: linkTimes(NODES_ONLY, epochNs, processes, ahead),
        ...options.settings,
        // Here a microsecond is a thousand nodes: only the epochs say how long an answer takes.
        youngBrothers: { patience: 1, rest: 1, ...options.settings?.youngBrothers },
      },
      tableBytes,
      costs: NODES_ONLY,
      epochNs,
      ahead,
    },
    {
      threads: options.threads ?? (await coreCount()),
      pool: options.pool,
      signal,
      onReport(report) {
        if (report.type !== 'depth') return;
        finding = report.finding;
        onDepth?.(report.finding);
      },
    },
  );
  const counters = createCounters();
  for (const standing of ending.standings) addCounters(counters, standing.counters);
  const { end, reason, at, epochs } = ending;
  const why = reason === undefined ? {} : { reason };
  return { finding, end, ...why, counters, virtualNodes: at, epochs };
}
