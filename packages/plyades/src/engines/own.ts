// Our own search as the engine of `plyades engine`. It keeps its threads and its table from
// move to move, ponders by searching without limits until the expected move is played, and reports its progress
// as other programs expect it.
import {
  type Analysis,
  type Analyst,
  AUTO,
  analyst,
  analystAlgorithms,
  type LoadedGame,
  MAX_HASH_MB,
  MAX_WORKERS,
  type Move,
  type SearchLimits,
  solve,
  type TablePosition,
} from '../api/index.js';
import { type InputError, inputError } from '../core/errors.js';
import { err, ok, type Result } from '../core/result.js';
import { isProvenLoss, isProvenWin, pliesToWin } from '../core/score.js';
import { levelOfElo, MAX_ELO, MIN_ELO } from '../levels/index.js';
import {
  type BestMove,
  type EngineOption,
  type HashLine,
  hashOptionOf,
  type Info,
  type Protocol,
  ponderOptionOf,
  type Score,
} from '../protocols/index.js';
import { CourseLimits } from '../search/course.js';
import { LimitedPlayer } from './limited.js';
import { limitsOf } from './limits.js';
import type { MateResult, RunningSearch, ServedEngine, ServedSearch } from './served-engine.js';

const DEFAULT_HASH = 64;
const DEFAULT_OVERHEAD_MS = 10;
const DEFAULT_ALGORITHM = AUTO;
const ALGORITHMS = [AUTO, ...analystAlgorithms] as const;

/** The largest spin that programs with a board take. */
const MAX_SEED = 2 ** 31 - 1;

const drawSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0]!;

/** `go mate infinite` is not quite that. */
const LONGEST_MATE_MS = 2 ** 31 - 1;

type AnalystAlgorithm = (typeof ALGORITHMS)[number];

/** An engine for a game; `version` goes into its name. */
export function createOwnEngine(
  game: LoadedGame,
  protocol: Protocol,
  version: string,
): ServedEngine {
  return new OwnEngine(game, protocol, version);
}

interface Chosen {
  hash: number;
  threads: number;
  multiPv: number;
  overheadMs: number;
  algorithm: AnalystAlgorithm;
  limitStrength: boolean;
  elo: number;
  /** 0: another one for each game. */
  seed: number;
}

class OwnEngine implements ServedEngine {
  readonly name: string;
  readonly author = 'the Plyades authors';
  readonly extensions = ['hash'];
  readonly options: readonly EngineOption[];
  readonly #game: LoadedGame;
  readonly #chosen: Chosen = {
    hash: DEFAULT_HASH,
    threads: 1,
    multiPv: 1,
    overheadMs: DEFAULT_OVERHEAD_MS,
    algorithm: DEFAULT_ALGORITHM,
    limitStrength: false,
    elo: MAX_ELO,
    seed: 0,
  };
  #gameSeed = drawSeed();
  #limited: LimitedPlayer | undefined;
  /** Created when needed, and again when its options have changed. */
  #analyst: Promise<Analyst> | undefined;
  /** For what other algorithms cannot do: some moves, several lines. */
  #versatile: Promise<Analyst> | undefined;
  #last: { readonly task: ServedSearch; readonly by: Promise<Analyst> } | undefined;

  constructor(game: LoadedGame, protocol: Protocol, version: string) {
    this.#game = game;
    this.name = `Plyades ${version}`;
    this.options = optionsOf(protocol);
  }

  setOption(name: string, value: string | undefined): Result<void, InputError> {
    const chosen = this.#chosen;
    const number = Number(value);
    switch (name.toLowerCase()) {
      case 'hash':
      case 'usi_hash':
        chosen.hash = number;
        break;
      case 'threads':
        chosen.threads = number;
        break;
      case 'algorithm':
        chosen.algorithm = value as AnalystAlgorithm;
        break;
      case 'multipv':
        chosen.multiPv = number;
        return ok(undefined);
      case 'move overhead':
        chosen.overheadMs = number;
        return ok(undefined);
      case 'uci_limitstrength':
        chosen.limitStrength = value === 'true';
        return ok(undefined);
      case 'uci_elo':
        chosen.elo = number;
        return ok(undefined);
      case 'seed':
        chosen.seed = number;
        return ok(undefined);
      case 'clear hash':
        this.newGame();
        return ok(undefined);
      case 'ponder':
      case 'usi_ponder':
        // The client decides with each `go` whether to ponder.
        return ok(undefined);
      default:
        return err(inputError('ERR_OPTION', `no option '${name}'`, name));
    }
    this.#drop();
    return ok(undefined);
  }

  async ready(): Promise<void> {
    await this.#engine();
  }

  newGame(): void {
    this.#gameSeed = drawSeed();
    for (const each of [this.#analyst, this.#versatile]) {
      void each?.then((one) => one.forget()).catch(() => {});
    }
  }

  search(task: ServedSearch, report: (info: Info) => void): RunningSearch {
    if (this.#chosen.limitStrength) return this.#searchLimited(task, report);
    const { multiPv, algorithm } = this.#chosen;
    const special = task.go.searchMoves !== undefined || multiPv > 1;
    const versatile = special && algorithm !== DEFAULT_ALGORITHM;
    if (versatile) {
      report({
        string: `${algorithm} searches all moves for one line: ${DEFAULT_ALGORITHM} does it`,
      });
    }
    const by = versatile ? this.#versatileEngine() : this.#engine();
    this.#last = { task, by };
    return new OwnThinking(by, task, multiPv, this.#chosen.overheadMs, report);
  }

  /** Also while pondering: the front end holds the answer back until it is due. */
  #searchLimited(task: ServedSearch, report: (info: Info) => void): RunningSearch {
    const { elo, seed, overheadMs } = this.#chosen;
    const strength = { level: levelOfElo(elo), seed: seed || this.#gameSeed };
    this.#limited ??= new LimitedPlayer();
    const ended = new AbortController();
    const { game, positions, go } = task;
    const limits = limitsOf(go, game.turn(positions.at(-1)!), overheadMs);
    const found = this.#limited.move(task, strength, limits, movesOf(task), ended.signal);
    const bestMove = found.then((progress) => {
      const { depth, value, bound, nodes, seconds } = progress;
      const score = scoreOf(value, bound, pliesToWin(Math.abs(value), depth));
      const pv = progress.line.map(game.notation.makeMove);
      report({ depth, score, ...counts({ nodes, seconds, full: 0 }), pv });
      return bestMoveOf(game, progress);
    });
    // The front end awaits its result.
    bestMove.catch(() => {});
    return { bestMove, stop: () => ended.abort(), ponderHit: () => {} };
  }

  async mate(task: ServedSearch, signal: AbortSignal): Promise<MateResult> {
    const { mateTime = 0 } = task.go;
    const timeout = AbortSignal.timeout(Math.min(LONGEST_MATE_MS, Math.max(1, mateTime)));
    const { notation } = this.#game;
    const { result, line } = await solve(task.positions.at(-1)!, {
      goal: 'mate',
      memory: Math.max(16, this.#chosen.hash),
      signal: AbortSignal.any([signal, timeout]),
    }).result;
    if (result === 'proved') return { moves: line.map(notation.makeMove) };
    return { outcome: result === 'disproved' ? 'nomate' : 'timeout' };
  }

  async hashLines(count: number): Promise<readonly HashLine[]> {
    if (this.#last === undefined) return [];
    const { task, by } = this.#last;
    const { notation } = this.#game;
    const known = (await by).known(task.positions.at(-1)!, count, movesOf(task));
    return known.map((entry: TablePosition) => ({
      line: entry.line.map(notation.makeMove),
      depth: entry.depth,
      score: scoreOf(entry.value, entry.bound, pliesToWin(Math.abs(entry.value), entry.depth)),
    }));
  }

  async close(): Promise<void> {
    await this.#limited?.close();
    this.#limited = undefined;
    await this.#drop();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #engine(): Promise<Analyst> {
    const { hash, threads: workers, algorithm } = this.#chosen;
    this.#analyst ??= started(this.#game, { hash, workers, algorithm });
    return this.#analyst;
  }

  #versatileEngine(): Promise<Analyst> {
    const { hash, threads: workers } = this.#chosen;
    this.#versatile ??= started(this.#game, { hash, workers, algorithm: DEFAULT_ALGORITHM });
    return this.#versatile;
  }

  async #drop(): Promise<void> {
    const old = [this.#analyst, this.#versatile];
    this.#analyst = undefined;
    this.#versatile = undefined;
    this.#last = undefined;
    await Promise.all(old.map((each) => each?.then((one) => one.close()).catch(() => {})));
  }
}

async function started(
  game: LoadedGame,
  options: { hash: number; workers: number; algorithm: AnalystAlgorithm },
): Promise<Analyst> {
  const made = await analyst(game.id, options);
  await made.ready();
  return made;
}

/** One task: a search, whose limits count from `ponderhit` on where it ponders. */
class OwnThinking implements RunningSearch {
  readonly bestMove: Promise<BestMove>;
  readonly #ended = new AbortController();
  readonly #hit = new AbortController();

  readonly #task: ServedSearch;
  readonly #lines: number;
  readonly #overheadMs: number;
  readonly #report: (info: Info) => void;

  constructor(
    by: Promise<Analyst>,
    task: ServedSearch,
    lines: number,
    overheadMs: number,
    report: (info: Info) => void,
  ) {
    this.#task = task;
    this.#lines = lines;
    this.#overheadMs = overheadMs;
    this.#report = report;
    this.bestMove = this.#think(by);
    // The front end awaits its result.
    this.bestMove.catch(() => {});
  }

  stop(): void {
    this.#ended.abort();
  }

  ponderHit(): void {
    this.#hit.abort();
  }

  async #think(by: Promise<Analyst>): Promise<BestMove> {
    const asked = performance.now();
    const engine = await by;
    // The time that threads took to start counts for this move.
    const late = Math.ceil(performance.now() - asked);
    const { game, go } = this.#task;
    const ponders = go.ponder === true && !this.#hit.signal.aborted;
    const found = ponders
      ? await this.#ponder(engine)
      : await this.#search(engine, this.#limits(late), this.#ended.signal);
    return bestMoveOf(game, this.#lengthen(engine, found));
  }

  #limits(late = 0): SearchLimits {
    const { game, positions, go } = this.#task;
    return limitsOf(go, game.turn(positions.at(-1)!), this.#overheadMs + late);
  }

  /**
   * Searches without limits. When the expected move is played the same search goes on, and limits count from
   * then; what was found until then counts as well, so a depth that was reached ends it at once.
   */
  async #ponder(engine: Analyst): Promise<Analysis> {
    const { game, positions } = this.#task;
    const choices = movesOf(this.#task) ?? game.legalMoves(positions.at(-1)!);
    const limits = new CourseLimits(this.#limits(), choices.length);
    const enough = new AbortController();
    let hitAt: number | undefined;
    let course = { depth: 0, nodes: 0 };
    let timer: NodeJS.Timeout | undefined;
    const judge = () => {
      clearTimeout(timer);
      if (hitAt === undefined || enough.signal.aborted) return;
      const elapsedMs = performance.now() - hitAt;
      if (limits.isReached({ ...course, elapsedMs })) enough.abort();
      else if (limits.softMs < Number.POSITIVE_INFINITY) {
        timer = setTimeout(judge, limits.softMs - elapsedMs);
      }
    };
    const onHit = () => {
      hitAt = performance.now();
      judge();
    };
    this.#hit.signal.addEventListener('abort', onHit, { once: true });
    const ended = this.#ended.signal;
    try {
      const found = await this.#search(
        engine,
        {},
        AbortSignal.any([ended, enough.signal]),
        ({ move, value, depth, nodes }) => {
          course = { depth, nodes };
          if (move !== undefined) limits.update(move, value, depth);
          judge();
        },
      );
      // The game below is solved, or searched as deep as can be: nothing is left but to wait.
      await aborted(AbortSignal.any([ended, this.#hit.signal]));
      return found;
    } finally {
      this.#hit.signal.removeEventListener('abort', onHit);
      clearTimeout(timer);
    }
  }

  async #search(
    engine: Analyst,
    limits: SearchLimits,
    signal: AbortSignal,
    onProgress: (analysis: Analysis) => void = () => {},
  ): Promise<Analysis> {
    const { game, positions } = this.#task;
    const position = positions.at(-1)!;
    const only = movesOf(this.#task);
    let reported: Analysis | undefined;
    const tell = (analysis: Analysis) => {
      if (analysis.depth > (reported?.depth ?? 0)) {
        reported = analysis;
        this.#reportAnalysis(engine, analysis);
      } else {
        this.#report(counts(analysis));
      }
      onProgress(analysis);
    };
    const request = {
      before: positions.slice(0, -1),
      ...(only && { only }),
      lines: Math.min(this.#lines, (only ?? game.legalMoves(position)).length),
      onProgress: tell,
    };
    let found = await engine.analyse(position, { ...request, ...limits, signal });
    // Stopped before any depth was finished: one ply takes no time, and is better than any move.
    if (found.depth === 0) found = await engine.analyse(position, { ...request, depth: 1 });
    const { depth, value, line } = found;
    const hasChanged =
      reported?.depth !== depth || reported.value !== value || reported.line.length !== line.length;
    if (depth > 0 && (hasChanged || reported?.move !== found.move))
      this.#reportAnalysis(engine, found);
    return found;
  }

  /** One line of text for each line of moves. */
  #reportAnalysis(engine: Analyst, analysis: Analysis): void {
    const { game } = this.#task;
    const { deepest } = analysis;
    const all = [analysis, ...analysis.others];
    for (const [i, line] of all.entries()) {
      const { depth, value, bound } = line;
      const plies = pliesToWin(Math.abs(value), depth);
      this.#report({
        depth,
        ...(deepest !== undefined && { selDepth: Math.max(depth, deepest) }),
        ...(this.#lines > 1 && { multiPv: i + 1 }),
        score: scoreOf(value, bound, plies),
        ...counts(analysis),
        pv: this.#lengthen(engine, line, plies).line.map(game.notation.makeMove),
      });
    }
  }

  /** Lines end where the table knew the rest: as long as they were searched deep, or to the mate. */
  #lengthen<A extends Pick<Analysis, 'depth' | 'line'>>(
    engine: Analyst,
    found: A,
    plies?: number,
  ): A {
    const length = plies ?? Math.max(2, found.depth);
    return { ...found, line: engine.lengthen(this.#task.positions.at(-1)!, found.line, length) };
  }
}

function bestMoveOf(
  { notation }: LoadedGame,
  { move, line }: Pick<Analysis, 'move' | 'line'>,
): BestMove {
  if (move === undefined) return { outcome: 'none' };
  const expected = line[0] === move ? line[1] : undefined;
  return {
    move: notation.makeMove(move),
    ...(expected !== undefined && { ponder: notation.makeMove(expected) }),
  };
}

/** The moves that a task is restricted to. */
function movesOf({ game, go }: ServedSearch): readonly Move[] | undefined {
  return go.searchMoves?.flatMap((text) => {
    const move = game.notation.parseMove(text);
    return move.ok ? move.value : [];
  });
}

function counts({ nodes, seconds, full }: Pick<Analysis, 'nodes' | 'seconds' | 'full'>): Info {
  const nps = seconds > 0 ? Math.round(nodes / seconds) : 0;
  return { nodes, nps, hashFull: full, time: Math.round(1000 * seconds) };
}

function scoreOf(value: number, bound: Analysis['bound'], plies: number | undefined): Score {
  const wins = isProvenWin(value);
  if (!wins && !isProvenLoss(value)) return { type: 'cp', centipawns: value, bound };
  return { type: 'mate', wins, plies: plies === undefined ? plies : Math.max(1, plies), bound };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function optionsOf(protocol: Protocol): EngineOption[] {
  const [hash, ponder] = [hashOptionOf(protocol), ponderOptionOf(protocol)];
  const spin = (name: string, value: number, min: number, max: number): EngineOption => ({
    name,
    kind: 'spin',
    default: String(value),
    min,
    max,
  });
  return [
    spin(hash, DEFAULT_HASH, 1, MAX_HASH_MB),
    spin('Threads', 1, 1, MAX_WORKERS),
    spin('MultiPV', 1, 1, 500),
    { name: ponder, kind: 'check', default: 'false' },
    spin('Move Overhead', DEFAULT_OVERHEAD_MS, 0, 10_000),
    { name: 'Algorithm', kind: 'combo', default: DEFAULT_ALGORITHM, choices: ALGORITHMS },
    { name: 'Clear Hash', kind: 'button' },
    ...(protocol === 'uci'
      ? [
          { name: 'UCI_LimitStrength', kind: 'check', default: 'false' } as const,
          spin('UCI_Elo', MAX_ELO, MIN_ELO, MAX_ELO),
          spin('Seed', 0, 0, MAX_SEED),
        ]
      : []),
  ];
}
