// A game in plain TypeScript as the search sees positions outside the kernel: states instead of
// compact records, move numbers instead of moves. It has the shape of Board in src/search/board.ts.
import type { Binding } from './binding.js';

/** What a search asks of positions outside the kernel, answered by the game's own functions. */
export interface StateBoard<State> {
  /** Places the state as the root of searcher number `index`; the record with which it starts. */
  record(state: State, index: number): Uint8Array;
  /** Numbers of the legal moves, none exactly when the game is over. */
  moves(state: State): readonly number[];
  /** The state after move number `move`. */
  play(state: State, move: number): State;
  /** The side to move, 0 or 1. */
  turn(state: State): number;
  /** The result of a finished game, else the evaluation. */
  value(state: State): number;
  /** None: a rule of repetition is part of the states that `positionOf` makes. */
  before(states: readonly State[]): readonly Uint8Array[];
  /** Never: a state that has come too often has no moves and a result. */
  repetition(game: readonly State[]): number | undefined;
  /** Never: how long a game in plain TypeScript lasts is not known. */
  completes(state: State, depth: number): boolean;
  /** Infinity: rules that count moves are part of the game's states. */
  pliesToDraw(state: State): number;
  /** One more. */
  deepen(state: State, depth: number): number;
  /** The game's key of the state; undefined when the game has none. */
  key(state: State): string | undefined;
}

/** A board for `searchers` searchers of `maxPly` plies each. */
export function stateBoard<State, Move>(
  binding: Binding<State, Move>,
  maxPly: number,
  searchers: number,
): StateBoard<State> {
  const slots = Array.from({ length: searchers }, () => binding.reserve(maxPly));
  return {
    record: (state, index) => binding.place(slots[index]!, state),
    moves: (state) => binding.moves(state).map((_, index) => index),
    play: binding.play,
    turn: binding.turn,
    value: binding.value,
    before: () => [],
    repetition: () => undefined,
    completes: () => false,
    pliesToDraw: () => Number.POSITIVE_INFINITY,
    deepen: (_, depth) => depth + 1,
    key: binding.key,
  };
}
