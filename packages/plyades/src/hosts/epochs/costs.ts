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
}

/** Only nodes cost anything, one unit each: the clock of deterministic searches counts nodes. */
export const NODES_ONLY: Costs = {
  nodeNs: 1,
  masterNodeNs: 0,
  messageNs: 0,
  byteNs: 0,
  latencyNs: 0,
};
