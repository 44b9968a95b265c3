// The parts of boardgame.io 0.50 that the adapter reads, as structural types: the package is not imported.

/** A player's name; in a game of two `'0'` and `'1'`. */
export type BoardgamePlayer = string;

/** The part of boardgame.io's `ctx` that the adapter reads. */
export interface BoardgameContext {
  readonly numPlayers: number;
  readonly currentPlayer: BoardgamePlayer;
  /** Null unless a stage or an event names the players who may move. */
  readonly activePlayers: Readonly<Record<BoardgamePlayer, unknown>> | null;
  /** Undefined while the game goes on. */
  readonly gameover?: unknown;
}

/** A state of a match: boardgame.io's `State` without the lists that undo moves. */
export interface BoardgameState<G = unknown> {
  readonly G: G;
  readonly ctx: BoardgameContext;
  /** Data of boardgame.io's plugins by their name. */
  readonly plugins: Readonly<Record<string, { readonly data?: unknown }>>;
}

/** An element of the list that `ai.enumerate` returns. */
export type BoardgameMove =
  | { readonly move: string; readonly args?: unknown[] }
  | { readonly event: string; readonly args?: unknown[] };

/** A move or an event of one player, as boardgame.io's reducer takes it. */
export interface BoardgameAction {
  readonly type: 'MAKE_MOVE' | 'GAME_EVENT';
  readonly payload: {
    readonly type: string;
    readonly args: unknown[];
    readonly playerID: BoardgamePlayer;
  };
}

/** The part of boardgame.io's `Game` that the adapter reads. */
export interface BoardgameDefinition<G> {
  readonly ai?: {
    /** The legal moves of a player. */
    enumerate(G: G, ctx: never, player: BoardgamePlayer): readonly object[];
  };
  /** What a player sees of `G`. */
  playerView?(view: { G: G; ctx: never; playerID: BoardgamePlayer | null }): unknown;
}

/** The action by which a player makes a move or triggers an event. */
export function makeAction(move: BoardgameMove, player: BoardgamePlayer): BoardgameAction {
  const isMove = 'move' in move;
  const payload = {
    type: isMove ? move.move : move.event,
    args: move.args ?? [],
    playerID: player,
  };
  return { type: isMove ? 'MAKE_MOVE' : 'GAME_EVENT', payload };
}
