// search(): one position, with limits and a signal, on any backend. The options are checked and completed
// here, once; from then on one SearchRequest goes to the backend.
import type { AlgorithmDescription, SearchHost } from '../core/algorithm.js';
import { quote, refuse, refuseOption } from '../core/errors.js';
import type { GameId, Move, Position } from '../core/game.js';
import { unwrap } from '../core/result.js';
import {
  checkNames,
  optionNames,
  record,
  requireValue,
  type SchemaFields,
} from '../core/schema.js';
import {
  choiceFields,
  hashBytes,
  limitFields,
  MAX_DEPTH,
  type SearchMode,
  type SearchRequest,
  tableKinds,
} from '../core/search-request.js';
import type { SearchProgress, SearchResult } from '../core/search-result.js';
import { didYouMean } from '../core/similar.js';
import { gpuSearch } from '../gpu/description.js';
import { sharedNow } from '../hosts/threads/shared-time.js';
import { mcts } from '../mcts/description.js';
import {
  type AlgorithmName,
  algorithmNames,
  algorithmsOn,
  canSearch,
  preferredAlgorithm,
  algorithmDescriptions as registered,
} from '../parallel/described.js';
import { checkSettings } from '../parallel/settings.js';
import { AUTO, chooseAlgorithm } from './auto.js';
import type {
  BackendName,
  GivenOptions,
  SearchBackend,
  SearchContext,
  SearchDraft,
} from './backends/backend.js';
import { clusterBackend } from './backends/cluster.js';
import { deterministicBackend } from './backends/deterministic.js';
import { gpuBackend } from './backends/gpu.js';
import { mctsBackend } from './backends/mcts.js';
import { sequentialBackend } from './backends/sequential.js';
import { threadsBackend } from './backends/threads.js';
import { checkPosition, type Playable, playable } from './games.js';
import { observe, type SearchHandle } from './handle.js';
import { checkOwnState, isOwnState, type OwnState, openOwnState } from './own-state.js';
import type { SearchOptions, SearchQuery } from './search-options.js';

/** The name of an algorithm, one of `algorithms`. */
export type SearchAlgorithm = AlgorithmName | (typeof gpuSearch | typeof mcts)['name'];

/** The descriptions of all algorithms, by name; the sequential search first. */
export const descriptions = Object.fromEntries(
  [
    preferredAlgorithm('thread'),
    ...algorithmNames.filter((name) => name !== preferredAlgorithm('thread')),
  ]
    .map((name): [string, AlgorithmDescription] => [name, registered[name]])
    .concat([mcts, gpuSearch].map((each) => [each.name, each as AlgorithmDescription])),
) as Readonly<Record<SearchAlgorithm, AlgorithmDescription>>;

/** What `algorithm` may be. */
export const algorithms = Object.keys(descriptions) as readonly SearchAlgorithm[];

const backends: Readonly<Record<BackendName, SearchBackend>> = {
  thread: sequentialBackend,
  threads: threadsBackend,
  deterministic: deterministicBackend,
  cluster: clusterBackend,
  gpu: gpuBackend,
};

/** Algorithms that are no masters and workers bring their own way of using a host. */
const ownBackends: Readonly<Record<string, SearchBackend>> = { [mcts.name]: mctsBackend };

const backendOf = (algorithm: string, host: BackendName): SearchBackend =>
  ownBackends[algorithm] ?? backends[host];

/**
 * Searches a position. Iterate over the return value for progress, await its `result` for the answer.
 * Without limits it goes on until it is aborted, left, solved, or MAX_DEPTH deep.
 * Throws a PlyadesError at once when a limit or an option is invalid. Of a state of a game in plain TypeScript the
 * results name its own moves.
 */
export function search<State, Own = Move>(
  query: SearchQuery<State, Own>,
): SearchHandle<SearchProgress<Own>, SearchResult<Own>> {
  const askedAt = sharedNow();
  const { earlier, keep = false, trace } = query;
  const read = readQuery(query);
  const handle = observe<SearchProgress, SearchResult>(query.signal, async (report, signal) => {
    const { run } = await openQuery(read);
    return run({ askedAt, earlier, keep, trace, report, signal });
  });
  // Moves of a state are those of its game: `translate` of an opened state leaves them as they are.
  return handle as unknown as SearchHandle<SearchProgress<Own>, SearchResult<Own>>;
}

/**
 * The request that `search` would run for a query, with every default filled in: what a checkpoint keeps. Rejects where
 * `search` throws.
 */
export async function resolveRequest(query: SearchQuery): Promise<SearchRequest> {
  return (await prepareSearch(query)).request;
}

/** A search whose request is known and whose position is open. */
export interface PreparedSearch {
  readonly request: SearchRequest;
  /** False: nothing is known before the end that a checkpoint could keep. */
  readonly reportsDepths: boolean;
  /** Runs the search, at once. */
  run(
    watcher: Pick<SearchContext, 'askedAt' | 'earlier' | 'keep' | 'trace' | 'report' | 'signal'>,
  ): Promise<SearchResult>;
}

/** Checks a query and opens its position; the query's own signal, `earlier` and `keep` are left to `run`. */
export const prepareSearch = async (query: SearchQuery): Promise<PreparedSearch> =>
  openQuery(readQuery(query));

async function openQuery({ asked, game, options, resolved }: ReadQuery): Promise<PreparedSearch> {
  const opened =
    'state' in asked
      ? { ...(await openOwnState(asked)), before: [] }
      : await openPositions(await playable(game), asked);
  // Whether a game has a table shows only when it is open.
  const { usesTable } = opened.game;
  const { draft, host } = usesTable ? resolved : resolveDraft(options, { usesTable });
  const { cluster } = options;
  const request = requestOf(draft, opened);
  const backend = backendOf(request.algorithm, host);
  const run: PreparedSearch['run'] = (watcher) =>
    runFrom(watcher, (report) => backend.run(request, { ...opened, ...watcher, report, cluster }));
  const { reportsDepths = true } = backend;
  return { request, run, reportsDepths };
}

/** Runs a search that starts again below the depth of an earlier one: until it is as deep, the earlier result stands. */
async function runFrom(
  { earlier, report }: Pick<SearchContext, 'earlier' | 'report'>,
  run: (report: SearchContext['report']) => Promise<SearchResult>,
): Promise<SearchResult> {
  if (earlier === undefined) return run(report);
  const result = await run((progress) => {
    if (progress.depth >= earlier.depth) report(progress);
  });
  return result.depth < earlier.depth ? { ...result, ...earlier } : result;
}

const queryNames = optionNames<SearchQuery>({
  position: true,
  game: true,
  state: true,
  before: true,
  depth: true,
  nodes: true,
  ms: true,
  clock: true,
  mode: true,
  algorithm: true,
  settings: true,
  workers: true,
  table: true,
  hash: true,
  selective: true,
  seed: true,
  deterministic: true,
  cluster: true,
  earlier: true,
  keep: true,
  trace: true,
  signal: true,
});

type ReadQuery = ReturnType<typeof readQuery>;

function readQuery<State, Own>(query: SearchQuery<State, Own>) {
  checkNames('', query, queryNames);
  const { position, before, game: named, state, cluster, signal: _, ...others } = query;
  const options = { ...others, cluster } as SearchOptions;
  const name = named ?? (position as Partial<Position> | undefined)?.game;
  const resolved = resolveDraft(options, typeof name === 'string' ? { game: name } : {});
  if (isOwnState(query)) {
    checkOwnState(query);
    checkLocal(query);
    const asked: Asked = query;
    return { asked, game: '', options, resolved };
  }
  const asked = { position, before: before ?? [], game: named } as AskedPosition;
  return { asked, game: checkAsked(asked), options, resolved };
}

/** What an own state cannot have: a text that could be sent or saved, and a position beside it. */
function checkLocal<State, Own>(query: SearchQuery<State, Own>): void {
  const { cluster, earlier, position } = query;
  const why = 'a state has no text: give game and position';
  if (cluster !== undefined) refuseOption('cluster', undefined, why);
  if (earlier !== undefined) refuseOption('earlier', undefined, why);
  if (position !== undefined) refuseOption('position', undefined, 'a state is given already');
}

type Asked = AskedPosition | OwnState<unknown, unknown>;

/** A position and those before it, as positions of a loaded game or as text. */
type AskedPosition =
  | { readonly position: Position; readonly before: readonly Position[]; readonly game: undefined }
  | {
      readonly position: string | undefined;
      readonly before: readonly string[];
      readonly game: string;
    };

/** The name of the game; throws when there is none, or when something is no position of it. */
function checkAsked(asked: AskedPosition): string {
  if (asked.game !== undefined) return asked.game;
  checkPosition(asked.position);
  const { game } = asked.position;
  for (const each of asked.before) recordBefore(game, each);
  return game;
}

/** The record of an earlier position of the same game. */
export function recordBefore(game: GameId, position: Position): Uint8Array {
  checkPosition(position);
  if (position.game === game) return position.record;
  const message = `a position of ${position.game} cannot come before one of ${game}`;
  refuse('ERR_IMPOSSIBLE', message, position.game);
}

async function openPositions(
  game: Playable,
  asked: AskedPosition,
): Promise<Pick<SearchContext, 'game' | 'position' | 'before'>> {
  if (asked.game === undefined) {
    // Again, for its notation may have been loaded only now.
    checkAsked(asked);
    return { game, position: asked.position, before: asked.before };
  }
  const read = (text: string) => unwrap(game.notation.parsePosition(text));
  const { position, before } = asked;
  return {
    game,
    position: position === undefined ? game.notation.start() : read(position),
    before: before.map(read),
  };
}

function requestOf(
  draft: SearchDraft,
  { game, position, before }: Pick<SearchContext, 'game' | 'position' | 'before'>,
): SearchRequest {
  const write = (each: Position) => game.notation.makePosition(each);
  return { ...draft, game: game.id, position: write(position), before: before.map(write) };
}

const fields: SchemaFields = { ...choiceFields, ...limitFields };

/** Options of a search, checked and completed, and where it runs. */
export function resolveDraft(
  options: Omit<SearchOptions, 'signal'>,
  { usesTable = true, game }: { readonly usesTable?: boolean; readonly game?: string } = {},
): {
  readonly draft: SearchDraft;
  readonly host: BackendName;
} {
  const { cluster, earlier, keep = false, trace, ...given } = options;
  if (trace !== undefined && typeof trace !== 'function') {
    refuseOption('trace', undefined, 'expected a function that takes the trace');
  }
  const onCluster = cluster !== undefined;
  const { algorithm: named = AUTO, ...choices } = given;
  const checked = requireValue(record({}, fields), choices) as Partial<SearchDraft>;
  const isAuto = named === AUTO;
  const algorithm = isAuto ? chooseAlgorithm({ ...checked, game, onCluster, usesTable }) : named;
  const description = describe(algorithm);
  const host = hostOf(description, onCluster, checked);
  const backend = backendOf(algorithm, host);
  // One worker, where nothing else is said, is the thread that searches.
  const { workers: number, ...others } = checked;
  const needsNone = isAuto && number === 1;
  checkGiven(description, backend, { ...(needsNone ? others : checked), earlier, keep, trace });
  const { mode = usualMode(description, host, game), depth = MAX_DEPTH } = checked;
  const { selective = true, hash, seed, workers = 'auto', deterministic = false } = checked;
  checkMode(description, mode, game);
  const kinds = backend.tables().filter((kind) => description.tables.includes(kind));
  const { table = kinds[0]! } = checked;
  if (!kinds.includes(table)) {
    const why = host === 'cluster' ? 'machines of a cluster share no memory' : `not on ${host}`;
    refuseOption('table', table, `${why}; use ${kinds.join(' or ')}`);
  }
  const use = { host, mode, table, depth: checked.depth };
  const chosen = checkSettings(description, checked.settings, use);
  const settings = { ...description.defaultsFor?.(use), ...chosen };
  const usualOf = (name: 'hash' | 'seed') => choiceFields[name].notes.default as number;
  const draft = {
    ...checked,
    ...{ algorithm, mode, depth, table, settings, selective, workers, deterministic },
    ...{ hash: hash ?? usualOf('hash'), seed: seed ?? usualOf('seed') },
  };
  checkTable(description, draft, usesTable);
  backend.check?.(draft, use);
  return { draft, host };
}

/** An algorithm that lives by the table has one. */
function checkTable(
  { name, needsTable = false }: AlgorithmDescription,
  draft: SearchDraft,
  usesTable: boolean,
): void {
  if (!needsTable) return;
  const { mode } = draft;
  const other = chooseAlgorithm({ mode, workers: 'auto', usesTable: false });
  const why = `${name} divides the work by the table`;
  if (!usesTable) {
    refuseOption('algorithm', name, `${why}: give the game a \`key\`, or use ${other}`);
  }
  if (hashBytes(draft) === 0)
    refuseOption('hash', draft.hash, `${why}: give 1 MiB, or use ${other}`);
}

/** Options that a backend needs are given, those that mean nothing there are not. */
function checkGiven(
  { name }: AlgorithmDescription,
  { needs = {}, refuses = {} }: SearchBackend,
  given: GivenOptions,
): void {
  const value = (option: string) => given[option as keyof GivenOptions];
  for (const [option, why] of Object.entries(needs)) {
    if (value(option) === undefined) refuseOption(option, undefined, `${name} ${why}`);
  }
  for (const [option, why] of Object.entries(refuses)) {
    const isGiven = value(option) !== undefined && !(option === 'keep' && !given.keep);
    if (isGiven) refuseOption(option, value(option), `${name} ${why}`);
  }
}

function describe(algorithm: string): AlgorithmDescription {
  if (Object.hasOwn(descriptions, algorithm)) return descriptions[algorithm as SearchAlgorithm];
  const expected = `expected one of ${algorithms.join(', ')}${didYouMean(String(algorithm), algorithms)}`;
  const message = `algorithm ${quote(String(algorithm))}: ${expected}`;
  refuse('ERR_OPTION', message, algorithm);
}

/** Names of the algorithms that run on a host, for a refusal. */
const ableOn = (host: SearchHost): string => algorithmsOn(host).join(' or ');

/** Where the search runs. */
function hostOf(
  { name, runsOn }: AlgorithmDescription,
  onCluster: boolean,
  { deterministic }: Partial<SearchDraft>,
): BackendName {
  if (onCluster) {
    if (deterministic)
      refuseOption('deterministic', true, 'a search on a cluster is not deterministic');
    if (!runsOn.includes('cluster'))
      refuseOption('cluster', undefined, `${name} uses none: use ${ableOn('cluster')}`);
    return 'cluster';
  }
  if (deterministic) {
    if (!runsOn.includes('deterministic')) {
      const why = runsOn.includes('threads')
        ? `${name} depends on who comes first`
        : 'a search on one thread to a depth always is';
      refuseOption('deterministic', true, `${why}: use ${ableOn('deterministic')}`);
    }
    return 'deterministic';
  }
  if (runsOn.includes('threads')) return 'threads';
  return runsOn.includes('gpu') ? 'gpu' : 'thread';
}

/** Play mode, where the search can. */
const usualMode = (
  description: AlgorithmDescription,
  host: BackendName,
  game: string | undefined,
): SearchMode =>
  host !== 'deterministic' && canSearch(description, 'play', game) ? 'play' : 'exact';

function checkMode(
  description: AlgorithmDescription,
  mode: SearchMode,
  game: string | undefined,
): void {
  const can = (each: AlgorithmDescription) => canSearch(each, mode, game);
  if (can(description)) return;
  const able = algorithms.filter((each) => can(descriptions[each]));
  const { name, plays } = description;
  const why =
    plays === undefined
      ? `${name} does not search in it`
      : `${name} plays ${plays.join(', ')} only`;
  refuseOption('mode', mode, `${why}: use ${able.join(' or ')}`);
}

export { tableKinds };
