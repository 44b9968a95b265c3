// A run on record: JSON lines with the settings, one line for each epoch with a digest of everything
// that happened in it, the reports, and the end. Two runs are the same exactly when their records are.
import type { CellEvent } from '../hosts/epochs/cell.js';
import type { Epoch } from '../hosts/epochs/driver.js';

/** The line of an epoch. */
export function describeEpoch({ begin, until, events, outcome }: Epoch): string {
  const digest = new Digest();
  for (const event of events) {
    digest.text(event.type);
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
  const line = {
    type: 'epoch',
    begin,
    until,
    events: events.length,
    packets: outcome.packets.length,
    work: outcome.work,
    digest: digest.take(),
  };
  return JSON.stringify(line);
}

function numberOf(event: Exclude<CellEvent, { type: 'packet' }>): number {
  if (event.type === 'crash') return event.restartAt;
  return event.type === 'pause' ? event.until : event.factor;
}

/** FNV-1a in two lanes. */
class Digest {
  #a = 0x811c9dc5;
  #b = 0x01234567;
  readonly #scratch = new Uint8Array(8);
  readonly #view = new DataView(this.#scratch.buffer);

  bytes(bytes: Uint8Array): void {
    for (const byte of bytes) {
      this.#a = Math.imul(this.#a ^ byte, 0x01000193);
      this.#b = Math.imul(this.#b ^ byte, 0x0100_01b3) ^ (this.#a >>> 16);
    }
  }

  number(value: number): void {
    this.#view.setFloat64(0, value);
    this.bytes(this.#scratch);
  }

  text(text: string): void {
    for (let i = 0; i < text.length; i++) this.number(text.charCodeAt(i));
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
