// The tree of a run as its trace tells it: nodes that a master described, merged with the paths of the pieces that
// were searched. Algorithms without a master's tree have pieces alone; their paths make the tree of split points.
// The model takes what a growing log adds; when the log thinned out what it had, the model must be made again.
import { nodeStates, type PieceRecord, type TraceLog, type TreeRecord } from 'plyades/trace';
import { isEngineTeam } from '../runs/engine-team.js';
import { grown, NONE, ROOT, TreeNodes } from './nodes.js';

/** Flags of a record: its state, and whether the node is predicted. */
export const STATE_MASK = 7;
export const PREDICTED = 8;

const stateCodes: ReadonlyMap<string, number> = new Map(
  nodeStates.map((state, code) => [state, code]),
);

export class TreeModel {
  readonly log: TraceLog;
  readonly nodes = new TreeNodes();
  /** Whether it is the tree of an engine team. */
  readonly isTeam: boolean;

  /** Changes of nodes in the order of time; `previous` is the change of the same node before. */
  readonly records: TreeRecord[] = [];
  recordAt = new Float64Array(1024);
  recordNode = new Int32Array(1024);
  recordPrevious = new Int32Array(1024);
  recordFlags = new Uint8Array(1024);
  /** The last change of each node. */
  lastRecord = new Int32Array(this.nodes.capacity).fill(NONE);

  /** Pieces as they were taken; `previous` is the piece of the same node before. */
  readonly pieces: PieceRecord[] = [];
  pieceNode = new Int32Array(1024);
  piecePrevious = new Int32Array(1024);
  lastPiece = new Int32Array(this.nodes.capacity).fill(NONE);
  /** Numbers of pieces in the order in which they begin, and of those that have ended in the order of their ends. */
  readonly starts: number[] = [];
  readonly ends: number[] = [];

  /** Whether any node has a pass window, and a task window. */
  hasPassWindows = false;
  hasTaskWindows = false;
  /** Whether any node has a proof number. */
  hasProofNumbers = false;
  readonly #known = new Set<PieceRecord>();
  readonly #open = new Set<number>();
  /** The master whose tree is shown, and the nodes that its numbers name. */
  #master = NONE;
  readonly #nodeOf = new Map<number, number>();
  readonly #sampling: number;
  #version = NONE;
  #complete = false;

  constructor(log: TraceLog) {
    this.log = log;
    this.isTeam = isEngineTeam(log.header);
    this.#sampling = pieceSamplingOf(log);
    this.update();
  }

  get hasTree(): boolean {
    return this.records.length > 0;
  }

  /**
   * Takes what the log has added. Calls `rewind` with the earliest time that it concerns before anything changes.
   * False when the log is not an extension of what was taken: make a new model.
   */
  update(rewind?: (before: number) => void): boolean {
    const { log } = this;
    if (log.version === this.#version) return true;
    // When a log is finished, it cuts off what lies behind the end of the run.
    if (log.complete && !this.#complete && this.#version !== NONE) return false;
    const fresh = this.#freshPieces();
    if (fresh === undefined || !this.#extendsRecords()) return false;
    this.#version = log.version;
    this.#complete = log.complete;
    const ended = [...this.#open].filter((piece) => this.#hasEnded(piece));
    let earliest = log.tree[this.records.length]?.at ?? Number.POSITIVE_INFINITY;
    for (const { from } of fresh) earliest = Math.min(earliest, from);
    for (const piece of ended) earliest = Math.min(earliest, this.pieces[piece]!.to);
    if (earliest === Number.POSITIVE_INFINITY) return true;
    rewind?.(earliest);
    // Siblings stand in the order of their first appearance, so both kinds are taken in the order of time.
    let at = 0;
    for (let i = this.records.length; i < log.tree.length; i++) {
      const record = log.tree[i]!;
      while (at < fresh.length && fresh[at]!.from < record.at) this.#takePiece(fresh[at++]!, ended);
      this.#takeRecord(record);
    }
    while (at < fresh.length) this.#takePiece(fresh[at++]!, ended);
    for (const piece of ended) this.#open.delete(piece);
    mergeTail(this.ends, ended, (piece) => this.pieces[piece]!.to);
    return true;
  }

  /** Pieces that the log has added, in the order of time; undefined when it dropped others. */
  #freshPieces(): PieceRecord[] | undefined {
    const { pieces } = this.log;
    const count = pieces.length - this.pieces.length;
    if (count < 0 || this.#sampling !== pieceSamplingOf(this.log)) return undefined;
    // New ones come last, or, when a process tells of them late, somewhat before.
    const fresh: PieceRecord[] = [];
    for (let i = pieces.length - 1; i >= 0 && fresh.length < count; i--) {
      if (!this.#known.has(pieces[i]!)) fresh.push(pieces[i]!);
    }
    return fresh.length === count ? fresh.reverse() : undefined;
  }

  #extendsRecords(): boolean {
    const { tree } = this.log;
    const count = this.records.length;
    if (count === 0) return true;
    const middle = count >> 1;
    return tree[count - 1] === this.records[count - 1] && tree[middle] === this.records[middle];
  }

  #hasEnded(piece: number): boolean {
    return !Number.isNaN(this.pieces[piece]!.to);
  }

  #takeRecord(record: TreeRecord): void {
    const index = this.records.length;
    this.records.push(record);
    if (index >= this.recordAt.length) {
      const capacity = 2 * index;
      this.recordAt = grown(this.recordAt, capacity);
      this.recordNode = grown(this.recordNode, capacity);
      this.recordPrevious = grown(this.recordPrevious, capacity);
      this.recordFlags = grown(this.recordFlags, capacity);
    }
    const node = this.#nodeFor(record);
    const { at } = record;
    if (!Number.isNaN(record.alpha)) this.hasPassWindows = true;
    if (!Number.isNaN(record.taskAlpha)) this.hasTaskWindows = true;
    if (!Number.isNaN(record.proof)) this.hasProofNumbers = true;
    this.recordAt[index] = index > 0 ? Math.max(at, this.recordAt[index - 1]!) : at;
    this.recordNode[index] = node;
    this.recordFlags[index] =
      (stateCodes.get(record.state) ?? 1) | (record.predicted ? PREDICTED : 0);
    if (node === NONE) {
      this.recordPrevious[index] = NONE;
      return;
    }
    this.#fit();
    this.recordPrevious[index] = this.lastRecord[node]!;
    this.lastRecord[node] = index;
  }

  /** The node that a record names. NONE for one whose parent was never described, and for trees of other masters. */
  #nodeFor({ process, node, parent, move }: TreeRecord): number {
    if (this.#master === NONE) this.#master = process;
    if (process !== this.#master) return NONE;
    const known = this.#nodeOf.get(node);
    if (known !== undefined) return known;
    const above = parent < 0 ? NONE : this.#nodeOf.get(parent);
    if (above === undefined) return NONE;
    const made = above === NONE ? ROOT : this.nodes.child(above, move);
    if (made !== NONE) this.#nodeOf.set(node, made);
    return made;
  }

  #takePiece(piece: PieceRecord, ended: number[]): void {
    const index = this.pieces.length;
    this.pieces.push(piece);
    this.#known.add(piece);
    if (index >= this.pieceNode.length) {
      this.pieceNode = grown(this.pieceNode, 2 * index);
      this.piecePrevious = grown(this.piecePrevious, 2 * index);
    }
    let node = ROOT;
    for (const move of piece.path) {
      const next = this.nodes.child(node, move);
      if (next === NONE) break;
      node = next;
    }
    this.#fit();
    this.pieceNode[index] = node;
    this.piecePrevious[index] = this.lastPiece[node]!;
    this.lastPiece[node] = index;
    // Of a damaged trace.
    if (!Number.isFinite(piece.from)) return;
    mergeTail(this.starts, [index], (each) => this.pieces[each]!.from);
    if (this.#hasEnded(index)) ended.push(index);
    else this.#open.add(index);
  }

  #fit(): void {
    const { capacity } = this.nodes;
    if (this.lastRecord.length >= capacity) return;
    this.lastRecord = grown(this.lastRecord, capacity, NONE);
    this.lastPiece = grown(this.lastPiece, capacity, NONE);
  }
}

/** One in this many pieces of the run is in the log. */
export const pieceSamplingOf = (log: TraceLog): number =>
  (log as Partial<{ readonly pieceSampling: number }>).pieceSampling ?? 1;

/** Adds to a list in the order of time; only its end, where times are later than the first that is new, is sorted. */
function mergeTail(list: number[], more: readonly number[], time: (item: number) => number): void {
  if (more.length === 0) return;
  let earliest = Number.POSITIVE_INFINITY;
  for (const item of more) earliest = Math.min(earliest, time(item));
  let from = list.length;
  while (from > 0 && time(list[from - 1]!) > earliest) from--;
  const tail = list.splice(from);
  for (const item of more) tail.push(item);
  if (tail.length > 1) tail.sort((a, b) => time(a) - time(b) || a - b);
  for (const item of tail) list.push(item);
}
