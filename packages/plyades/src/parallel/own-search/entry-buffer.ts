// The entries of its table that a worker sends the others (section 6.4 of the thesis): a shadow table of 128 places, in
// which a deeper entry replaces a shallower one, and beside it a larger table of the entries that were sent already, so
// that an entry travels again only when it says more.

const ENTRIES = 128;
const SENT_PLACES = 1 << 16;

interface Shared<Entry> {
  readonly hash: number;
  readonly entry: Entry;
  readonly depth: number;
}

export class EntryBuffer<Entry> {
  readonly #waiting = new Map<number, Shared<Entry>>();
  /** Hashes that were sent last and their depths, by place; made when the first is sent. */
  #sent: { readonly hashes: Float64Array; readonly depths: Float64Array } | undefined;

  /** Entries that wait to be sent. */
  get size(): number {
    return this.#waiting.size;
  }

  offer(hash: number, entry: Entry, depth: number): void {
    const mixed = mix(hash);
    const { hashes, depths } = this.#sent ?? NOTHING;
    const place = mixed % SENT_PLACES;
    if (hashes[place] === hash && depths[place]! >= depth) return;
    const slot = mixed % ENTRIES;
    const there = this.#waiting.get(slot);
    if (there === undefined || there.depth <= depth) {
      this.#waiting.set(slot, { hash, entry, depth });
    }
  }

  /** All that wait; they count as sent. */
  take(): { readonly hashes: number[]; readonly entries: Entry[] } {
    const taken = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#sent ??= {
      hashes: new Float64Array(SENT_PLACES).fill(Number.NaN),
      depths: new Float64Array(SENT_PLACES),
    };
    for (const { hash, depth } of taken) {
      const place = mix(hash) % SENT_PLACES;
      this.#sent.hashes[place] = hash;
      this.#sent.depths[place] = depth;
    }
    return { hashes: taken.map(({ hash }) => hash), entries: taken.map(({ entry }) => entry) };
  }

  clear(): void {
    this.#waiting.clear();
    this.#sent = undefined;
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
