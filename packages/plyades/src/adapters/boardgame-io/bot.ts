// A bot class for boardgame.io's `Local({ bots })`, `Step` and `Simulate`. It searches on the threads of a Plyades bot,
// so the thread that draws the board stays free. boardgame.io makes one object per player; all share one Plyades bot.
import type { Bot, ThinkOptions } from '../../api/bot-contract.js';
import { PlyadesError } from '../../core/errors.js';
import { boardgameState } from './rules.js';
import {
  type BoardgameAction,
  type BoardgameMove,
  type BoardgamePlayer,
  type BoardgameState,
  makeAction,
} from './types.js';

/** How states and moves of a match become those of rules that were not made by `boardgameRules`. */
export interface BoardgameMapping<State, Move> {
  /** The state of your Plyades game for a state of the match. */
  toState(state: BoardgameState<never>): State;
  /** The boardgame.io move for a move of your Plyades game. */
  toMove(move: Move, state: State): BoardgameMove;
}

/** A bot of one player; boardgame.io makes and calls it. */
export interface BoardgameBot {
  /** The action to dispatch. It stays pending when the class is closed: boardgame.io expects an action. */
  play(
    state: { readonly G: unknown; readonly ctx: object },
    player: BoardgamePlayer,
  ): Promise<{ action: BoardgameAction }>;
  /** No settings for boardgame.io's debug panel. */
  opts(): Record<string, never>;
  /** Without effect. */
  setOpt(key: string, value: unknown): void;
}

/** What `Local({ bots: { '1': PlyadesBot } })` takes. */
export interface BoardgameBotClass {
  new (options?: object): BoardgameBot;
  /** Ends the threads of all bots of this class. */
  close(): Promise<void>;
}

/**
 * Makes a bot class. `open` makes the Plyades bot when the first move is due, such as
 * `() => bot(rules, { level: 'hard' })`; `think` has the limits of each move.
 */
export function boardgameBot<G>(
  open: () => Promise<Bot<BoardgameState<G>, BoardgameMove>>,
  think?: ThinkOptions,
): BoardgameBotClass;
export function boardgameBot<State, Move>(
  open: () => Promise<Bot<State, Move>>,
  think: ThinkOptions,
  mapping: BoardgameMapping<State, Move>,
): BoardgameBotClass;
export function boardgameBot(
  open: () => Promise<Bot<unknown, unknown>>,
  think: ThinkOptions = {},
  mapping: BoardgameMapping<unknown, unknown> = {
    toState: boardgameState,
    toMove: (move) => move as BoardgameMove,
  },
): BoardgameBotClass {
  let opened: Promise<Bot<unknown, unknown>> | undefined;
  let closed = false;
  const isOpen = () => !closed;

  return class implements BoardgameBot {
    static async close(): Promise<void> {
      closed = true;
      await (await opened?.catch(() => undefined))?.close();
    }

    async play(
      state: { readonly G: unknown; readonly ctx: object },
      player: BoardgamePlayer,
    ): Promise<{ action: BoardgameAction }> {
      const root = mapping.toState(state as BoardgameState<never>);
      try {
        if (isOpen()) {
          opened ??= open();
          const { move } = await (await opened).move(root, think);
          if (isOpen()) return { action: makeAction(found(mapping, move, root), player) };
        }
      } catch (error) {
        if (isOpen()) throw error;
      }
      return new Promise(() => {});
    }

    opts(): Record<string, never> {
      return {};
    }

    setOpt(): void {}
  };
}

function found(
  mapping: BoardgameMapping<unknown, unknown>,
  move: unknown,
  root: unknown,
): BoardgameMove {
  if (move !== undefined) return mapping.toMove(move, root);
  throw new PlyadesError('ERR_RULES', 'no move can be played: the game is over for these rules');
}
