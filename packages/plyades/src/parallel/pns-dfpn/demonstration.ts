// Builds the proof of the root's answer: the part of the master's tree that decides it, and below its leaves the moves
// that workers show. The rules check each list of moves before it counts, so no worker has to be trusted.
//
// The choices of a win come from many walks, and two of them may lead each other round in a circle. So every position
// takes the choice with the least height: each walk leads to positions of less height by its own count, which is not
// less than the least, and so the least heights fall along every line.
import type { ProofNode } from '../../core/proof-node.js';
import { makeGraph } from './graph.js';
import type { ProofRules } from './ports.js';
import { PositionMap } from './position-map.js';
import { Fault, type StrategyStep, walkStrategy } from './strategy.js';
import { isSolved, type ProofNumberTree, type ProofTreeNode } from './tree.js';

/** A leaf that is to be shown. */
export interface LeafToShow<P> {
  readonly leaf: ProofTreeNode<P>;
  readonly path: readonly number[];
  readonly position: P;
  /** Positions on the way there. */
  readonly closed: PositionMap<P, true>;
}

/** A position of the master's tree that the proof needs. */
interface TreeStep<P> {
  readonly node: ProofTreeNode<P>;
  readonly position: P;
  readonly own: boolean;
  readonly moves: readonly number[];
  /** Where they lead; undefined at the end of a game. */
  readonly to: (P | undefined)[];
}

/** Positions between two yields. */
const YIELD_POSITIONS = 64;

export class Demonstration<P> {
  readonly wins: boolean;
  readonly #rules: ProofRules<P>;
  readonly #tree: ProofNumberTree<P>;
  /** In the order in which they were left: the steps after one precede it, or come again. */
  readonly #treeSteps: TreeStep<P>[] = [];
  /** The choice for each position, of a win the one with the least height. */
  readonly #steps: PositionMap<P, StrategyStep<P>>;

  constructor(rules: ProofRules<P>, tree: ProofNumberTree<P>) {
    this.#rules = rules;
    this.#tree = tree;
    this.wins = tree.root.pn === 0;
    this.#steps = new PositionMap(rules, this.wins);
  }

  /** The leaves that must be shown; yields the number of positions since the last yield. */
  *collect(): Generator<number, LeafToShow<P>[], void> {
    const leaves: LeafToShow<P>[] = [];
    // A side that holds may come back to a position; the winner's choice there must be another one.
    const seen = new PositionMap<P, true>(this.#rules, this.wins);
    const line: TreeStep<P>[] = [];
    let positions = 0;
    const enter = (node: ProofTreeNode<P>, position: P): void => {
      if (seen.get(position) !== undefined) return;
      let source = node;
      while (source.children === undefined && source.same !== undefined) source = source.same;
      positions++;
      if (!this.wins || source.children === undefined) seen.set(position, true);
      if (source.children === undefined) {
        const closed = new PositionMap<P, true>(this.#rules, this.wins);
        for (const at of line) closed.set(at.position, true);
        const path = line.map(({ moves, to }) => moves[to.length - 1]!);
        leaves.push({ leaf: source, path, position, closed });
        return;
      }
      const own = this.#rules.attacks(position) === this.wins;
      const moves = own ? [this.#decidingChild(source).move] : this.#rules.moves(position);
      line.push({ node: source, position, own, moves, to: [] });
    };
    enter(this.#tree.root, this.#rules.root);
    for (let at = line.at(-1); at !== undefined; at = line.at(-1)) {
      if (positions >= YIELD_POSITIONS) {
        yield positions;
        positions = 0;
      }
      const move = at.moves[at.to.length];
      if (move === undefined) {
        line.pop();
        seen.set(at.position, true);
        this.#treeSteps.push(at);
        continue;
      }
      const next = this.#rules.play(at.position, move);
      const over = this.#rules.ended(next) !== undefined;
      at.to.push(over ? undefined : next);
      if (!over) enter(at.node.children!.find((child) => child.move === move)!, next);
    }
    if (positions > 0) yield positions;
    return leaves;
  }

  /** Checks the moves that a worker shows for a leaf, and keeps them. Throws Fault. */
  *check(leaf: LeafToShow<P>, moves: readonly number[]): Generator<number, void, void> {
    let next = 0;
    const walk = {
      rules: this.#rules,
      wins: this.wins,
      closed: leaf.closed,
      // biome-ignore lint/correctness/useYield: a list needs no time.
      *choose() {
        return moves[next++];
      },
    };
    const steps = yield* walkStrategy(walk, leaf.position);
    if (next !== moves.length) throw new Fault('there are more moves than positions');
    for (const step of steps) this.#keep(step);
  }

  #keep(step: StrategyStep<P>): void {
    const known = this.#steps.get(step.position);
    if (known === undefined || (this.wins && step.height < known.height)) {
      this.#steps.set(step.position, step);
    }
  }

  /** The graph, when all leaves have been shown. Throws Fault. */
  *finish(): Generator<number, ProofNode[], void> {
    for (const { position, own, moves, to } of this.#treeSteps) {
      const heights = to.map((each) =>
        each === undefined ? 0 : (this.#steps.get(each)?.height ?? Number.POSITIVE_INFINITY),
      );
      const height = 1 + Math.max(0, ...heights);
      this.#keep({ position, move: own ? moves[0] : undefined, height });
    }
    return yield* makeGraph(this.#rules, this.wins, this.#steps);
  }

  #decidingChild(node: ProofTreeNode<P>): ProofTreeNode<P> {
    return node.children!.find((child) => isSolved(child) && (child.pn === 0) === (node.pn === 0))!;
  }
}
