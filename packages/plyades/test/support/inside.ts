// Positions that stay inside a kernel: played from one address to the next and never written out and
// read again, as a search does it. What a game keeps up to date move by move (pattern features, piece
// lists) is only ever tested on this path.
import type { Kernel } from '#dist/kernel/index.js';

/** What can be seen of a position; two positions with equal views are the same to any search. */
export interface View {
  readonly record: Uint8Array;
  readonly turn: number;
  readonly over: boolean;
  readonly moves: readonly number[];
  readonly tactical: readonly number[];
  /** The result of a finished game, otherwise the evaluation. */
  readonly value: number;
  /** 16 hexadecimal digits. */
  readonly hash: string;
}

export class Inside {
  readonly #kernel: Kernel;
  readonly #moves: number;
  readonly #record: number;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    this.#moves = kernel.allocate(kernel.exports.maxMoves() * 4);
    this.#record = kernel.allocate(kernel.exports.recordBytes());
  }

  /** Memory for `count` positions; returns their addresses. */
  places(count: number): number[] {
    const size = this.#kernel.exports.positionBytes();
    return Array.from({ length: count }, () => this.#kernel.allocate(size));
  }

  load(place: number, record: Uint8Array): number {
    this.#kernel.bytes.set(record, this.#record);
    this.#kernel.exports.load(place, this.#record);
    return place;
  }

  /** Plays into memory that first holds `rubbish` everywhere. */
  play(from: number, move: number, to: number, rubbish = 0): number {
    this.#kernel.bytes.fill(rubbish, to, to + this.#kernel.exports.positionBytes());
    this.#kernel.exports.play(from, move, to);
    return to;
  }

  /** The null move into memory that holds rubbish, or undefined where the game allows none. */
  pass(from: number, to: number): number | undefined {
    const { bytes, exports } = this.#kernel;
    if (exports.canPass(from) === 0) return undefined;
    bytes.fill(0xa5, to, to + exports.positionBytes());
    exports.pass(from, to);
    return to;
  }

  bytes(place: number): Uint8Array {
    return this.#kernel.bytes.slice(place, place + this.#kernel.exports.positionBytes());
  }

  moves(place: number): number[] {
    return this.#list(this.#kernel.exports.generate(place, this.#moves));
  }

  /** Slot of the history table that a legal move of the position teaches. */
  historySlot(place: number, move: number): number {
    return this.#kernel.exports.historySlot(place, move);
  }

  legal(place: number, move: number): boolean {
    return this.#kernel.exports.legal(place, move, this.#moves) !== 0;
  }

  record(place: number): Uint8Array {
    const { exports, bytes } = this.#kernel;
    exports.store(place, this.#record);
    return bytes.slice(this.#record, this.#record + exports.recordBytes());
  }

  hash(place: number): string {
    const { hashHigh, hashLow } = this.#kernel.exports;
    const hex = (half: number) => (half >>> 0).toString(16).padStart(8, '0');
    return hex(hashHigh(place)) + hex(hashLow(place));
  }

  view(place: number): View {
    const { exports } = this.#kernel;
    const over = exports.over(place) !== 0;
    return {
      record: this.record(place),
      turn: exports.turn(place),
      over,
      moves: this.moves(place),
      tactical: this.#list(exports.tactical(place, this.#moves)),
      value: over ? exports.result(place) : exports.evaluate(place),
      hash: this.hash(place),
    };
  }

  #list(count: number): number[] {
    return Array.from(this.#kernel.u32.subarray(this.#moves >>> 2, (this.#moves >>> 2) + count));
  }
}
