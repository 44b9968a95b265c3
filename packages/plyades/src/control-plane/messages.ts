// The messages between masters and workers of a cluster about jobs and seats. These are the fields that the control
// plane reads; what a seat searches travels beside them, and the host checks every message before it is used.

/** The name of workers that have no credential; see `plyades cluster keys`. */
export const ANY_NAME = 'any';

/** Where a worker listens. */
export interface WorkerAddress {
  /** Of its credential. */
  readonly name: string;
  readonly id: string;
}

export const sameWorker = (a: WorkerAddress | undefined, b: WorkerAddress | undefined): boolean =>
  a !== undefined && b !== undefined && a.id === b.id && a.name === b.name;

/** A game by its name and the hash of its files: equal hashes, equal trees. */
export interface GameReference {
  readonly id: string;
  readonly hash: string;
  /** A program with a search of its own in place of a game. */
  readonly kind?: 'program';
}

/** A master asks a worker whether it has free slots for a job. */
export interface CapacityRequest {
  readonly protocol: number;
  /** Version of the package. */
  readonly version: string;
  readonly job: string;
  readonly game: GameReference;
}

/** `available`: these slots are reserved for the job for some seconds. A refusal says why, for people. */
export type CapacityReply =
  | { readonly type: 'available'; readonly slots: number }
  | { readonly type: 'busy' }
  | { readonly type: 'refused'; readonly reason: string };

/** A seat of a job, as one worker holds it: each time it is given to another, the incarnation grows. */
export interface SeatAssignment {
  /** Number of the process, 1 or more; process 0 is the master's own. */
  readonly self: number;
  readonly incarnation: number;
}

export interface SeatEntry extends SeatAssignment {
  readonly worker: WorkerAddress;
}

/** Which worker holds which seat. A later list has a greater number. */
export interface Seating {
  readonly seats: readonly SeatEntry[];
  readonly seating: number;
}

/** The seats of a start command; the search stands beside them. */
export interface StartFields extends Seating {
  /** Known to the workers of the job alone. */
  readonly key: string;
  readonly job: string;
  readonly game: GameReference;
  /** Bytes of the table of each seat. */
  readonly tableBytes: number;
  /** Processes of the job, vacant seats and process 0 included. */
  readonly size: number;
  /** The seats that the worker takes. */
  readonly granted: readonly SeatAssignment[];
  /** Seats that are vacant at the moment. */
  readonly absent: readonly number[];
}

/** Commands of a master to a worker that has seats of its job. */
export type SeatingCommand =
  /** The whole list. */
  | ({ readonly type: 'seats'; readonly key: string } & Seating)
  /** Seats that were given since the list `from`, and seats that are vacant since. */
  | ({
      readonly type: 'moves';
      readonly key: string;
      readonly from: number;
      readonly gone: readonly number[];
    } & Seating)
  /** Renews the worker's lease of its seats. */
  | { readonly type: 'alive'; readonly key: string }
  /** The worker gives up these seats, or all. */
  | { readonly type: 'end'; readonly key: string; readonly seats?: readonly SeatAssignment[] };

export interface SearchedCount {
  readonly nodes: number;
  readonly leaves: number;
}

/** The report of a process at its end, as far as the control plane reads it; the host carries more. */
export interface SeatReport {
  readonly counters: SearchedCount;
}

/** The process of a seat has ended after `stop`. */
export type ReportNotice<A extends SeatReport = SeatReport> = {
  readonly type: 'answer';
  readonly worker: WorkerAddress;
} & SeatAssignment &
  A;

/** A worker's messages to the master of its job. */
export type SeatNotice<A extends SeatReport = SeatReport> =
  /** Renews the lease of these seats; `seating` is the last list that the worker knows. */
  | {
      readonly type: 'status';
      readonly worker: WorkerAddress;
      readonly seating: number;
      readonly seats: readonly (SeatAssignment & SearchedCount)[];
    }
  | ReportNotice<A>
  /** The process of a seat has ended by itself. `dead`: its thread died, which another one might not. */
  | ({
      readonly type: 'failed';
      readonly worker: WorkerAddress;
      readonly dead: boolean;
      readonly message: string;
      readonly code?: string | undefined;
    } & SeatAssignment)
  /** The worker leaves the cluster and gives these seats back. */
  | {
      readonly type: 'leaving';
      readonly worker: WorkerAddress;
      readonly seats: readonly number[];
    };
