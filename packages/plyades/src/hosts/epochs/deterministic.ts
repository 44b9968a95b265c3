// Deterministic parallel search: the driver with a clock that counts nodes. For a given number of
// virtual workers it finds the same value, move, line and node count on every run and on any number of
// cores. A time limit would end it at another node each time, so it is refused.

import { refuse } from '../../core/errors.js';
import { integer, number, requireValue } from '../../core/schema.js';
import {
  hashBytes,
  MAX_DEPTH,
  MAX_WORKERS,
  type SearchLimits,
  type SearchRequest,
} from '../../core/search-request.js';
import type { GameSource } from '../../games/open.js';
import type { SearchFinding } from '../../parallel/actor.js';
import type { ActorRequest } from '../../parallel/algorithm.js';
import { addCounters, type Counters, createCounters } from '../../parallel/counters.js';
import { findDescription } from '../../parallel/described.js';
import { coreCount } from '../cores.js';
import { NODES_ONLY } from './costs.js';
import type { RunEnding } from './driver.js';
import { linkTimes } from './epoch-search.js';
import type { DriverThreads } from './pool.js';
import { runEpochs } from './run.js';

/**
 * Nodes of an epoch if not given, about half a millisecond of search. Short epochs deliver packets
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

export interface DeterministicOptions {
  /** Its workers are virtual; a master, in algorithms that have one, is not among them. */
  readonly request: DeterministicRequest;
  /** Threads to use, as many as there are cores if not given; changes nothing but the time it takes. */
  readonly threads?: number;
  readonly epochNodes?: number;
  /** Where threads come from; if not given, new ones are started and ended. */
  readonly pool?: DriverThreads | undefined;
  /** Called at every finished depth, with the nodes that all workers have searched so far. */
  readonly onDepth?: (finding: SearchFinding, nodes: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** The fields of a request that a deterministic search reads: only a depth ends it at the same node every time. */
export type DeterministicRequest = ActorRequest &
  Pick<SearchRequest, 'algorithm' | 'hash' | 'workers'> &
  Pick<SearchLimits, 'ms' | 'nodes' | 'clock'>;

export interface DeterministicResult {
  /** The last finished depth; undefined when the search was aborted before the first. */
  readonly finding: SearchFinding | undefined;
  /** `stopped` when it was aborted. */
  readonly end: RunEnding['end'];
  readonly reason?: string;
  readonly counters: Readonly<Counters>;
  /** Nodes that the busiest worker could have searched meanwhile: the length of the search. */
  readonly virtualNodes: number;
  readonly epochs: number;
}

/** Throws a PlyadesError with a code when a search would not be the same every time, before anything starts. */
export function checkDeterministic({
  request,
  epochNodes = EPOCH_NODES,
  threads,
}: DeterministicOptions): void {
  const { algorithm, workers, mode, depth, ms, nodes, clock, hash } = request;
  findDescription(algorithm, 'deterministic');
  if (mode !== 'exact')
    refuse('ERR_OPTION', 'a deterministic search is exact: use mode exact', mode);
  if (ms !== undefined || clock !== undefined) {
    refuse(
      'ERR_OPTION',
      'a deterministic search cannot have a time limit: give a depth',
      ms ?? 'clock',
    );
  }
  if (nodes !== undefined) {
    refuse(
      'ERR_OPTION',
      'a deterministic search ends with its depth: it has no limit of nodes',
      nodes,
    );
  }
  if (workers === 'auto') {
    const why = 'what it finds must not depend on the machine';
    refuse('ERR_OPTION', `a deterministic search needs a number of workers: ${why}`, workers);
  }
  requireValue(integer(1, MAX_WORKERS), workers, 'workers');
  requireValue(integer(1, MAX_DEPTH), depth, 'depth', 'ERR_LIMIT');
  requireValue(integer(1, 1e9), epochNodes, 'epochNodes');
  if (threads !== undefined) requireValue(integer(1, 1024), threads, 'threads');
  requireValue(number(0, Number.MAX_SAFE_INTEGER), hash, 'hash');
}

/** Searches a position; `position` is a compact record or a state, as threads take it. */
export async function searchDeterministic(
  game: GameSource,
  position: unknown,
  options: DeterministicOptions,
): Promise<DeterministicResult> {
  checkDeterministic(options);
  const { request, signal, onDepth } = options;
  const algorithm = findDescription(request.algorithm, 'deterministic');
  const processes = (request.workers as number) + (algorithm.hasMaster ? 1 : 0);
  const epochNs = options.epochNodes ?? EPOCH_NODES;
  const ahead = EPOCHS_AHEAD;
  let finding: SearchFinding | undefined;
  const ending = await runEpochs(
    {
      game,
      position,
      algorithm: request.algorithm,
      processes,
      plan: {
        request,
        linkTimes: linkTimes(NODES_ONLY, epochNs, processes, ahead),
      },
      tableBytes: hashBytes(request),
      costs: NODES_ONLY,
      epochNs,
      ahead,
    },
    {
      threads: options.threads ?? (await coreCount()),
      pool: options.pool,
      signal,
      onReport(report, _at, nodes) {
        if (report.type !== 'depth') return;
        finding = report.finding;
        onDepth?.(report.finding, nodes);
      },
    },
  );
  const counters = createCounters();
  for (const totals of ending.processTotals) addCounters(counters, totals.counters);
  const { end, reason, at, epochs } = ending;
  const why = reason === undefined ? {} : { reason };
  return { finding, end, ...why, counters, virtualNodes: at, epochs };
}
