// A player of a level on one thread: it searches a few candidates within the level's node budget and chooses one by its
// seed. It remembers nothing, so a position, a level and a seed always give the same move.
import type { SearchProgress, StopReason } from '../core/search-result.js';
import { type GameSource, type OpenedGame, openGame } from '../games/open.js';
import { Table } from '../kernel/index.js';
import { type Board, boardOf } from '../search/board.js';
import { type CandidateLimits, CandidateSearch, candidateBytes } from '../search/candidates.js';
import { type Finding, nothingFound, progressOf } from '../search/progress.js';
import { chooseCandidate } from './choice.js';
import { RandomCandidates, type RatedFinding } from './random-candidates.js';
import { type LevelProfile, profileOf, type Strength, strengthOf } from './strength.js';
import { unitOf } from './unit.js';

/** What a player is asked for. */
export interface LevelRequest {
  /** 1 to 9, or between two of them. */
  readonly level: number;
  readonly seed: number;
  /** Moves of the root to choose from, at least one; all if not given. */
  readonly only?: readonly number[];
  /** Limits beside those of the level. */
  readonly nodes?: number;
  readonly depth?: number;
}

/** Entries for more nodes than any level has. */
const TABLE_BYTES = 1 << 22;

/** A search for candidates of either kind. */
interface CandidateSource {
  start(
    root: unknown,
    limits: CandidateLimits,
    before: readonly unknown[],
    request: LevelRequest,
  ): void;
  run(nodes: number): boolean;
  readonly nodes: number;
  readonly candidates: readonly RatedFinding[];
}

const evaluates = ({ binding }: OpenedGame): boolean => binding?.evaluates ?? true;

function byEvaluation({ kernel, usesTable }: OpenedGame, board: Board<unknown>): CandidateSource {
  const table = usesTable ? Table.create(kernel, TABLE_BYTES) : undefined;
  const search = new CandidateSearch(kernel, board, table);
  return {
    start: (root, limits, before, { only }) => search.start(root, limits, before, only),
    run: (nodes) => search.run(nodes),
    get nodes() {
      return search.nodes;
    },
    get candidates() {
      return search.candidates;
    },
  };
}

function byRandomGames(search: RandomCandidates): CandidateSource {
  return {
    start: (root, limits, _, { seed, only }) => search.start(root, limits, seed, only),
    run: (nodes) => search.run(nodes),
    get nodes() {
      return search.nodes;
    },
    get candidates() {
      return search.candidates;
    },
  };
}

export class LevelPlayer {
  readonly #opened: OpenedGame;
  readonly #board: Board<unknown>;
  readonly #search: CandidateSource;
  readonly #strengthOf: (level: number) => Strength;
  #root: unknown;
  #temperature = 0;
  #request: LevelRequest = { level: 1, seed: 0 };

  private constructor(opened: OpenedGame, profile: LevelProfile) {
    const { binding } = opened;
    this.#opened = opened;
    this.#board = boardOf(opened, CandidateSearch.maxPly, 1);
    this.#search = evaluates(opened)
      ? byEvaluation(opened, this.#board)
      : byRandomGames(new RandomCandidates(opened));
    const unit = profile.unit ?? (binding ? unitOf(this.#board, binding.start()) : 1);
    this.#strengthOf = (level) => strengthOf(profile, level, unit);
  }

  static async open(source: GameSource): Promise<LevelPlayer> {
    const opened = await openGame(source, ({ usesTable, data, probe }) => ({
      capacity:
        (usesTable ? TABLE_BYTES : 0) +
        candidateBytes(probe.exports) +
        (source.kind === 'plain' ? RandomCandidates.bytes(probe) : 0),
      data,
    }));
    const profile =
      source.kind === 'kernel'
        ? profileOf(source.kernel.id)
        : profileOf(evaluates(opened) ? 'evaluated' : 'played out');
    return new LevelPlayer(opened, profile);
  }

  /** Begins to think about a position; `before` are those of the game before it, the first one first. */
  start(position: unknown, before: readonly unknown[], request: LevelRequest): void {
    const strength = this.#strengthOf(request.level);
    this.#root = position;
    this.#request = request;
    this.#temperature = strength.temperature;
    const nodes = Math.min(strength.nodes, request.nodes ?? strength.nodes);
    const depth = Math.min(strength.depth, request.depth ?? strength.depth);
    this.#search.start(position, { ...strength, nodes, depth }, before, request);
  }

  /** Searches about `nodes` nodes more; true when the move is chosen. */
  run(nodes: number): boolean {
    return this.#search.run(nodes);
  }

  /** The chosen move as the best of a search; before depth 1 is finished, the first move. */
  report(status: StopReason, seconds: number): SearchProgress {
    const searched = { board: this.#board, root: this.#root, mode: 'play' } as const;
    const { nodes } = this.#search;
    return progressOf(searched, this.#chosen(searched), status, { nodes, seconds });
  }

  #chosen(searched: { board: Board<unknown>; root: unknown }): Finding {
    const { candidates } = this.#search;
    if (candidates.length === 0) return nothingFound(searched, this.#request.only);
    return candidates[chooseCandidate(candidates, this.#temperature, this.#request.seed)]!;
  }

  /** The line in the moves of a game in plain TypeScript; undefined in games with a kernel. */
  plainLine(line: readonly number[]): readonly unknown[] | undefined {
    return this.#opened.binding?.line(this.#root, line);
  }
}
