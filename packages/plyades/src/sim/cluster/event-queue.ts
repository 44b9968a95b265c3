// The events of a simulated cluster in order of time. Events of the same time happen in the order in which they were
// scheduled, so that a seed determines the whole run.
import type { Milliseconds } from '../../control-plane/index.js';
import { Heap } from '../../core/heap.js';

interface ScheduledEvent {
  readonly at: Milliseconds;
  readonly order: number;
  readonly happen: () => void;
}

const isBefore = (a: ScheduledEvent, b: ScheduledEvent): boolean =>
  a.at < b.at || (a.at === b.at && a.order < b.order);

export class EventQueue {
  readonly #events = new Heap(isBefore);
  #order = 0;
  now: Milliseconds = 0;

  /** Events that have happened. */
  count = 0;

  /** Never before now. */
  at(time: Milliseconds, happen: () => void): void {
    const event = { at: Math.max(time, this.now), order: this.#order++, happen };
    this.#events.push(event);
  }

  after(delay: Milliseconds, happen: () => void): void {
    this.at(this.now + delay, happen);
  }

  /** Runs until `isOver`, or until this time. */
  run(until: Milliseconds, isOver: () => boolean): void {
    while (!isOver()) {
      const event = this.#events.first;
      if (event === undefined || event.at > until) {
        this.now = until;
        return;
      }
      this.#events.pop();
      this.now = event.at;
      this.count++;
      event.happen();
    }
  }
}
