// The records of a run in memory, as they arrive: what pictures are made from. Reading is by plain arrays in the order
// of time; `version` grows with every change. The number of records is bounded; see `TRACE_LIMITS` for the rule.
import type {
  DepthRecord,
  FaultRecord,
  MessageRecord,
  PassRecord,
  PieceRecord,
  ProcessState,
  SampleRecord,
  TraceHeader,
  TraceTime,
  TreeRecord,
} from '../core/trace.js';

/** The states of one process: in `states[i]` from `times[i]` until `times[i + 1]`. */
export interface Lane {
  readonly times: readonly TraceTime[];
  readonly states: readonly ProcessState[];
}

/** A trace as its readers see it. */
export interface TraceLog {
  readonly header: TraceHeader;
  /** The last time that any record names. */
  readonly end: TraceTime;
  /** Grows whenever something is added or thinned out. */
  readonly version: number;
  /** True when nothing more will come. */
  readonly complete: boolean;
  /** One for each process. */
  readonly lanes: readonly Lane[];
  readonly pieces: readonly PieceRecord[];
  readonly messages: readonly MessageRecord[];
  readonly samples: readonly SampleRecord[];
  readonly passes: readonly PassRecord[];
  readonly tree: readonly TreeRecord[];
  readonly faults: readonly FaultRecord[];
  readonly depths: readonly DepthRecord[];
  /** One in this many messages is kept: 1 while all are. */
  readonly messageSampling: number;
}
