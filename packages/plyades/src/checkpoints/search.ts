// Searches that outlive their program: one that keeps checkpoints, and one that goes on from a checkpoint.

import { observe } from '../api/handle.js';
import {
  type ClusterOptions,
  descriptions,
  isModulePath,
  loadGame,
  type SearchAlgorithm,
  type SearchHandle,
  type SearchProgress,
  type SearchQuery,
  type SearchResult,
} from '../api/index.js';
import { prepareSearch } from '../api/search.js';
import { inputError, PlyadesError, quote, refuseOption } from '../core/errors.js';
import { packageVersion } from '../hosts/package-version.js';
import { sharedNow } from '../hosts/threads/shared-time.js';
import { type Checkpoint, earlierResult, newJob } from './checkpoint.js';
import type { CheckpointStore } from './store.js';
import { CheckpointWriter } from './writer.js';

/** Where checkpoints go. */
export interface CheckpointOptions {
  /** Stay open; the caller closes them. */
  readonly stores: readonly CheckpointStore[];
  /** The name of the search: letters, digits, - and _; drawn if not given. */
  readonly job?: string;
  /** A checkpoint of the same search, from which it goes on. */
  readonly earlier?: Checkpoint;
  /** Called once when the store cannot be written: the search goes on. */
  readonly onError?: (error: unknown) => void;
}

/**
 * As `search` of `plyades`, and keeps what is known in the stores: after each finished depth, every five seconds, and at
 * the end. Rejects with a PlyadesError when the query is invalid.
 */
export async function searchWithCheckpoints(
  query: SearchQuery,
  { stores, earlier, onError, job = earlier?.job ?? newJob() }: CheckpointOptions,
): Promise<SearchHandle<SearchProgress, SearchResult>> {
  const askedAt = sharedNow();
  if (query.state !== undefined) {
    refuseOption('state', undefined, 'it has no text that a checkpoint could keep');
  }
  const { request, run, reportsDepths } = await prepareSearch(query);
  if (!reportsDepths) refuseOption('stores', undefined, `${request.algorithm} cannot be resumed`);
  const game = await loadGame(request.game);
  const server = query.cluster?.server;
  const writer = new CheckpointWriter({ job, stores, request, game, earlier, server, onError });
  const known = earlier === undefined ? query.earlier : earlierResult(game, earlier);
  return observe(query.signal, async (report, signal) => {
    const noted = (progress: SearchProgress) => {
      writer.note(progress);
      report(progress);
    };
    const { trace } = query;
    const watcher = { askedAt, earlier: known, keep: true, trace, report: noted, signal };
    const result = await run(watcher);
    await writer.end(result);
    return result;
  });
}

/** What may differ when a search is resumed. */
export interface ResumeOptions extends Partial<Omit<CheckpointOptions, 'job' | 'earlier'>> {
  readonly signal?: AbortSignal;
  /** Workers of a cluster search from now on; without it, this machine does. */
  readonly cluster?: ClusterOptions | undefined;
  /** The module of a game in plain TypeScript: a checkpoint does not choose what code runs here. */
  readonly game?: string | undefined;
}

/**
 * Goes on with a search at the depth after the last one that was finished. Rejects with ERR_JOB when another version of
 * the package began it, ERR_MISSING when it is of a game in plain TypeScript and its module is not given.
 */
export async function resumeSearch(
  checkpoint: Checkpoint,
  { signal, cluster, game, stores = [], onError }: ResumeOptions = {},
): Promise<SearchHandle<SearchProgress, SearchResult>> {
  await checkVersion(checkpoint);
  const query = {
    ...queryOf(checkpoint, { cluster, game }),
    ...(signal && { signal }),
  } as SearchQuery;
  return searchWithCheckpoints(query, { stores, earlier: checkpoint, ...(onError && { onError }) });
}

/** Rejects with ERR_JOB when another version of the package began the search. */
export async function checkVersion({ version, job }: Checkpoint): Promise<void> {
  const ours = packageVersion();
  if (version === ours) return;
  const message = `job ${job} was begun by plyades ${version}, this is ${ours}`;
  throw refusal('ERR_JOB', `${message}: install that version`);
}

/** The query of a checkpoint's search, to be made here or on a cluster. */
export function queryOf(
  { request, job }: Checkpoint,
  { cluster, game }: Pick<ResumeOptions, 'cluster' | 'game'> = {},
): SearchQuery {
  const { game: named, table, workers, only: _, lines: __, ...rest } = request;
  const { runsOn } = descriptions[request.algorithm as SearchAlgorithm];
  // Machines of a cluster share no memory, and the sequential search has neither tables to choose nor workers.
  const keepsTable = cluster === undefined || table !== 'shared';
  const parallel = runsOn.includes('threads') && { workers, ...(keepsTable && { table }) };
  const query = {
    ...rest,
    ...parallel,
    game: gameOf(named, game),
    ...(cluster && { cluster: { job, ...cluster } }),
  };
  return query as unknown as SearchQuery;
}

function gameOf(named: string, module: string | undefined): string {
  if (!isModulePath(named)) return named;
  if (module !== undefined) return module;
  const what = `the search is of a game in plain TypeScript, ${quote(named)}`;
  throw refusal('ERR_MISSING', `${what}: give its module as 'game'`);
}

function refusal(code: 'ERR_JOB' | 'ERR_MISSING', message: string): PlyadesError {
  return PlyadesError.refusing(inputError(code, message, ''));
}
