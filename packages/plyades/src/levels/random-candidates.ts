// Candidates of a game without an evaluation, by random games in a tree: the budget counts games, and a move is weighed by
// how often the tree visited it, since the value of a move with few visits is mostly chance.
import { WIN } from '../core/score.js';
import type { OpenedGame } from '../games/open.js';
import { MctsTree, Walker } from '../kernel/index.js';
import { findingOf, type RootStatistics } from '../mcts/root.js';
import { MctsSearch } from '../mcts/search.js';
import type { CandidateLimits } from '../search/candidates.js';
import type { Finding } from '../search/progress.js';
import type { Candidate } from './choice.js';

/** Room for the nodes of the largest budget, whose games expand a node each, with up to a hundred moves. */
const TREE_BYTES = 1 << 25;

/** A move of the root. */
type Visited = RootStatistics['moves'][number];

/** A finding that can be weighed. */
export type RatedFinding = Finding & Candidate;

export class RandomCandidates {
  readonly #search: MctsSearch;
  #root: unknown;
  #limits: CandidateLimits = { nodes: 1, depth: 1, lines: 1, margin: 0 };
  #only: readonly number[] | undefined;
  /** A move that ends the game as a win: few random games may not find it. */
  #win: number | undefined;
  #nodes = 0;

  constructor(opened: OpenedGame) {
    this.#search = new MctsSearch(opened, MctsTree.create(opened.kernel, TREE_BYTES));
  }

  /** Bytes that it takes of a kernel's memory. */
  static bytes(kernel: ConstructorParameters<typeof Walker>[0]): number {
    return TREE_BYTES + Walker.bytes(kernel) + (1 << 20);
  }

  /** Forgets all earlier searches and begins; `only` restricts the moves of the root. */
  start(root: unknown, limits: CandidateLimits, seed: number, only?: readonly number[]): void {
    const { board, tree } = this.#search;
    this.#root = root;
    this.#limits = limits;
    this.#only = only;
    this.#nodes = 0;
    const moves = only ?? board.moves(root);
    this.#win = moves.find((move) => this.#wins(move));
    this.#search.prepare(root, undefined, {});
    tree.begin(limits.nodes);
    if (moves.length === 0 || this.#win !== undefined) this.#limits = { ...limits, nodes: 0 };
    else this.#search.start(root, seed, 0);
  }

  /** Plays up to `nodes` random games more; true when the budget is used up or the game is solved. */
  run(nodes: number): boolean {
    const wanted = Math.min(nodes, this.#limits.nodes - this.#nodes);
    if (wanted <= 0) return true;
    const played = this.#search.run(wanted);
    this.#nodes += played;
    return played < wanted || this.#nodes >= this.#limits.nodes;
  }

  get nodes(): number {
    return this.#nodes;
  }

  /** The best one first. */
  get candidates(): readonly RatedFinding[] {
    const root = this.#search.statistics(this.#root);
    if (this.#win !== undefined) return [winningMove(root, this.#win)];
    const isAllowed = ({ move }: Visited) => this.#only?.includes(move) ?? true;
    if (root.lower === root.upper && this.#only === undefined) {
      const best = findingOf(root);
      return best === undefined ? [] : [best];
    }
    return root.moves
      .filter((each) => isAllowed(each) && each.visits > 0)
      .flatMap((each) => rated(root, each))
      .sort((a, b) => (b.preference ?? 0) - (a.preference ?? 0))
      .slice(0, this.#limits.lines);
  }

  #wins(move: number): boolean {
    const { board } = this.#search;
    const next = board.play(this.#root, move);
    if (board.moves(next).length > 0) return false;
    return board.value(next) * (board.turn(next) === board.turn(this.#root) ? 1 : -1) > 0;
  }
}

/** One move of the root, weighed by the logarithm of its visits: a temperature of 1 chooses in proportion to them. */
function rated(root: RootStatistics, each: Visited): readonly RatedFinding[] {
  const { lower, upper, length } = each;
  const found = findingOf({ ...root, lower, upper, length: length + 1, moves: [each] });
  return found === undefined ? [] : [{ ...found, preference: Math.log(each.visits) }];
}

function winningMove(root: RootStatistics, move: number): RatedFinding {
  const value = root.turn === 0 ? WIN : -WIN;
  const solved = { lower: value, upper: value };
  const each = { move, visits: 1, wins: 2, ...solved, length: 0, line: [] };
  return findingOf({ ...root, ...solved, length: 1, moves: [each] })!;
}
