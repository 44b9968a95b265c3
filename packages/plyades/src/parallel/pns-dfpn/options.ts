// Settings of a distributed proof.

/** Settings of a distributed proof. */
export interface DistributedProofSettings {
  /** Nodes of a worker's search of one leaf, once there are leaves enough for all. */
  readonly budget: number;
  /** Before that, this share of what a worker has searched so far on average. */
  readonly ramp: number;
  /** A leaf gets children when 1 / (parts * workers) of all nodes was spent on it. */
  readonly parts: number;
  /** A worker comes back when a number of its leaf is this many times what it was. */
  readonly slack: number;
  /** But not before it has searched `least` nodes, and `grain` for each assignment under way. */
  readonly least: number;
  readonly grain: number;
  /** Each worker below a child adds this to the child's number when a leaf is chosen. */
  readonly weight: number;
  /** A worker goes on where it was when no other leaf is better by this share. */
  readonly tolerance: number;
  /** Assignments that a worker has at a time: the next one waits there while it searches. */
  readonly orders: number;
}

export const PROOF_SETTINGS: DistributedProofSettings = {
  budget: 20_000,
  ramp: 0.25,
  parts: 4,
  slack: 1.25,
  least: 200,
  grain: 60,
  weight: 1,
  tolerance: 0.25,
  orders: 1,
};

/** What all processes of a proof get. */
export interface ProofTask {
  readonly settings: DistributedProofSettings;
  /** Whether the answer is to be shown by moves; without it workers are believed. */
  readonly show: boolean;
}
