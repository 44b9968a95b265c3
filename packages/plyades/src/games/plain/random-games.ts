// What Monte Carlo tree search asks of a game in plain TypeScript: states at the end of paths through the tree, and whole
// random games, each with one call from the kernel. Each thread keeps the states of nodes it has visited, so a leaf costs
// one `play` instead of one for each ply; nodes hold no states, and another thread finds its own.
import { movesOf, turnOf } from './answers.js';
import type { PlainGame } from './define.js';
import { moveCode } from './move-code.js';
import { resultOf } from './result.js';
import type { StateSlots } from './state-slots.js';

/** States kept at most, with their lists of moves: about 1 KB each in a game of 50 moves. */
const MAX_KEPT = 16_384;

interface KeptState<State, Move> {
  readonly state: State;
  moves: readonly Move[] | undefined;
}

export class RandomGames<State, Move> {
  readonly #game: PlainGame<State, Move>;
  readonly #slots: StateSlots<State, Move>;
  /** By the addresses of nodes. */
  readonly #kept = new Map<number, KeptState<State, Move>>();
  #last: KeptState<State, Move> | undefined;
  #words = new Uint32Array();

  constructor(game: PlainGame<State, Move>, slots: StateSlots<State, Move>) {
    this.#game = game;
    this.#slots = slots;
  }

  /** The memory of the kernel, in which paths lie. */
  useMemory(memory: WebAssembly.Memory): void {
    this.#words = new Uint32Array(memory.buffer);
  }

  /** For another root: nodes mean other states. */
  forget(): void {
    this.#kept.clear();
    this.#last = undefined;
  }

  /** Puts the state at the end of a path (see assembly/contract.ts) into a slot, of which the root's is the one before. */
  reach(slot: number, path: number, count: number): State {
    const { states, lists } = this.#slots;
    const words = this.#words;
    const kept = this.#kept;
    const at = path >>> 2;
    let ply = count - 1;
    let found = kept.get(words[at + 2 * ply]!);
    while (found === undefined && ply > 0) found = kept.get(words[at + 2 * --ply]!);
    if (found === undefined) {
      found = { state: states[slot - 1]!, moves: undefined };
      kept.set(words[at]!, found);
    }
    while (++ply < count) {
      found.moves ??= movesOf(this.#game, found.state);
      const state = this.#game.play(found.state, found.moves[words[at + 2 * ply + 1]!]!);
      found = { state, moves: undefined };
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(words[at + 2 * ply]!, found);
    }
    this.#last = found;
    states[slot] = found.state;
    lists[slot] = found.moves;
    return found.state;
  }

  /** Writes the codes of the moves that were listed last. */
  codes(slot: number, out: number): void {
    const moves = this.#slots.lists[slot]!;
    if (this.#last !== undefined) this.#last.moves = moves;
    for (let i = 0; i < moves.length; i++) this.#words[(out >>> 2) + i] = moveCode(moves[i]);
  }

  /** A random game of at most `most` plies from an ongoing one; see `playOut` of the contract. */
  playOut(slot: number, out: number, most: number, seed: number): number {
    const game = this.#game;
    const words = this.#words;
    const at = out >>> 2;
    let state = this.#slots.states[slot] as State;
    let result: number | undefined;
    let random = seed | 0;
    let ply = 0;
    while (result === undefined && ply < most) {
      const moves = ply === 0 && this.#last?.moves ? this.#last.moves : movesOf(game, state);
      // splitmix32: one multiplication less than a draw of core/random.ts, which checks its argument too.
      random = (random + 0x9e3779b9) | 0;
      let mixed = Math.imul(random ^ (random >>> 16), 0x21f0aaad);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
      const drawn = ((mixed ^ (mixed >>> 15)) >>> 0) / 0x1_0000_0000;
      const move = moves[Math.floor(drawn * moves.length)]!;
      words[at + ply] = moveCode(move) | turnOf(game, state);
      state = game.play(state, move);
      result = resultOf(game, state, 0);
      ply++;
    }
    words[at + ply] = result ?? 0;
    return ply;
  }
}
