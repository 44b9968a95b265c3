// The network of a simulated cluster. Until the faults end, a message may be lost, doubled, late by seconds, or stopped
// by a partition; the usual time on the way varies, so that messages overtake each other.
import type { Milliseconds } from '../../control-plane/index.js';
import type { Random } from '../../core/random.js';
import type { EventQueue } from './event-queue.js';
import { type ClusterScenario, LATEST_MS, type Partition } from './scenario.js';

/** A node as the network sees it. */
export interface NetworkNode {
  readonly partitions: readonly Partition[];
}

export class ClusterNetwork {
  readonly #schedule: EventQueue;
  readonly #random: Random;
  readonly #scenario: ClusterScenario;
  /** Messages delivered, for the record of a run. */
  delivered = 0;

  constructor(schedule: EventQueue, random: Random, scenario: ClusterScenario) {
    this.#schedule = schedule;
    this.#random = random;
    this.#scenario = scenario;
  }

  /** Delivers a message never, once or twice. */
  send(from: NetworkNode, to: NetworkNode, deliver: () => void): void {
    const { doubled, late } = this.#scenario.network;
    const isBad = this.isBad;
    const copies = isBad && this.#permille(doubled) ? 2 : 1;
    for (let copy = 0; copy < copies; copy++) {
      if (this.isLost()) continue;
      const extra = isBad && this.#permille(late) ? this.#random.below(LATEST_MS) : 0;
      if (this.isBlocked(from, 'out')) continue;
      this.#schedule.after(this.way() + extra, () => {
        if (this.isBlocked(to, 'in')) return;
        this.delivered++;
        deliver();
      });
    }
  }

  /** Draws whether a message, or what a server should do, is lost. */
  isLost(): boolean {
    return this.isBad && this.#permille(this.#scenario.network.lost);
  }

  /** True until the faults end. */
  get isBad(): boolean {
    return this.#schedule.now < this.#scenario.calmAt;
  }

  /** The time of a message on its way. */
  way(): Milliseconds {
    const { latencyMs } = this.#scenario.network;
    return latencyMs + this.#random.below(2 * latencyMs + 1);
  }

  isBlocked({ partitions }: NetworkNode, direction: 'in' | 'out'): boolean {
    const { now } = this.#schedule;
    return partitions.some(
      ({ from, until, direction: stops }) =>
        from <= now && now < until && (stops === 'both' || stops === direction),
    );
  }

  #permille(share: number): boolean {
    return share > 0 && this.#random.below(1000) < share;
  }
}
