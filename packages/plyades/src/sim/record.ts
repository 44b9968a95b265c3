// A run on record: JSON lines with the settings, one line for each epoch with a digest of everything
// that happened in it, the reports, and the end. Two runs are the same exactly when their records are. The digest of a
// whole run folds those of its epochs, so that one word tells whether two runs were the same.
import type { CellEvent } from '../hosts/epochs/cell.js';
import type { Epoch } from '../hosts/epochs/driver.js';
import type { EpochObserver } from '../hosts/epochs/serve.js';

/** Digests the epochs of a run as they end, at about a nanosecond for each byte of their packets. */
export class EpochDigests implements EpochObserver {
  readonly #epoch = new Digest();
  readonly #run = new Digest();

  add({ begin, until, events, outcome }: Epoch): void {
    const digest = this.#epoch;
    digest.clear();
    for (const event of events) {
      digest.number(eventTypes.indexOf(event.type));
      digest.number(event.process);
      if (event.type === 'packet') digest.bytes(event.bytes);
      else digest.number(numberOf(event));
    }
    for (const { from, to, sentAt, bytes } of outcome.packets) {
      digest.number(from);
      digest.number(to);
      digest.number(sentAt);
      digest.bytes(bytes);
    }
    digest.number(begin);
    digest.number(until);
    digest.number(outcome.work);
    this.#run.fold(digest);
  }

  line({ begin, until, events, outcome }: Epoch): string {
    return JSON.stringify({
      type: 'epoch',
      begin,
      until,
      events: events.length,
      packets: outcome.packets.length,
      work: outcome.work,
      digest: this.#epoch.take(),
    });
  }

  digest(): string {
    return this.#run.take();
  }
}

const eventTypes: readonly CellEvent['type'][] = ['packet', 'crash', 'pause', 'slow'];

function numberOf(event: Exclude<CellEvent, { type: 'packet' }>): number {
  if (event.type === 'crash') return event.restartAt;
  return event.type === 'pause' ? event.until : event.factor;
}

/** The digest of a run: of its epochs, and of the lines with its reports and its end. */
export function digestOfRun(epochs: string, lines: readonly string[]): string {
  const digest = new Digest();
  const encoder = new TextEncoder();
  for (const text of [epochs, ...lines]) digest.bytes(encoder.encode(text));
  return digest.take();
}

const BASIS_A = 0x811c9dc5;
const BASIS_B = 0x01234567;

/** 64 bits in two lanes, each mixed as MurmurHash3 mixes its words. It finds accidents, not forgeries. */
class Digest {
  #a = BASIS_A;
  #b = BASIS_B;
  readonly #number = new Float64Array(1);
  readonly #halves = new Uint32Array(this.#number.buffer);

  clear(): void {
    this.#a = BASIS_A;
    this.#b = BASIS_B;
  }

  bytes(bytes: Uint8Array): void {
    const { length } = bytes;
    this.#word(length);
    const whole = length & ~3;
    for (let i = 0; i < whole; i += 4) {
      this.#word(bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24));
    }
    for (let i = whole; i < length; i++) this.#word(bytes[i]!);
  }

  number(value: number): void {
    this.#number[0] = value;
    this.#word(this.#halves[0]!);
    this.#word(this.#halves[1]!);
  }

  fold(other: Digest): void {
    this.#word(other.#a);
    this.#word(other.#b);
  }

  #word(word: number): void {
    const mixed = Math.imul(word, 0xcc9e2d51);
    const turned = Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
    const a = this.#a ^ turned;
    this.#a = (Math.imul((a << 13) | (a >>> 19), 5) + 0xe6546b64) | 0;
    const b = Math.imul(this.#b ^ word, 0x01000193);
    this.#b = b ^ (b >>> 15) ^ this.#a;
  }

  take(): string {
    const hex = (word: number) => (word >>> 0).toString(16).padStart(8, '0');
    return hex(this.#a) + hex(this.#b);
  }
}

/** Where two records part: the number of the line (from 1) and both lines. */
export interface Difference {
  readonly line: number;
  readonly recorded: string | undefined;
  readonly replayed: string | undefined;
}

/** The first difference of two records, or undefined when they are the same. */
export function compareRecords(
  recorded: readonly string[],
  replayed: readonly string[],
): Difference | undefined {
  const length = Math.max(recorded.length, replayed.length);
  for (let index = 0; index < length; index++) {
    if (recorded[index] !== replayed[index]) {
      return { line: index + 1, recorded: recorded[index], replayed: replayed[index] };
    }
  }
  return undefined;
}
