// Records of one kind in the order of time, of which at most a given number is kept. Each has a serial number; when
// the list is full, every second one goes, by that number, and later ones are kept as sparsely.

/** A list that thins itself out. */
export class TimedList<T> {
  readonly #items: T[] = [];
  readonly #serials: number[] = [];
  readonly #time: (item: T) => number;
  readonly #most: number;
  /** Items at the end that are not in order yet. */
  #unsorted = 0;
  #sampling = 1;

  constructor(most: number, time: (item: T) => number) {
    this.#most = most;
    this.#time = time;
  }

  /** In the order of time once `sort` was called. */
  get items(): readonly T[] {
    return this.#items;
  }

  /** One in this many is kept. */
  get sampling(): number {
    return this.#sampling;
  }

  /** Items that are added were thinned out before. */
  thinned(sampling: number): void {
    this.#sampling = Math.max(this.#sampling, sampling);
  }

  /** Whether an item of this number is kept. */
  keeps(serial: number): boolean {
    return serial % this.#sampling === 0;
  }

  /** Adds an item whose number is kept. */
  add(item: T, serial: number): void {
    if (this.#items.length >= this.#most) this.#thin();
    if (!this.keeps(serial)) return;
    const last = this.#items.at(-1);
    if (this.#unsorted > 0 || (last !== undefined && this.#time(item) < this.#time(last))) {
      this.#unsorted++;
    }
    this.#items.push(item);
    this.#serials.push(serial);
  }

  /** Puts new items in order; of equal times the one that was added first is first. */
  sort(): void {
    if (this.#unsorted === 0) return;
    const sorted = this.#items.length - this.#unsorted;
    const time = this.#time;
    let earliest = Number.POSITIVE_INFINITY;
    for (let i = sorted; i < this.#items.length; i++) {
      earliest = Math.min(earliest, time(this.#items[i]!));
    }
    let from = sorted;
    while (from > 0 && time(this.#items[from - 1]!) > earliest) from--;
    const order = Array.from({ length: this.#items.length - from }, (_, i) => from + i);
    order.sort((a, b) => time(this.#items[a]!) - time(this.#items[b]!) || a - b);
    const items = order.map((index) => this.#items[index]!);
    const serials = order.map((index) => this.#serials[index]!);
    for (let i = 0; i < order.length; i++) {
      this.#items[from + i] = items[i]!;
      this.#serials[from + i] = serials[i]!;
    }
    this.#unsorted = 0;
  }

  /** Replaces items by others of the same time. */
  replace(change: (item: T) => T): void {
    for (let i = 0; i < this.#items.length; i++) this.#items[i] = change(this.#items[i]!);
  }

  /** Leaves out items; the others may be changed. */
  filter(keep: (item: T) => boolean): void {
    let kept = 0;
    for (let i = 0; i < this.#items.length; i++) {
      if (!keep(this.#items[i]!)) continue;
      this.#items[kept] = this.#items[i]!;
      this.#serials[kept++] = this.#serials[i]!;
    }
    this.#items.length = kept;
    this.#serials.length = kept;
  }

  #thin(): void {
    this.sort();
    while (this.#items.length >= this.#most) {
      this.#sampling *= 2;
      let at = 0;
      this.filter(() => this.keeps(this.#serials[at++]!));
    }
  }
}
