// How much windows are widened when the run is to find out itself: as far as the value of the root moves
// at a time when it moves, so that what is found in a window is still of use after one such move.
import type { MinimalTreeSettings } from './options.js';

/** Least weight of the latest move in the average: the first ones count alike, later ones forget the first. */
const RECENT = 0.1;

export class Epsilon {
  readonly #fixed: number | undefined;
  readonly #auto: boolean;
  #last: number | undefined;
  #moves = 0;
  #average = 0;

  constructor({ epsilon }: MinimalTreeSettings) {
    this.#auto = epsilon === 'auto';
    this.#fixed = typeof epsilon === 'number' ? epsilon : undefined;
  }

  /** A pass believed in this value of the root. */
  observe(value: number): void {
    const move = Math.abs(value - (this.#last ?? value));
    this.#last = value;
    if (move === 0) return;
    this.#moves++;
    this.#average += Math.max(RECENT, 1 / this.#moves) * (move - this.#average);
  }

  /** Undefined when windows are not those of the pass. */
  get value(): number | undefined {
    return this.#auto ? Math.round(this.#average) : this.#fixed;
  }
}
