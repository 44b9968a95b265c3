// The functions that assembly/games/foreign imports. An exception of the game passes through the kernel to the caller of
// `run` with its own stack; the search that it ended cannot be continued, only started again.
import { keyOf, movesOf, turnOf, winnerOf } from './answers.js';
import type { PlainGame } from './define.js';
import { createKeyHalves } from './key.js';
import { evaluatorOf, LeafSearch } from './leaves.js';
import type { StateSlots } from './state-slots.js';

/** For `new Kernel(module, { imports })` with the module `foreign`. */
export type KernelImports = { readonly game: WebAssembly.ModuleImports };

/** Status of a state, as in assembly/games/foreign/game.ts: the turn plus one of these. */
const DRAWN = 1 << 1;
const WON = 2 << 1;
const LOST = 3 << 1;

/** Imports that play a game in the given slots. */
export function kernelImports<State, Move>(
  game: PlainGame<State, Move>,
  { states, lists }: StateSlots<State, Move>,
): KernelImports {
  const halves = createKeyHalves();
  const leaves = new LeafSearch(game);
  const evaluate = evaluatorOf(game);
  return {
    game: {
      load(slot: number): number {
        const status = statusOf(game, states[slot]!);
        lists[slot] = undefined;
        return status;
      },
      play(slot: number, move: number): number {
        const from = states[slot]!;
        lists[slot] ??= movesOf(game, from);
        const state = game.play(from, lists[slot][move]!);
        states[slot + 1] = state;
        lists[slot + 1] = undefined;
        return statusOf(game, state);
      },
      moves(slot: number): number {
        const moves = movesOf(game, states[slot]!);
        lists[slot] = moves;
        return moves.length;
      },
      leaves: (slot: number, side: number, beta: number): number =>
        leaves.search(states[slot]!, side, beta),
      bestLeaf: (): number => leaves.best,
      evaluate: (slot: number): number => evaluate(game, states[slot]!),
      keyLow: (slot: number): number => halves.low(keyOf(game, states[slot]!)),
      keyHigh: (): number => halves.high(),
    },
  };
}

function statusOf<State, Move>(game: PlainGame<State, Move>, state: State): number {
  const turn = turnOf(game, state);
  const winner = winnerOf(game, state);
  if (winner === undefined) return turn;
  if (winner === 'draw') return turn | DRAWN;
  return winner === turn ? turn | WON : turn | LOST;
}

const inert = (): number => 0;

/** Imports for an instance of the module that only lays out memory and never plays. */
export const inertImports: KernelImports = {
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
