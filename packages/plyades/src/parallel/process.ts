// A process: an algorithm's behaviour on top of its links. This is the actor that hosts run.

import type { Tracer } from '../core/trace.js';
import type {
  Actor,
  ActorReport,
  Micros,
  Outlet,
  ProcessId,
  SearchFinding,
  Step,
} from './actor.js';
import { type Counters, createCounters } from './counters.js';
import { type Arrival, LINK_TIMES, Links, type LinkTimes } from './links.js';
import { packTree, type SavedTree } from './saved-tree.js';
import type { Field } from './wire.js';

/** Which process of how many. */
export interface ProcessSeat {
  readonly self: ProcessId;
  readonly size: number;
  /** How often this process was started before; greater than that of any earlier start. */
  readonly incarnation: number;
  /** Processes that have not begun yet and may never; one that begins is `back`. None if not given. */
  readonly absent?: readonly ProcessId[];
  /** Of a middle master: its seat, the first, among those that it is the master of. */
  readonly below?: ProcessSeat;
  /** The first process of these is a middle master. */
  readonly beneath?: boolean;
}

/** The processes beside the first that take part from the beginning: a master's workers. */
export function workersOf({ size, absent = [] }: ProcessSeat): ProcessId[] {
  return Array.from({ length: size - 1 }, (_, i) => i + 1).filter((each) => !absent.includes(each));
}

/** The effects that a behaviour may have. */
export interface ProcessContext<M> extends ProcessSeat {
  readonly counters: Counters;
  /** Sends a message with the next packet; one to a lost process is dropped. */
  post(to: ProcessId, message: M): void;
  isUp(process: ProcessId): boolean;
  report(report: ActorReport): void;
  /**
   * The process has sent something that cannot be right. Its link breaks at both ends, as if it had died: what it
   * was given goes to others (`lost`). Process 0 ignores its messages and reports it as a liar; other processes pair
   * with it again, since it may only be confused. Process 0 itself is never shut out: the search rests on it.
   * `result` is the number of the result that gave the sender away; of all its messages if not given.
   */
  refuse(process: ProcessId, result?: number): void;
  /** Of a traced search. */
  readonly trace?: Tracer;
}

/** The decisions of an algorithm in one of its processes. */
export interface Behaviour<M> {
  message(from: ProcessId, message: M, now: Micros): void;
  /** Another process must do again what this one was given; `forGood` when it was refused by process 0. */
  lost(process: ProcessId, now: Micros, forGood?: boolean): void;
  /** The process can be given something again; it knows nothing of what was before. */
  back(process: ProcessId, now: Micros): void;
  /**
   * Process 0, in play mode and when time is up: what is known beyond the last finished depth that should
   * decide the move. Undefined when nothing does.
   */
  interim?(): SearchFinding | undefined;
  /** Process 0: what is known of the leaves of its tree; undefined when nothing is, or it is not to be kept. */
  keep?(): SavedTree | undefined;
  /** The search has ended in this iteration, by the host's knowledge. */
  settle?(iteration: number): void;
  /** For traces: leaves that wait, to be searched in a worker, to be answered in a master. */
  readonly queued?: number;
  /** Works for about `budget` nodes at most; `goesOn` as for an actor. `counters.nodes` and the like are its duty. */
  work(budget: number, now: Micros, goesOn?: boolean): Step;
}

/** A behaviour that does nothing now, and until `wakeAt`. */
export const idleUntil = (wakeAt: Micros = Number.POSITIVE_INFINITY): Step => ({
  nodes: 0,
  masterNodes: 0,
  idle: true,
  wakeAt,
});

/**
 * Makes an actor of a behaviour. Process 0 and every other one watch each other: that is how deaths
 * are noticed where the host does not tell.
 */
export function createProcess<M>(
  seat: ProcessSeat,
  message: Field<M>,
  outlet: Outlet,
  behave: (context: ProcessContext<M>) => Behaviour<M>,
  times: LinkTimes = LINK_TIMES,
  counters: Counters = createCounters(),
): Actor {
  const { self, size, incarnation, absent } = seat;
  const watched = (peer: ProcessId) => self === 0 || peer === 0;
  const links = new Links(
    ...([self, size, incarnation, message, watched, outlet, counters, times, absent] as const),
  );
  const peers = new Peers(seat, links, outlet, counters);
  const behaviour = behave({
    ...seat,
    counters,
    post: (to, message) => peers.post(to, message),
    isUp: (process) => peers.isUp(process),
    report: (report) => outlet.report(report),
    refuse: (process, result) => peers.refuse(process, result),
    ...(outlet.trace && { trace: outlet.trace }),
  });
  peers.behaviour = behaviour;
  return {
    counters,
    ...(behaviour.interim && { interim: () => behaviour.interim!() }),
    keep() {
      const tree = behaviour.keep?.();
      return tree && packTree(tree);
    },
    settle: (iteration) => behaviour.settle?.(iteration),
    get queued() {
      return behaviour.queued;
    },
    receive: (packet, now) => peers.tell(links.receive(packet, now), now),
    lost(process, now) {
      peers.tell(links.lose(process), now);
      peers.letIn(process);
    },
    step(budget, now, goesOn = false) {
      peers.clock = now;
      const step = behaviour.work(budget, now, goesOn);
      // A process on a thread sends at the end of its slice.
      if (goesOn && !step.idle && step.nodes >= budget) return step;
      const arrivals = links.flush(now);
      peers.tell(arrivals, now);
      return {
        ...step,
        idle: step.idle && arrivals.length === 0,
        wakeAt: Math.min(step.wakeAt, links.wakeAt),
      };
    },
  };
}

/** The other processes, as a behaviour sees them: those that were refused are kept from it. */
class Peers<M> {
  readonly #self: ProcessId;
  readonly #links: Links<M>;
  readonly #outlet: Outlet;
  readonly #counters: Counters;
  /** Messages of each process so far. */
  readonly #received = new Map<ProcessId, number>();
  /** Processes whose messages process 0 ignores. */
  readonly #shutOut = new Set<ProcessId>();
  /** Links that broke during the present arrivals: later messages belong to the old session. */
  readonly #broken = new Set<ProcessId>();
  behaviour!: Behaviour<M>;
  clock: Micros = 0;

  constructor({ self }: ProcessSeat, links: Links<M>, outlet: Outlet, counters: Counters) {
    this.#self = self;
    this.#links = links;
    this.#outlet = outlet;
    this.#counters = counters;
  }

  post(to: ProcessId, message: M): void {
    if (!this.#shutOut.has(to)) this.#links.post(to, message);
  }

  isUp(process: ProcessId): boolean {
    return !this.#shutOut.has(process) && this.#links.isUp(process);
  }

  refuse(process: ProcessId, result = this.#received.get(process) ?? 0): void {
    this.#counters.refused++;
    if (process === 0 || this.#shutOut.has(process)) return;
    const forGood = this.#self === 0;
    this.#broken.add(process);
    if (forGood) this.#shutOut.add(process);
    for (const { from } of this.#links.lose(process)) {
      this.behaviour.lost(from, this.clock, forGood);
    }
    if (forGood) this.#outlet.report({ type: 'liar', process, result });
  }

  /** Another process may have the seat of one that was shut out. */
  letIn(process: ProcessId): void {
    this.#shutOut.delete(process);
  }

  tell(arrivals: readonly Arrival<M>[], now: Micros): void {
    this.clock = now;
    this.#broken.clear();
    for (const arrival of arrivals) {
      const { from } = arrival;
      if (this.#shutOut.has(from) || this.#broken.has(from)) continue;
      if (arrival.type === 'malformed') this.refuse(from);
      else if (arrival.type === 'message') {
        this.#received.set(from, (this.#received.get(from) ?? 0) + 1);
        this.behaviour.message(from, arrival.message, now);
      } else this.behaviour[arrival.type](from, now);
    }
  }
}
