// Splits a stream of text into lines. The stream is not trusted: a newline may come late, never, or after megabytes. At
// most MAX_LINE characters are ever kept; the rest of a longer line is dropped, and the reader learns of the cut.
import { MAX_LINE } from './protocol.js';

/** Called with each line, without its end; `cut` is true when the line was longer than the limit. */
export type OnLine = (line: string, cut: boolean) => void;

/** Splits chunks of bytes or text into lines. */
export class LineSplitter {
  readonly #onLine: OnLine;
  readonly #limit: number;
  #kept = '';
  /** The limit was passed: everything up to the next newline is dropped. */
  #dropping = false;

  constructor(onLine: OnLine, limit = MAX_LINE) {
    this.#onLine = onLine;
    this.#limit = limit;
  }

  /** Takes the next piece of the stream. A line that grows too long is reported at once, not at its end. */
  push(text: string): void {
    let from = 0;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      this.#add(text.slice(from, at));
      this.#end();
      from = at + 1;
    }
    this.#add(text.slice(from));
  }

  /** The stream has ended: what is left is a line. */
  end(): void {
    if (this.#kept !== '') this.#end();
  }

  #add(text: string): void {
    if (this.#dropping) return;
    const room = this.#limit - this.#kept.length;
    // A carriage return before the newline is no part of the line.
    if (text.length <= room || (text.length === room + 1 && text.endsWith('\r'))) {
      this.#kept += text;
      return;
    }
    const line = this.#kept + text.slice(0, room);
    this.#kept = '';
    this.#dropping = true;
    this.#onLine(line, true);
  }

  #end(): void {
    const line = this.#kept;
    const dropped = this.#dropping;
    this.#kept = '';
    this.#dropping = false;
    if (!dropped) this.#onLine(line.endsWith('\r') ? line.slice(0, -1) : line, false);
  }
}
