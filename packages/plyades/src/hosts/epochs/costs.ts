// Costs under a virtual clock, in nanoseconds. A profile is a file of these numbers.

/** What nodes, messages and bytes cost in virtual time. */
export interface Costs {
  /** A searched position. */
  readonly nodeNs: number;
  /** A visit of a node of a master's own tree. */
  readonly masterNodeNs: number;
  /** Handling of a packet, once by its sender and once by its receiver. */
  readonly messageNs: number;
  /** The same for each of its bytes. */
  readonly byteNs: number;
  /** From the moment a packet was sent until it can be received. */
  readonly latencyNs: number;
  /** What the program and the machine of a real host add; nothing if not given. */
  readonly host?: HostCosts;
}

/** A number that depends on another one: points in ascending order, linear between them, constant beyond. */
export type FactorCurve = readonly (readonly [at: number, value: number])[];

/** Costs of a search on a real host, beyond those of an ideal one. */
export interface HostCosts {
  /** Processors of the machine: when more processes are busy, they share them. */
  readonly cores: number;
  /** How many times as long everything takes, by the number of busy processes. */
  readonly busyFactor: FactorCurve;
  /** The same for nodes, whose searches use tables. */
  readonly nodeFactor: FactorCurve;
  /** Until a process begins, after the search was asked for. */
  readonly startNs: number;
  /** The begin of a search of a piece of work, beside its nodes. */
  readonly jobNs: number;
  /** A packet for its sender; `messageNs` and `byteNs` are then its receiver's alone. */
  readonly sendNs: number;
  /** Until a process that sleeps goes on after a packet has come. */
  readonly wakeNs: number;
  /** Processor time of a packet on its way, spent by other programs of the same machine. */
  readonly brokerNs: number;
  /** A process looks at its packets, and sends its own, this often. */
  readonly sliceNs: number;
  /** Whether a packet ends a slice of its receiver. */
  readonly interrupts: boolean;
}

/** The value of a curve. */
export function valueAt(curve: FactorCurve, at: number): number {
  let before = curve[0]!;
  if (at <= before[0]) return before[1];
  for (const point of curve) {
    if (at <= point[0]) {
      const share = (at - before[0]) / (point[0] - before[0]);
      return before[1] + share * (point[1] - before[1]);
    }
    before = point;
  }
  return before[1];
}

/** Only nodes cost anything, one unit each: the clock of deterministic searches counts nodes. */
export const NODES_ONLY: Costs = {
  nodeNs: 1,
  masterNodeNs: 0,
  messageNs: 0,
  byteNs: 0,
  latencyNs: 0,
};
