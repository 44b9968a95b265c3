// The events and effects of a master's control plane.
import type {
  CapacityReply,
  ReportNotice,
  SearchedCount,
  SeatingCommand,
  SeatNotice,
  SeatReport,
  StartFields,
  WorkerAddress,
} from './messages.js';
import type { ClusterNote } from './notes.js';

export interface FoundSlots {
  readonly worker: WorkerAddress;
  readonly slots: number;
}

/** `A` is the report of a process at its end. */
export type MasterControlEvent<A extends SeatReport = SeatReport> =
  /** Once, before all others. */
  | { readonly type: 'start' }
  | { readonly type: 'scanned'; readonly found: readonly FoundSlots[] }
  | { readonly type: 'scan-failed' }
  /** Without a reply: the host knows that none will come. */
  | { readonly type: 'replied'; readonly request: number; readonly reply?: CapacityReply }
  /** A worker says that it has free slots. Any client can send this, about any worker. */
  | { readonly type: 'free-slots'; readonly worker: WorkerAddress }
  | { readonly type: 'notice'; readonly notice: SeatNotice<A> }
  /** Seats whose processes have lied, all so far in this order. `claim` completes "it has sent ...". */
  | { readonly type: 'liars'; readonly seats: readonly number[]; readonly claim: string }
  /** The job is not wanted any more; it still begins, for its answer is due. */
  | { readonly type: 'cancel' }
  /** Process 0 has its result. */
  | { readonly type: 'search-over' }
  /** The host gives the job up, whatever its state. */
  | { readonly type: 'stop' }
  | { readonly type: 'tick' };

/** Seats for one worker, with what its start command says about the others. */
export interface SeatGrant
  extends Pick<StartFields, 'size' | 'granted' | 'absent' | 'seats' | 'seating'> {
  readonly worker: WorkerAddress;
}

export interface JobFailure {
  readonly code: string | undefined;
  readonly message: string;
}

export type MasterControlEffect<A extends SeatReport = SeatReport> =
  /** Look for all workers; `scanned` or `scan-failed` follows. */
  | { readonly type: 'scan' }
  /** Send a capacity request; `replied` follows with this number. */
  | { readonly type: 'ask'; readonly request: number; readonly worker: WorkerAddress }
  /** Send the first start commands, then start process 0. Once. */
  | {
      readonly type: 'begin';
      readonly size: number;
      readonly absent: readonly number[];
      readonly grants: readonly SeatGrant[];
    }
  /** Send a start command. */
  | { readonly type: 'grant'; readonly grant: SeatGrant }
  | {
      readonly type: 'command';
      readonly to: readonly WorkerAddress[];
      readonly command: SeatingCommand;
    }
  /** Process 0 must know that the process of this seat is gone. */
  | { readonly type: 'lost'; readonly self: number }
  /** All that was searched in this seat so far. */
  | { readonly type: 'searched'; readonly self: number; readonly total: SearchedCount }
  /** The worker that holds a seat has answered for it. Once for each worker in a seat. */
  | { readonly type: 'answered'; readonly notice: ReportNotice<A> }
  | { readonly type: 'note'; readonly note: ClusterNote }
  /** Publish the status of the job. */
  | { readonly type: 'publish-status' }
  /** The job cannot go on. */
  | { readonly type: 'failed'; readonly failure: JobFailure }
  /** After `search-over`: all workers have answered, or there was no time for more. */
  | { readonly type: 'finished' };
