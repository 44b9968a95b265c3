// A log that grows while a search runs. Chunks may be cut anywhere between two records: what is kept depends on the
// order of the records alone.
import { type InputError, inputError } from '../core/errors.js';
import { err, ok, type Result } from '../core/result.js';
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
import { TraceDamage } from './bytes.js';
import { GrowingLane } from './growing-lane.js';
import { MAX_PIECE, TRACE_LIMITS } from './limits.js';
import type { TraceLog } from './log.js';
import { type PieceBegin, type PieceEnd, type RecordSink, readRecords } from './records.js';
import { TimedList } from './timed-list.js';
import { TreeChanges } from './tree-changes.js';

/** A log that chunks are added to. */
export interface GrowingTraceLog extends TraceLog {
  /** One in this many pieces is kept: 1 while all are. */
  readonly pieceSampling: number;
  /** Adds the records of a chunk; those before the damage, when it is damaged. */
  append(chunk: Uint8Array): Result<undefined, InputError>;
  /** Nothing more will come: pieces that are still searched are unfinished. */
  finish(): void;
}

/** An empty log. */
export const createTraceLog = (header: TraceHeader): GrowingTraceLog => new GrowingLog(header);

/** The refusal of bytes that are no trace. */
export const damagedTrace = (why: string): InputError =>
  inputError('ERR_TRACE', `the trace is damaged: ${why}; record the run again`, '');

type Writable<T> = { -readonly [K in keyof T]: T[K] };

class GrowingLog implements GrowingTraceLog, RecordSink {
  readonly header: TraceHeader;
  readonly lanes: readonly GrowingLane[];
  readonly #pieces = new TimedList<Writable<PieceRecord>>(TRACE_LIMITS.pieces, (each) => each.from);
  readonly #messages = new TimedList<Writable<MessageRecord>>(
    TRACE_LIMITS.messages,
    (each) => each.sentAt,
  );
  readonly #samples = new TimedList<SampleRecord>(TRACE_LIMITS.samples, (each) => each.at);
  readonly #passes = new TimedList<PassRecord>(TRACE_LIMITS.passes, (each) => each.from);
  readonly #faults = new TimedList<FaultRecord>(TRACE_LIMITS.faults, (each) => each.at);
  readonly #depths = new TimedList<DepthRecord>(TRACE_LIMITS.depths, (each) => each.at);
  readonly #tree = new TreeChanges(TRACE_LIMITS.tree, TRACE_LIMITS.treeNodes);
  /** Pieces under way that are kept. */
  readonly #open = new Map<number, Writable<PieceRecord>>();
  /** Messages and pieces of the run for each that is added: more than one when a file was thinned out before. */
  readonly #stepOf = { messages: 1, pieces: 1 };
  readonly #serials = { pieces: 0, messages: 0, passes: 0 };
  readonly #samplesOf: number[];
  #end: TraceTime = 0;
  #endOfRun: TraceTime | undefined;
  #version = 0;
  #complete = false;

  constructor(header: TraceHeader) {
    this.header = header;
    const { processes } = header;
    const most = Math.max(TRACE_LIMITS.leastStates, Math.floor(TRACE_LIMITS.states / processes));
    this.lanes = Array.from({ length: processes }, () => new GrowingLane(most));
    this.#samplesOf = this.lanes.map(() => 0);
  }

  get end(): TraceTime {
    return this.#endOfRun ?? this.#end;
  }
  get version(): number {
    return this.#version;
  }
  get complete(): boolean {
    return this.#complete;
  }
  get pieces(): readonly PieceRecord[] {
    return this.#pieces.items;
  }
  get messages(): readonly MessageRecord[] {
    return this.#messages.items;
  }
  get samples(): readonly SampleRecord[] {
    return this.#samples.items;
  }
  get passes(): readonly PassRecord[] {
    return this.#passes.items;
  }
  get tree(): readonly TreeRecord[] {
    return this.#tree.items;
  }
  get faults(): readonly FaultRecord[] {
    return this.#faults.items;
  }
  get depths(): readonly DepthRecord[] {
    return this.#depths.items;
  }
  get messageSampling(): number {
    return this.#messages.sampling;
  }
  get pieceSampling(): number {
    return this.#pieces.sampling;
  }

  append(chunk: Uint8Array): Result<undefined, InputError> {
    try {
      readRecords(chunk, this);
      return ok(undefined);
    } catch (error) {
      if (!(error instanceof TraceDamage)) throw error;
      return err(damagedTrace(error.message));
    } finally {
      this.#sort();
      this.#version++;
    }
  }

  finish(): void {
    if (this.#complete) return;
    this.#complete = true;
    this.#version++;
    this.#cut(this.end);
    for (const piece of this.#open.values()) {
      piece.to = this.end;
      piece.outcome = 'unfinished';
    }
    this.#open.clear();
  }

  state(process: number, at: TraceTime, state: ProcessState): void {
    this.#check(process).add(at, state);
    this.#note(at);
  }

  pieceBegin({ process, piece, kind, from, path, depth, alpha, beta, ahead }: PieceBegin): void {
    this.#check(process);
    this.#note(from);
    const serial = this.#serials.pieces;
    this.#serials.pieces += this.#stepOf.pieces;
    if (!this.#pieces.keeps(serial)) return;
    // Without spreading: there are hundreds of thousands.
    const record: Writable<PieceRecord> = {
      process,
      piece,
      kind,
      from,
      to: Number.NaN,
      path,
      depth,
      alpha,
      beta,
      ahead,
      nodes: 0,
      outcome: undefined,
      value: Number.NaN,
      bound: undefined,
    };
    this.#pieces.add(record, serial);
    if (!this.#pieces.keeps(serial)) return;
    if (this.#open.size > TRACE_LIMITS.pieces) this.#forgetDropped();
    this.#open.set(keyOf(process, piece), record);
  }

  progress(process: number, piece: number, nodes: number): void {
    const record = this.#open.get(keyOf(process, piece));
    if (record !== undefined) record.nodes = nodes;
  }

  pieceEnd(end: PieceEnd): void {
    this.#note(end.to);
    const key = keyOf(end.process, end.piece);
    const record = this.#open.get(key);
    // A piece of another machine may end before it began, by mistake or malice.
    if (record === undefined || !(end.to >= record.from && end.nodes >= 0)) return;
    this.#open.delete(key);
    record.to = end.to;
    record.nodes = end.nodes;
    record.outcome = end.outcome;
    record.depth = end.depth;
    record.alpha = end.alpha;
    record.beta = end.beta;
    record.value = end.value;
    record.bound = end.bound;
  }

  message(message: MessageRecord): void {
    this.#check(message.from);
    this.#check(message.to);
    // One that is on its way is received later than anything has happened yet.
    this.#note(message.sentAt);
    const serial = this.#serials.messages;
    this.#serials.messages += this.#stepOf.messages;
    if (!this.#messages.keeps(serial)) return;
    const faults = this.#faults.items.filter(({ process }) => process === message.to);
    this.#messages.add(faults.reduce(duringFault, message), serial);
  }

  sample(sample: SampleRecord): void {
    this.#check(sample.process);
    this.#note(sample.at);
    const serial = this.#samplesOf[sample.process]!++;
    if (this.#samples.keeps(serial)) this.#samples.add(sample, serial);
  }

  pass(pass: PassRecord): void {
    this.#check(pass.process);
    this.#note(pass.to);
    const serial = this.#serials.passes++;
    if (this.#passes.keeps(serial)) this.#passes.add(pass, serial);
  }

  treeChange(change: TreeRecord): void {
    this.#check(change.process);
    this.#note(change.at);
    this.#tree.add(change);
  }

  fault(fault: FaultRecord): void {
    this.#check(fault.process);
    this.#note(fault.at);
    if (this.#faults.items.length >= TRACE_LIMITS.faults) return;
    this.#faults.add(fault, 0);
    // The driver wrote where messages would arrive when they were sent, before it knew of the fault.
    this.#messages.replace((message) =>
      message.to === fault.process ? duringFault(message, fault) : message,
    );
  }

  depth(depth: DepthRecord): void {
    this.#note(depth.at);
    if (this.#depths.items.length < TRACE_LIMITS.depths) this.#depths.add(depth, 0);
  }

  endOfRun(at: TraceTime): void {
    this.#endOfRun = at;
  }

  sampling(messages: number, pieces: number): void {
    this.#stepOf.messages = messages;
    this.#stepOf.pieces = pieces;
    this.#messages.thinned(messages);
    this.#pieces.thinned(pieces);
  }

  /** Pieces that never end must not fill the memory. */
  #forgetDropped(): void {
    const kept = new Set(this.#pieces.items);
    for (const [key, piece] of this.#open) if (!kept.has(piece)) this.#open.delete(key);
  }

  #note(at: TraceTime): void {
    if (at > this.#end) this.#end = at;
  }

  #check(process: number): GrowingLane {
    const lane = this.lanes[process];
    if (lane === undefined) throw new TraceDamage(`there is no process ${process}`);
    return lane;
  }

  #sort(): void {
    for (const list of [this.#pieces, this.#messages, this.#samples, this.#passes]) list.sort();
    for (const list of [this.#faults, this.#depths]) list.sort();
    this.#tree.sort();
  }

  /** The run has ended then, though processes went on to the end of their epoch. */
  #cut(end: TraceTime): void {
    this.#end = end;
    for (const lane of this.lanes) lane.cut(end);
    this.#pieces.filter((piece) => {
      if (piece.from > end) return false;
      if (piece.to > end) {
        piece.to = end;
        piece.outcome = 'unfinished';
        piece.value = Number.NaN;
        piece.bound = undefined;
      }
      return true;
    });
    this.#messages.filter((message) => {
      if (message.receivedAt > end) message.receivedAt = Number.NaN;
      return message.sentAt <= end;
    });
    this.#samples.filter(({ at }) => at <= end);
    this.#passes.filter(({ to }) => to <= end);
    this.#faults.filter(({ at }) => at <= end);
    this.#tree.cut(end);
  }
}

/** A crashed process loses what arrives while it is down; a paused one receives it afterwards. */
function duringFault(message: MessageRecord, { type, at, until }: FaultRecord): MessageRecord {
  const { receivedAt } = message;
  if (type === 'slow' || !(receivedAt >= at && receivedAt < until)) return message;
  return { ...message, receivedAt: type === 'crash' ? Number.NaN : until };
}

const keyOf = (process: number, piece: number): number => process * (MAX_PIECE + 1) + piece;
