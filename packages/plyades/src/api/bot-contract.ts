// What a bot can be asked, and the options of its questions with their checks.
import { refuseOption } from '../core/errors.js';
import type { Move, Position } from '../core/game.js';
import { choice, either, integer, optionNames } from '../core/schema.js';
import type { SearchLimits, SearchMethod, SearchMode } from '../core/search-request.js';
import type { SearchProgress } from '../core/search-result.js';
import type { CheckOptions, PlainGame, RulesFinding } from '../games/plain/index.js';
import {
  FULL_STRENGTH,
  type LevelName,
  type LevelNumber,
  levelNames,
  levelNumbers,
} from '../levels/index.js';
import { mcts } from '../mcts/description.js';
import {
  type AlgorithmIn,
  type AlgorithmOn,
  algorithmDescriptions,
  algorithmsOn,
} from '../parallel/described.js';
import type { GameWorker } from '../platform/port.js';
import type { BotGame } from './bot-subject.js';
import type { MoveExplanation } from './explain.js';
import type { SearchHandle } from './handle.js';
import type { RankedMove } from './rank.js';

/** How strong the bot plays, 1 to 10, or by a name. */
export type BotLevel = LevelNumber | LevelName;
/** What `BotOptions.level` may be. */
export const levels = [
  ...levelNumbers,
  ...(Object.keys(levelNames) as readonly LevelName[]),
] as const;

/** One of `botAlgorithms`. */
export type BotAlgorithm = (AlgorithmOn<'threads'> & AlgorithmIn<'play'>) | (typeof mcts)['name'];
/** The algorithms by which several threads can think in play mode. */
export const botAlgorithms = [
  ...algorithmsOn('threads').filter((name) =>
    (algorithmDescriptions[name].modes as readonly string[]).includes('play'),
  ),
  mcts.name,
] as readonly BotAlgorithm[];

/** How a bot is made. */
export interface BotOptions {
  /**
   * 1 to 10, or `easy` (2), `medium` (5) and `hard` (10), the default. 10 is full strength with all its time. The
   * others search a node budget on one thread and choose among good moves by `seed`. `hash`, `selective`, `workers` and
   * `algorithm` are for level 10 and, at every level, for `rank` and `explain`.
   */
  readonly level?: BotLevel;
  /**
   * Decides the choices of levels 1 to 9: the same seed plays the same game against the same moves. Each bot draws one
   * if not given. At level 10 it is that of random games, 1 if not given. An integer 0 to 2^32 - 1.
   */
  readonly seed?: number;
  /** MiB of the transposition table, or of the tree of random games; 64 if not given. */
  readonly hash?: number;
  /** How one thread uses windows at the root, at level 10 alone; `negascout` if not given. */
  readonly method?: SearchMethod;
  /** False: nothing is left out. True if not given. */
  readonly selective?: boolean;
  /**
   * Threads that think, 1 to 256. `auto`, the default, is one for each core at level 10 where threads
   * can share a table and the game has one to share, else 1. Several think by `algorithm` with any method,
   * and may answer differently each time.
   */
  readonly workers?: number | 'auto';
  /**
   * How several threads think. `auto`, the default, is the strongest: by random games (`mcts`, with any number of
   * threads) where the game has no `evaluate`.
   */
  readonly algorithm?: BotAlgorithm | 'auto';
  /**
   * Makes a worker that serves the game, of a file that calls `serveGame` of `plyades/worker`; called once for each
   * thread. For games in plain TypeScript in a bundle, or without `url`. One that serves another game is refused with
   * ERR_GAME when the bot is first asked.
   */
  readonly worker?: () => GameWorker;
}

/** Limits of one move; the first one reached counts. */
export interface ThinkOptions<State = Position> extends SearchLimits {
  /**
   * States of the game before this one, the first one first, in chess, checkers, shogi, Lines of Action and own
   * games with `repetition`: the bot then knows what would end the game by repetition. In other games they mean
   * nothing.
   */
  readonly before?: readonly State[];
  /** Aborting ends the thinking with the best move so far. */
  readonly signal?: AbortSignal;
}

/** How moves are compared with the best one. */
export interface ExplainOptions<State = Position> extends ThinkOptions<State> {
  /** `play` (default): as strong as possible. `exact`: the minimax value of the fixed-depth tree. */
  readonly mode?: SearchMode;
}

/** How moves are ranked. */
export interface RankOptions<State = Position> extends ExplainOptions<State> {
  /** Moves wanted, 1 to 500; all if not given. Fewer are searched deeper in the same time. */
  readonly lines?: number;
}

export const botOptionNames = optionNames<BotOptions>({
  level: true,
  hash: true,
  method: true,
  selective: true,
  workers: true,
  algorithm: true,
  worker: true,
  seed: true,
});

export const thinkOptionNames = optionNames<ThinkOptions>({
  depth: true,
  nodes: true,
  ms: true,
  clock: true,
  before: true,
  signal: true,
});

export const explainOptionNames = [
  ...thinkOptionNames,
  ...optionNames<Omit<ExplainOptions, keyof ThinkOptions>>({ mode: true }),
];

export const rankOptionNames = [
  ...explainOptionNames,
  ...optionNames<Omit<RankOptions, keyof ExplainOptions>>({ lines: true }),
];

export const levelSchema = either([choice(Object.keys(levelNames)), integer(1, FULL_STRENGTH)]);

/** An opponent. It lives until `close`, and keeps what it has learnt from move to move. */
export interface Bot<State, Move> extends AsyncDisposable {
  /**
   * The move to play. Without limits it thinks for a second at level 10, and to the end of its node budget at the
   * others, at most ten seconds. One move at a time: others wait.
   */
  move(state: State, options?: ThinkOptions<NoInfer<State>>): Promise<SearchProgress<Move>>;
  /** Thinks until aborted, solved or ended by a limit; iterate over it for deeper and deeper results. */
  analyse(
    state: State,
    options?: ThinkOptions<NoInfer<State>>,
  ): SearchHandle<SearchProgress<Move>, SearchProgress<Move>>;
  /**
   * The moves of a state, best first, each with its value, its line and its outcome in words. Without limits it thinks
   * for a second, at full strength whatever the level.
   */
  rank(state: State, options?: RankOptions<NoInfer<State>>): Promise<readonly RankedMove<Move>[]>;
  /** Compares a move with the best one, at full strength. Rejects with ERR_ILLEGAL_MOVE. */
  explain(
    state: State,
    move: Move,
    options?: ExplainOptions<NoInfer<State>>,
  ): Promise<MoveExplanation<Move>>;
  /** Plays random games, on a thread of the bot's, and reports mistakes in the rules of a game in plain TypeScript. */
  checkRules(options?: CheckOptions): Promise<readonly RulesFinding<Move>[]>;
  /** Ends the bot's threads. */
  close(): Promise<void>;
}

/** The opponent for a game: with the states and moves of its definition, else with Positions and codes of moves. */
export type BotFor<G extends BotGame> =
  G extends PlainGame<infer State, infer Own> ? Bot<State, Own> : Bot<Position, Move>;

const DEFAULT_MS = 1000;

/** With a time where no limit is given. */
export function limited<L extends SearchLimits>(options: L, usualMs: number = DEFAULT_MS): L {
  const { depth, nodes, ms, clock } = options;
  const isLimited = [depth, nodes, ms, clock].some((limit) => limit !== undefined);
  return isLimited ? options : { ...options, ms: usualMs };
}

/** Refuses what is neither a list of states nor a signal, before a thread meets it. */
export function checkHandles({
  before,
  signal,
}: Pick<ThinkOptions<unknown>, 'before' | 'signal'>): void {
  if (before !== undefined && !Array.isArray(before)) {
    refuseOption('before', before, 'expected an array of states');
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    refuseOption('signal', undefined, 'expected an AbortSignal');
  }
}
