// rank(): the moves of a state, best first, each with its value, its line and what it comes to in words. All lines of a
// depth are known before the next depth begins, so values of one ranking can be compared. A bot that plays by random
// games ranks the moves by what its tree knows of each.

import type { Bound } from '../core/score.js';
import type { SearchMode, SearchRequest } from '../core/search-request.js';
import { MAX_LINES } from '../core/search-request.js';
import type { ThreadHandlers, ThreadSource } from '../hosts/threads/pool.js';
import type { SearchReport, SearchSubject } from '../hosts/threads/protocol.js';
import { canShareMemory } from '../hosts/threads/thread-group.js';
import { mcts } from '../mcts/description.js';
import { TREE_CERTAINTY } from '../mcts/root.js';
import { canSearch, preferredAlgorithm } from '../parallel/described.js';
import { BotTable, type BotTree } from './bot-memory.js';
import type { ReportedMoves } from './bot-subject.js';
import { makeOutcome, outcomeOf, type ProvenResult, type ValueScale } from './outcome.js';
import { resolveDraft } from './search.js';
import type { SearchOptions } from './search-options.js';

/** A move with what was found for it; values are from the side to move. */
export interface RankedMove<Move> {
  readonly move: Move;
  readonly value: number;
  readonly bound: Bound;
  /** Plies of the last finished search. */
  readonly depth: number;
  /** Best play after the move; begins with it. */
  readonly line: readonly Move[];
  /** How the game ends with best play, where that is proved. */
  readonly result: ProvenResult | undefined;
  /** Such as `wins in 7`, in plies, `draws`, `about +120`, `about 55 % to win`. */
  readonly outcome: string;
}

/** A line as a thread reports it, and what is known about its value. */
type ReportedLine = ReportedMoves &
  Pick<SearchReport, 'value' | 'bound' | 'depth'> & { readonly solved?: boolean };

/** The moves to rank, by their codes, and how many lines are wanted. */
export interface RankingRequest {
  readonly lines: number;
  readonly only?: readonly number[];
}

/** Ranks moves on threads of a bot, with a table of its own that is kept from ranking to ranking. */
export class MoveRanker {
  readonly #threads: ThreadSource;
  readonly #request: SearchRequest;
  readonly #scale: ValueScale;
  readonly #treeScale: ValueScale;
  readonly #table = new BotTable();
  /** In bots that play by random games: theirs, so that a ranking begins with the move that they would play. */
  readonly #tree: BotTree | undefined;
  readonly #treeRequest: SearchRequest;

  constructor(threads: ThreadSource, base: SearchRequest, tree: BotTree, scale: ValueScale) {
    this.#threads = threads;
    this.#request = rankingRequest(base);
    this.#tree = base.algorithm === mcts.name ? tree : undefined;
    this.#treeRequest = base;
    this.#scale = scale;
    this.#treeScale = { ...scale, certainty: TREE_CERTAINTY };
  }

  /** What the values of rankings count: proved ones as in the game, those of a tree are shares of random games. */
  scaleIn(mode: SearchMode): ValueScale {
    return this.#treeIn(mode) ? this.#treeScale : this.#scale;
  }

  #treeIn(mode: SearchMode): BotTree | undefined {
    return mode === 'play' ? this.#tree : undefined;
  }

  /** Best first; `own` names moves. Limits are those of the request; without a finished depth, one ply is searched after all. */
  async rank<Move>(
    subject: SearchSubject,
    limits: Partial<SearchRequest> & { readonly mode: SearchMode },
    { lines, only }: RankingRequest,
    own: (report: ReportedMoves) => readonly Move[],
    askedAt: number,
    handlers: ThreadHandlers,
  ): Promise<readonly RankedMove<Move>[]> {
    const tree = this.#treeIn(limits.mode);
    const scale = this.scaleIn(limits.mode);
    const asked = {
      ...(only && { only }),
      ...(lines > 1 && { lines: Math.min(lines, MAX_LINES) }),
    };
    const request = { ...(tree ? this.#treeRequest : this.#request), ...limits, ...asked };
    const search = { ...subject, request, askedAt };
    const found = await (tree ?? this.#table).search(this.#threads, search, handlers);
    if (found.depth > 0 || found.move === undefined) return rankedOf(found, own, scale);
    const { mode } = limits;
    const shallow = { ...this.#request, ...asked, mode, depth: 1 };
    const shortest = { ...subject, request: shallow, askedAt };
    return rankedOf(await this.#table.search(this.#threads, shortest, {}), own, this.#scale);
  }
}

function rankedOf<Move>(
  { others = [], plainOthers, ...best }: SearchReport,
  own: (report: ReportedMoves) => readonly Move[],
  scale: ValueScale,
): readonly RankedMove<Move>[] {
  if (best.move === undefined) return [];
  const rest = others.map((each, i): ReportedLine => {
    const plainLine = plainOthers?.[i];
    return { ...each, ...(plainLine && { plainLine }) };
  });
  return [best, ...rest].map((each) => named(each, own(each), scale));
}

function named<Move>(
  { value, bound, depth, solved = false }: ReportedLine,
  line: readonly Move[],
  scale: ValueScale,
): RankedMove<Move> {
  const judged = { value, depth, solved };
  return {
    ...{ move: line[0]!, value, bound, depth, line },
    result: outcomeOf(judged, scale).result,
    outcome: makeOutcome(judged, scale),
  };
}

/** The request of a bot for an algorithm that can be asked for several lines. */
function rankingRequest(base: SearchRequest): SearchRequest {
  const { hash, selective, workers } = base;
  const hasShared = workers !== 1 && hash > 0 && canShareMemory();
  const algorithm = preferredAlgorithm(
    'threads',
    (each) =>
      (each.searchesRoot ?? false) &&
      canSearch(each, 'play', base.game) &&
      (hasShared || !each.needsTable),
  );
  const options = { mode: 'play', hash, selective, workers, algorithm } as SearchOptions;
  const { game, position, before } = base;
  return { ...resolveDraft(options, { game }).draft, game, position, before };
}
