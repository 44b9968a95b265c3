// A search by random games as one thread sees it: a tree that it may share with other threads, a walker of its own, and
// the rules by which the tree is kept from move to move and read.
import type { OpenedGame } from '../games/open.js';
import { same } from '../games/plain/index.js';
import { type MctsNode, type MctsTree, Walker } from '../kernel/index.js';
import { type Board, boardOf } from '../search/board.js';
import { type MctsSettings, usualWeights } from './description.js';
import { bestMove, type MctsMove, type RootStatistics } from './root.js';

/** Plies of a principal variation at most. */
const MAX_LINE = 64;

/** The position of the next search lies at most this many plies below that of the last one. */
const MAX_REUSE_PLIES = 4;
/** Positions that are compared with it at most: some milliseconds. */
const MAX_COMPARED = 4000;

export class MctsSearch {
  readonly board: Board<unknown>;
  readonly tree: MctsTree;
  readonly #walker: Walker;

  constructor(opened: OpenedGame, tree: MctsTree) {
    this.board = boardOf(opened, 2, 1);
    this.tree = tree;
    this.#walker = new Walker(opened.kernel, tree);
  }

  /**
   * Makes a position the root, before any thread walks. What lies below it in a tree whose root is `previous` is kept;
   * returns whether it was found there.
   */
  prepare(position: unknown, previous: unknown, settings: MctsSettings): boolean {
    const { exploration, rave, expand } = { ...usualWeights, ...settings };
    this.tree.tune({ exploration, rave, expandAt: expand });
    const found = previous === undefined ? undefined : this.#find(previous, position);
    if (found === undefined) this.tree.clear();
    else this.tree.moveRoot(found);
    return found !== undefined;
  }

  /** Goes to the root with this thread's walker. */
  start(position: unknown, seed: number, thread: number): void {
    this.#walker.start(this.board.record(position, 0), seed, thread);
  }

  /** Simulations on this thread; returns how many were made. */
  run(budget: number): number {
    return this.#walker.run(budget);
  }

  /** The root as the tree has it now. */
  statistics(position: unknown): RootStatistics {
    const { root } = this.tree;
    const { lower, upper, length } = root;
    return {
      turn: this.board.turn(position) as 0 | 1,
      ...{ lower, upper, length },
      simulations: this.tree.simulations,
      moves: this.tree.children(root).map((child) => ({
        ...moveOf(child),
        line: this.#lineBelow(child),
      })),
    };
  }

  #lineBelow(from: MctsNode): number[] {
    const line: number[] = [];
    let node = from;
    while (line.length < MAX_LINE && node.turn !== undefined && node.count > 0) {
      const { turn, lower, upper, length } = node;
      const children = this.tree.children(node);
      const moves = children.map(moveOf);
      const best = bestMove({ turn, lower, upper, length, simulations: 0, moves });
      if (best === undefined || best.visits === 0) break;
      line.push(best.move);
      node = children[moves.indexOf(best)]!;
    }
    return line;
  }

  /** The node of a position in the tree, level by level, the most visited first. */
  #find(previous: unknown, position: unknown): MctsNode | undefined {
    const key = this.board.key(position);
    const isWanted = (other: unknown) =>
      key === undefined ? same(other, position) : this.board.key(other) === key;
    let level = [{ node: this.tree.root, state: previous }];
    let compared = 0;
    if (isWanted(previous)) return this.tree.root;
    for (let ply = 0; ply < MAX_REUSE_PLIES; ply++) {
      const next: typeof level = [];
      for (const { node, state } of level) {
        const children = this.tree.children(node).filter(({ visits }) => visits > 0);
        compared += children.length;
        if (compared > MAX_COMPARED) return undefined;
        for (const child of children) {
          const reached = { node: child, state: this.board.play(state, child.move) };
          if (isWanted(reached.state)) return child;
          next.push(reached);
        }
      }
      level = next.filter(({ node }) => node.count > 0);
      level.sort((a, b) => b.node.visits - a.node.visits);
    }
    return undefined;
  }
}

const moveOf = ({ move, visits, wins, lower, upper, length }: MctsNode): MctsMove => ({
  ...{ move, visits, wins, lower, upper, length },
  line: [],
});
