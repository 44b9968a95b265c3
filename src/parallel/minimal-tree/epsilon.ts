// How much windows are widened when the run is to find out itself: as far as the value of the root has
// moved during the second half of the passes so far. Early, when little is known and searches are
// cheap, windows are wide; as the value settles they close.
import type { Settings } from './options.js';

/** Values that are remembered; of a longer history every second one is forgotten. */
const MOST_VALUES = 512;

export class Epsilon {
  readonly #fixed: number | undefined;
  readonly #auto: boolean;
  #values: number[] = [];
  /** Every so many passes one value is remembered. */
  #stride = 1;
  #passes = 0;

  constructor({ epsilon }: Settings) {
    this.#auto = epsilon === 'auto';
    this.#fixed = typeof epsilon === 'number' ? epsilon : undefined;
  }

  /** A pass believed in this value of the root. */
  observe(value: number): void {
    if (!this.#auto || this.#passes++ % this.#stride !== 0) return;
    this.#values.push(value);
    if (this.#values.length <= MOST_VALUES) return;
    this.#values = this.#values.filter((_, index) => index % 2 === 0);
    this.#stride *= 2;
  }

  /** Undefined when windows are not those of the pass. */
  get value(): number | undefined {
    if (!this.#auto) return this.#fixed;
    const values = this.#values;
    if (values.length === 0) return undefined;
    let least = values.at(-1)!;
    let most = least;
    for (let i = values.length >> 1; i < values.length; i++) {
      least = Math.min(least, values[i]!);
      most = Math.max(most, values[i]!);
    }
    return most - least;
  }
}
