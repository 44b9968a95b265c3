// A process of a job on a simulated machine: the algorithm's own actor, run step by step in virtual time. What it sends
// leaves when the work of its step is done.
import type { Milliseconds } from '../../control-plane/index.js';
import type { Actor, ActorReport, Outlet } from '../../parallel/actor.js';
import type { SimNode } from './node.js';

/** Virtual time of a step, about. */
const STEP_MS = 25;
/**
 * The longest step: a kernel searches small subtrees at once, which on tiny trees with slow nodes would take longer than
 * a link may be silent.
 */
const MAX_STEP_MS = 400;
/** A node of a master's own tree costs this share of a searched one. */
const MASTER_NODE_SHARE = 0.2;
/** A step without work takes this long. */
const EMPTY_STEP_MS = 1;

export interface ProcessHost {
  send(to: number, packet: Uint8Array): void;
  report(report: ActorReport): void;
  /** Called before each step. */
  onStep(): void;
}

export class SimProcess {
  readonly #node: SimNode;
  readonly #nodeMs: Milliseconds;
  readonly #host: ProcessHost;
  readonly actor: Actor;
  #isStopped = false;
  #busyUntil: Milliseconds = 0;
  #stepAt = Number.POSITIVE_INFINITY;
  #made: (() => void)[] = [];

  constructor(
    node: SimNode,
    nodeMs: Milliseconds,
    host: ProcessHost,
    createActor: (outlet: Outlet) => Actor,
  ) {
    this.#node = node;
    this.#nodeMs = nodeMs;
    this.#host = host;
    this.actor = createActor({
      send: (to, packet) => void this.#made.push(() => host.send(to, packet)),
      report: (report) => void this.#made.push(() => host.report(report)),
    });
    this.#wakeAt(node.schedule.now);
  }

  receive(packet: Uint8Array): void {
    if (this.#isStopped) return;
    this.actor.receive(packet, this.#micros);
    this.#wakeAt(this.#busyUntil);
  }

  lost(process: number): void {
    if (this.#isStopped) return;
    this.actor.lost(process, this.#micros);
    this.#wakeAt(this.#busyUntil);
  }

  stop(): void {
    this.#isStopped = true;
  }

  get #micros(): number {
    return Math.floor(this.#node.clock * 1000);
  }

  #wakeAt(time: Milliseconds): void {
    const at = Math.max(time, this.#node.schedule.now);
    if (this.#isStopped || at >= this.#stepAt) return;
    this.#stepAt = at;
    this.#node.at(at, () => {
      if (this.#stepAt !== at || this.#isStopped) return;
      this.#stepAt = Number.POSITIVE_INFINITY;
      this.#step();
    });
  }

  #step(): void {
    this.#host.onStep();
    const { schedule } = this.#node;
    const budget = Math.max(1, Math.round(STEP_MS / this.#nodeMs));
    const before = this.#micros;
    const step = this.actor.step(budget, before);
    const work = (step.nodes + MASTER_NODE_SHARE * step.masterNodes) * this.#nodeMs;
    const cost = Math.min(Math.max(work, EMPTY_STEP_MS), MAX_STEP_MS);
    this.#busyUntil = schedule.now + cost;
    const made = this.#made;
    this.#made = [];
    if (made.length > 0) {
      this.#node.at(this.#busyUntil, () => {
        for (const make of made) if (!this.#isStopped) make();
      });
    }
    const sleep = step.idle ? (step.wakeAt - before) / 1000 : 0;
    if (sleep < Number.POSITIVE_INFINITY) {
      this.#wakeAt(Math.max(this.#busyUntil, schedule.now + sleep));
    }
  }
}
