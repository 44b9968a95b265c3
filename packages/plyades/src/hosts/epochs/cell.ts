// Some of the virtual processes of a search, run from one epoch to the next on one thread. Within an
// epoch a process sees nothing of the others, so it makes no difference which processes share a cell,
// or in which order they run: that is why a run does not depend on the number of cores.
import type { ProcessState } from '../../core/trace.js';
import type { Actor, ActorReport, Outlet, ProcessId, SearchFinding } from '../../parallel/actor.js';
import type { Counters, Times } from '../../parallel/counters.js';
import type { PieceSink } from '../../parallel/traced-search.js';
import { ProcessTrace } from '../process-trace.js';
import { type Costs, valueAt } from './costs.js';
import { StepBudget } from './step-budget.js';

/** Nanoseconds of virtual time. */
export type Nanos = number;

/** A packet on its way. `sentAt` is when its sender had finished with it. */
export interface Packet {
  readonly from: ProcessId;
  readonly to: ProcessId;
  readonly sentAt: Nanos;
  readonly bytes: Uint8Array;
}

/** An event of a process at the beginning of an epoch. */
export type CellEvent =
  | { readonly type: 'packet'; readonly process: ProcessId; readonly bytes: Uint8Array }
  /** The process loses all it knows and is silent until `restartAt`, if ever. */
  | { readonly type: 'crash'; readonly process: ProcessId; readonly restartAt: Nanos }
  /** The process does nothing until then. */
  | { readonly type: 'pause'; readonly process: ProcessId; readonly until: Nanos }
  /** From now on everything takes `factor` times as long. */
  | { readonly type: 'slow'; readonly process: ProcessId; readonly factor: number };

/** The outcome of an epoch. */
export interface CellOutcome {
  /** In the order of their processes, and of their sending. */
  readonly packets: readonly Packet[];
  /** Reports of process 0, with the time of its clock. */
  readonly reports: readonly { readonly at: Nanos; readonly report: ActorReport }[];
  /** Until then nothing happens in this cell without a packet. */
  readonly quietUntil: Nanos;
  /** Positions searched, and nodes of masters' trees visited. */
  readonly work: number;
  /** Positions searched. */
  readonly nodes: number;
  /** Time for which processes were busy in this epoch, together; whole nanoseconds, so that sums are exact. */
  readonly busyNs: number;
  /** In the order of their processes; none if the search is not traced. */
  readonly traces: readonly TraceSegment[];
}

/** What a process has recorded in an epoch. */
export interface TraceSegment {
  readonly process: ProcessId;
  readonly bytes: Uint8Array;
}

/** How a process stands. */
export interface ProcessTotals {
  readonly process: ProcessId;
  readonly counters: Readonly<Counters>;
  /** Until the end of the run, though the process may have gone on to the end of its epoch. */
  readonly times: Times;
  /** Nodes among those counted that were searched after the end of the run. */
  readonly lateNodes: number;
  /** Process 0: what it would add to its reports if it had to end now. */
  readonly interim?: SearchFinding;
  /** Where the search is traced: the nodes of pieces that are not finished. */
  readonly pieces?: readonly (readonly [piece: number, nodes: number])[];
}

/**
 * Makes a process; called again with a greater incarnation when it starts again. `pieces` is
 * given where the search is traced.
 */
export type MakeActor = (
  process: ProcessId,
  incarnation: number,
  outlet: Outlet,
  pieces: PieceSink | undefined,
) => Actor;

/** The work of a process in the epoch under way, so that the end of a run can be found in it. */
interface Stretch {
  readonly kind: 'busy' | 'startIdle' | 'otherIdle';
  readonly from: Nanos;
  readonly to: Nanos;
  readonly nodes: number;
}

interface Virtual {
  readonly process: ProcessId;
  actor: Actor;
  incarnation: number;
  clock: Nanos;
  /** Nothing to do before then, without a packet. */
  sleepUntil: Nanos;
  /** No packet reaches it before then either. */
  downUntil: Nanos;
  crashed: boolean;
  /** Packets that came while it was paused. */
  inbox: Uint8Array[];
  readonly outbox: { readonly to: ProcessId; readonly bytes: Uint8Array }[];
  readonly reports: ActorReport[];
  slowness: number;
  startIdle: Nanos;
  otherIdle: Nanos;
  busy: Nanos;
  searched: boolean;
  readonly stretches: Stretch[];
  /** Counts of earlier incarnations. */
  readonly before: Counters[];
  readonly trace: ProcessTrace | undefined;
  /** Nodes searched in the step under way. */
  stepNodes: number;
  /** The end of the last work. */
  busyUntil: Nanos;
  /** Of a process on a real host. */
  readonly slices: StepBudget | undefined;
}

export class Cell {
  readonly #make: MakeActor;
  readonly #costs: Costs;
  readonly #virtuals = new Map<ProcessId, Virtual>();
  #sent: Packet[] = [];
  #reports: { at: Nanos; report: ActorReport }[] = [];
  #work = 0;
  #nodes = 0;
  /** How many times as long as alone everything takes in this epoch, and nodes beyond that. */
  #factor = 1;
  #nodeFactor = 1;

  /** `traceNs` is given where the search is traced: the least time between two counts of a process. */
  constructor(processes: readonly ProcessId[], make: MakeActor, costs: Costs, traceNs?: Nanos) {
    this.#make = make;
    this.#costs = costs;
    for (const process of processes) {
      const virtual: Virtual = {
        process,
        actor: undefined as never,
        incarnation: 0,
        clock: 0,
        sleepUntil: costs.host?.startNs ?? 0,
        downUntil: 0,
        crashed: false,
        inbox: [],
        outbox: [],
        reports: [],
        slowness: 1,
        startIdle: 0,
        otherIdle: 0,
        busy: 0,
        searched: false,
        stretches: [],
        before: [],
        stepNodes: 0,
        busyUntil: 0,
        slices: costs.host && new StepBudget(costs.host),
        trace:
          traceNs === undefined
            ? undefined
            : new ProcessTrace({ process, leastInterval: traceNs, now: () => this.#now(virtual) }),
      };
      this.#virtuals.set(process, virtual);
      this.#begin(virtual);
    }
  }

  /**
   * Runs all processes from one end of an epoch to the other; events are in order for each process. `busy` processes
   * of the whole search share the machine meanwhile.
   */
  run(begin: Nanos, until: Nanos, events: readonly CellEvent[], busy = 0): CellOutcome {
    this.#sent = [];
    this.#reports = [];
    this.#work = 0;
    this.#nodes = 0;
    this.#share(busy);
    for (const virtual of this.#virtuals.values()) virtual.stretches.length = 0;
    for (const event of events) this.#happen(this.#virtuals.get(event.process)!, event, begin);
    let quietUntil = Number.POSITIVE_INFINITY;
    let busyNs = 0;
    for (const virtual of this.#virtuals.values()) {
      const before = virtual.busyUntil;
      this.#runOne(virtual, until);
      busyNs += Math.round(busyTime(virtual, before, begin, until));
      const next = Math.max(virtual.sleepUntil, virtual.downUntil);
      quietUntil = Math.min(quietUntil, Math.max(next, virtual.clock));
    }
    return {
      packets: this.#sent,
      reports: this.#reports,
      quietUntil,
      work: this.#work,
      nodes: this.#nodes,
      busyNs,
      traces: this.#takeTraces(),
    };
  }

  /** Where all stand when the run has ended at `at`, in the last epoch or at its end. */
  processTotals(at: Nanos, iteration?: number): ProcessTotals[] {
    return [...this.#virtuals.values()].map((virtual) => {
      this.#idle(virtual, at);
      if (iteration !== undefined) virtual.actor.settle?.(iteration);
      const counters = { ...virtual.actor.counters };
      for (const earlier of virtual.before) {
        for (const key of Object.keys(counters) as (keyof Counters)[])
          counters[key] += earlier[key];
      }
      const { process, busy, startIdle, otherIdle } = virtual;
      const late = afterwards(virtual.stretches, at);
      const times = {
        busy: (busy - late.busy) / 1e9,
        startIdle: (startIdle - late.startIdle) / 1e9,
        otherIdle: (otherIdle - late.otherIdle) / 1e9,
      };
      const interim = process === 0 ? virtual.actor.interim?.() : undefined;
      const lateNodes = Math.round(late.nodes);
      const pieces = virtual.trace?.openPieces;
      return {
        ...{ process, counters, times, lateNodes },
        ...(interim && { interim }),
        ...(pieces && { pieces }),
      };
    });
  }

  #begin(virtual: Virtual): void {
    const { process, incarnation, trace } = virtual;
    const outlet: Outlet = {
      send: (to, bytes) => virtual.outbox.push({ to, bytes }),
      report: (report) => virtual.reports.push(report),
      ...(trace && { trace: trace.tracer }),
    };
    virtual.actor = this.#make(process, incarnation, outlet, trace && stepClock(virtual, trace));
  }

  /** The time within a step: nodes searched so far have taken theirs. */
  #now(virtual: Virtual): Nanos {
    return virtual.clock + virtual.stepNodes * this.#nodeCost(virtual);
  }

  /** What a node takes now. */
  #nodeCost({ slowness }: Virtual): Nanos {
    return this.#costs.nodeNs * this.#nodeFactor * this.#factor * slowness;
  }

  /** Processes that are busy slow each other down, and share the processors where these are fewer. */
  #share(busy: number): void {
    const { host } = this.#costs;
    if (host === undefined) return;
    const running = Math.min(Math.max(1, busy), host.cores);
    this.#factor = valueAt(host.busyFactor, running) * Math.max(1, busy / host.cores);
    this.#nodeFactor = valueAt(host.nodeFactor, running) / valueAt(host.busyFactor, running);
  }

  #takeTraces(): TraceSegment[] {
    const segments: TraceSegment[] = [];
    for (const { process, trace } of this.#virtuals.values()) {
      if (trace !== undefined && trace.length > 0) segments.push({ process, bytes: trace.take() });
    }
    return segments;
  }

  /** Packets of a step leave when its work is done. */
  #dispatch(virtual: Virtual): void {
    for (const report of virtual.reports.splice(0)) {
      this.#reports.push({ at: virtual.clock, report });
    }
    for (const { to, bytes } of virtual.outbox.splice(0)) {
      this.#spend(virtual, this.#costs.host?.sendNs ?? this.#packetCost(bytes), 'messages');
      this.#sent.push({ from: virtual.process, to, sentAt: virtual.clock, bytes });
    }
  }

  #happen(virtual: Virtual, event: CellEvent, now: Nanos): void {
    this.#idle(virtual, event.type === 'packet' ? awakeAt(virtual, now) : now);
    switch (event.type) {
      case 'packet':
        if (virtual.crashed) return;
        if (virtual.downUntil > now) virtual.inbox.push(event.bytes);
        else this.#receive(virtual, event.bytes);
        return;
      case 'crash':
        virtual.crashed = true;
        virtual.inbox = [];
        virtual.downUntil = event.restartAt;
        virtual.trace?.crashed();
        virtual.trace?.state('down', virtual.clock);
        return;
      case 'pause':
        virtual.downUntil = Math.max(virtual.downUntil, event.until);
        if (virtual.downUntil > virtual.clock) virtual.trace?.state('down', virtual.clock);
        return;
      case 'slow':
        virtual.slowness = event.factor;
    }
  }

  #receive(virtual: Virtual, bytes: Uint8Array): void {
    virtual.sleepUntil = 0;
    virtual.slices?.interrupt();
    this.#spend(virtual, this.#packetCost(bytes), 'messages');
    virtual.actor.receive(bytes, micros(virtual.clock));
  }

  #runOne(virtual: Virtual, until: Nanos): void {
    if (virtual.downUntil >= until) return;
    if (virtual.downUntil > virtual.clock) this.#idle(virtual, virtual.downUntil);
    if (virtual.crashed) {
      virtual.crashed = false;
      virtual.incarnation++;
      virtual.sleepUntil = 0;
      virtual.before.push({ ...virtual.actor.counters });
      this.#begin(virtual);
    }
    for (const bytes of virtual.inbox.splice(0)) this.#receive(virtual, bytes);
    while (virtual.clock < until && virtual.sleepUntil < until) {
      this.#idle(virtual, awakeAt(virtual, virtual.sleepUntil));
      const { nodeNs, masterNodeNs } = this.#costs;
      const cost = this.#nodeCost(virtual);
      const left = Math.max(1, Math.ceil((until - virtual.clock) / cost));
      const { budget, goesOn } = virtual.slices?.next(left, cost) ?? { budget: left };
      const jobs = virtual.actor.counters.jobs;
      const step = virtual.actor.step(budget, micros(virtual.clock), goesOn);
      virtual.stepNodes = 0;
      virtual.slices?.stepped(step.nodes >= budget && !step.idle ? step.nodes : undefined);
      const begun = (virtual.actor.counters.jobs - jobs) * (this.#costs.host?.jobNs ?? 0);
      const work = step.nodes * nodeNs * this.#nodeFactor + step.masterNodes * masterNodeNs + begun;
      this.#work += step.nodes + step.masterNodes;
      this.#nodes += step.nodes;
      if (work > 0) virtual.searched = true;
      const begin = virtual.clock;
      this.#spend(virtual, work, step.masterNodes > 0 ? 'deciding' : 'searching', step.nodes);
      virtual.trace?.stepped(begin, virtual.clock, step.masterNodes > 0);
      this.#dispatch(virtual);
      // A step that cost nothing and wants another one at once would stop the clock.
      const soon = virtual.clock + (work > 0 ? 0 : 1);
      virtual.sleepUntil = step.idle ? Math.max(step.wakeAt * 1000, soon) : 0;
      if (!step.idle && work === 0) this.#spend(virtual, 1);
    }
    if (virtual.trace !== undefined) this.#note(virtual, virtual.trace, until);
  }

  /** Counts of a traced process, when they are due, and that it waits, which may be for long. */
  #note(virtual: Virtual, trace: ProcessTrace, until: Nanos): void {
    if (virtual.clock < until) trace.state(idleState(virtual), virtual.clock);
    if (!trace.wantsSample) return;
    const earlier = virtual.before.reduce((sum, { nodes }) => sum + nodes, 0);
    const { counters, queued = Number.NaN } = virtual.actor;
    trace.sample(earlier + counters.nodes, queued);
  }

  /** Time passes without work. */
  #idle(virtual: Virtual, until: Nanos): void {
    if (!(until > virtual.clock) || until === Number.POSITIVE_INFINITY) return;
    virtual.trace?.state(idleState(virtual), virtual.clock);
    this.#pass(virtual, virtual.searched ? 'otherIdle' : 'startIdle', until - virtual.clock, 0);
  }

  /** `state` is that of the process meanwhile; as before if not given. */
  #spend(virtual: Virtual, cost: Nanos, state?: ProcessState, nodes = 0): void {
    if (state !== undefined && cost > 0) virtual.trace?.state(state, virtual.clock);
    this.#pass(virtual, 'busy', cost * this.#factor * virtual.slowness, nodes);
    if (cost > 0) virtual.busyUntil = virtual.clock;
  }

  #pass(virtual: Virtual, kind: Stretch['kind'], taken: Nanos, nodes: number): void {
    const from = virtual.clock;
    virtual.clock += taken;
    virtual[kind] += taken;
    virtual.stretches.push({ kind, from, to: virtual.clock, nodes });
  }

  #packetCost(bytes: Uint8Array): Nanos {
    return this.#costs.messageNs + bytes.length * this.#costs.byteNs;
  }
}

/** When a process that has nothing to do goes on, after what it waits for has come at `at`. */
function awakeAt({ slices, clock, searched }: Virtual, at: Nanos): Nanos {
  if (slices === undefined || !(at > clock) || at === Number.POSITIVE_INFINITY) return at;
  return searched ? at + slices.wake(at - clock) : at;
}

/** For how long a process was busy in an epoch, in which work goes on that ends at `before`. */
function busyTime({ stretches }: Virtual, before: Nanos, begin: Nanos, until: Nanos): Nanos {
  let busy = Math.max(0, Math.min(before, until) - begin);
  for (const { kind, from, to } of stretches) {
    if (kind === 'busy') busy += Math.max(0, Math.min(to, until) - Math.max(from, begin));
  }
  return busy;
}

/** The state of a process that does nothing. */
const idleState = ({ clock, downUntil, searched }: Virtual): ProcessState =>
  clock < downUntil ? 'down' : searched ? 'waiting' : 'starting';

/** Adds pieces to a trace, and counts their nodes for the clock within the step. */
const stepClock = (virtual: Virtual, trace: ProcessTrace): PieceSink => ({
  begin: (piece) => trace.begin(piece),
  searched(piece, nodes, tableHits) {
    virtual.stepNodes += nodes;
    trace.searched(piece, nodes, tableHits);
  },
  end: (piece, end) => trace.end(piece, end),
});

/** The parts of some stretches after a time; nodes are spread evenly over theirs. */
function afterwards(stretches: readonly Stretch[], at: Nanos) {
  const late = { busy: 0, startIdle: 0, otherIdle: 0, nodes: 0 };
  for (const { kind, from, to, nodes } of stretches) {
    if (to <= at || to === from) continue;
    const after = to - Math.max(from, at);
    late[kind] += after;
    late.nodes += (nodes * after) / (to - from);
  }
  return late;
}

const micros = (nanos: Nanos): number => Math.floor(nanos / 1000);
