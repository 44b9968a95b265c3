// What the processes of a parallel search need of a kernel: the rules of the game and some searches,
// as src/parallel/ports.ts asks for them.
import { FULL_DEPTH } from '../core/score.js';
import type { SearchMode } from '../core/search-request.js';
import type { MarkCounts } from '../core/search-result.js';
import { type Kernel, Searcher, Shadow, type Table } from '../kernel/index.js';
import type { TableKind } from '../parallel/algorithm.js';
import type {
  Exchange,
  Ports,
  RulesPort,
  SearchPort,
  SubtreeRequest,
  TableHandOver,
} from '../parallel/ports.js';
import { type Board, gameLength } from '../search/board.js';
import { RankedSearcher } from '../search/ranked.js';

/** Searches of a kernel take this many plies beyond their depth for quiescence and passes. */
export const SPARE_PLIES = 32;

/** Ports whose process can start again in the same memory. */
export interface KernelPorts<P> extends Ports<P> {
  /** Forgets what earlier searches left behind; the owner of the table empties that. */
  forget(): void;
  /** What marks of other processes did in its searches. */
  readonly marks: MarkCounts;
  /** The move of the root that its first search is at; undefined where none is under way. */
  readonly rootMove: number | undefined;
}

/**
 * Ports for one process. `maxPly` bounds the depth of its searches plus SPARE_PLIES; `first` is the
 * number of its first searcher in the board's count.
 */
export function createPorts<P>(
  kernel: Kernel,
  board: Board<P>,
  root: P,
  table: Table | undefined,
  options: {
    readonly searches: number;
    readonly maxPly: number;
    readonly first?: number;
    readonly mode?: SearchMode;
    /** False: play mode leaves nothing out. */
    readonly selective?: boolean;
    /** For play mode: records of the positions of the game before the root, the first one first. */
    readonly before?: readonly Uint8Array[];
    /** Searches of the root look at these moves only, and find this many lines. */
    readonly only?: readonly number[];
    readonly lines?: number;
    /** How tables share: with a ring this one has a shadow. One for all if not given. */
    readonly tables?: TableKind;
    /** Searches return early while the i32 at this address is not 0. */
    readonly yieldFlag?: number;
  },
): KernelPorts<P> {
  const { searches, maxPly, first = 0, mode = 'exact', selective = true, before = [] } = options;
  const { tables = 'shared' } = options;
  const common = { mode, selective, before };
  const { only, lines = 1 } = options;
  const restricted = only !== undefined || lines > 1;
  const rootRequest = restricted ? { only: only ?? board.moves(root), lines } : undefined;
  const shadow = tables === 'ring' && table !== undefined ? new Shadow(kernel, table) : undefined;
  const searchers = Array.from({ length: searches }, () =>
    new Searcher(kernel, maxPly).attach(table, 0, options.yieldFlag),
  );
  return {
    rules: boardRules(board, root, common),
    searches: searchers.map((searcher, index) =>
      kernelSearch(board, searcher, first + index, common, rootRequest),
    ),
    ...(shadow && { exchange: exchangeOf(shadow, mode, maxPly) }),
    ...(tables !== 'shared' &&
      table &&
      board.handOver && { handOver: handOverOf(board, table, mode, maxPly) }),
    forget() {
      for (const searcher of searchers) searcher.reset();
      shadow?.clear();
    },
    get rootMove() {
      return searchers[0]?.rootMove;
    },
    get marks() {
      const sum = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0);
      return {
        putOff: sum(searchers.map(({ putOff }) => putOff)),
        decidedMeanwhile: sum(searchers.map(({ decidedMeanwhile }) => decidedMeanwhile)),
      };
    },
  };
}

function exchangeOf(shadow: Shadow, mode: SearchMode, maxPly: number): Exchange {
  return {
    take: () => shadow.take(),
    give: (entries) => shadow.give(entries, mode, maxPly),
    limit: (plies) => shadow.limit(plies),
    get waiting() {
      return shadow.size;
    },
    get used() {
      return shadow.answers;
    },
  };
}

function handOverOf<P>(
  board: Board<P>,
  table: Table,
  mode: SearchMode,
  maxPly: number,
): TableHandOver<P> {
  return {
    below: (position) => board.handOver!().below(table, board.record(position, 0), mode),
    give: (entries) => board.handOver!().give(table, entries, mode, maxPly),
  };
}

/** What all searches of a process have in common. */
interface Common {
  readonly mode: SearchMode;
  readonly selective: boolean;
  /** The first one first. */
  readonly before: readonly Uint8Array[];
}

/** The rules a board answers, with the position that is searched. */
export function boardRules<P>(
  board: Board<P>,
  root: P,
  { mode, selective, before }: Common = { mode: 'exact', selective: true, before: [] },
): RulesPort<P> {
  // Earlier positions are records; games in plain TypeScript have none.
  const earlier = before as unknown as readonly P[];
  return {
    root,
    bounded: board.listsAll?.(root) === false,
    moves: (position) => board.moves(position),
    play: (position, move) => board.play(position, move),
    turn: (position) => board.turn(position),
    value: (position) => board.value(position),
    key: (position) => board.key(position),
    completes: (position, depth) => board.completes(position, depth),
    deepen: (position, depth) => board.deepen(position, depth, mode, selective),
    ...(mode === 'play' && selective && board.probCut && { probCut: board.probCut }),
    ...(mode === 'play' && {
      resultByPath: (path) =>
        board.pliesToDraw(path.at(-1)!) === 0 ? 0 : board.repetition([...earlier, ...path]),
    }),
  };
}

/** Restrictions of the root, and its number of lines. */
interface RootRequest {
  readonly only: readonly number[];
  readonly lines: number;
}

function kernelSearch<P>(
  board: Board<P>,
  searcher: Searcher,
  index: number,
  common: Common,
  rootRequest: RootRequest | undefined,
): SearchPort<P> {
  // The kernel takes the last one first.
  const earlier = common.before.toReversed();
  const ranked =
    rootRequest !== undefined && rootRequest.lines > 1 ? new RankedSearcher(searcher) : undefined;
  const search = ranked ?? searcher;
  return {
    start(position: P, order: SubtreeRequest<P>) {
      const depth =
        order.depth === FULL_DEPTH ? Math.max(1, gameLength(board, position)) : order.depth;
      const record = board.record(position, index);
      const options = {
        ...common,
        before: [...board.before(order.before ?? []), ...earlier],
        minDepth: Math.min(order.from ?? depth, depth),
        maxDepth: depth,
        ...(order.alpha === undefined ? {} : { alpha: order.alpha }),
        ...(order.beta === undefined ? {} : { beta: order.beta }),
        ...(order.markDepth === undefined ? {} : { markDepth: order.markDepth }),
        ...(order.keepOrdering && { keepOrdering: true }),
        ...(order.textbook && common.mode !== 'play' ? { method: 'textbook' as const } : {}),
      };
      if (rootRequest !== undefined && ranked !== undefined) {
        const { mode, selective } = common;
        ranked.start(record, options, {
          moves: rootRequest.only,
          lines: rootRequest.lines,
          deepen: (from) => board.deepen(position, from, mode, selective),
        });
      } else {
        searcher.start(record, { ...options, ...(rootRequest && { only: rootRequest.only }) });
      }
    },
    take: (position, part) =>
      searcher.take({ ...part, record: board.record(position, index) }, 'negascout', common),
    candidate: (rule) => searcher.candidate(rule),
    split: (ply) => searcher.split(ply),
    deliver: (ticket, found) => searcher.deliver(ticket, found),
    window: (ticket) => searcher.window(ticket),
    run: (budget) => search.run(budget),
    advance: (depth) => searcher.advance(depth),
    rewindow: (alpha, beta) => searcher.rewindow(alpha, beta),
    perturb: (seed) => searcher.perturb(seed),
    get depth() {
      return search.depth;
    },
    get status() {
      return search.status;
    },
    get found() {
      return search.found;
    },
    get nodes() {
      return search.nodes;
    },
    get leaves() {
      return search.leaves;
    },
    get deepest() {
      return search.deepest;
    },
    get tableHits() {
      return searcher.tableHits;
    },
  };
}
