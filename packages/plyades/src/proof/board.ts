// What proofs need of a game outside its kernel: rules, and which positions are the same. Games with a kernel
// use compact records, games in plain TypeScript their states.
import type { GameNotation } from '../core/game.js';
import type { Binding } from '../games/plain/index.js';
import type { Rules } from '../kernel/index.js';

export interface ProofBoard<P> {
  /** The record with which a search of the kernel starts here; one search at a time. */
  record(position: P): Uint8Array;
  /** Legal moves, none exactly when the game is over. */
  moves(position: P): readonly number[];
  play(position: P, move: number): P;
  legal(position: P, move: number): boolean;
  /** 0 or 1. */
  turn(position: P): number;
  /** The result of a finished game from the side to move; undefined while it goes on. */
  result(position: P): number | undefined;
  /** Equal exactly for equal positions, with any clocks. */
  identity(position: P): string;
  /** True when the side to move is in check, in games where perpetual check or mate by checks matters. */
  checked(position: P): boolean;
  /** The same position with the count of moves without progress at 0. */
  withoutCount(position: P): P;
  /** Plies without progress after which the game is drawn; Infinity when there is no such rule. */
  pliesToDraw(position: P): number;
  /** True when `moves` lists all that the rules allow; if not, `replies` and `unanswered` say more. */
  listsAll(position: P): boolean;
  replies(position: P): readonly number[] | undefined;
  /** Whether `unanswered` takes as many moves and threats. */
  canAnswer(named: number, threats: number): boolean;
  unanswered(position: P, named: readonly number[], threats: readonly number[]): number | undefined;
}

/** The board of a game with a kernel of its own. */
export function recordProofBoard(
  rules: Rules,
  notation: Pick<GameNotation, 'withoutCounts'>,
): ProofBoard<Uint8Array> {
  const withoutCount = (record: Uint8Array) => notation.withoutCounts?.(record) ?? record;
  return {
    record: (record) => record,
    moves: (record) => rules.moves(record),
    play: (record, move) => rules.play(record, move),
    legal: (record, move) => rules.legal(record, move),
    turn: (record) => rules.turn(record),
    result: (record) => (rules.over(record) ? rules.result(record) : undefined),
    identity: (record) => String.fromCharCode(...withoutCount(record)),
    checked: (record) => rules.checked(record),
    withoutCount,
    pliesToDraw: (record) => rules.pliesToDraw(record),
    listsAll: (record) => rules.listsAll(record),
    replies: (record) => rules.replies(record),
    canAnswer: (named, threats) => rules.canAnswer(named, threats),
    unanswered: (record, named, threats) => rules.unanswered(record, named, threats),
  };
}

/** The board of a game in plain TypeScript; `maxPly` bounds the lines of its searches. */
export function stateProofBoard<State, Move>(
  binding: Binding<State, Move>,
  maxPly: number,
): ProofBoard<State> {
  const slot = binding.reserve(maxPly);
  const names = new WeakMap<object, string>();
  let named = 0;
  /** A state whose content cannot be written down is equal to itself alone. */
  const nameOf = (state: State): string => {
    if (typeof state !== 'object' || state === null) return `value ${named++}`;
    let name = names.get(state);
    if (name === undefined) {
      name = `state ${named++}`;
      names.set(state, name);
    }
    return name;
  };
  const moves = (state: State) => binding.moves(state).map((_, index) => index);
  return {
    record: (state) => binding.place(slot, state),
    moves,
    play: binding.play,
    legal: (state, move) => move < binding.moves(state).length,
    turn: binding.turn,
    result: (state) => (binding.moves(state).length === 0 ? binding.value(state) : undefined),
    // Never the game's key: a proof by a key that takes two positions for one would be valid by the same key.
    identity: (state) => binding.content(state) ?? nameOf(state),
    checked: () => false,
    withoutCount: (state) => state,
    pliesToDraw: () => Number.POSITIVE_INFINITY,
    listsAll: () => true,
    replies: moves,
    canAnswer: () => false,
    unanswered: () => undefined,
  };
}
