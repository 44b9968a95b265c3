// Many engines as one: the engine of `plyades gpp`. It follows the game of its client: when
// moves were played since the last position, the tree goes along with them and workers on it are not
// interrupted. While it ponders, the tree's root is the position in which the other side is to move, so that
// every answer is searched, not only the expected one.
import type { LoadedGame, Position, SearchLimits } from '../../api/index.js';
import type { Clock } from '../../core/clock.js';
import { type InputError, inputError } from '../../core/errors.js';
import { createRandom } from '../../core/random.js';
import { err, ok, type Result } from '../../core/result.js';
import type { Engine } from '../../engines/engine.js';
import { limitsOf } from '../../engines/limits.js';
import type { RunningSearch, ServedEngine, ServedSearch } from '../../engines/served-engine.js';
import {
  type BestMove,
  type EngineOption,
  hashOptionOf,
  type Info,
  ponderOptionOf,
  protocolOf,
} from '../../protocols/index.js';
import { scoreOf } from '../../protocols/score.js';
import { CourseLimits } from '../../search/course.js';
import type { TraceLog } from '../../trace/log.js';
import {
  adviserCount,
  type GppCommand,
  GppMaster,
  type GrowthName,
  type RankTable,
} from '../index.js';
import { EngineTeam } from './engine-team.js';
import type { MoveOrdering } from './move-ordering.js';
import { gppRules } from './rules.js';
import { TeamTrace } from './team-trace.js';

export interface TeamEngineOptions {
  readonly game: LoadedGame;
  readonly engines: readonly Engine[];
  /** Nodes per second of each engine; all the same if not given. */
  readonly speeds?: readonly number[];
  readonly growth: GrowthName;
  readonly ranks: RankTable;
  readonly seed?: number;
  readonly clock: Clock;
  /** Orders moves where no engine has reported a line. */
  readonly ordering?: MoveOrdering;
  readonly name?: string;
  /** Gets notes for the client, such as that an engine has failed. */
  readonly onNote?: (text: string) => void;
  /**
   * Called as each search begins, and again when its expected move was played, with the trace of what the master and
   * its workers do from then on. It grows while the search goes on, and is `complete` when that has answered.
   */
  readonly trace?: (log: TraceLog) => void;
}

/** A fresh tree gets its first nodes when its root has been looked at this deep, and then doubles. */
const FIRST_DEPTH = 8;
const DEFAULT_OVERHEAD_MS = 20;
/** How often limits by time are checked. */
const TICK_MS = 5;
/** The least time between two reports. */
const REPORT_MS = 50;
/** When the client ponders, workers go on this long after an answer, until it sends the position to ponder. */
const IDLE_AFTER_MS = 1000;

export const TEAM_AUTHOR = 'the Plyades authors, and those of its engines';

/** The options that a client can set. */
export function teamOptions(game: string): readonly EngineOption[] {
  const protocol = protocolOf(game);
  const overhead = String(DEFAULT_OVERHEAD_MS);
  return [
    { name: hashOptionOf(protocol), kind: 'spin', default: '16', min: 1, max: 65_536 },
    { name: 'MultiPV', kind: 'spin', default: '1', min: 1, max: 500 },
    { name: ponderOptionOf(protocol), kind: 'check', default: 'false' },
    { name: 'Move Overhead', kind: 'spin', default: overhead, min: 0, max: 10_000 },
  ];
}

export function createTeamEngine(options: TeamEngineOptions): ServedEngine {
  return new TeamEngine(options);
}

class TeamEngine implements ServedEngine {
  readonly name: string;
  readonly author = TEAM_AUTHOR;
  readonly options: readonly EngineOption[];
  readonly #options: TeamEngineOptions;
  readonly #team: EngineTeam<Position>;
  #master: GppMaster<Position> | undefined;
  #start: string | undefined;
  /** True when the root was restricted to some moves: no other search can use its tree. */
  #restricted = false;
  #multiPv = 1;
  #ponders = false;
  #overheadMs = DEFAULT_OVERHEAD_MS;
  #settled: Promise<unknown> = Promise.resolve();
  #running: TeamSearch | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: TeamEngineOptions) {
    this.#options = options;
    const { game, engines } = options;
    const names = [...new Set(engines.map(({ name }) => name))].join(', ');
    this.name = options.name ?? `Plyades of ${engines.length} ${names}`;
    this.#team = new EngineTeam(engines, {
      changed: () => this.#running?.onChange(),
      left: (id, error) => {
        const reason = error instanceof Error ? error.message : String(error);
        options.onNote?.(`worker ${id + 1} (${engines[id]!.name}) has left: ${reason}`);
      },
    });
    this.options = teamOptions(game.id);
  }

  setOption(name: string, value: string | undefined): Result<void, InputError> {
    switch (name.toLowerCase()) {
      case 'hash':
      case 'usi_hash': {
        // Of every worker, as the engines count it.
        const option = hashOptionOf(protocolOf(this.#options.game.id));
        this.#idle();
        this.#settle(
          this.#options.engines.map((engine) => engine.setOption(option, Number(value))),
        );
        return ok(undefined);
      }
      case 'multipv':
        this.#multiPv = Number(value);
        return ok(undefined);
      case 'ponder':
      case 'usi_ponder':
        this.#ponders = value === 'true';
        return ok(undefined);
      case 'move overhead':
        this.#overheadMs = Number(value);
        return ok(undefined);
      default:
        return err(inputError('ERR_OPTION', `no option '${name}'`, name));
    }
  }

  async ready(): Promise<void> {
    await this.#settled;
    await Promise.allSettled(this.#options.engines.map((engine) => engine.ready()));
  }

  newGame(): void {
    this.#idle();
    this.#master = undefined;
    this.#settle(this.#options.engines.map((engine) => engine.newGame()));
  }

  search(task: ServedSearch, report: (info: Info) => void): RunningSearch {
    clearTimeout(this.#idleTimer);
    const { setup, positions, go, game } = task;
    const expected = go.ponder ? setup.moves.at(-1) : undefined;
    const moves = expected === undefined ? setup.moves : setup.moves.slice(0, -1);
    const known = expected === undefined ? positions : positions.slice(0, -1);
    const only = expected === undefined ? go.searchMoves : undefined;
    const trace = this.#record(known.at(-1)!, moves);
    const follow = () => this.#follow(known, setup.start, moves, only);
    if (trace === undefined) follow();
    else trace.deciding(follow);
    const running = new TeamSearch({
      master: this.#master!,
      team: this.#team,
      clock: this.#options.clock,
      game,
      multiPv: this.#multiPv,
      expected,
      limits: limitsOf(go, game.turn(positions.at(-1)!), this.#overheadMs),
      choices: game.legalMoves(positions.at(-1)!).length,
      endless: go.infinite === true,
      report,
      trace,
      recordAgain: () => this.#record(positions.at(-1)!, setup.moves),
      over: () => this.#over(),
    });
    this.#running = running;
    return running;
  }

  async close(): Promise<void> {
    this.#idle();
    this.#team.dismiss();
    await Promise.all(this.#options.engines.map((engine) => engine.close()));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** A trace of the search of a root, if one is wanted. */
  #record(root: Position, played: readonly string[]): TeamTrace | undefined {
    const { game, engines, clock, trace: give } = this.#options;
    if (give === undefined) return undefined;
    const { present } = this.#team;
    const workers = engines.length;
    const trace = new TeamTrace({ game, root, played, workers, present, clock, give });
    this.#team.record(trace);
    return trace;
  }

  /** The tree of a position: the one that there is, moved on, or a new one. */
  #follow(
    positions: readonly Position[],
    start: string | undefined,
    moves: readonly string[],
    only: readonly string[] | undefined,
  ): void {
    const { game, growth, ranks, seed = 1, speeds } = this.#options;
    const old = this.#master;
    const played = old?.played ?? [];
    const goesOn =
      old !== undefined &&
      start === this.#start &&
      !this.#restricted &&
      only === undefined &&
      played.length <= moves.length &&
      played.every((move, i) => move === moves[i]);
    if (goesOn) {
      const next = moves.slice(played.length);
      if (next.length > 0) this.#team.execute(old.advance(next));
      return;
    }
    this.#start = start;
    this.#restricted = only !== undefined;
    this.#master = new GppMaster(gppRules(game, this.#options.ordering), {
      growth,
      ranks,
      random: createRandom(seed),
      advisers: adviserCount(growth, this.#team.present.length),
    });
    this.#team.serve(this.#master, start);
    for (const id of this.#team.present)
      this.#team.execute(this.#master.join(id, speeds?.[id] ?? 1));
    this.#team.execute(this.#master.begin(positions, moves, only));
  }

  #over(): void {
    this.#running = undefined;
    if (!this.#ponders) this.#team.rest();
    else this.#idleTimer = setTimeout(() => this.#team.rest(), IDLE_AFTER_MS);
  }

  #idle(): void {
    clearTimeout(this.#idleTimer);
    this.#team.rest();
  }

  #settle(promises: readonly Promise<unknown>[]): void {
    this.#settled = Promise.all([this.#settled, Promise.allSettled(promises)]);
  }
}

interface TeamSearchOptions {
  readonly master: GppMaster<Position>;
  readonly team: EngineTeam<Position>;
  readonly clock: Clock;
  readonly game: LoadedGame;
  readonly multiPv: number;
  /** While pondering: the move of the other side that the client expects. */
  readonly expected: string | undefined;
  readonly limits: SearchLimits;
  readonly choices: number;
  readonly endless: boolean;
  readonly report: (info: Info) => void;
  readonly trace: TeamTrace | undefined;
  /** Begins another trace, from the position after the expected move. */
  readonly recordAgain: () => TeamTrace | undefined;
  readonly over: () => void;
}

/** One task. It can answer at once: the tree always has a best move. */
class TeamSearch implements RunningSearch {
  readonly bestMove: Promise<BestMove>;
  readonly #task: TeamSearchOptions;
  readonly #limits: CourseLimits;
  readonly #beganAt: number;
  #countsFrom: number;
  #resolve!: (best: BestMove) => void;
  #timer: NodeJS.Timeout | undefined;
  #pondering: boolean;
  #ended = false;
  #reportedLines = '';
  #reportedAt = Number.NEGATIVE_INFINITY;
  #hasChanged = false;
  #grownAt = FIRST_DEPTH - 1;
  #trace: TeamTrace | undefined;

  constructor(task: TeamSearchOptions) {
    this.#task = task;
    this.#trace = task.trace;
    this.#limits = new CourseLimits(task.limits, task.choices);
    this.#pondering = task.expected !== undefined;
    this.#beganAt = task.clock.now();
    this.#countsFrom = this.#beganAt;
    this.bestMove = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    if (task.master.root?.ended !== undefined || task.master.root?.legal.length === 0) {
      this.#end();
      return;
    }
    task.team.work(task.multiPv);
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  /** The tree has changed: grows it, and looks at the limits. */
  onChange(): void {
    if (this.#ended) return;
    this.#grow();
    const best = this.#task.master.bestLine;
    if (best?.line[0] !== undefined && !this.#pondering) {
      this.#limits.update(best.line[0], best.value, best.depth);
    }
    this.#hasChanged = true;
    this.#trace?.changed(this.#task.master);
    this.#tick();
  }

  stop(): void {
    this.#end();
  }

  ponderHit(): void {
    const { expected, master, team, clock } = this.#task;
    if (this.#ended || !this.#pondering) return;
    this.#pondering = false;
    this.#countsFrom = clock.now();
    this.#trace?.finish(master);
    this.#trace = this.#task.recordAgain();
    this.#decide(() => master.advance([expected!]));
    team.recordTasks();
    this.onChange();
  }

  #tick(): void {
    if (this.#ended) return;
    if (this.#hasChanged) this.#reportLines(false);
    if (this.#pondering || this.#task.endless) return;
    const { clock, team, master } = this.#task;
    const elapsedMs = clock.now() - this.#countsFrom;
    const best = master.bestLine;
    if (best === undefined && elapsedMs < this.#limits.latestMs) return;
    const depth = best?.depth ?? 0;
    if (this.#limits.isReached({ elapsedMs, nodes: team.nodes, depth })) this.#end();
  }

  /** Workers that are left over get nodes as soon as the root is known well enough, more and more of them. */
  #grow(): void {
    const { master } = this.#task;
    if (master.spare === 0) return;
    const depth = master.root?.own?.depth ?? master.bestLine?.depth ?? 0;
    if (depth <= this.#grownAt) return;
    this.#grownAt = depth;
    this.#decide(() => master.grow(master.size));
  }

  /** Has the master work on its tree, and sends its commands. */
  #decide(work: () => readonly GppCommand[]): void {
    this.#task.team.execute(this.#trace === undefined ? work() : this.#trace.deciding(work));
  }

  #reportLines(last: boolean): void {
    const { master, team, clock, multiPv, expected, report } = this.#task;
    const now = clock.now();
    if (!last && now - this.#reportedAt < REPORT_MS) return;
    this.#hasChanged = false;
    // The root is the other side's while it ponders; the client asks about the position after the expected move.
    const lines = master.lines(multiPv, this.#pondering ? expected : undefined);
    const text = JSON.stringify(lines);
    if (lines.length === 0 || text === this.#reportedLines) return;
    this.#reportedLines = text;
    this.#reportedAt = now;
    const time = Math.round(now - this.#beganAt);
    const { nodes } = team;
    const selDepth = team.selDepth - (this.#pondering ? 1 : 0);
    for (const [i, { value, depth, line }] of lines.entries()) {
      report({
        depth: Math.min(depth, 999),
        ...(selDepth > 0 && { selDepth: Math.max(selDepth, Math.min(depth, 999)) }),
        ...(multiPv > 1 && { multiPv: i + 1 }),
        score: scoreOf(value),
        nodes,
        ...(time > 0 && { nps: Math.round((1000 * nodes) / time) }),
        time,
        pv: line,
      });
    }
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearInterval(this.#timer);
    const { master, team, over } = this.#task;
    // The expected move was not played when pondering ends here: the answer is to the position as it was asked.
    if (this.#pondering) this.#resolve(this.#pondered());
    else {
      this.#reportLines(true);
      this.#resolve(bestOf(master));
    }
    this.#trace?.finish(master);
    team.record(undefined);
    over();
  }

  /** Stopped while pondering: a move after the expected one, which will not be played. */
  #pondered(): BestMove {
    const { master, expected, game } = this.#task;
    const child = master.root?.children.get(expected!);
    const line = child?.bestLine()?.line ?? [];
    if (line[0] !== undefined) return { move: line[0] };
    const rules = gppRules(game);
    const [any] = rules.moves(rules.play(master.root!.position, expected!));
    return any === undefined ? { outcome: 'none' } : { move: any };
  }
}

function bestOf(master: GppMaster<Position>): BestMove {
  const line = master.bestLine?.line ?? [];
  const move = line[0] ?? master.root?.order[0] ?? master.root?.legal[0];
  if (move === undefined || master.root?.ended !== undefined) return { outcome: 'none' };
  return line[1] === undefined ? { move } : { move, ponder: line[1] };
}
