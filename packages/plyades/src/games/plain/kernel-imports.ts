// The functions that assembly/games/foreign imports. An exception of the game passes through the kernel to the caller of
// `run` with its own stack; the search that it ended cannot be continued, only started again.
import type { ModuleFunctions } from '../../kernel/index.js';
import { movesOf, turnOf } from './answers.js';
import type { PlainGame } from './define.js';
import type { StateHash } from './hash.js';
import { evaluatorOf, LeafSearch } from './leaves.js';
import type { RandomGames } from './random-games.js';
import { type EndsByPath, resultByPath, resultOf } from './result.js';
import type { StateSlots } from './state-slots.js';

/** For `new Kernel(module, { imports })` with the module `foreign`. */
export type KernelImports = { readonly game: ModuleFunctions };

/** Status of a state, as in assembly/games/foreign/game.ts: the turn, and for a finished game these and its result. */
const OVER = 2;
const BY_PATH = 4;
const RESULT_SHIFT = 3;

/** What the functions for the kernel use beside the rules. */
export interface GameParts<State, Move> {
  readonly hash: StateHash<State>;
  readonly endsByPath: EndsByPath<State>;
  readonly randomGames: RandomGames<State, Move>;
}

/** Imports that play a game in the given slots. */
export function kernelImports<State, Move>(
  game: PlainGame<State, Move>,
  { states, lists, playing }: StateSlots<State, Move>,
  { hash, endsByPath, randomGames }: GameParts<State, Move>,
): KernelImports {
  const leaves = new LeafSearch(game, endsByPath);
  const evaluate = evaluatorOf(game);
  const statusOf = (state: State, slot: number): number => {
    const turn = turnOf(game, state);
    const result = resultOf(game, state, turn);
    if (result === undefined) return turn;
    if (!playing[slot] || !endsByPath(state)) return turn | OVER | (result << RESULT_SHIFT);
    return turn | OVER | BY_PATH | (resultByPath(result) << RESULT_SHIFT);
  };
  return {
    game: {
      load(slot: number): number {
        const status = statusOf(states[slot]!, slot);
        lists[slot] = undefined;
        randomGames.forget();
        return status;
      },
      begin(slot: number, isPlaying: number): void {
        playing[slot] = isPlaying !== 0;
      },
      play(slot: number, move: number): number {
        const from = states[slot]!;
        lists[slot] ??= movesOf(game, from);
        const state = game.play(from, lists[slot][move]!);
        states[slot + 1] = state;
        lists[slot + 1] = undefined;
        playing[slot + 1] = playing[slot]!;
        return statusOf(state, slot);
      },
      moves(slot: number): number {
        const moves = movesOf(game, states[slot]!);
        lists[slot] = moves;
        return moves.length;
      },
      leaves: (slot: number, side: number, beta: number): number =>
        leaves.search(states[slot]!, side === 0 ? 0 : 1, beta, playing[slot]!),
      bestLeaf: (): number => leaves.best,
      evaluate: (slot: number): number => evaluate(game, states[slot]!),
      keyLow: (slot: number): number => hash.low(states[slot]!, playing[slot]!),
      keyHigh: (): number => hash.high(),
      reach(slot: number, path: number, count: number, isKnown: number): number {
        const state = randomGames.reach(slot, path, count);
        return isKnown === 0 ? statusOf(state, slot) : 0;
      },
      codes: (slot: number, out: number): void => randomGames.codes(slot, out),
      playOut: (slot: number, out: number, most: number, seed: number): number =>
        randomGames.playOut(slot, out, most, seed),
    },
  };
}

const inert = (): number => 0;

/** Imports for an instance of the module that only lays out memory and never plays. */
export const inertImports: KernelImports = {
  game: {
    load: inert,
    begin: inert,
    play: inert,
    moves: inert,
    leaves: inert,
    bestLeaf: inert,
    evaluate: inert,
    keyLow: inert,
    keyHigh: inert,
    reach: inert,
    codes: inert,
    playOut: inert,
  },
};
