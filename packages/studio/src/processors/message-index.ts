// Messages by time and by process. Runs have hundreds of thousands of them: a span finds its messages by the time they
// were sent, going back as far as the slowest message of the run needs.
import type { MessageRecord } from 'plyades/trace';
import type { TimeSpan } from './lane-bins.js';

export interface FoundMessages {
  /** In the order of sending; evenly chosen when there are more than were asked for. */
  readonly messages: readonly MessageRecord[];
  /** All of the span. */
  readonly count: number;
}

export class MessageIndex {
  readonly #all: readonly MessageRecord[];
  /** The longest time that a message was on its way. */
  readonly slowest: number;
  readonly #byProcess = new Map<number, readonly MessageRecord[]>();

  constructor(messages: readonly MessageRecord[]) {
    this.#all = inOrder(messages);
    this.slowest = messages.reduce(
      (most, { sentAt, receivedAt }) => Math.max(most, receivedAt - sentAt || 0),
      0,
    );
  }

  /** Messages on their way at some time of the span; to and from one process, or all. Lost ones count when sent. */
  within(span: TimeSpan, most: number, process?: number): FoundMessages {
    const list = process === undefined ? this.#all : this.of(process);
    const found: MessageRecord[] = [];
    for (let i = firstSentAt(list, span.from - this.slowest); i < list.length; i++) {
      const message = list[i]!;
      if (message.sentAt > span.to) break;
      if ((Number.isNaN(message.receivedAt) ? message.sentAt : message.receivedAt) >= span.from) {
        found.push(message);
      }
    }
    if (found.length <= most) return { messages: found, count: found.length };
    const step = found.length / most;
    const chosen = Array.from({ length: most }, (_, i) => found[Math.floor(i * step)]!);
    return { messages: chosen, count: found.length };
  }

  /** Those to or from a process, in the order of sending. */
  of(process: number): readonly MessageRecord[] {
    let found = this.#byProcess.get(process);
    if (found === undefined) {
      found = this.#all.filter(({ from, to }) => from === process || to === process);
      this.#byProcess.set(process, found);
    }
    return found;
  }
}

function inOrder(messages: readonly MessageRecord[]): readonly MessageRecord[] {
  for (let i = 1; i < messages.length; i++) {
    if (messages[i]!.sentAt < messages[i - 1]!.sentAt) {
      return [...messages].sort((a, b) => a.sentAt - b.sentAt);
    }
  }
  // A log that grows keeps its array: what is indexed must not grow with it.
  return messages.slice();
}

/** The first message that was sent at this time or later. */
export function firstSentAt(messages: readonly MessageRecord[], time: number): number {
  let low = 0;
  let high = messages.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (messages[middle]!.sentAt < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
