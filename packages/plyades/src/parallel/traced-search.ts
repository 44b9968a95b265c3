// A search that adds its pieces to a trace: each begins with `start`, `take` or the next depth of a search that
// deepens, and ends when its depth is finished, or when it is released or another search takes its place. The search
// itself does not change: the same calls reach it in the same order.
import { INFINITE } from '../core/score.js';
import type { PieceKind, PieceOutcome, PieceRecord } from '../core/trace.js';
import type { SearchFinding } from './actor.js';
import type { SearchPort } from './ports.js';

/** A piece as it begins. */
export type TracedPiece = Pick<PieceRecord, 'kind' | 'path' | 'depth' | 'alpha' | 'beta' | 'ahead'>;

/** How a piece ended; a search that deepens may have finished several depths in it. */
export type TracedEnd = Pick<PieceRecord, 'depth' | 'alpha' | 'beta' | 'value' | 'bound'> & {
  readonly outcome: PieceOutcome;
};

/** Takes the pieces of a search. The host adds process and time. */
export interface PieceSink {
  /** A piece is searched from now on; returns its number. */
  begin(piece: TracedPiece): number;
  /** This many nodes of it were searched since, and the table decided this many; NaN when it does not count them. */
  searched(piece: number, nodes: number, tableHits: number): void;
  end(piece: number, end: TracedEnd): void;
}

/** The table's hits are read after this many runs, and at the end of a piece: reading them costs as much as the nodes. */
const RUNS_BETWEEN_HITS = 32;

/** The search, which adds its pieces to `sink`. */
export function tracedSearch<P>(search: SearchPort<P>, sink: PieceSink): SearchPort<P> {
  let base: readonly number[] = [];
  let path: readonly number[] = [];
  let alpha = -INFINITE;
  let beta = INFINITE;
  let ahead = false;
  let isPart = false;
  /** The depth of the piece; of a search that deepens, the depth that is under way, else undefined. */
  let depth = 0;
  let deepening: number | undefined;
  let piece: number | undefined;
  /** What a search that is over has found: it need not be read twice. */
  let found: SearchFinding | undefined;
  /** Nodes and table hits that the sink knows. */
  let countedNodes = 0;
  let countedHits = Number.NaN;
  let runs = 0;
  const begin = (kind: PieceKind) => {
    countedNodes = search.nodes;
    countedHits = search.tableHits ?? Number.NaN;
    piece = sink.begin({
      kind,
      path: base.length === 0 ? path : [...base, ...path],
      depth,
      alpha,
      beta,
      ahead,
    });
  };
  const newHits = (): number => {
    const { tableHits = Number.NaN } = search;
    const added = tableHits - countedHits;
    countedHits = tableHits;
    return added;
  };
  const end = (outcome: PieceOutcome) => {
    if (piece === undefined) return;
    sink.searched(piece, 0, newHits());
    const result = outcome === 'done' ? search.found : undefined;
    const { value = Number.NaN, bound } = result ?? {};
    // Small depths are finished many at a time.
    if (deepening !== undefined && result !== undefined) ({ depth } = result);
    sink.end(piece, { outcome, depth, alpha, beta, value, bound });
    piece = undefined;
    found = search.status === 'done' ? result : undefined;
  };
  return {
    start(position, order) {
      end('left');
      found = undefined;
      search.start(position, order);
      path = order.path ?? [];
      alpha = order.alpha ?? -INFINITE;
      beta = order.beta ?? INFINITE;
      ahead = order.ahead ?? false;
      isPart = false;
      deepening = (order.from ?? order.depth) < order.depth ? search.depth : undefined;
      depth = deepening ?? order.depth;
      begin('own');
    },
    take(position, part, way) {
      end('left');
      found = undefined;
      search.take(position, part, way);
      path = way ?? [];
      ({ alpha, beta, depth } = part);
      ahead = false;
      isPart = true;
      deepening = undefined;
      begin('part');
    },
    candidate: (rule) => search.candidate(rule),
    split: (ply) => search.split(ply),
    deliver: (ticket, value) => search.deliver(ticket, value),
    window: (ticket) => search.window(ticket),
    run(budget) {
      const status = search.run(budget);
      if (piece === undefined) return status;
      const { nodes } = search;
      runs = (runs + 1) % RUNS_BETWEEN_HITS;
      sink.searched(piece, nodes - countedNodes, runs === 0 ? newHits() : 0);
      countedNodes = nodes;
      if (status === 'done') end('done');
      else if (deepening !== undefined && search.depth !== deepening) {
        end('done');
        deepening = search.depth;
        depth = deepening;
        begin('deeper');
      }
      return status;
    },
    advance(next) {
      end('left');
      found = undefined;
      search.advance(next);
      deepening = search.depth;
      depth = deepening;
      begin('deeper');
    },
    rewindow(low, high) {
      alpha = low;
      beta = high;
      found = undefined;
      search.rewindow(low, high);
      if (piece === undefined && search.status === 'running') begin(isPart ? 'part' : 'own');
    },
    perturb: (seed) => search.perturb(seed),
    release() {
      end('left');
      search.release?.();
    },
    hurry: () => search.hurry?.(),
    rebase(way) {
      base = way;
      search.rebase?.(way);
    },
    get status() {
      return search.status;
    },
    get depth() {
      return search.depth;
    },
    get found() {
      return found ?? search.found;
    },
    get nodes() {
      return search.nodes;
    },
    get leaves() {
      return search.leaves;
    },
    get elsewhere() {
      return search.elsewhere;
    },
    get deepest() {
      return search.deepest;
    },
  };
}
