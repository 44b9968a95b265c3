// The pieces of work of a simulated run, from the records of its trace. A search that deepens is one piece, and what
// other processes search of a piece is added to it, so that a piece has all the nodes that the run needed for its value.
import type { PieceKind, TraceTime } from '../core/trace.js';
import type { PieceBegin, PieceEnd, RecordSink } from '../trace/records.js';
import { readRecords } from '../trace/records.js';

/** A piece that the run has finished: a position, searched from one depth to another. */
export interface FinishedPiece {
  /** Moves from the root of the search. */
  readonly path: readonly number[];
  readonly firstDepth: number;
  readonly depth: number;
  /** The window in which the last depth ended. */
  readonly alpha: number;
  readonly beta: number;
  /** Of all its depths, with those of parts that other searches took. */
  readonly nodes: number;
}

/** All pieces of a run. */
export interface RunPieces {
  /** In the order in which they were begun. */
  readonly finished: readonly FinishedPiece[];
  /** Nodes of searches that were given up, or were under way when the run ended. */
  readonly unfinishedNodes: number;
}

/** One record: one depth of a piece, or a part. */
interface Searched {
  readonly process: number;
  readonly piece: number;
  readonly kind: PieceKind;
  readonly from: TraceTime;
  readonly path: readonly number[];
  /** The depth that it began with; `depth` is the one that it has reached. */
  readonly firstDepth: number;
  depth: number;
  alpha: number;
  beta: number;
  nodes: number;
  to: TraceTime;
  isDone: boolean;
}

/** Takes the records of a run and keeps those of pieces, all of them. */
export class PieceLog {
  readonly #records: Searched[] = [];
  /** Those under way, by process and piece. */
  readonly #open = new Map<string, Searched>();
  #end: TraceTime = Number.POSITIVE_INFINITY;

  readonly #sink: RecordSink = {
    pieceBegin: (begin) => this.#begin(begin),
    progress: (process, piece, nodes) => {
      const record = this.#open.get(`${process} ${piece}`);
      if (record !== undefined) record.nodes = nodes;
    },
    pieceEnd: (end) => this.#finish(end),
    endOfRun: (at) => {
      this.#end = at;
    },
    state() {},
    message() {},
    sample() {},
    pass() {},
    treeChange() {},
    fault() {},
    depth() {},
    sampling() {},
  };

  add(chunk: Uint8Array): void {
    readRecords(chunk, this.#sink);
  }

  /** The pieces, once the run has ended. */
  pieces(): RunPieces {
    const records = this.#records
      .filter(({ from }) => from <= this.#end)
      .sort((a, b) => a.from - b.from || a.process - b.process || a.piece - b.piece);
    const lost = addParts(records);
    const finished: FinishedPiece[] = [];
    let unfinishedNodes = lost;
    for (const depths of chains(records)) {
      const done = depths.filter((each) => this.#isFinished(each));
      const nodes = sumOf(done);
      unfinishedNodes += sumOf(depths) - nodes;
      const last = done.at(-1);
      if (last === undefined) continue;
      const { path, depth, alpha, beta } = last;
      const { firstDepth } = depths[0]!;
      finished.push({ path, firstDepth, depth, alpha, beta, nodes });
    }
    return { finished, unfinishedNodes };
  }

  /** Processes go on to the end of their epoch, when the run is over. */
  #isFinished({ isDone, to }: Searched): boolean {
    return isDone && to <= this.#end;
  }

  #begin({ process, piece, kind, from, path, depth, alpha, beta }: PieceBegin): void {
    const record: Searched = {
      ...{ process, piece, kind, from, path, firstDepth: depth, depth, alpha, beta },
      ...{ nodes: 0, to: Number.POSITIVE_INFINITY, isDone: false },
    };
    this.#records.push(record);
    this.#open.set(`${process} ${piece}`, record);
  }

  #finish({ process, piece, to, nodes, depth, alpha, beta, outcome }: PieceEnd): void {
    const key = `${process} ${piece}`;
    const record = this.#open.get(key);
    if (record === undefined) return;
    this.#open.delete(key);
    Object.assign(record, { to, nodes, depth, alpha, beta, isDone: outcome === 'done' });
  }
}

const sumOf = (records: readonly Searched[]): number =>
  records.reduce((sum, { nodes }) => sum + nodes, 0);

/** Adds the nodes of parts to the pieces that they belong to; returns those of parts without one. */
function addParts(records: readonly Searched[]): number {
  const byPath = new Map<string, Searched[]>();
  let lost = 0;
  for (const record of records) {
    if (record.kind !== 'part') {
      const key = record.path.join(' ');
      const known = byPath.get(key);
      if (known === undefined) byPath.set(key, [record]);
      else known.push(record);
      continue;
    }
    const owner = ownerOf(record, byPath);
    if (owner === undefined) lost += record.nodes;
    else owner.nodes += record.nodes;
  }
  return lost;
}

/**
 * The piece that a part was given away from: of those begun before on the way to it, the nearest one that was under way
 * then; when none was, because a message took longer than the rest of its search, the nearest one.
 */
function ownerOf(
  { path, from }: Searched,
  byPath: ReadonlyMap<string, readonly Searched[]>,
): Searched | undefined {
  let nearest: Searched | undefined;
  for (let length = path.length - 1; length >= 0; length--) {
    const above = byPath.get(path.slice(0, length).join(' ')) ?? [];
    const underWay = above.findLast(({ to }) => to >= from);
    if (underWay !== undefined) return underWay;
    nearest ??= above.at(-1);
  }
  return nearest;
}

/** The records of each piece, depth by depth, in the order in which the pieces were begun; parts are none. */
function chains(records: readonly Searched[]): Searched[][] {
  const all: Searched[][] = [];
  const latest = new Map<string, Searched[]>();
  for (const record of records) {
    if (record.kind === 'part') continue;
    const key = `${record.process} ${record.path.join(' ')}`;
    const chain = record.kind === 'deeper' ? latest.get(key) : undefined;
    if (chain !== undefined) chain.push(record);
    else {
      const begun = [record];
      all.push(begun);
      latest.set(key, begun);
    }
  }
  return all;
}
