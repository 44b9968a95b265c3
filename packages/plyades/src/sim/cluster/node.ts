// A machine of a simulated cluster: it has a clock of its own, can be paused, and can vanish.
import type { Milliseconds } from '../../control-plane/index.js';
import type { EventQueue } from './event-queue.js';
import type { NetworkNode } from './network.js';
import type { FaultInterval, Partition } from './scenario.js';

/** Timers fire late by up to this. */
export const TIMER_LATENESS_MS = 5;

export class SimNode implements NetworkNode {
  readonly schedule: EventQueue;
  readonly partitions: readonly Partition[];
  readonly #pauses: readonly FaultInterval[];
  readonly #offset: Milliseconds;
  /** False when it has crashed or has left. */
  isAlive = true;
  #tickAt = Number.POSITIVE_INFINITY;

  constructor(
    schedule: EventQueue,
    offset: Milliseconds,
    faults: { partitions: readonly Partition[]; pauses?: readonly FaultInterval[] },
  ) {
    this.schedule = schedule;
    this.#offset = offset;
    this.partitions = faults.partitions;
    this.#pauses = faults.pauses ?? [];
  }

  /** The time by this machine's clock. */
  get clock(): Milliseconds {
    return this.schedule.now + this.#offset;
  }

  /** The end of the pause under way; undefined when there is none. */
  get pausedUntil(): Milliseconds | undefined {
    const { now } = this.schedule;
    return this.#pauses.find(({ from, until }) => from <= now && now < until)?.until;
  }

  /** When the last pause ended; 0 before any. */
  get wokeAt(): Milliseconds {
    const { now } = this.schedule;
    return Math.max(0, ...this.#pauses.map(({ until }) => (until <= now ? until : 0)));
  }

  /** Something happens here: after a pause if there is one, and never when the machine is gone. */
  at(time: Milliseconds, happen: () => void): void {
    this.schedule.at(time, () => this.now(happen));
  }

  after(delay: Milliseconds, happen: () => void): void {
    this.at(this.schedule.now + delay, happen);
  }

  now(happen: () => void): void {
    if (!this.isAlive) return;
    const until = this.pausedUntil;
    if (until === undefined) happen();
    else this.at(until, happen);
  }

  /** Sees to the tick of a state machine that is due at this time of its clock. */
  setTick(nextTick: Milliseconds, tick: () => void): void {
    if (nextTick === this.#tickAt) return;
    this.#tickAt = nextTick;
    if (nextTick === Number.POSITIVE_INFINITY) return;
    this.at(nextTick - this.#offset + TIMER_LATENESS_MS / 2, () => {
      if (this.#tickAt !== nextTick) return;
      this.#tickAt = Number.POSITIVE_INFINITY;
      tick();
    });
  }
}
