// `plyades search`: the best move and the value of a position. Without limits it thinks for three
// seconds as it would in a game; with a depth alone it searches that fixed tree exactly, so that the
// same command gives the same value everywhere.
import { Command } from 'commander';
import {
  algorithms,
  type ClusterNote,
  type ClusterOptions,
  DEFAULT_HASH_MB,
  descriptions,
  type GameNotation,
  type LoadedGame,
  loadGame,
  MAX_DEPTH,
  MAX_HASH_MB,
  MAX_WORKERS,
  type Move,
  type PlayerClock,
  type Position,
  resolveRequest,
  type SearchAlgorithm,
  type SearchMode,
  type SearchProgress,
  type SearchQuery,
  type SearchRequest,
  type SearchResult,
  search,
  searchModes,
  type TableKind,
  tableKinds,
} from '../../api/index.js';
import { usualAlgorithm } from '../../api/search.js';
import {
  type Checkpoint,
  type CheckpointStore,
  checkVersion,
  fileStore,
  newJob,
  queryOf,
  searchWithCheckpoints,
} from '../../checkpoints/index.js';
import { PlyadesError } from '../../core/errors.js';
import { widthOf } from '../../core/game.js';
import { unwrap } from '../../core/result.js';
import { isProvenLoss, isProvenWin } from '../../core/score.js';
import { DEFAULT_METHOD } from '../../core/search-request.js';
import {
  addressOf,
  type ClusterFlags,
  credsOption,
  makeNote,
  tlsCaOption,
} from '../cluster-flags.js';
import { makeEnding } from '../ending.js';
import { Refusal } from '../exit.js';
import { deviceJson, deviceText, noteDevice } from '../gpu-search.js';
import { catchInterrupt } from '../interrupt.js';
import { makeCount, makeRate, makeSeconds, makeValue, roundSeconds } from '../numbers.js';
import {
  addPositionOptions,
  choiceOption,
  clockOption,
  gameArgument,
  integerOption,
  MAX_TIME,
  type PositionFlags,
  setUp,
  workersOption,
} from '../options.js';
import { beginProgress } from '../progress.js';
import { addSettingsOptions, type SettingsFlags, settingsOf } from '../settings.js';
import { colours, columns, note, print, printJson } from '../terminal.js';

const DEFAULT_GAME = 'othello';
const DEFAULT_MS = 3000;
const players = algorithms.filter((name) => descriptions[name].modes.includes('play'));

/** What searches when no algorithm is named. */
const USUAL = `${usualAlgorithm(false, undefined)}, on a cluster ${usualAlgorithm(true, undefined)}`;
const ALGORITHMS = algorithms.map((name) => `  ${name.padEnd(16)}${descriptions[name].help}`);

const EXAMPLES = `
Limits may be combined; the first one that is reached ends the search. Without any, it thinks for
${DEFAULT_MS / 1000} seconds. The mode is exact when --depth is the only limit (the minimax value of the tree of
that depth, the same with every method and table), otherwise play (as strong as it can be) with
${players.join(', ')}; the other algorithms are always exact.

Algorithms:
${ALGORITHMS.join('\n')}

With --json the last line of stdout is one object:
  game, position, algorithm, mode, depth, value, bound, bestMove, pv, nodes, leaves, seconds, workers,
  solved (true: the value is that of the game itself) and, for Othello when solved, margin (discs)
Values are from the side to move: in Othello 1/100 disc; beyond 490000 a win is proven.
Ctrl-C or SIGTERM prints the best answer so far; a second one ends at once.

Examples:
  $ plyades search                                         Othello from the start
  $ plyades search tic-tac-toe --depth 9                   solves it: a draw
  $ plyades search othello --moves "f5 d6 c3" --time 5000
  $ plyades search chess --clock 60+0.6                    as a player with a minute left would
  $ plyades search othello --depth 10 --method mtdf --hash 128 --json
  $ plyades search chess --algorithm lazy-smp --workers auto --time 5000
  $ plyades search othello --algorithm aphid --workers 2 --clock 300
  $ plyades search othello --algorithm minimal-tree --workers 2 --depth 12 --horizon 4
  $ plyades search othello --algorithm young-brothers --workers 8 --depth 12 --deterministic
  $ plyades search connect6 --moves j10 --depth 4 --algorithm gpu --lmax 7424 --no-pruning
  $ plyades search chess --depth 5 --algorithm gpu --subtrees 2 --fallback cpu
  $ plyades search synthetic --position "b=5,seed=1" --depth 8
  $ plyades search othello --depth 16 --algorithm aphid --cluster nats://192.168.1.10:4222`;

type Searching = ReturnType<typeof search>;

interface OwnFlags extends PositionFlags, ClusterFlags {
  readonly cluster?: string;
  readonly checkpoint?: string;
  readonly depth?: number;
  readonly nodes?: number;
  readonly time?: number;
  readonly clock?: PlayerClock;
  readonly mode?: SearchMode;
  readonly selective: boolean;
  readonly algorithm?: SearchAlgorithm;
  readonly workers?: number | 'auto';
  readonly table?: TableKind;
  readonly seed?: number;
  readonly deterministic?: boolean;
  readonly hash?: number;
  readonly json?: boolean;
}

export type Flags = OwnFlags & SettingsFlags;

export function searchCommand(): Command {
  const command = new Command('search')
    .description('search a position for its best move and value')
    .addArgument(gameArgument(DEFAULT_GAME));
  return addSettingsOptions(addPositionOptions(command))
    .addOption(integerOption('-d, --depth <plies>', 'search at most this deep', 1, MAX_DEPTH))
    .addOption(
      integerOption(
        '-n, --nodes <number>',
        'search about this many nodes',
        1,
        Number.MAX_SAFE_INTEGER,
      ),
    )
    .addOption(integerOption('-t, --time <ms>', 'search this many milliseconds', 1, MAX_TIME))
    .addOption(clockOption('search as for a move with this much on the clock'))
    .addOption(choiceOption('--mode <name>', 'kind of search', searchModes))
    .option('--no-selective', 'play mode: leave nothing out (no ProbCut, null move, reductions)')
    .addOption(choiceOption('--algorithm <name>', `what searches: ${USUAL}, or`, algorithms))
    .addOption(workersOption(MAX_WORKERS))
    .addOption(
      choiceOption('--table <kind>', 'one for all, one each with a ring, or one each', tableKinds),
    )
    .addOption(integerOption('--seed <number>', 'what is drawn by lot', 0, 2 ** 32 - 1))
    .option('--deterministic', 'the same nodes every time, for a number of --workers and a --depth')
    .addOption(
      integerOption(
        '--hash <mib>',
        `size of the table in MiB, 0 for none (default: ${DEFAULT_HASH_MB})`,
        0,
        MAX_HASH_MB,
      ),
    )
    .option('--cluster <address>', 'search with the workers of a cluster: nats://HOST:PORT')
    .addOption(credsOption())
    .addOption(tlsCaOption())
    .option('--checkpoint <file>', "keep what is known in a file, for 'plyades resume --file'")
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action((id: string, flags: Flags) => find(id, flags));
}

/** How a search is made and shown, beside its query. */
interface RunFlags extends ClusterFlags {
  readonly cluster?: string;
  readonly checkpoint?: string;
  readonly json?: boolean;
}

/** Searches, and prints what was found. */
async function find(id: string, flags: Flags): Promise<void> {
  const { mode } = modeOf(flags);
  const { algorithm = usualAlgorithm(flags.cluster !== undefined, mode) } = flags;
  const settings = settingsOf(flags, descriptions[algorithm]);
  refuseStrangers(algorithm, flags);
  const game = await loadGame(id);
  const { played } = setUp(game, flags);
  await run(game, played, queryFrom(played, { ...flags, algorithm }, settings), flags);
}

/** Goes on with a search, and prints what was found; `game` is the module of a game in plain TypeScript. */
export async function resumeFrom(
  earlier: Checkpoint,
  { game: module, ...flags }: RunFlags & { readonly game?: string },
): Promise<void> {
  await checkVersion(earlier);
  const game = await loadGame(module ?? earlier.request.game);
  const read = (text: string) => unwrap(game.notation.parsePosition(text), PlyadesError.refusing);
  const played = [...earlier.request.before, earlier.request.position].map(read);
  const cluster = flags.cluster === undefined ? undefined : { server: flags.cluster };
  const query = queryOf(earlier, { game: module, cluster });
  await run(game, played, query, flags, earlier);
}

async function run(
  game: LoadedGame,
  played: readonly Position[],
  query: SearchQuery,
  flags: RunFlags,
  earlier?: Checkpoint,
): Promise<void> {
  const { signal } = catchInterrupt();
  const position = played.at(-1)!;
  const ending = game.ending(played);
  const job = earlier?.job ?? newJob();
  const asked = { ...query, ...(await clusterOf(flags, job)), signal } as SearchQuery;
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
    const isSure = !descriptionOf(request).runsOn.includes('gpu');
    if (!flags.json && isSure) print(drawBoard(game, position));
    if (ending) note(`the game has ended here: ${makeEnding(ending)}`);
    const result = await watch(searching, game, position);
    if (signal.aborted) note('interrupted: this is the best answer so far');
    noteDevice(result);
    if (flags.json) printJson(asJson(game.notation, position, result));
    else print(asText(game, position, result, request, asked.cluster !== undefined));
  } finally {
    // Also after an error: an open connection would keep the program alive.
    for (const store of stores ?? []) await store.close();
  }
}

const descriptionOf = ({ algorithm }: SearchRequest) => descriptions[algorithm as SearchAlgorithm];

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const drawBoard = ({ notation, legalMoves }: LoadedGame, position: Position): string =>
  `${notation.draw(position, legalMoves(position))}\n`;

/** Flags that the algorithm has no use for are not taken in silence. */
function refuseStrangers(algorithm: SearchAlgorithm, flags: Flags): void {
  const { name, runsOn } = descriptions[algorithm];
  const refuse = (where: string, message: string) => {
    throw new Refusal('ERR_OPTION', message, { where });
  };
  if (runsOn.includes('threads')) return;
  const advice = 'give a parallel --algorithm';
  if (flags.workers !== undefined) refuse('--workers', `${name} has no workers: ${advice}`);
  if (flags.table !== undefined) refuse('--table', `${name} has no kinds of tables: ${advice}`);
  if (!runsOn.includes('gpu')) return;
  const others = {
    '--nodes': flags.nodes,
    '--time': flags.time,
    '--clock': flags.clock,
    '--hash': flags.hash,
    '--deterministic': flags.deterministic,
    '--cluster': flags.cluster,
    '--checkpoint': flags.checkpoint,
    '--mode play': flags.mode === 'play' ? flags.mode : undefined,
  };
  const unsupported = Object.entries(others).find(([, value]) => value !== undefined)?.[0];
  if (unsupported !== undefined) refuse(unsupported, `the search on a GPU has no ${unsupported}`);
  if (flags.depth === undefined) {
    refuse('--depth', 'the search on a GPU is of a fixed depth: give --depth');
  }
}

/** The cluster's options, if the search runs on one; changes of its workers are logged. */
async function clusterOf(flags: RunFlags, job: string): Promise<{ cluster?: ClusterOptions }> {
  if (flags.cluster === undefined) return {};
  const address = await addressOf(flags.cluster, flags);
  const onNote = (each: ClusterNote) => note(makeNote(each));
  return { cluster: { ...address, job, onNote } };
}

/** Where checkpoints go: a file, the cluster's server, or both; undefined when neither was asked for. */
async function storesOf(flags: RunFlags, job: string): Promise<CheckpointStore[] | undefined> {
  if (flags.checkpoint === undefined && flags.cluster === undefined) return undefined;
  const stores: CheckpointStore[] = [];
  if (flags.checkpoint !== undefined) stores.push(fileStore(flags.checkpoint));
  if (flags.cluster !== undefined) {
    const { JobsUnavailable, openJobStore } = await import('../../remote/jobs.js');
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

function queryFrom(played: readonly Position[], flags: Flags, settings: object): SearchQuery {
  const { algorithm, selective, workers, table, seed, hash, deterministic } = flags;
  return {
    position: played.at(-1)!,
    before: played.slice(0, -1),
    ...limitsOf(flags),
    ...modeOf(flags),
    algorithm,
    settings,
    ...(!selective && { selective }),
    ...(workers !== undefined && { workers }),
    ...(table !== undefined && { table }),
    ...(seed !== undefined && { seed }),
    ...(hash !== undefined && { hash }),
    ...(deterministic && { deterministic }),
  } as unknown as SearchQuery;
}

/** The search to its end, with a progress line on a terminal. */
async function watch(
  searching: Searching,
  game: LoadedGame,
  position: Position,
): Promise<SearchResult> {
  const line = await beginProgress();
  try {
    line.show((seconds) => `depth 1 ...  ${makeSeconds(seconds)}`);
    for await (const progress of searching) {
      line.show((seconds) => asLine(game, position, progress, seconds));
    }
    return await searching.result;
  } finally {
    line.end();
  }
}

function limitsOf(flags: Flags) {
  const { depth, nodes, time, clock } = flags;
  const limits = [depth, nodes, time, clock, flags.deterministic];
  const unlimited = limits.every((limit) => limit === undefined);
  const ms = unlimited ? DEFAULT_MS : time;
  return {
    ...(depth !== undefined && { depth }),
    ...(nodes !== undefined && { nodes }),
    ...(ms !== undefined && { ms }),
    ...(clock !== undefined && { clock }),
  };
}

/** Exact when a depth is the only limit; otherwise what the algorithm does by itself. */
function modeOf({ mode, depth, nodes, time, clock }: Flags): { mode?: SearchMode } {
  if (mode !== undefined) return { mode };
  const others = [nodes, time, clock];
  const exact = depth !== undefined && others.every((limit) => limit === undefined);
  return exact ? { mode: 'exact' } : {};
}

function asLine(
  game: LoadedGame,
  position: Position,
  progress: SearchProgress,
  seconds: number,
): string {
  const { depth, nodes, pv } = progress;
  const line = game.writeLine(position, pv).join(' ');
  const rate = makeRate(nodes, progress.seconds);
  const value = makeValue(game.notation, progress);
  return `depth ${depth}  ${value}  ${rate}  ${makeSeconds(seconds)}  ${line}`;
}

/** The contract with machines: these fields, in this order. */
function asJson(notation: GameNotation, position: Position, result: SearchResult): object {
  return {
    game: notation.id,
    position: notation.makePosition(position),
    algorithm: result.algorithm,
    mode: result.mode,
    depth: result.depth,
    value: result.value,
    bound: result.bound,
    bestMove: result.move === undefined ? null : notation.makeMove(result.move),
    pv: result.pv.map(notation.makeMove),
    nodes: result.nodes,
    leaves: result.leaves,
    seconds: roundSeconds(result.seconds),
    workers: result.workers,
    solved: result.solved,
    ...(result.margin !== undefined && { margin: result.margin }),
    ...deviceJson(result),
  };
}

function asText(
  game: LoadedGame,
  position: Position,
  result: SearchResult,
  request: SearchRequest,
  onCluster: boolean,
): string {
  const { bold } = colours(process.stdout);
  const { notation } = game;
  const { nodes, leaves, seconds } = result;
  const over = game.over(position);
  const best = result.move === undefined ? undefined : bestMove(game, position, result.move);
  const counts = `${makeCount(nodes)} nodes, ${makeCount(leaves)} leaves`;
  return columns([
    ['best move', bold(best ?? (over ? 'none, the game is over' : 'none found yet'))],
    [
      'value',
      `${makeValue(notation, result)} for the side to move${certainty(game, position, result)}`,
    ],
    ['line', game.writeLine(position, result.pv).join(' ')],
    ['depth', String(result.depth)],
    ['searched', `${counts} in ${makeSeconds(seconds)}, ${makeRate(nodes, seconds)}`],
    ...deviceText(result),
    ['how', how(result, request, onCluster)],
  ]);
}

/** Whether the value is that of the game, where its text might suggest that. */
function certainty(
  { notation }: LoadedGame,
  position: Position,
  { solved, value }: SearchResult,
): string {
  if (solved) return ', solved';
  if (!isProvenWin(value) && !isProvenLoss(value)) return '';
  const width = widthOf(notation, position);
  return width > 0 ? ` with the best ${width} moves of each position, not solved` : ', not solved';
}

/** As players write it, and as machines do where that differs. */
function bestMove({ notation, writeMove }: LoadedGame, position: Position, move: Move): string {
  const [shown, code] = [writeMove(position, move), notation.makeMove(move)];
  return shown === code ? code : `${shown} (${code})`;
}

function how(result: SearchResult, request: SearchRequest, onCluster: boolean): string {
  const { algorithm, mode, workers, device } = result;
  if (device !== undefined) {
    return `${algorithm} on ${device.name}, ${mode} mode, ${device.pruning ? 'pruning' : 'no pruning'}`;
  }
  const where = onCluster ? ' of the cluster' : '';
  const isParallel = descriptionOf(request).runsOn.includes('threads');
  const { method = DEFAULT_METHOD } = request.settings as { method?: string };
  const count = workers === 1 ? '1 worker' : `${workers} workers`;
  const who = isParallel ? `on ${count}${where}` : method;
  const kind = request.deterministic ? `${mode} mode, deterministic` : `${mode} mode`;
  return `${algorithm} ${who}, ${kind}, ${request.hash} MiB table`;
}
