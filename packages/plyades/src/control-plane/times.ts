// When things are due in a cluster, in milliseconds. A worker renews its seats four times a second and the master its
// workers once, so that each lease outlives five lost messages of its kind.

/** By the clock of the machine that decides. */
export type Milliseconds = number;

export interface MasterTimes {
  /** A seat whose worker does not renew it for this long is given to another. */
  readonly seatLease: Milliseconds;
  /** Between two ticks: leases are looked at and changes of seats are sent. */
  readonly tick: Milliseconds;
  /** Between two renewals of the workers' leases, and between two publications of the job's status. */
  readonly alive: Milliseconds;
  /** A capacity request without a reply after this long is given up. */
  readonly ask: Milliseconds;
  /** A scan without a result after this long is given up. */
  readonly scanLimit: Milliseconds;
  /** Without any worker, the job waits this long; while workers are busy, until one is free. */
  readonly patience: Milliseconds;
  /** Between two scans while the job waits for its first worker. */
  readonly retry: Milliseconds;
  /** Between two scans while seats are vacant: a free-slot notice may have been lost. */
  readonly rescan: Milliseconds;
}

export const MASTER_TIMES: MasterTimes = {
  seatLease: 1500,
  tick: 250,
  alive: 1000,
  ask: 2000,
  scanLimit: 5000,
  patience: 3000,
  retry: 1000,
  rescan: 5000,
};

export interface WorkerTimes {
  /** Between two status notices, which renew the leases of the worker's seats. */
  readonly status: Milliseconds;
  /** A worker that receives nothing from its master for this long gives up its seats. */
  readonly masterLease: Milliseconds;
  /** Slots stay reserved this long for a master that was offered them. */
  readonly reservation: Milliseconds;
  /** A worker that leaves waits this long for its processes to end. */
  readonly drain: Milliseconds;
}

export const WORKER_TIMES: WorkerTimes = {
  status: 250,
  masterLease: 5000,
  reservation: 5000,
  drain: 3000,
};
