// Ties a game in plain TypeScript to a kernel: the functions that the kernel imports, the slots in which its searchers
// keep their states, and the answers of the rules for code outside the kernel.
import { WIN } from '../../core/score.js';
import { keyOf, movesOf, turnOf, winnerOf } from './answers.js';
import type { PlainGame } from './define.js';
import { type KernelImports, kernelImports } from './kernel-imports.js';
import { evaluatorOf } from './leaves.js';
import { StateSlots } from './state-slots.js';

/** A plain game on a kernel. */
export interface Binding<State, Move> {
  /** For `new Kernel(module, { imports })` with the module `foreign`. One kernel per binding. */
  readonly imports: KernelImports;
  /** False when the game has no `key`: its searchers must then be attached to no table. */
  readonly usesTable: boolean;
  /** Takes slots for a searcher, or a perft, of `maxPly` plies; returns the first, its root's. */
  reserve(maxPly: number): number;
  /** Places a root state in a reserved slot; returns the record that `Searcher.start` takes. */
  place(slot: number, state: State): Uint8Array;
  /** The moves that a kernel's move numbers index; none when the game is over. */
  moves(state: State): readonly Move[];
  /** The state after move number `index`, which is one of `moves(state)`. */
  play(state: State, index: number): State;
  /** The moves of a line of move numbers that starts at `state`. */
  line(state: State, indices: readonly number[]): Move[];
  /** 0 or 1. */
  turn(state: State): number;
  /** Result of a finished game, else its evaluation; from the side to move. */
  value(state: State): number;
  /** Side and key of the state as text, equal for equal ones; undefined when the game has no key. */
  key(state: State): string | undefined;
}

/** Makes the functions that the kernel imports; states live in the returned binding. */
export function bindGame<State, Move>(game: PlainGame<State, Move>): Binding<State, Move> {
  const slots = new StateSlots(game);
  const evaluate = evaluatorOf(game);
  return {
    imports: kernelImports(game, slots),
    usesTable: game.key !== undefined,
    reserve: (maxPly) => slots.reserve(maxPly),
    place: (slot, state) => slots.place(slot, state),
    moves: (state) => (winnerOf(game, state) === undefined ? movesOf(game, state) : []),
    play: (state, index) => game.play(state, movesOf(game, state)[index]!),

    line(state, indices) {
      let current = state;
      return indices.map((index) => {
        const move = movesOf(game, current)[index]!;
        current = game.play(current, move);
        return move;
      });
    },

    turn: (state) => turnOf(game, state),

    key(state) {
      if (game.key === undefined) return undefined;
      const key = keyOf(game, state);
      return `${turnOf(game, state)} ${typeof key} ${key}`;
    },

    value(state) {
      const winner = winnerOf(game, state);
      if (winner === undefined) return evaluate(game, state);
      if (winner === 'draw') return 0;
      return winner === turnOf(game, state) ? WIN : -WIN;
    },
  };
}
