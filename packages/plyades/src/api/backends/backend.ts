// A backend runs a request in one place: on a thread, on several, on a cluster, on a graphics device. All have the
// same shape, and search() chooses among them by a table.
import type { SearchHost, SettingsUse } from '../../core/algorithm.js';
import type { Position } from '../../core/game.js';
import { isProvenLoss, isProvenWin } from '../../core/score.js';
import type { SearchRequest, TableKind } from '../../core/search-request.js';
import type { EarlierResult, SearchProgress, SearchResult } from '../../core/search-result.js';
import type { LiveTrace } from '../../hosts/live-trace.js';
import type { SearchReport } from '../../hosts/threads/protocol.js';
import type { TraceLog } from '../../trace/log.js';
import type { ClusterOptions } from '../cluster-options.js';
import type { Playable } from '../games.js';

/** Where search() can run; simulations have an entry of their own. */
export type BackendName = Exclude<SearchHost, 'simulation'>;

/** A request whose game and position have not been opened yet. */
export type SearchDraft = Omit<SearchRequest, 'game' | 'position' | 'before'>;

/** What a backend needs beside the request. */
export interface SearchContext {
  readonly game: Playable;
  readonly position: Position;
  /** Positions of the game before, the first one first. */
  readonly before: readonly Position[];
  /** When the search was asked for, by `sharedNow`. */
  readonly askedAt: number;
  readonly earlier: EarlierResult | undefined;
  readonly keep: boolean;
  /** Takes the trace of the search; undefined when it is not traced. */
  readonly trace?: ((log: TraceLog) => void) | undefined;
  readonly cluster: ClusterOptions | undefined;
  report(progress: SearchProgress): void;
  readonly signal: AbortSignal;
}

/** Options that a user may have given. */
export type GivenOptions = Partial<SearchDraft> & Pick<SearchContext, 'earlier' | 'keep' | 'trace'>;

/** By option: why it cannot be given, or must be, as a clause about the algorithm. */
export type OptionReasons = { readonly [N in keyof GivenOptions]?: string };

export interface SearchBackend {
  /** Kinds of tables that can be had here, the usual one first. */
  tables(): readonly TableKind[];
  /** False when a search reports nothing before its end; true if not given. */
  readonly reportsDepths?: boolean;
  /** Options without which nothing can be searched here. */
  readonly needs?: OptionReasons;
  /** Options that mean nothing here. */
  readonly refuses?: OptionReasons;
  /** Throws a PlyadesError, before anything starts, when the request cannot be met here. */
  check?(draft: SearchDraft, use: SettingsUse): void;
  run(request: SearchRequest, context: SearchContext): Promise<SearchResult>;
}

/** Larger tables are not kept for the next search: others may need the memory. */
export const MAX_KEPT_BYTES = 1 << 30;

/** Of searches that do not go on from an earlier one. */
export const NOT_RESUMABLE: OptionReasons = {
  earlier: 'cannot resume an earlier search',
  keep: 'has no tree to keep, and cannot be resumed',
};

/** Of searches whose processes do not record what they do. */
export const NOT_TRACED: OptionReasons = {
  trace: 'records no trace: give workers and a parallel algorithm on threads or a cluster',
};

/** The request's position as threads take it. */
export const subjectOf = ({ game, position, before }: SearchContext) => ({
  game: game.source,
  position: game.sourcePosition(position),
  // A kernel whose game knows no repetition does not look at them; a plain game has no records.
  before: game.source.kind === 'kernel' ? before.map(({ record }) => record) : [],
});

/** The result of an earlier search; each process numbers the moves of a plain game itself. */
export function earlierOf({ game, earlier }: SearchContext): EarlierResult | undefined {
  if (earlier === undefined || earlier.depth < 1 || game.source.kind !== 'kernel') return undefined;
  return earlier;
}

/** The trace that a caller asked for, of this many processes. */
export async function openTrace(
  request: SearchRequest,
  context: SearchContext,
  processes: number,
): Promise<LiveTrace | undefined> {
  if (context.trace === undefined) return undefined;
  const { createTrace } = await import('./create-trace.js');
  return createTrace(request, context, processes);
}

/** Handlers of threads that report in the moves of the game. */
export const handlersOf = (context: SearchContext) => ({
  onProgress: (progress: SearchReport) => context.report(translated(context, progress)),
  signal: context.signal,
});

/** A report of a thread, and what the backend adds to it, as the result of the search. */
export function resultOf(
  { algorithm, mode }: SearchRequest,
  context: SearchContext,
  report: SearchReport,
  more: Pick<SearchResult, 'workers' | 'counters' | 'times' | 'processes' | 'replaced'>,
): SearchResult {
  const { game } = context;
  const { status, ...found } = translated(context, report);
  const { marginUnit } = game.notation;
  const isDecided = isProvenWin(found.value) || isProvenLoss(found.value);
  const hasMargin = found.solved && marginUnit !== undefined && !isDecided;
  return {
    ...found,
    ...more,
    status: status === 'searching' ? 'aborted' : status,
    game: game.id,
    algorithm,
    mode,
    ...(hasMargin && { margin: found.value / marginUnit }),
  };
}

/** A report of a thread in the moves of the game. */
export function translated(
  { game }: Pick<SearchContext, 'game'>,
  report: SearchReport,
): SearchProgress {
  const { plainMove: _, plainLine: __, plainOthers: ___, ...progress } = game.translate(report);
  return progress;
}
