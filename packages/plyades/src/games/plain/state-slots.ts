// States of a game in plain TypeScript, one per ply, in slots that the kernel knows by number. A searcher owns a run of
// slots: its root is placed in the first, and each child overwrites the slot after its parent's.
import type { PlainGame } from './define.js';

/** A searcher plays at most one ply past its deepest frame. */
const SPARE_SLOTS = 2;

export class StateSlots<State, Move> {
  readonly states: State[] = [];
  /** Moves of the states, once they were generated: a proof plays moves long after it has listed them. */
  readonly lists: (readonly Move[] | undefined)[] = [];
  /** Whether the searcher of a slot is in play mode. */
  readonly playing: boolean[] = [];
  readonly #game: PlainGame<State, Move>;

  constructor(game: PlainGame<State, Move>) {
    this.#game = game;
  }

  /** Takes slots for a searcher of `maxPly` plies; returns the first, its root's. */
  reserve(maxPly: number): number {
    const slot = this.states.length;
    const start = this.#game.start();
    for (let i = 0; i < maxPly + SPARE_SLOTS; i++) {
      this.states.push(start);
      this.lists.push([]);
      this.playing.push(false);
    }
    return slot;
  }

  /** Places a root state in a reserved slot; returns the record that `Searcher.start` takes. */
  place(slot: number, state: State): Uint8Array {
    this.states[slot] = state;
    return new Uint8Array(Uint32Array.of(slot, 0).buffer);
  }
}
