// The events of a simulated cluster in order of time. Events of the same time happen in the order in which they were
// scheduled, so that a seed determines the whole run.
import type { Milliseconds } from '../../cluster/index.js';

interface ScheduledEvent {
  readonly at: Milliseconds;
  readonly order: number;
  readonly happen: () => void;
}

const isBefore = (a: ScheduledEvent, b: ScheduledEvent): boolean =>
  a.at < b.at || (a.at === b.at && a.order < b.order);

export class EventQueue {
  /** A binary heap. */
  readonly #events: ScheduledEvent[] = [];
  #order = 0;
  now: Milliseconds = 0;

  /** Events that have happened. */
  count = 0;

  /** Never before now. */
  at(time: Milliseconds, happen: () => void): void {
    const event = { at: Math.max(time, this.now), order: this.#order++, happen };
    const events = this.#events;
    let index = events.length;
    events.push(event);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(event, events[parent]!)) break;
      events[index] = events[parent]!;
      index = parent;
    }
    events[index] = event;
  }

  after(delay: Milliseconds, happen: () => void): void {
    this.at(this.now + delay, happen);
  }

  /** Runs until `isOver`, or until this time. */
  run(until: Milliseconds, isOver: () => boolean): void {
    while (!isOver()) {
      const event = this.#events[0];
      if (event === undefined || event.at > until) {
        this.now = until;
        return;
      }
      this.#removeFirst();
      this.now = event.at;
      this.count++;
      event.happen();
    }
  }

  #removeFirst(): void {
    const events = this.#events;
    const last = events.pop()!;
    if (events.length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= events.length) break;
      if (child + 1 < events.length && isBefore(events[child + 1]!, events[child]!)) child++;
      if (!isBefore(events[child]!, last)) break;
      events[index] = events[child]!;
      index = child;
    }
    events[index] = last;
  }
}
