// What differs for a bot between a game object and a game by name: positions, moves, and what its values count.
import { refuseOption } from '../core/errors.js';
import type { GameNotation, Position } from '../core/game.js';
import type { GameSource } from '../games/open.js';
import {
  type CheckOptions,
  gameWinner,
  isPlainGame,
  lineOf,
  PLAYOUT_CERTAINTY,
  type PlainGame,
  positionOf,
  type RulesFinding,
  same,
  sampleRules,
} from '../games/plain/index.js';
import type { Thread } from '../hosts/threads/pool.js';
import type { SearchReport, SearchSubject } from '../hosts/threads/protocol.js';
import type { GameWorker } from '../platform/port.js';
import { checkOn } from './check-rules.js';
import { checkPosition, type Playable, playable } from './games.js';
import { openLocally } from './local-games.js';
import type { ValueScale } from './outcome.js';
import { requireUrl, sourceOfPlain } from './plain-game.js';
import { recordBefore } from './search.js';

/** A game made by `defineGame`, or the name, module or notation of one. */
export type BotGame = string | GameNotation | PlainGame;

/** A line as a thread reports it. */
export type ReportedMoves = Pick<SearchReport, 'line' | 'plainLine'>;

export interface BotSubject<State, Move> {
  readonly id: string;
  readonly source: GameSource;
  /** False when positions may not be distinguishable by their keys. */
  readonly usesTable: boolean;
  /** Where the page searches itself. */
  readonly worker?: () => GameWorker;
  readonly isLocal?: boolean;
  /** False when positions have no other value than that of random games. */
  readonly evaluates: boolean;
  /** What its values count. */
  readonly scale: ValueScale;
  /** Position and earlier records as threads take them. */
  subject(state: State, before: readonly State[]): Pick<SearchSubject, 'position' | 'before'>;
  line(state: State, report: ReportedMoves): readonly Move[];
  /** True when there is no move. */
  isOver(state: State, before: readonly State[]): boolean;
  /** The number of a move for threads; undefined when it is not legal. */
  codeOf(state: State, move: Move): number | undefined;
  checkRules(
    runner: Pick<Thread, 'run'>,
    options: CheckOptions,
  ): Promise<readonly RulesFinding<Move>[]>;
}

export async function subjectOf(
  game: BotGame,
  worker: (() => GameWorker) | undefined,
): Promise<BotSubject<unknown, unknown>> {
  if (isPlainGame(game)) return ownSubject(game, worker);
  if (worker !== undefined) {
    const message =
      'it is for games made by defineGame: those of the library have workers of their own';
    refuseOption('worker', undefined, message);
  }
  return namedSubject(await playable(typeof game === 'string' ? game : game.id));
}

async function ownSubject(
  game: PlainGame,
  worker: (() => GameWorker) | undefined,
): Promise<BotSubject<unknown, unknown>> {
  const local = worker === undefined && game.url === undefined ? openLocally(game) : undefined;
  const url = worker === undefined && !local ? requireUrl(game) : undefined;
  const { exportName = 'default', evaluate, score } = game;
  const source = await sourceOfPlain({
    url,
    exportName: local?.name ?? exportName,
    sample: worker && sampleRules(game),
  });
  return {
    id: game.url ?? game.title ?? 'a game',
    source,
    ...(local && { worker: local.worker, isLocal: true }),
    usesTable: game.key !== undefined,
    evaluates: evaluate !== undefined,
    scale: scaleOf(evaluate !== undefined, score && 1),
    subject: (state, before) => ({ position: positionOf(game, state, before), before: [] }),
    // Threads return copies of moves; these are the caller's own.
    line: (state, report) => lineOf(game, state, report.line),
    isOver: (state, before) => gameWinner(game, [...before, state]) !== undefined,
    codeOf: (state, move) => found(game.moves(state).findIndex((each) => same(each, move))),
    checkRules: (runner, options) => checkOn(runner, source, game, options),
  };
}

function namedSubject(known: Playable): BotSubject<unknown, unknown> {
  const movesOf = (state: unknown): readonly unknown[] => known.legalMoves(state as Position);
  const isKernel = known.source.kind === 'kernel';
  return {
    id: known.id,
    source: known.source,
    usesTable: known.usesTable,
    evaluates: known.evaluates,
    scale: scaleOf(known.evaluates, known.notation.marginUnit),
    subject(state, before) {
      checkPosition(state as Position);
      return {
        position: known.sourcePosition(state as Position),
        before: before.map((each) => recordBefore(known.id, each as Position)),
      };
    },
    line: (_, report) => known.translate(report).line,
    isOver: (state) => known.over(state as Position),
    codeOf(state, move) {
      const index = found(movesOf(state).indexOf(move));
      // A kernel knows moves by their codes, a game in plain TypeScript by their places in the list.
      return index === undefined || !isKernel ? index : (move as number);
    },
    checkRules: async () => [],
  };
}

const found = (index: number): number | undefined => (index < 0 ? undefined : index);

const scaleOf = (evaluates: boolean, marginUnit: number | undefined): ValueScale =>
  evaluates || marginUnit !== undefined ? { marginUnit } : { certainty: PLAYOUT_CERTAINTY };
