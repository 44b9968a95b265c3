// The words of a line, one after the other. Every parser of the protocols reads through this cursor, so
// that all agree on what a word and a number are.

const INTEGER = /^[+-]?\d{1,15}$/;

export class Tokens {
  readonly #words: readonly string[];
  #next = 0;

  constructor(line: string) {
    this.#words = line.split(/\s+/).filter((word) => word !== '');
  }

  get done(): boolean {
    return this.#next >= this.#words.length;
  }

  /** The next word, without taking it; undefined at the end. */
  peek(): string | undefined {
    return this.#words[this.#next];
  }

  /** Takes the next word; undefined at the end. */
  take(): string | undefined {
    return this.#words[this.#next++];
  }

  /** Takes the next word when it is a whole number; undefined, and takes nothing, when it is not. */
  takeInteger(): number | undefined {
    const word = this.peek();
    if (word === undefined || !INTEGER.test(word)) return undefined;
    this.#next++;
    return Number(word);
  }

  /** Takes words up to the first for which `ends` is true, or up to the end. */
  takeUntil(ends: (word: string) => boolean): string[] {
    const from = this.#next;
    while (!this.done && !ends(this.peek()!)) this.#next++;
    return this.#words.slice(from, this.#next);
  }

  /** Takes all that is left. */
  rest(): string[] {
    return this.takeUntil(() => false);
  }
}
