// Opens an engine team: starts its engines, checks them, measures them where they differ, and puts the master tree on
// top. What comes out is an engine like any other, for programs that ask about positions, and for `serve`.
import { type LoadedGame, loadGame } from '../../api/index.js';
import type { Clock } from '../../core/clock.js';
import { PlyadesError, refuse } from '../../core/errors.js';
import { unwrap } from '../../core/result.js';
import type { Engine, EngineGame, EngineRequest, EngineResult } from '../../engines/engine.js';
import { OWN_ENGINE } from '../../engines/find.js';
import { createReader, type PositionReader } from '../../engines/reader.js';
import type { RunningSearch, ServedEngine } from '../../engines/served-engine.js';
import type { EngineOption, HashLine, Info, Protocol } from '../../protocols/index.js';
import { checkOption, protocolOf } from '../../protocols/index.js';
import type { TraceLog } from '../../trace/log.js';
import type { GrowthName } from '../growth.js';
import { type RankTable, stockfishRanks } from '../ranks.js';
import { createDeferredEngine } from './deferred-engine.js';
import { createMoveOrdering } from './move-ordering.js';
import { checkGrowth, measureSpeeds, startEngines } from './start.js';
import { createTeamEngine, TEAM_AUTHOR, teamOptions } from './team-engine.js';

/** Which engines make up a team, and how its tree grows. */
export interface EngineTeamOptions {
  /** `chess` if not given. */
  readonly game?: EngineGame;
  /**
   * Programs by name or path, with arguments, or `plyades` for our own engine, which is the default. Workers take
   * turns; the first one is the strongest.
   */
  readonly engines?: readonly string[];
  /** Engines in all; 4 if not given. */
  readonly workers?: number;
  /** By `usualGrowth` if not given. */
  readonly growth?: GrowthName;
  /** How often engines play the moves they like best, second best and so on; `stockfishRanks` if not given. */
  readonly ranks?: RankTable;
  /** MiB of each engine's table. */
  readonly hash?: number;
  /** For growth at random; 1 if not given. */
  readonly seed?: number;
  /** True: engines are measured first, and the fastest of the first kind gets the root. */
  readonly measure?: boolean;
  /** Milliseconds that an engine has to say that it is ready; 30,000 if not given. */
  readonly handshakeMs?: number;
  readonly clock?: Clock;
  /** The team's name for clients. */
  readonly name?: string;
  /** Cuts the start short. */
  readonly signal?: AbortSignal;
  /** Gets a sentence about each fault of an engine. */
  readonly onNote?: (text: string) => void;
  /**
   * Called as each search begins, and again when its expected move was played, with the trace of what the master and
   * its workers do from then on. It grows while the search goes on, and is `complete` when that has answered.
   */
  readonly trace?: (log: TraceLog) => void;
}

/** Engines of a team if no number is given. */
export const DEFAULT_TEAM_WORKERS = 4;

/** The default growth: engines of different strength should not outvote the strongest. */
export function usualGrowth(engines: readonly string[]): GrowthName {
  if (new Set(engines).size > 1) return 'pv';
  return engines[0] === OWN_ENGINE ? 'hash' : 'consultation';
}

/** Many engines as one. */
export interface EngineTeamHandle extends Engine, AsyncDisposable {
  /** The same team as `serve` takes it. */
  readonly served: ServedEngine;
}

/**
 * Starts a team and waits until all its engines are ready. Rejects, and leaves no engine behind, when one cannot be
 * started (ERR_MISSING_PART, ERR_ENGINE_...) or the growth does not fit the engines (ERR_OPTION).
 */
export async function openEngineTeam(options: EngineTeamOptions = {}): Promise<EngineTeamHandle> {
  const game = await loadGame(options.game ?? 'chess');
  return new OpenedTeam(game, options.game ?? 'chess', await startServedTeam(game, options));
}

/**
 * The same at once, for front ends: a client gets name and options while engines start, and its requests wait.
 * `started` rejects when the team cannot be started; closing the engine before that cuts the start short.
 */
export function deferEngineTeam(
  game: LoadedGame,
  options: EngineTeamOptions & { readonly name: string },
): { readonly engine: ServedEngine; readonly started: Promise<unknown> } {
  const leaving = new AbortController();
  const { name } = options;
  const started = startServedTeam(game, { ...options, signal: leaving.signal });
  const identity = { name, author: TEAM_AUTHOR, options: teamOptions(game.id) };
  const engine = createDeferredEngine(identity, started, () => leaving.abort());
  const unlessAbandoned = started.catch((error: unknown) => {
    if (error !== leaving.signal.reason) throw error;
  });
  return { engine, started: unlessAbandoned };
}

async function startServedTeam(
  game: LoadedGame,
  options: EngineTeamOptions,
): Promise<ServedEngine> {
  const { engines: names = [OWN_ENGINE], workers = DEFAULT_TEAM_WORKERS, signal, onNote } = options;
  const { growth = usualGrowth(names), ranks = stockfishRanks, seed, hash, handshakeMs } = options;
  const { trace } = options;
  if (trace !== undefined && typeof trace !== 'function') {
    refuse('ERR_OPTION', 'trace is refused: expected a function that takes the trace', 'trace');
  }
  const engines = await startEngines({
    game: game.id as EngineGame,
    names,
    workers,
    ...(hash !== undefined && { hash }),
    ...(handshakeMs !== undefined && { handshakeMs }),
    ...(onNote && { onNote }),
  });
  // A running child would keep the program alive.
  try {
    checkGrowth(growth, engines);
    const { measure = names.length > 1 } = options;
    const speeds = measure ? await measureSpeeds(engines, signal) : undefined;
    return createTeamEngine({
      game,
      engines,
      growth,
      ranks,
      clock: options.clock ?? performance,
      ordering: await createMoveOrdering(game.id),
      ...(seed !== undefined && { seed }),
      ...(options.name !== undefined && { name: options.name }),
      ...(onNote && { onNote }),
      ...(speeds && { speeds }),
      ...(trace && { trace }),
    });
  } catch (error) {
    await Promise.all(engines.map((each) => each.close()));
    throw error;
  }
}

class OpenedTeam implements EngineTeamHandle {
  readonly served: ServedEngine;
  readonly game: EngineGame;
  readonly protocol: Protocol;
  readonly extensions: readonly string[] = [];
  readonly #game: LoadedGame;
  readonly #reader: PositionReader;
  #running: RunningSearch | undefined;
  /** Searches are numbered; those up to `#stopped` are to end. */
  #asked = 0;
  #stopped = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(game: LoadedGame, id: EngineGame, served: ServedEngine) {
    this.served = served;
    this.game = id;
    this.protocol = protocolOf(id);
    this.#game = game;
    this.#reader = createReader(game);
  }

  get name(): string {
    return this.served.name;
  }

  get options(): readonly EngineOption[] {
    return this.served.options;
  }

  ready(): Promise<void> {
    return this.served.ready();
  }

  setOption(name: string, value: string | number | boolean): Promise<void> {
    return this.#inTurn(async () => {
      const checked = unwrap(checkOption(this.options, name, String(value)));
      unwrap(this.served.setOption(name, checked));
      await this.served.ready();
    });
  }

  newGame(): Promise<void> {
    return this.#inTurn(async () => {
      this.served.newGame();
      await this.served.ready();
    });
  }

  search(request: EngineRequest): Promise<EngineResult> {
    this.stop();
    const asked = ++this.#asked;
    return this.#inTurn(() => this.#search(request, asked));
  }

  stop(): void {
    this.#stopped = this.#asked;
    this.#running?.stop();
  }

  ponderHit(): void {
    this.#running?.ponderHit();
  }

  hashLines(): Promise<readonly HashLine[]> {
    const message = `${this.name} does not list the positions of its table`;
    return Promise.reject(new PlyadesError('ERR_OPTION', message));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.stop();
    await this.served.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #search(
    { setup, go, multiPv = 1, deadlineMs, onInfo }: EngineRequest,
    asked: number,
  ): Promise<EngineResult> {
    const positions = unwrap(this.#reader.read(setup));
    const position = positions.at(-1)!;
    for (const text of go.searchMoves ?? []) {
      unwrap(this.#reader.move(position, text));
    }
    if (this.#game.legalMoves(position).length === 0) {
      return { outcome: 'none', lines: [], nodes: 0, ms: 0 };
    }
    const checked = unwrap(checkOption(this.options, 'MultiPV', String(multiPv)));
    unwrap(this.served.setOption('MultiPV', checked));
    const lines: Info[] = [];
    let nodes = 0;
    const begunAt = performance.now();
    const running = this.served.search({ game: this.#game, setup, positions, go }, (info) => {
      nodes = Math.max(nodes, info.nodes ?? 0);
      if (info.pv && info.score) lines[(info.multiPv ?? 1) - 1] = info;
      onInfo?.(info);
    });
    this.#running = running;
    // Another request came before this one had its turn.
    if (asked <= this.#stopped) running.stop();
    const timer =
      deadlineMs === undefined ? undefined : setTimeout(() => running.stop(), deadlineMs);
    try {
      const best = await running.bestMove;
      const ms = performance.now() - begunAt;
      return { ...best, lines: lines.filter((line) => line !== undefined), nodes, ms };
    } finally {
      clearTimeout(timer);
      this.#running = undefined;
    }
  }

  /** One request after another. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = async () => {
      if (this.#closed) throw new PlyadesError('ERR_CLOSED', `${this.name}: it was closed`);
      return work();
    };
    const turn = this.#turn.then(next, next);
    this.#turn = turn.catch(() => {});
    return turn;
  }
}
