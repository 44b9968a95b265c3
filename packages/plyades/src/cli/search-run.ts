// Runs the search of `plyades search` or `plyades resume`: refuses options that cannot be, opens the stores of its
// checkpoints, shows progress and prints the result.

import type { Playable } from '../api/games.js';
import {
  type ClusterNote,
  type ClusterOptions,
  descriptions,
  type Position,
  resolveRequest,
  type SearchAlgorithm,
  type SearchHandle,
  type SearchProgress,
  type SearchQuery,
  type SearchRequest,
  type SearchResult,
  search,
} from '../api/index.js';
import {
  type Checkpoint,
  type CheckpointStore,
  fileStore,
  newJob,
  searchWithCheckpoints,
} from '../checkpoints/index.js';
import { addressOf, type ClusterFlags, makeNote } from './cluster-flags.js';
import { makeEnding } from './ending.js';
import { noteDevice } from './gpu-search.js';
import { catchInterrupt } from './interrupt.js';
import { makeSeconds } from './numbers.js';
import { statsJson, statsText } from './process-stats.js';
import { beginProgress } from './progress.js';
import { drawBoard, progressLine, searchJson, searchText } from './search-text.js';
import { note, print, printJson } from './terminal.js';
import { openTraceFile } from './trace-file.js';

/** How a search is made and shown, beside its query. */
export interface SearchRunFlags extends ClusterFlags {
  readonly cluster?: string;
  readonly checkpoint?: string;
  readonly trace?: string;
  readonly stats?: boolean;
  readonly json?: boolean;
}

/** Searches, and prints the result. `played` ends with the position; `earlier` is what the search goes on from. */
export async function runSearch(
  game: Playable,
  played: readonly Position[],
  query: SearchQuery,
  flags: SearchRunFlags,
  earlier?: Checkpoint,
): Promise<void> {
  const { signal } = catchInterrupt();
  const position = played.at(-1)!;
  const ending = game.ending(played);
  const job = earlier?.job ?? newJob();
  const { workers } = query;
  const trace = await openTraceFile(flags.trace, typeof workers === 'number' ? workers : 1);
  const cluster = await clusterOf(flags, job);
  const asked = { ...query, ...cluster, ...trace.options, signal } as SearchQuery;
  // Options that cannot be are refused here, before a job is announced.
  const request = await resolveRequest(asked);
  const stores = await storesOf(flags, job);
  try {
    const searching =
      stores === undefined
        ? search(asked)
        : await searchWithCheckpoints(asked, {
            stores,
            job,
            ...(earlier && { earlier }),
            onError: (error) => note(`the checkpoint could not be written: ${reasonOf(error)}`),
          });
    // Whether there is a device shows later.
    const isSure = !descriptions[request.algorithm as SearchAlgorithm].runsOn.includes('gpu');
    if (!flags.json && isSure) print(drawBoard(game, position));
    if (ending) note(`the game has ended here: ${makeEnding(ending)}`);
    const result = await watch(searching, game, position, request);
    await trace.write();
    if (signal.aborted) note('interrupted: this is the best answer so far');
    noteDevice(result);
    if (flags.json) {
      const found = searchJson(game.notation, position, result);
      printJson({ ...found, ...(flags.stats && statsJson(result)) });
    } else {
      print(searchText(game, position, result, request, asked.cluster !== undefined));
      if (flags.stats) print(`\n${statsText(result)}`);
    }
  } finally {
    // Also after an error: an open connection would keep the program alive.
    for (const store of stores ?? []) await store.close();
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The cluster's options, if the search runs on one; changes of its workers are logged. */
async function clusterOf(
  flags: SearchRunFlags,
  job: string,
): Promise<{ cluster?: ClusterOptions }> {
  if (flags.cluster === undefined) return {};
  const address = await addressOf(flags.cluster, flags);
  const onNote = (each: ClusterNote) => note(makeNote(each));
  return { cluster: { ...address, job, onNote } };
}

/** Where checkpoints go: a file, the cluster's server, or both; undefined when neither was asked for. */
async function storesOf(
  flags: SearchRunFlags,
  job: string,
): Promise<CheckpointStore[] | undefined> {
  if (flags.checkpoint === undefined && flags.cluster === undefined) return undefined;
  const stores: CheckpointStore[] = [];
  if (flags.checkpoint !== undefined) stores.push(fileStore(flags.checkpoint));
  if (flags.cluster !== undefined) {
    const { JobsUnavailable, openJobStore } = await import('../cluster/jobs.js');
    try {
      stores.push(await openJobStore(await addressOf(flags.cluster, flags), job));
      note(`job ${job}`);
    } catch (error) {
      // Without a server there is no search either.
      if (!(error instanceof JobsUnavailable)) throw error;
      note(`${error.message}; this search cannot be resumed`);
    }
  }
  return stores;
}

/** The search to its end, with a progress line on a terminal. */
async function watch(
  searching: SearchHandle<SearchProgress, SearchResult>,
  game: Playable,
  position: Position,
  request: SearchRequest,
): Promise<SearchResult> {
  const line = await beginProgress();
  try {
    line.show((seconds) => `depth 1 ...  ${makeSeconds(seconds)}`);
    for await (const progress of searching) {
      line.show((seconds) => progressLine(game, position, progress, request, seconds));
    }
    return await searching.result;
  } finally {
    line.end();
  }
}
