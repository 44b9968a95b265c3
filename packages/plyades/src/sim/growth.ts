// How much larger pieces of work are in a parallel search than in a sequential one. The finished pieces of a run are
// searched again in the order in which they were begun, one after the other, by one searcher with one table of the
// size of all tables together: each finds what all pieces before it have left. So the ratio of both counts is what the
// run lost inside its pieces, because pieces are searched at the same time, by different processes and in parts; and
// what is left, against the sequential search of the root, is the choice of the pieces.
import { FULL_DEPTH } from '../core/score.js';
import { hashBytes } from '../core/search-request.js';
import { openPortsAlone } from '../hosts/epochs/cell-memory.js';
import type { PieceOrder } from '../parallel/algorithm.js';
import { lineTo } from '../parallel/path.js';
import type { Ports, SearchPort } from '../parallel/ports.js';
import { sequential } from '../parallel/registry.js';
import { MAX_TABLE_BYTES, type ResolvedSimulation } from './options.js';
import type { FinishedPiece, RunPieces } from './piece-log.js';

/** Pieces, their nodes in the run, and those of the same pieces one after the other. */
export interface PieceNodes {
  readonly pieces: number;
  /** With those of parts that other processes searched. */
  readonly nodes: number;
  /** Of the same pieces, searched one after the other. */
  readonly sequentialNodes: number;
  /** nodes / sequentialNodes; NaN without pieces. */
  readonly growth: number;
}

/**
 * The nodes of finished pieces over those of the sequential search of the root, as two factors: growth * choice. What a
 * master searches outside of pieces is in neither.
 */
export interface PieceGrowth extends PieceNodes {
  /** sequentialNodes / nodes of the sequential search of the root. */
  readonly choice: number;
  /** Nodes of searches that were given up, or were under way when the run ended. */
  readonly unfinishedNodes: number;
  /** Of the pieces that reach the last iteration, all their depths included. */
  readonly last: PieceNodes;
}

/** Nodes after which the host's other work has its turn. */
const TURN = 1 << 20;

/**
 * Searches the pieces of a run again, whose last iteration was `iteration`; `rootNodes` are those of the sequential
 * search of the root. Rejects when it is aborted.
 */
export async function growthOf(
  settings: ResolvedSimulation,
  order: PieceOrder,
  { finished, unfinishedNodes }: RunPieces,
  { iteration, rootNodes }: { readonly iteration: number; readonly rootNodes: number },
  signal: AbortSignal | undefined,
): Promise<PieceGrowth> {
  const ports = await openAlone(settings);
  const all = new Sum();
  const last = new Sum();
  let left = TURN;
  for (const piece of finished) {
    const search = begin(ports, piece, order);
    let before = 0;
    while (search.run(left) === 'running') {
      before = search.nodes;
      left = TURN;
      await nextTurn(signal);
    }
    left = Math.max(1, left - (search.nodes - before));
    all.add(piece.nodes, search.nodes);
    if (iterationOf(ports, piece) === iteration) last.add(piece.nodes, search.nodes);
  }
  const choice = all.sequentialNodes / rootNodes;
  return { ...all.counts, choice, unfinishedNodes, last: last.counts };
}

class Sum {
  pieces = 0;
  nodes = 0;
  sequentialNodes = 0;

  add(nodes: number, sequentialNodes: number): void {
    this.pieces++;
    this.nodes += nodes;
    this.sequentialNodes += sequentialNodes;
  }

  get counts(): PieceNodes {
    const { pieces, nodes, sequentialNodes } = this;
    return { pieces, nodes, sequentialNodes, growth: nodes / sequentialNodes };
  }
}

/** The ports of one process that has all of the table. */
function openAlone({ game, state, request, hash }: ResolvedSimulation): Promise<Ports<unknown>> {
  const { settings: _, ...asked } = request;
  return openPortsAlone(
    {
      game,
      position: state,
      plan: { request: { ...asked, table: 'local' } },
      tableBytes: Math.min(hashBytes({ hash }), MAX_TABLE_BYTES),
    },
    sequential,
  );
}

/** Begins the search of a piece as the run began it, in the window in which it ended. */
function begin<P>(
  { rules, searches }: Ports<P>,
  { path, firstDepth, depth, alpha, beta }: FinishedPiece,
  order: PieceOrder,
): SearchPort<P> {
  const line = lineTo(rules, path);
  if (line === undefined) throw new Error(`no position after the moves ${path.join(' ')}`);
  const [position, ...before] = line;
  const search = searches[0]!;
  const from = Math.min(firstDepth, depth);
  search.start(position, { ...order, from, depth, alpha, beta, before });
  return search;
}

async function nextTurn(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  if (signal?.aborted) throw new DOMException('the simulation was aborted', 'AbortError');
}

/** The depth of the whole search to which the last depth of a piece belongs. */
function iterationOf<P>({ rules }: Ports<P>, { path, depth }: FinishedPiece): number {
  if (depth === FULL_DEPTH) return FULL_DEPTH;
  const [position] = lineTo(rules, path)!;
  return rules.completes(position, depth) ? FULL_DEPTH : path.length + depth;
}
