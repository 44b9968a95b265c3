// What the processes of a distributed proof need of a game: its rules with those of the goal, and for a worker a
// depth-first search in a kernel with a table of its own. Explanations ask the same search for one move at a time, which
// a table that has seen the search answers at once: of a side that holds on the path where it is wanted, since its
// answer may rest on that; of a win without a path, since a win rests on none, and then moves are chosen that go round
// in no circle.
import { PlyadesError } from '../../core/errors.js';
import { DepthFirst, type Kernel, ProofTable } from '../../kernel/index.js';
import type { ProofRules, ProofSearch, ProofSearchResult } from '../../parallel/pns-dfpn/ports.js';
import { PositionMap } from '../../parallel/pns-dfpn/position-map.js';
import { Fault, walkStrategy } from '../../parallel/pns-dfpn/strategy.js';
import {
  type AttackGoal,
  buildProof,
  named,
  type ProofBoard,
  type ProofGraph,
  verdictOf,
} from '../../proof/index.js';

/** Nodes of an explanation between two breaths. */
const SLICE_NODES = 2000;
/** Positions of an explanation at most. */
const MOST_POSITIONS = 1_000_000;

/** The rules of a proof on a board. */
export function proofRules<P>(
  board: ProofBoard<P>,
  root: P,
  { attack }: Pick<AttackGoal, 'attack'>,
): ProofRules<P> {
  const { attacker, checksOnly = false, perpetualLoses = false } = attack;
  const attacks = (position: P) => board.turn(position) === attacker;
  return {
    root,
    attacks,
    moves(position) {
      if (!attacks(position)) {
        return board.listsAll(position) ? board.moves(position) : (board.replies(position) ?? []);
      }
      const moves = board.moves(position);
      if (!checksOnly) return moves;
      return moves.filter((move) => board.checked(board.play(position, move)));
    },
    play: (position, move) => board.play(position, move),
    threats(position) {
      if (attacks(position) || board.listsAll(position)) return undefined;
      try {
        return named({ board }, position).threats;
      } catch (error) {
        if (!(error instanceof PlyadesError)) throw error;
        throw new Fault(error.message);
      }
    },
    ended(position) {
      const result = board.result(position);
      if (result !== undefined) return (attacks(position) ? result : -result) > 0;
      return board.pliesToDraw(position) <= 0 ? false : undefined;
    },
    identity: (position) => board.identity(position),
    left: (position) => board.pliesToDraw(position),
    perpetual: perpetualLoses,
    listsAll: board.listsAll(root),
  };
}

/** How a worker searches. */
export interface ProofSearchOptions {
  /** Plies of the longest line. */
  readonly maxPly: number;
  readonly tableBytes: number;
  /** False when positions have no keys. */
  readonly keyed: boolean;
}

/** A worker's search, which can begin anew in the same memory. */
export interface KernelProofSearch extends ProofSearch {
  /** Forgets what the table knows. */
  forget(): void;
}

/** Bytes of a worker's search without its table. */
export function proofSearchBytes(kernel: Kernel, maxPly: number): number {
  return DepthFirst.bytes(kernel, maxPly);
}

/** The same work, which says nothing of how much it does. */
function* quiet<T>(work: Generator<unknown, T, void>): Generator<void, T, void> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    yield;
  }
}

/** A worker's search in a kernel's memory. */
export function createProofSearch<P>(
  kernel: Kernel,
  board: ProofBoard<P>,
  rules: ProofRules<P>,
  attackGoal: AttackGoal,
  { maxPly, tableBytes, keyed }: ProofSearchOptions,
): KernelProofSearch {
  const table = ProofTable.create(kernel, tableBytes);
  const search = new DepthFirst(kernel, table, maxPly, attackGoal.attack, { keyed });
  /** Nodes of earlier searches. */
  let before = 0;
  let explaining: Generator<number, number[], void> | undefined;
  let explanation: readonly number[] | undefined;

  /**
   * Whether the attacker wins, or does not, after some moves from a position: then the search has a move that makes
   * it good. False also after so many nodes.
   */
  function* find(
    from: P,
    played: readonly number[],
    wins: boolean,
    nodes = Number.POSITIVE_INFINITY,
  ): Generator<number, boolean, void> {
    if (played.length >= maxPly) return false;
    before += search.evaluated;
    search.start(board.record(from), played);
    while (!search.run(SLICE_NODES)) {
      if (search.evaluated > nodes) return false;
      yield SLICE_NODES;
    }
    const { pn, dn } = search.root;
    return !search.deep && (wins ? pn : dn) === 0;
  }

  /** The moves of a win, by position. */
  function* winningMoves(root: P): Generator<number, PositionMap<P, number>, void> {
    const finder = {
      *move(position: P) {
        return (yield* quiet(find(position, [], true))) ? search.move : undefined;
      },
      *length(position: P, nodes: number) {
        return (yield* quiet(find(position, [], true, nodes))) ? search.length : undefined;
      },
    };
    const clocked = rules.left(root) !== Number.POSITIVE_INFINITY;
    const how = { clocked, most: MOST_POSITIONS };
    search.setThorough(true);
    const verdict = verdictOf(attackGoal, true);
    const build = buildProof(board, root, attackGoal, verdict, finder, how);
    for (let step = build.next(); ; step = build.next()) {
      if (step.done) return movesOfGraph(root, step.value);
      yield SLICE_NODES;
    }
  }

  function movesOfGraph(root: P, { nodes }: ProofGraph): PositionMap<P, number> {
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

  function* explain(path: readonly number[], wins: boolean): Generator<number, number[], void> {
    const closed = new PositionMap<P, true>(rules, wins);
    let position = rules.root;
    for (const move of path) {
      closed.set(position, true);
      position = rules.play(position, move);
    }
    const winning = wins ? yield* winningMoves(position) : undefined;
    const moves: number[] = [];
    const walk = {
      rules,
      wins,
      closed,
      *choose(at: P, below: () => number[]) {
        let move = winning?.get(at);
        if (winning === undefined && (yield* find(rules.root, [...path, ...below()], false))) {
          move = search.move;
        }
        if (move !== undefined) moves.push(move);
        return move;
      },
    };
    yield* walkStrategy(walk, position);
    return moves;
  }

  return {
    start(path, most) {
      before += search.evaluated;
      search.setThorough(false);
      search.start(board.record(rules.root), path, most);
    },
    run: (budget) => search.run(budget),
    leave(): ProofSearchResult {
      search.leave();
      const { root, rests, deep, children } = search;
      return { ...root, rests, deep, children };
    },
    get nodes() {
      return before + search.evaluated;
    },
    explain(path, wins) {
      explaining = explain([...path], wins);
      explanation = undefined;
    },
    runExplanation(budget) {
      const end = before + search.evaluated + budget;
      try {
        do {
          const step = explaining!.next();
          if (!step.done) continue;
          explanation = step.value;
          return true;
        } while (before + search.evaluated < end);
        return false;
      } catch (error) {
        // There is none, or it cannot be written down.
        if (error instanceof Fault || error instanceof PlyadesError) return true;
        throw error;
      }
    },
    get explanation() {
      return explanation;
    },
    forget: () => table.clear(kernel),
  };
}
