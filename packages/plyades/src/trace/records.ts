// The records of a trace as bytes. Records of a process follow a mark with its number and a time, and times are
// written as differences: a change of state takes three bytes. Bytes that begin with a mark can be put behind each
// other, so the parts of several processes make one chunk without being read.
import { bounds } from '../core/score.js';
import {
  type DepthRecord,
  type FaultRecord,
  type MessageRecord,
  nodeStates,
  type PassRecord,
  type PieceRecord,
  type ProcessState,
  pieceKinds,
  pieceOutcomes,
  processStates,
  type SampleRecord,
  type TraceTime,
  type TreeChange,
  type TreeRecord,
} from '../core/trace.js';
import { TraceBytes, TraceDamage, TraceReader } from './bytes.js';
import { MAX_PIECE, MAX_TRACE_PATH, MAX_TRACE_PROCESSES } from './limits.js';

/** The beginning of a piece. */
export type PieceBegin = Pick<
  PieceRecord,
  'process' | 'piece' | 'kind' | 'from' | 'path' | 'depth' | 'alpha' | 'beta' | 'ahead'
>;

/** The end of a piece, with the depth that was reached and the last window. */
export type PieceEnd = Pick<
  PieceRecord,
  'process' | 'piece' | 'to' | 'nodes' | 'depth' | 'alpha' | 'beta' | 'value' | 'bound'
> & { readonly outcome: NonNullable<PieceRecord['outcome']> };

/** Where records go: into bytes, or into a log. */
export interface RecordSink {
  state(process: number, at: TraceTime, state: ProcessState): void;
  pieceBegin(piece: PieceBegin): void;
  /** Nodes of a piece that is still searched. */
  progress(process: number, piece: number, nodes: number): void;
  pieceEnd(end: PieceEnd): void;
  message(message: MessageRecord): void;
  sample(sample: SampleRecord): void;
  pass(pass: PassRecord): void;
  treeChange(change: TreeRecord): void;
  fault(fault: FaultRecord): void;
  depth(depth: DepthRecord): void;
  /** The run has ended; what is later, because a process went on for some time, does not count. */
  endOfRun(at: TraceTime): void;
  /** Of a file: one in this many messages and pieces is there. */
  sampling(messages: number, pieces: number): void;
}

const kinds = [
  'mark',
  'state',
  'pieceBegin',
  'progress',
  'pieceEnd',
  'message',
  'sample',
  'pass',
  'tree',
  'fault',
  'depth',
  'end',
  'sampling',
] as const;
type Kind = (typeof kinds)[number];
const codes = Object.fromEntries(kinds.map((kind, code) => [kind, code])) as Record<Kind, number>;

const faultTypes = ['crash', 'pause', 'slow'] as const;

/** The numbers of a change of a tree that are often not known, in the order of their bits. */
const treeNumbers = [
  'alpha',
  'beta',
  'taskAlpha',
  'taskBeta',
  'value',
  'lower',
  'upper',
  'proof',
  'disproof',
] as const;

/** No process. */
const NONE = -1;

/** Writes records. Those of one process should follow each other. */
export class RecordWriter implements RecordSink {
  readonly #out = new TraceBytes();
  #process = NONE;
  #at = 0;

  /** Bytes so far. */
  get length(): number {
    return this.#out.length;
  }

  /** The bytes so far. The next ones begin with a mark. */
  take(): Uint8Array<ArrayBuffer> {
    this.#process = NONE;
    return this.#out.take();
  }

  /** Bytes of another writer. */
  append(bytes: Uint8Array): void {
    this.#process = NONE;
    this.#out.raw(bytes);
  }

  state(process: number, at: TraceTime, state: ProcessState): void {
    this.#begin('state', process, at);
    this.#out.unsigned(processStates.indexOf(state));
  }

  pieceBegin({ process, piece, kind, from, path, depth, alpha, beta, ahead }: PieceBegin): void {
    this.#begin('pieceBegin', process, from);
    const out = this.#out;
    out.unsigned(piece);
    out.number(depth);
    out.number(alpha);
    out.number(beta);
    out.unsigned(2 * pieceKinds.indexOf(kind) + (ahead ? 1 : 0));
    this.#moves(path);
  }

  progress(process: number, piece: number, nodes: number): void {
    this.#begin('progress', process, this.#at);
    this.#out.unsigned(piece);
    this.#out.number(nodes);
  }

  pieceEnd(end: PieceEnd): void {
    const { process, piece, to, nodes, outcome, depth, alpha, beta, value, bound } = end;
    this.#begin('pieceEnd', process, to);
    const out = this.#out;
    out.unsigned(piece);
    out.number(nodes);
    out.unsigned(pieceOutcomes.indexOf(outcome));
    out.number(depth);
    out.number(alpha);
    out.number(beta);
    out.number(value);
    out.unsigned(bound === undefined ? 0 : 1 + bounds.indexOf(bound));
  }

  message({ from, to, sentAt, receivedAt, bytes }: MessageRecord): void {
    this.#begin('message', from, sentAt);
    const out = this.#out;
    out.unsigned(to);
    out.number(Math.round(receivedAt) - this.#at);
    out.unsigned(bytes);
  }

  sample({ process, at, nodes, tableHits, queue }: SampleRecord): void {
    this.#begin('sample', process, at);
    this.#out.number(nodes);
    this.#out.number(tableHits);
    this.#out.number(queue);
  }

  pass({ process, from, to, pass, depth, visits, value, uncertain }: PassRecord): void {
    this.#begin('pass', process, from);
    const out = this.#out;
    out.number(Math.round(to) - this.#at);
    out.unsigned(pass);
    out.number(depth);
    out.number(visits);
    out.number(value);
    out.number(uncertain);
  }

  treeChange(change: TreeRecord): void {
    this.treeChangeAt(change.process, change.at, change);
  }

  /** The same for a change as a master describes it. */
  treeChangeAt(process: number, at: TraceTime, change: TreeChange): void {
    this.#begin('tree', process, at);
    const out = this.#out;
    out.unsigned(change.node);
    out.unsigned(1 + change.parent);
    out.signed(change.move);
    out.unsigned(2 * nodeStates.indexOf(change.state) + (change.predicted ? 1 : 0));
    out.unsigned(1 + change.owner);
    let known = 0;
    for (let bit = 0; bit < treeNumbers.length; bit++) {
      if (!Number.isNaN(change[treeNumbers[bit]!])) known |= 1 << bit;
    }
    out.unsigned(known);
    for (const name of treeNumbers) if (!Number.isNaN(change[name])) out.number(change[name]);
  }

  fault({ process, at, type, until }: FaultRecord): void {
    this.#begin('fault', process, at);
    this.#out.unsigned(faultTypes.indexOf(type));
    // A process that never works again is down until no time that could be named.
    this.#out.number(Number.isFinite(until) ? Math.round(until) - this.#at : Number.NaN);
  }

  depth({ at, depth, value, bound, pv }: DepthRecord): void {
    this.#begin('depth', 0, at);
    const out = this.#out;
    out.number(depth);
    out.number(value);
    out.unsigned(bounds.indexOf(bound));
    this.#moves(pv);
  }

  endOfRun(at: TraceTime): void {
    this.#begin('end', 0, at);
  }

  sampling(messages: number, pieces: number): void {
    this.#out.unsigned(codes.sampling);
    this.#out.unsigned(messages);
    this.#out.unsigned(pieces);
  }

  /** A record of a process at a time, after a mark if need be. */
  #begin(kind: Kind, process: number, time: TraceTime): void {
    const at = Math.round(time);
    const out = this.#out;
    if (process !== this.#process) {
      out.unsigned(codes.mark);
      out.unsigned(process);
      out.unsigned(at);
      this.#process = process;
      this.#at = at;
    }
    out.unsigned(codes[kind]);
    out.signed(at - this.#at);
    this.#at = at;
  }

  #moves(moves: readonly number[]): void {
    const length = Math.min(moves.length, MAX_TRACE_PATH);
    this.#out.unsigned(length);
    for (let i = 0; i < length; i++) this.#out.signed(moves[i]!);
  }
}

/** Reads all records of some bytes. Throws TraceDamage when they are no records. */
export function readRecords(bytes: Uint8Array, sink: RecordSink): void {
  new RecordReader(bytes, sink).read();
}

class RecordReader {
  readonly #from: TraceReader;
  readonly #sink: RecordSink;
  #process = NONE;
  #at = 0;

  constructor(bytes: Uint8Array, sink: RecordSink) {
    this.#from = new TraceReader(bytes);
    this.#sink = sink;
  }

  read(): void {
    while (!this.#from.atEnd) {
      const kind = kinds[this.#from.unsigned()];
      if (kind === undefined) throw new TraceDamage('there is no such kind of record');
      if (kind === 'mark') {
        this.#process = this.#from.unsigned(MAX_TRACE_PROCESSES - 1);
        this.#at = this.#from.unsigned();
      } else if (kind === 'sampling') {
        this.#sink.sampling(this.#power(), this.#power());
      } else {
        this.#at += this.#from.signed();
        if (this.#process === NONE) throw new TraceDamage('a record belongs to no process');
        if (!(this.#at >= 0 && this.#at <= Number.MAX_SAFE_INTEGER)) {
          throw new TraceDamage('a time is out of range');
        }
        this.#record(kind, this.#process, this.#at);
      }
    }
  }

  #record(kind: Exclude<Kind, 'mark' | 'sampling'>, process: number, at: TraceTime): void {
    const from = this.#from;
    const sink = this.#sink;
    switch (kind) {
      case 'state':
        sink.state(process, at, this.#choice(processStates));
        return;
      case 'pieceBegin': {
        const piece = from.unsigned(MAX_PIECE);
        const depth = from.number();
        const alpha = from.number();
        const beta = from.number();
        const code = from.unsigned(2 * pieceKinds.length - 1);
        const kind = pieceKinds[code >> 1]!;
        const ahead = code % 2 === 1;
        const path = this.#moves();
        sink.pieceBegin({ process, piece, kind, from: at, depth, alpha, beta, ahead, path });
        return;
      }
      case 'progress':
        sink.progress(process, from.unsigned(MAX_PIECE), from.number());
        return;
      case 'pieceEnd': {
        const piece = from.unsigned(MAX_PIECE);
        const nodes = from.number();
        const outcome = this.#choice(pieceOutcomes);
        const depth = from.number();
        const alpha = from.number();
        const beta = from.number();
        const value = from.number();
        const code = from.unsigned(bounds.length);
        const bound = code === 0 ? undefined : bounds[code - 1];
        const reached = {
          to: at,
          nodes,
          outcome,
          depth,
          alpha,
          beta,
          value,
          bound,
          process,
          piece,
        };
        sink.pieceEnd(reached);
        return;
      }
      case 'message': {
        const to = from.unsigned(MAX_TRACE_PROCESSES - 1);
        const receivedAt = this.#later(at);
        sink.message({ from: process, to, sentAt: at, receivedAt, bytes: from.unsigned() });
        return;
      }
      case 'sample': {
        const nodes = from.number();
        const tableHits = from.number();
        sink.sample({ process, at, nodes, tableHits, queue: from.number() });
        return;
      }
      case 'pass': {
        const to = this.#later(at);
        const pass = from.unsigned();
        const depth = from.number();
        const visits = from.number();
        const value = from.number();
        sink.pass({ process, from: at, to, pass, depth, visits, value, uncertain: from.number() });
        return;
      }
      case 'tree':
        sink.treeChange(this.#tree(process, at));
        return;
      case 'fault': {
        const type = this.#choice(faultTypes);
        sink.fault({ process, at, type, until: this.#later(at) });
        return;
      }
      case 'depth': {
        const depth = from.number();
        const value = from.number();
        const bound = this.#choice(bounds);
        sink.depth({ at, depth, value, bound, pv: this.#moves() });
        return;
      }
      case 'end':
        sink.endOfRun(at);
    }
  }

  #tree(process: number, at: TraceTime): TreeRecord {
    const from = this.#from;
    const node = from.unsigned();
    const parent = from.unsigned() - 1;
    const move = from.signed();
    const code = from.unsigned(2 * nodeStates.length - 1);
    const owner = from.unsigned(MAX_TRACE_PROCESSES) - 1;
    const known = from.unsigned(2 ** treeNumbers.length - 1);
    if (parent >= node) throw new TraceDamage(`node ${node} has the later parent ${parent}`);
    const state = nodeStates[code >> 1]!;
    const predicted = code % 2 === 1;
    const number = (bit: number) => (known & (1 << bit) ? from.number() : Number.NaN);
    // Read in the order of their bits.
    const alpha = number(0);
    const beta = number(1);
    const taskAlpha = number(2);
    const taskBeta = number(3);
    const value = number(4);
    const lower = number(5);
    const upper = number(6);
    const proof = number(7);
    const disproof = number(8);
    return {
      process,
      at,
      node,
      parent,
      move,
      state,
      predicted,
      alpha,
      beta,
      taskAlpha,
      taskBeta,
      value,
      lower,
      upper,
      owner,
      proof,
      disproof,
    };
  }

  /** A time after another, or NaN. */
  #later(at: TraceTime): TraceTime {
    const after = this.#from.number();
    if (after < 0 || after > Number.MAX_SAFE_INTEGER) {
      throw new TraceDamage('something ends before it begins');
    }
    return at + after;
  }

  #choice<T>(names: readonly T[]): T {
    return names[this.#from.unsigned(names.length - 1)]!;
  }

  /** A power of two. */
  #power(): number {
    const value = this.#from.unsigned(2 ** 40);
    if (!Number.isInteger(Math.log2(value))) throw new TraceDamage(`one in ${value} is kept`);
    return value;
  }

  #moves(): number[] {
    const length = this.#from.unsigned(MAX_TRACE_PATH);
    const moves: number[] = [];
    for (let i = 0; i < length; i++) moves.push(this.#from.signed());
    return moves;
  }
}
