// A game for Plyades from a game of boardgame.io: `ai.enumerate` lists the moves, and boardgame.io's own reducer plays
// them, so no rule is written twice. The reducer plays about ten thousand moves per second; rules in plain TypeScript
// (docs/adapters.md) are faster.
import { type ErrorCode, PlyadesError } from '../../core/errors.js';
import { describe } from '../../games/plain/answers.js';
import {
  defineGame,
  type GameDefinition,
  type Key,
  type PictureKind,
  type PlainGame,
  type Side,
  type Winner,
} from '../../games/plain/define.js';
import { same } from '../../games/plain/same.js';
import {
  type BoardgameAction,
  type BoardgameDefinition,
  type BoardgameMove,
  type BoardgamePlayer,
  type BoardgameState,
  makeAction,
} from './types.js';

/** What the rules are made of. Options of `defineGame` that are not about rules mean the same here. */
export interface BoardgameRules<G>
  extends Omit<
    GameDefinition<BoardgameState<G>, BoardgameMove>,
    'start' | 'turn' | 'moves' | 'play' | 'winner' | 'evaluate' | 'key' | 'draw'
  > {
  /** The game, with `ai.enumerate`. */
  readonly game: BoardgameDefinition<G>;
  /** `CreateGameReducer({ game })` from `boardgame.io/internal`. */
  readonly reducer: (state: never, action: never) => object;
  /** `InitializeGame({ game })` from `boardgame.io/internal`. */
  readonly initial: { readonly G: G; readonly ctx: object; readonly plugins: object };
  /** Who has won by `ctx.gameover`; needed unless that is `{ winner: '0' }`, `{ winner: '1' }` or `{ draw: true }`. */
  winner?(gameover: unknown, state: BoardgameState<G>): Side | 'draw';
  /** As in `defineGame`. */
  evaluate?(state: BoardgameState<G>): number;
  /** As in `defineGame`; `G`, `ctx` and the data of plugins as JSON if not given. */
  key?(state: BoardgameState<G>): Key;
  /** As in `defineGame`. */
  draw?(state: BoardgameState<G>, kind?: PictureKind): string;
}

/** What the reducer takes and returns: a state with the lists that undo moves. */
interface ReducerState<G> extends BoardgameState<G> {
  readonly _undo: readonly unknown[];
  readonly _redo: readonly unknown[];
  readonly _stateID: number;
}

type Reducer<G> = (state: ReducerState<G>, action: BoardgameAction) => ReducerState<G>;
type Enumerate<G> = (
  G: G,
  ctx: object,
  player: BoardgamePlayer,
) => readonly (BoardgameMove | BoardgameAction)[];

/**
 * The rules of a boardgame.io game for `bot`, `search` and `checkRules`. Throws a PlyadesError for games that cannot be
 * searched: of another number of players, with hidden information, with dice (when a move uses them).
 */
export function boardgameRules<G>(
  options: BoardgameRules<G>,
): PlainGame<BoardgameState<G>, BoardgameMove> {
  const { game, reducer, initial, winner = usualWinner, key = usualKey, ...rest } = options;
  const enumerate = game?.ai?.enumerate as Enumerate<G> | undefined;
  if (typeof enumerate !== 'function') {
    const expected = "'ai: { enumerate(G, ctx, playerID) }', the list of legal moves";
    throw failure(
      'ERR_DEFINITION',
      `the boardgame.io game has no moves to search: add ${expected}`,
    );
  }
  const start = boardgameState(initial as BoardgameState<G>);
  checkPlayers(start);
  checkView(game, start);
  return defineGame<BoardgameState<G>, BoardgameMove>({
    ...rest,
    key,
    start: () => start,
    turn: ({ ctx }) => Number(playerToMove(ctx)) as Side,
    moves({ G, ctx }) {
      return enumerate(G, ctx, playerToMove(ctx)).map(withoutPlayer);
    },
    play: (state, move) => play(reducer as unknown as Reducer<G>, state, move),
    winner(state): Winner {
      const { gameover } = state.ctx;
      return gameover === undefined ? undefined : winner(gameover, state);
    },
  });
}

/** The state of a match without the lists that undo moves, which a search does not need. */
export function boardgameState<G>({ G, ctx, plugins }: BoardgameState<G>): BoardgameState<G> {
  return { G, ctx, plugins };
}

function play<G>(reducer: Reducer<G>, state: BoardgameState<G>, move: BoardgameMove) {
  const action = makeAction(move, playerToMove(state.ctx));
  const next = reducer({ ...state, _undo: [], _redo: [], _stateID: 0 }, action);
  if (next._stateID === 0) {
    throw failure('ERR_RULES', `ai.enumerate listed ${describe(move)}, which the game refuses`);
  }
  if (!same(next.plugins.random?.data, state.plugins.random?.data)) {
    const message = `the move ${describe(move)} uses boardgame.io's random plugin`;
    throw failure('ERR_CHANCE', `${message}: games with dice or shuffled cards cannot be searched`);
  }
  return boardgameState(next);
}

function playerToMove({ activePlayers, currentPlayer }: BoardgameState['ctx']): BoardgamePlayer {
  const active = activePlayers === null ? [currentPlayer] : Object.keys(activePlayers);
  if (active.length !== 1) {
    const message = `the players ${active.join(' and ')} may move at the same time`;
    throw failure('ERR_HIDDEN', `${message}: games with simultaneous moves cannot be searched`);
  }
  return active[0]!;
}

/** `ai.enumerate` may list complete actions as well. */
function withoutPlayer(listed: BoardgameMove | BoardgameAction): BoardgameMove {
  if (!('payload' in listed)) return listed;
  const { type, args } = listed.payload;
  return listed.type === 'MAKE_MOVE' ? { move: type, args } : { event: type, args };
}

function usualWinner(gameover: unknown): Side | 'draw' {
  const { winner, draw } = Object(gameover) as { winner?: unknown; draw?: unknown };
  if (draw === true) return 'draw';
  if (String(winner) === '0' || String(winner) === '1') return Number(winner) as Side;
  const expected = "{ winner: '0' }, { winner: '1' } or { draw: true }";
  const message = `ctx.gameover is ${describe(gameover)}: expected ${expected}`;
  throw failure('ERR_RULES', `${message}; else give 'winner(gameover)' to boardgameRules`);
}

/** All that the rules can see; the seed of the random plugin differs from match to match and must not be used. */
function usualKey({ G, ctx, plugins: { random: _, ...plugins } }: BoardgameState): string {
  return JSON.stringify([G, ctx, plugins]);
}

function checkPlayers({ ctx }: BoardgameState): void {
  if (ctx.numPlayers === 2) return;
  const message = `the boardgame.io game has ${ctx.numPlayers} players`;
  throw failure('ERR_PLAYERS', `${message}: only games of two players can be searched`);
}

/** A `playerView` that leaves something out of the first state hides it from a player. */
function checkView<G>(game: BoardgameDefinition<G>, { G, ctx }: BoardgameState<G>): void {
  for (const playerID of ['0', '1']) {
    const view = game.playerView?.({ G, ctx: ctx as never, playerID });
    if (game.playerView === undefined || same(view, G)) continue;
    const message = `playerView hides a part of G from player ${playerID}`;
    throw failure('ERR_HIDDEN', `${message}: both players must see everything`);
  }
}

const failure = (code: ErrorCode, message: string): PlyadesError => new PlyadesError(code, message);
