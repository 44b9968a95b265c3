// States of a program's own, searched and solved as they are: the game is a definition or its module, the state a value
// of the author's, and results name the author's own moves. A state has no text, so it does not leave this machine.
import { refuse } from '../core/errors.js';
import type { Position } from '../core/game.js';
import {
  bindGame,
  importGame,
  isPlainGame,
  lineOf,
  type PlainGame,
  positionOf,
} from '../games/plain/index.js';
import type { Playable } from './games.js';
import { addressOf, playableOf, requireUrl, sourceOfPlain } from './plain-game.js';
import type { GameModule } from './search-options.js';

/** A state of a game in plain TypeScript. */
export interface OwnState<State, Move> {
  /** The game, as `defineGame` returned it, or the path or address of its module. */
  readonly game: PlainGame<State, Move> | GameModule;
  readonly state: State;
  /** States of the game before this one, the first one first, in games with `repetition`. */
  readonly before?: readonly State[];
}

/** A state with the game that plays on it. */
export interface OpenedState {
  readonly game: Playable;
  /** Stands for the state in calls of `game`. */
  readonly position: Position;
}

/** True for what has a state of a game in plain TypeScript. */
export const isOwnState = (value: object): value is OwnState<unknown, unknown> =>
  'state' in value && value.state !== undefined;

/** Throws ERR_GAME when the game is none in plain TypeScript. */
export function checkOwnState({ game }: OwnState<unknown, unknown>): void {
  if (isPlainGame(game) || typeof game === 'string') return;
  const message = 'a state needs its game: what defineGame returned, or the path of its module';
  refuse('ERR_GAME', message, game);
}

/** The game of a state; its answers are about this state, and its lines are the author's moves. */
export async function openOwnState({
  game: given,
  state,
  before = [],
}: OwnState<unknown, unknown>): Promise<OpenedState> {
  const id = typeof given === 'string' ? addressOf(given) : requireUrl(given);
  const game = typeof given === 'string' ? await importGame(id) : given;
  const open = playableOf(id, game, await sourceOfPlain({ ...game, url: id }));
  const binding = bindGame(game);
  const root = positionOf(game, state, before);
  return {
    position: { game: id, record: new Uint8Array(0) },
    game: {
      ...open,
      notation: { ...open.notation, makePosition: () => '' },
      over: () => binding.moves(root).length === 0,
      turn: () => (binding.turn(root) === 0 ? 0 : 1),
      sourcePosition: () => root,
      translate(report) {
        // The caller's own moves: threads return copies.
        const line = lineOf(game, state, report.line) as readonly number[];
        return { ...report, line, move: line[0] };
      },
    },
  };
}
