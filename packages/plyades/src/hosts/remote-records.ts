// The records of a process on another machine: only its own, in order, not later than it sent them, and not more than a
// search could need. They are written again in the time of process 0.
import type {
  PassRecord,
  ProcessState,
  SampleRecord,
  TraceTime,
  TreeRecord,
} from '../core/trace.js';
import { TraceDamage } from '../trace/bytes.js';
import {
  type PieceBegin,
  type PieceEnd,
  type RecordSink,
  type RecordWriter,
  readRecords,
} from '../trace/records.js';

/** Records and packets that one process may send: at once, and for each second of the search. */
const MAX_AT_ONCE = 20_000;
const MAX_EACH_SECOND = 20_000;

/** Checks what one remote process sends. */
export class RemoteRecords {
  readonly #process: number;
  #lastState: TraceTime = 0;
  #count = 0;

  constructor(process: number) {
    this.#process = process;
  }

  /** Counts something that was received; throws TraceDamage when it is too much for a search that has taken this long. */
  count(records: number, now: TraceTime): void {
    this.#count += records;
    if (this.#count > MAX_AT_ONCE + (MAX_EACH_SECOND * now) / 1e9) {
      throw new TraceDamage('the process records more than a search needs');
    }
  }

  /** Writes the records with `difference` added to their times; throws TraceDamage when they cannot be right. */
  copy(
    records: Uint8Array,
    { latest, difference, now }: { latest: TraceTime; difference: TraceTime; now: TraceTime },
    out: RecordWriter,
  ): void {
    const own = (process: number) => {
      if (process !== this.#process) throw new TraceDamage('it is about another process');
      this.count(1, now);
    };
    const timed = (at: TraceTime): TraceTime => {
      if (at > latest) throw new TraceDamage('it tells of what has not happened yet');
      return Math.max(0, at + difference);
    };
    const refuse = (): never => {
      throw new TraceDamage('a worker does not tell that');
    };
    const sink: RecordSink = {
      state: (process: number, at: TraceTime, state: ProcessState) => {
        own(process);
        // The difference of the clocks is known better with every packet: time does not run back.
        this.#lastState = Math.max(this.#lastState, timed(at));
        out.state(process, this.#lastState, state);
      },
      pieceBegin: (piece: PieceBegin) => {
        own(piece.process);
        out.pieceBegin({ ...piece, from: timed(piece.from) });
      },
      progress: (process: number, piece: number, nodes: number) => {
        own(process);
        out.progress(process, piece, nodes);
      },
      pieceEnd: (end: PieceEnd) => {
        own(end.process);
        out.pieceEnd({ ...end, to: timed(end.to) });
      },
      sample: (sample: SampleRecord) => {
        own(sample.process);
        out.sample({ ...sample, at: timed(sample.at) });
      },
      pass: (pass: PassRecord) => {
        own(pass.process);
        const from = timed(pass.from);
        out.pass({ ...pass, from, to: Math.max(from, timed(pass.to)) });
      },
      treeChange: (change: TreeRecord) => {
        own(change.process);
        out.treeChange({ ...change, at: timed(change.at) });
      },
      message: refuse,
      fault: refuse,
      depth: refuse,
      endOfRun: refuse,
      sampling: refuse,
    };
    readRecords(records, sink);
  }
}
