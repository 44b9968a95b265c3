// Finds the strategy that shows an answer of a worker's search, as a list of moves in the order of a walk. It asks the
// same search for one move at a time, and the table that the search has filled answers at once. A defender's move is
// searched on the path that leads to it, since its answer may rest on that path. A win rests on no path: its moves come
// from a proof graph, which has no cycle.
import type { ProofRules } from '../../parallel/pns-dfpn/ports.js';
import { PositionMap } from '../../parallel/pns-dfpn/position-map.js';
import { walkStrategy } from '../../parallel/pns-dfpn/strategy.js';
import {
  type AttackGoal,
  buildProof,
  type ProofBoard,
  type ProofGraph,
  verdictOf,
} from '../../proof/index.js';
import type { CountedSearch } from './counted-search.js';

/** Nodes of a search between two yields. */
const SLICE_NODES = 2000;
/** Positions of a strategy at most. */
const MAX_POSITIONS = 1_000_000;

/** The position and the claim to show. */
export interface StrategySubject<P> {
  readonly board: ProofBoard<P>;
  readonly rules: ProofRules<P>;
  readonly attackGoal: AttackGoal;
}

export class StrategySearch<P> {
  readonly #subject: StrategySubject<P>;
  readonly #counted: CountedSearch;

  constructor(subject: StrategySubject<P>, counted: CountedSearch) {
    this.#subject = subject;
    this.#counted = counted;
  }

  /**
   * The moves that show whether the attacker wins at the end of a path from the root. Yields between slices; throws
   * Fault or PlyadesError when there is no strategy.
   */
  *moves(path: readonly number[], wins: boolean): Generator<number, number[], void> {
    const { rules } = this.#subject;
    const closed = new PositionMap<P, true>(rules, wins);
    let start = rules.root;
    for (const move of path) {
      closed.set(start, true);
      start = rules.play(start, move);
    }
    const winning = wins ? yield* this.#winningMoves(start) : undefined;
    const moves: number[] = [];
    const holdingMove = (line: readonly number[]) => this.#holdingMove(line);
    const walk = {
      rules,
      wins,
      closed,
      *choose(position: P, below: () => number[]) {
        const move =
          winning === undefined ? yield* holdingMove([...path, ...below()]) : winning.get(position);
        if (move !== undefined) moves.push(move);
        return move;
      },
    };
    yield* walkStrategy(walk, start);
    return moves;
  }

  /** The defender's move at the end of a path from the root. */
  *#holdingMove(path: readonly number[]): Generator<number, number | undefined, void> {
    const { rules } = this.#subject;
    return (yield* this.#solves(rules.root, path, false)) ? this.#counted.search.move : undefined;
  }

  /** The attacker's moves of a win, by position. */
  *#winningMoves(root: P): Generator<number, PositionMap<P, number>, void> {
    const { board, rules, attackGoal } = this.#subject;
    const { search } = this.#counted;
    const solves = (position: P, nodes?: number) =>
      withoutCounts(this.#solves(position, [], true, nodes));
    const finder = {
      *move(position: P) {
        return (yield* solves(position)) ? search.move : undefined;
      },
      *length(position: P, nodes: number) {
        return (yield* solves(position, nodes)) ? search.length : undefined;
      },
    };
    search.setThorough(true);
    const verdict = verdictOf(attackGoal, true);
    const clocked = rules.left(root) !== Number.POSITIVE_INFINITY;
    const options = { clocked, most: MAX_POSITIONS };
    const build = buildProof(board, root, attackGoal, verdict, finder, options);
    for (let step = build.next(); ; step = build.next()) {
      if (step.done) return movesOfGraph(this.#subject, root, step.value);
      yield SLICE_NODES;
    }
  }

  /**
   * Whether a search finds that the attacker wins (`wins`), or that he does not, after `played` from a position; the
   * search then has a move for it. False also when it takes more than `nodes`.
   */
  *#solves(
    from: P,
    played: readonly number[],
    wins: boolean,
    nodes = Number.POSITIVE_INFINITY,
  ): Generator<number, boolean, void> {
    const { search, maxPly } = this.#counted;
    if (played.length >= maxPly) return false;
    this.#counted.start(this.#subject.board.record(from), played);
    while (!search.run(SLICE_NODES)) {
      if (search.evaluated > nodes) return false;
      yield SLICE_NODES;
    }
    const { pn, dn } = search.root;
    return !search.deep && (wins ? pn : dn) === 0;
  }
}

/** The attacker's moves in a proof graph, by position. */
function movesOfGraph<P>(
  { board, rules }: StrategySubject<P>,
  root: P,
  { nodes }: ProofGraph,
): PositionMap<P, number> {
  const moves = new PositionMap<P, number>(rules, true);
  const seen = new Set<number>();
  const waiting: { readonly position: P; readonly at: number }[] = [];
  const add = (position: P, at: number) => {
    if (at === 0 || seen.has(at)) return;
    seen.add(at);
    waiting.push({ position, at });
  };
  add(root, nodes.length);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { position, at } = next;
    const node = nodes.at(at - 1)!;
    if (node.kind === 'move') {
      moves.set(position, node.move);
      add(board.play(position, node.move), node.to);
      continue;
    }
    rules.moves(position).forEach((move, index) => {
      add(board.play(position, move), node.to[index]!);
    });
  }
  return moves;
}

/** The same steps without their node counts. */
function* withoutCounts<T>(steps: Generator<unknown, T, void>): Generator<void, T, void> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    yield;
  }
}
