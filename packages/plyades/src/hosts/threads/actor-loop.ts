// Drives an actor on a thread of its own: it takes its packets between two slices of its work, and sleeps when it has
// nothing to do. Packets come through shared memory where the thread may block (mailbox.ts), else through ports.
import { POLL_NODES } from '../../kernel/index.js';
import type { Actor } from '../../parallel/actor.js';
import type { Times } from '../../parallel/counters.js';
import type { ProcessRecorder } from '../process-recorder.js';
import { type Bells, MAIL, POSTED } from './bells.js';
import { Mailbox } from './mailbox.js';
import type { Outgoing } from './process-protocol.js';

/** A slice should take about this long where another process may be waiting for an answer. */
export const SLICE_MS = 0.4;
/** The kernel ends a slice itself when the bell of its process rings. */
export const SLICE_MS_YIELDING = 2;
/** Without shared memory every look at the messages costs a turn of the event loop. */
const SLICE_MS_UNSHARED = 2;
/** A kernel whose polls are further apart than this is no help. */
export const LONGEST_POLL_NS = 1e6 * SLICE_MS;
/** In nodes. A node may cost a microsecond, or many milliseconds in a game that plays random games out. */
export const FIRST_SLICE = 16;
const LARGEST_SLICE = 1_000_000;
/** Messages are looked at this often, even when no process has sent a packet. */
const YIELD_MS = 4;
/** An idle process looks at its messages this often: an abort comes through the event loop, and rings no bell. */
const LONGEST_SLEEP_MS = 10;

export interface LoopPorts {
  readonly self: number;
  /** Processes in all. */
  readonly size: number;
  /** Absent where threads cannot share memory. */
  readonly bells: Bells | undefined;
  /** Whether the process has its thread for itself, and may block it. */
  readonly mayBlock: boolean;
  /** Whether the kernel ends a slice when the bell of the process rings. */
  readonly yielding?: boolean;
  /** Channels to the other processes, or one to the thread that carries packets elsewhere. */
  readonly peers: readonly (MessagePort | undefined)[];
  readonly mail?: MessagePort | undefined;
  /** Of a traced search. */
  readonly recorder?: ProcessRecorder | undefined;
  /** Resolves after waiting messages have been delivered. */
  yieldToEventLoop(): Promise<void>;
}

export class ActorLoop {
  readonly #ports: LoopPorts;
  readonly #peers: (MessagePort | undefined)[];
  /** Absent where packets go through ports. */
  readonly #mailbox: Mailbox | undefined;
  readonly #inbox: Uint8Array[] = [];
  readonly #lost: number[] = [];
  readonly #startedAt = performance.now();
  #slice = FIRST_SLICE;
  #yieldedAt = 0;
  #wakeUp: (() => void) | undefined;
  #over = false;
  #busyMs = 0;
  #startIdleMs: number | undefined;

  constructor(ports: LoopPorts) {
    const { self, size, bells, mayBlock, mail, peers } = ports;
    this.#ports = ports;
    this.#peers = [...peers];
    this.#mailbox =
      bells && mayBlock && mail === undefined
        ? new Mailbox(self, size, bells, (to, message) => this.#peers[to]?.postMessage(message))
        : undefined;
    if (mail) this.#listen(mail);
    peers.forEach((port, process) => {
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
    const { mail, bells, recorder } = this.#ports;
    recorder?.sent(to, packet);
    if (mail) mail.postMessage({ to, packet } satisfies Outgoing);
    else if (this.#peers[to] === undefined) return;
    else if (this.#mailbox) this.#mailbox.send(to, packet);
    else {
      this.#peers[to].postMessage(packet);
      bells?.ring(to, POSTED);
    }
  }

  /** Another process has a new channel: it was replaced. */
  connect(process: number, port: MessagePort): void {
    if (this.#over) {
      port.close();
      return;
    }
    if (this.#peers[process] !== port) this.#peers[process]?.close();
    this.#peers[process] = port;
    this.#mailbox?.disconnect(process);
    this.#listen(port, process);
  }

  lost(process: number): void {
    this.#lost.push(process);
    this.wake();
  }

  /** Something has changed that a sleeping process must look at. */
  wake(): void {
    this.#wakeUp?.();
  }

  #listen(port: MessagePort, from?: number): void {
    port.onmessage = ({ data }: { data: Uint8Array | SharedArrayBuffer }) => {
      if (data instanceof Uint8Array) this.#inbox.push(data);
      else if (from !== undefined) this.#mailbox?.connect(from, data);
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
    const { self, bells, recorder } = this.#ports;
    const now = () => Math.round(this.elapsedMs() * 1000);
    while (true) {
      for (const process of this.#lost.splice(0)) actor.lost(process, now());
      const packets = this.#inbox.splice(0);
      recorder?.received(packets);
      for (const packet of packets) actor.receive(packet, now());
      const begin = performance.now();
      // Answers leave at the end of a step, so the one after mail is short.
      const budget = packets.length > 0 ? Math.min(this.#slice, POLL_NODES) : this.#slice;
      const tracedFrom = recorder?.now();
      const step = actor.step(budget, now());
      if (tracedFrom !== undefined) recorder?.stepped(tracedFrom, step, actor);
      this.#mailbox?.flush();
      const took = performance.now() - begin;
      if (step.nodes > 0) this.#startIdleMs ??= begin - this.#startedAt - this.#busyMs;
      this.#busyMs += took;
      const end = after(begin);
      if (end !== undefined) return end;
      if (step.idle) {
        if (this.#inbox.length === 0) await this.#sleep(Math.min(step.wakeAt / 1000, latestMs));
        continue;
      }
      if (budget === this.#slice && step.nodes >= budget) this.#adjustSlice(took);
      // Without a bell only the event loop knows whether there are packets.
      await this.#look(bells === undefined ? POSTED : bells.take(self));
    }
  }

  /** Takes the packets that the signals of the bell announce. */
  async #look(signals: number): Promise<void> {
    if ((signals & MAIL) !== 0) this.#mailbox?.readInto(this.#inbox);
    const now = performance.now();
    if ((signals & POSTED) === 0 && now - this.#yieldedAt <= YIELD_MS) return;
    this.#yieldedAt = now;
    await this.#ports.yieldToEventLoop();
    // A thread that was ended may have answered the bell of the one in its place: the rings are looked at anyway.
    this.#mailbox?.readInto(this.#inbox);
  }

  async #sleep(untilMs: number): Promise<void> {
    const ms = untilMs - this.elapsedMs();
    // A process that goes on at once must read its messages all the same.
    if (ms <= 0) return this.#look(POSTED);
    if (this.#mailbox) {
      this.#mailbox.wait(Math.min(ms, LONGEST_SLEEP_MS));
      return this.#look(this.#mailbox.takeBell());
    }
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
    const wanted = this.#wantedMs(tookMs / this.#slice);
    const factor = tookMs > 0 ? wanted / tookMs : 2;
    const next = Math.round(this.#slice * Math.min(2, Math.max(0.1, factor)));
    this.#slice = Math.min(LARGEST_SLICE, Math.max(1, next));
  }

  #wantedMs(nodeMs: number): number {
    const { bells, yielding } = this.#ports;
    if (bells === undefined) return SLICE_MS_UNSHARED;
    // In a slow game the kernel would look too seldom.
    return yielding && 1e6 * POLL_NODES * nodeMs < LONGEST_POLL_NS ? SLICE_MS_YIELDING : SLICE_MS;
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
