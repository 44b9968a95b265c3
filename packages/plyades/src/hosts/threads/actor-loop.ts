// Drives an actor on a thread of its own: it takes its packets between two slices of its work, and sleeps when it has
// nothing to do.
import type { Actor } from '../../parallel/actor.js';
import type { Times } from '../../parallel/counters.js';
import type { Blackboard, Outgoing } from './process-protocol.js';

/** A slice should take about this long where another process may be waiting for an answer. */
const SLICE_MS = 0.4;
/** Without shared memory every look at the messages costs a turn of the event loop. */
const SLICE_MS_UNSHARED = 2;
/** In nodes. A node may cost a microsecond, or many milliseconds in a game that plays random games out. */
const FIRST_SLICE = 16;
const LARGEST_SLICE = 1_000_000;
/** Messages are looked at this often, even when no process has sent a packet. */
const YIELD_MS = 4;

export interface LoopPorts {
  readonly self: number;
  readonly blackboard: Blackboard | undefined;
  /** Channels to the other processes, or one to the thread that carries packets elsewhere. */
  readonly peers: readonly (MessagePort | undefined)[];
  readonly mail?: MessagePort | undefined;
  /** Resolves after waiting messages have been delivered. */
  yieldToEventLoop(): Promise<void>;
}

export class ActorLoop {
  readonly #ports: LoopPorts;
  readonly #peers: (MessagePort | undefined)[];
  readonly #inbox: Uint8Array[] = [];
  readonly #lost: number[] = [];
  readonly #startedAt = performance.now();
  #slice = FIRST_SLICE;
  #received = 0;
  #wakeUp: (() => void) | undefined;
  #over = false;
  #busyMs = 0;
  #startIdleMs: number | undefined;

  constructor(ports: LoopPorts) {
    this.#ports = ports;
    this.#peers = [...ports.peers];
    if (ports.mail) this.#listen(ports.mail);
    ports.peers.forEach((port, process) => {
      if (port !== undefined) this.connect(process, port);
    });
  }

  elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }

  /** Nodes of the next slice. */
  get slice(): number {
    return this.#slice;
  }

  /** A packet of the actor. */
  send(to: number, packet: Uint8Array): void {
    const { mail, blackboard } = this.#ports;
    if (mail) mail.postMessage({ to, packet } satisfies Outgoing);
    else this.#peers[to]?.postMessage(packet);
    blackboard?.announceMail(to);
  }

  /** Another process has a new channel: it was replaced. */
  connect(process: number, port: MessagePort): void {
    if (this.#over) {
      port.close();
      return;
    }
    if (this.#peers[process] !== port) this.#peers[process]?.close();
    this.#peers[process] = port;
    this.#listen(port);
  }

  lost(process: number): void {
    this.#lost.push(process);
    this.wake();
  }

  /** Something has changed that a sleeping process must look at. */
  wake(): void {
    this.#wakeUp?.();
  }

  #listen(port: MessagePort): void {
    port.onmessage = ({ data }) => {
      this.#received++;
      this.#inbox.push(data as Uint8Array);
      this.wake();
    };
  }

  /**
   * Works until `after`, which is called after every step with the time of its beginning, says how the process
   * ends. It sleeps until `latestMs` at most.
   */
  async work<R>(
    actor: Actor,
    latestMs: number,
    after: (begin: number) => R | undefined,
  ): Promise<R> {
    const { self, blackboard, yieldToEventLoop } = this.#ports;
    const now = () => Math.round(this.elapsedMs() * 1000);
    let yieldedAt = 0;
    let emptyPolls = 0;
    while (true) {
      for (const process of this.#lost.splice(0)) actor.lost(process, now());
      for (const packet of this.#inbox.splice(0)) actor.receive(packet, now());
      const begin = performance.now();
      const step = actor.step(this.#slice, now());
      const took = performance.now() - begin;
      if (step.nodes > 0) this.#startIdleMs ??= begin - this.#startedAt - this.#busyMs;
      this.#busyMs += took;
      const end = after(begin);
      if (end !== undefined) return end;
      if (step.idle) {
        if (this.#inbox.length === 0) await this.#sleep(Math.min(step.wakeAt / 1000, latestMs));
        continue;
      }
      if (step.nodes >= this.#slice) this.#adjustSlice(took);
      const mail = blackboard === undefined || blackboard.mailTo(self) > this.#received;
      if (!mail && begin - yieldedAt <= YIELD_MS) continue;
      yieldedAt = begin;
      await yieldToEventLoop();
      // A packet that a dead process announced never comes: after four empty polls it is not waited for.
      emptyPolls = mail && this.#inbox.length === 0 ? emptyPolls + 1 : 0;
      if (emptyPolls >= 4) this.#received = blackboard?.mailTo(self) ?? this.#received;
    }
  }

  async #sleep(untilMs: number): Promise<void> {
    const ms = untilMs - this.elapsedMs();
    // A process that goes on at once must read its messages all the same.
    if (ms <= 0) return this.#ports.yieldToEventLoop();
    await new Promise<void>((resolve) => {
      const alarm = Number.isFinite(ms) ? setTimeout(resolve, Math.min(ms, 2 ** 30)) : undefined;
      this.#wakeUp = () => {
        clearTimeout(alarm);
        resolve();
      };
    });
    this.#wakeUp = undefined;
  }

  /** Nodes of the next slice, after one that took so long. */
  #adjustSlice(tookMs: number): void {
    const wanted = this.#ports.blackboard ? SLICE_MS : SLICE_MS_UNSHARED;
    const factor = tookMs > 0 ? wanted / tookMs : 2;
    const next = Math.round(this.#slice * Math.min(2, Math.max(0.1, factor)));
    this.#slice = Math.min(LARGEST_SLICE, Math.max(1, next));
  }

  /** How the time until now was spent. */
  get times(): Times {
    const wholeMs = this.elapsedMs();
    const busyMs = this.#busyMs;
    const startIdleMs = this.#startIdleMs ?? wholeMs - busyMs;
    return {
      busy: busyMs / 1000,
      startIdle: startIdleMs / 1000,
      otherIdle: Math.max(0, wholeMs - busyMs - startIdleMs) / 1000,
    };
  }

  close(): void {
    this.#over = true;
    for (const port of [...this.#peers, this.#ports.mail]) port?.close();
  }
}
