// Ties a game in plain TypeScript to a kernel: the functions that assembly/games/foreign imports, and
// the states, one per ply, in slots that the kernel knows by number. A searcher owns a run of slots;
// its root is placed in the first, and each child overwrites the slot after its parent's.
//
// Most nodes are leaves: `leaves` looks at all the children of a node one ply from the horizon, so
// that they cost no call of their own. An exception of the game passes through the kernel to whoever called `run`, with its own
// stack; the search it ended cannot be continued, only started again.
import { INFINITE, WIN } from '../../core/score.js';
import { evaluationOf, keyOf, movesOf, turnOf, winnerOf } from './answers.js';
import type { PlainGame } from './define.js';
import { createKeyHalves } from './key.js';
import { playoutValue } from './playouts.js';

/** Status of a state, as in assembly/games/foreign/game.ts: the turn plus one of these. */
const DRAWN = 1 << 1;
const WON = 2 << 1;
const LOST = 3 << 1;

/** A searcher plays one ply past its deepest frame at most. */
const SPARE_SLOTS = 2;

/** A plain game on a kernel. */
export interface Binding<State, Move> {
  /** For `new Kernel(module, { imports })` with the module `foreign`. One kernel per binding. */
  readonly imports: { readonly game: WebAssembly.ModuleImports };
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

const inert = (): number => 0;

/** Imports for an instance of the module that only lays out memory and never plays. */
export const inertImports: Binding<unknown, unknown>['imports'] = {
  game: {
    load: inert,
    play: inert,
    moves: inert,
    leaves: inert,
    bestLeaf: inert,
    evaluate: inert,
    keyLow: inert,
    keyHigh: inert,
  },
};

/** Makes the functions that the kernel imports; states live in the returned binding. */
export function bindGame<State, Move>(game: PlainGame<State, Move>): Binding<State, Move> {
  const states: State[] = [];
  /** Moves of the states, as far as they were asked for: proofs play moves they have known for long. */
  const lists: (readonly Move[] | undefined)[] = [];
  const halves = createKeyHalves();
  /** The best move of the last call of `leaves`. */
  let bestLeaf = 0;
  const evaluate = game.evaluate ? evaluationOf<State, Move> : playoutValue<State, Move>;

  function status(state: State): number {
    const turn = turnOf(game, state);
    const winner = winnerOf(game, state);
    if (winner === undefined) return turn;
    if (winner === 'draw') return turn | DRAWN;
    return winner === turn ? turn | WON : turn | LOST;
  }

  function movesIfAny(state: State): readonly Move[] {
    return winnerOf(game, state) === undefined ? movesOf(game, state) : [];
  }

  return {
    imports: {
      game: {
        load(slot: number): number {
          const state = states[slot]!;
          const code = status(state);
          lists[slot] = undefined;
          return code;
        },
        play(slot: number, move: number): number {
          const from = states[slot]!;
          lists[slot] ??= movesOf(game, from);
          const state = game.play(from, lists[slot][move]!);
          states[slot + 1] = state;
          lists[slot + 1] = undefined;
          return status(state);
        },
        moves(slot: number): number {
          const moves = movesOf(game, states[slot]!);
          lists[slot] = moves;
          return moves.length;
        },
        leaves(slot: number, side: number, beta: number): number {
          const state = states[slot]!;
          const moves = movesOf(game, state);
          let best = -INFINITE;
          let open = 0;
          let looked = 0;
          while (looked < moves.length && best < beta) {
            const leaf = game.play(state, moves[looked]!);
            const turn = turnOf(game, leaf);
            const winner = winnerOf(game, leaf);
            let value: number;
            if (winner === undefined) {
              const own = evaluate(game, leaf);
              value = turn === side ? own : -own;
              open = 1;
            } else {
              value = winner === 'draw' ? 0 : winner === side ? WIN : -WIN;
            }
            if (value > best) {
              best = value;
              bestLeaf = looked;
            }
            looked++;
          }
          return (best << 12) | (open << 11) | looked;
        },
        bestLeaf: (): number => bestLeaf,
        evaluate: (slot: number): number => evaluate(game, states[slot]!),
        keyLow: (slot: number): number => halves.low(keyOf(game, states[slot]!)),
        keyHigh: (): number => halves.high(),
      },
    },
    usesTable: game.key !== undefined,

    reserve(maxPly) {
      const slot = states.length;
      const start = game.start();
      for (let i = 0; i < maxPly + SPARE_SLOTS; i++) {
        states.push(start);
        lists.push([]);
      }
      return slot;
    },

    place(slot, state) {
      states[slot] = state;
      return new Uint8Array(Uint32Array.of(slot, 0).buffer);
    },

    moves: movesIfAny,

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
