// The entries of its table that a worker tells the others (section 6.4 of the thesis): a shadow table of 128
// places, in which a deeper entry takes the place of a shallower one, and beside it a larger table of what
// was told already, so that an entry travels again only when it says more.

const ENTRIES = 128;
const TOLD = 1 << 16;

interface Shared<Entry> {
  readonly hash: number;
  readonly entry: Entry;
  readonly depth: number;
}

export class EntryBuffer<Entry> {
  readonly #waiting = new Map<number, Shared<Entry>>();
  /** Hashes that were told last and their depths, by place; made when the first is told. */
  #told: { readonly hashes: Float64Array; readonly depths: Float64Array } | undefined;

  /** Entries that wait to be told. */
  get size(): number {
    return this.#waiting.size;
  }

  offer(hash: number, entry: Entry, depth: number): void {
    const mixed = mix(hash);
    const { hashes, depths } = this.#told ?? NOTHING;
    const told = mixed % TOLD;
    if (hashes[told] === hash && depths[told]! >= depth) return;
    const place = mixed % ENTRIES;
    const there = this.#waiting.get(place);
    if (there === undefined || there.depth <= depth) {
      this.#waiting.set(place, { hash, entry, depth });
    }
  }

  /** All that wait; they count as told. */
  take(): { readonly hashes: number[]; readonly entries: Entry[] } {
    const taken = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#told ??= {
      hashes: new Float64Array(TOLD).fill(Number.NaN),
      depths: new Float64Array(TOLD),
    };
    for (const { hash, depth } of taken) {
      const told = mix(hash) % TOLD;
      this.#told.hashes[told] = hash;
      this.#told.depths[told] = depth;
    }
    return { hashes: taken.map(({ hash }) => hash), entries: taken.map(({ entry }) => entry) };
  }

  clear(): void {
    this.#waiting.clear();
    this.#told = undefined;
  }
}

const NOTHING: { readonly hashes: readonly number[]; readonly depths: readonly number[] } = {
  hashes: [],
  depths: [],
};

/** Programs give what they like as a hash, such as a number of a square; all bits count alike here. */
function mix(hash: number): number {
  let h = (hash ^ Math.floor(hash / 2 ** 32)) | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
