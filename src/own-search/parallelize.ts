// Starts the workers of a program with a search of its own.
import { availableParallelism } from 'node:os';
import { PlyadesError } from '../core/errors.js';
import { takeSettings } from '../parallel/settings.js';
import type { OwnSearch } from './definition.js';
import { ParallelSearch } from './parallel-search.js';
import type { OwnOptions } from './processes.js';
import { SimulatedCrew, type SimulationOptions } from './simulated.js';
import { ThreadCrew } from './threads.js';

/** How a program's search is made parallel. */
export interface ParallelizeOptions {
  /** Threads that search; as many as the machine has cores if not given. 0 searches on this thread. */
  readonly workers?: number;
  /** Memory for all processes to share, such as a transposition table: `aphid.shared`. */
  readonly shared?: SharedArrayBuffer;
  /** Settings of the algorithm. */
  readonly aphid?: OwnOptions;
  /** Runs all processes in this thread, in an order that a seed decides: for tests of a program. */
  readonly simulate?: SimulationOptions;
}

const MAX_WORKERS = 256;

/** Starts the workers of a program; resolves when all have loaded it. */
export async function parallelize<Position, Move, Entry>(
  search: OwnSearch<Position, Move, Entry>,
  options: ParallelizeOptions = {},
): Promise<ParallelSearch<Position, Move>> {
  const { workers = availableParallelism(), shared, aphid = {}, simulate } = options;
  if (!(Number.isInteger(workers) && workers >= 0 && workers <= MAX_WORKERS)) {
    throw new PlyadesError('ERR_OPTION', `workers: expected 0 to ${MAX_WORKERS}, not ${workers}`);
  }
  takeSettings('aphid', { aphid });
  const crew =
    simulate === undefined
      ? await ThreadCrew.start(search, workers, aphid, shared)
      : new SimulatedCrew(search, workers, aphid, shared, simulate);
  return new ParallelSearch<Position, Move>(crew as never, workers);
}
