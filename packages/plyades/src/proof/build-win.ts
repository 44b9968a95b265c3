// The graph of a win. A search that proves positions one by one may find moves that go round in a circle: each position
// is won, but not by these moves. So the moves found are a set of candidates. Retrograde analysis from the finished games
// orders the positions that are won by them, and each takes the move to the one won first: nodes that refer to earlier
// nodes only make no circle. Where the moves are not enough, positions without a win get more of them.
import { END, type ProofGraph, type ProofNode } from './graph.js';
import {
  allowed,
  cannot,
  type Followed,
  followed,
  type GraphWalk,
  identityOf,
  isProvers,
  nodeOf,
  tooLarge,
} from './walk.js';

/** A position of the graph under construction. */
interface WinNode<P> {
  readonly position: P;
  /** Whether the winner is to move: one winning move is enough. */
  readonly own: boolean;
  readonly moves: number[];
  readonly threats: Followed['threats'];
  /** Where the moves lead: END, or the number of a node, from 1. */
  readonly to: number[];
}

/** The fields of a node that the retrograde analysis reads. */
type NodeEdges = Pick<WinNode<unknown>, 'own'> & { readonly to: readonly number[] };

/** Nodes that the first search for another move may take, and the factor of the next ones. */
const FIRST_LOOK = 1000;
const LOOK_FACTOR = 8;
/** Where perpetual check may be what wins, searches for moves take no more nodes than this. */
const LAST_LOOK_OF_CHECKS = 8000;
/** Positions that get another move before the analysis runs again. */
const FIRST_ROUND = 16;

/** The order in which nodes were won, by number, 0 for none; and the moves that won them. */
interface WinOrder {
  readonly order: Int32Array;
  readonly via: Int32Array;
}

export function* buildWin<P>(walk: GraphWalk<P>, root: P): Generator<void, ProofGraph, void> {
  const map = new WinNodes(walk);
  yield* map.explore(root);
  let wins = orderWins(map.nodes);
  let look = FIRST_LOOK;
  let round = FIRST_ROUND;
  while (wins.order[1] === 0) {
    // Also nodes that are won: ways through other nodes may be shorter.
    if (map.connect()) {
      wins = orderWins(map.nodes);
      continue;
    }
    const found = yield* map.widen(openNodes(map.nodes, wins), look, round);
    if (found) wins = orderWins(map.nodes);
    else look *= LOOK_FACTOR;
    if (walk.attackGoal.attack.perpetualLoses && look > LAST_LOOK_OF_CHECKS) {
      throw cannot('it rests on checks without end, and a win is written without circles');
    }
    if (look > Number.MAX_SAFE_INTEGER) throw cannot('its lines meet themselves');
    round *= 2;
  }
  return { nodes: chosenNodes(map.nodes, wins) };
}

/** Nodes where the winner is to move and that are not won, those first on which least else depends. */
function openNodes<P>(nodes: readonly WinNode<P>[], { order }: WinOrder): WinNode<P>[] {
  const missing = (node: WinNode<P>) => node.to.filter((to) => to !== END && !order[to]).length;
  const least = new Map<number, number>();
  for (const node of nodes) {
    if (node.own) continue;
    const count = missing(node);
    for (const to of node.to) {
      if (to !== END && !order[to]) least.set(to, Math.min(least.get(to) ?? count, count));
    }
  }
  return nodes
    .map((node, i) => ({ node, number: i + 1 }))
    .filter(({ node, number }) => node.own && !order[number])
    .sort((a, b) => (least.get(a.number) ?? 0) - (least.get(b.number) ?? 0))
    .map(({ node }) => node);
}

class WinNodes<P> {
  readonly nodes: WinNode<P>[] = [];
  readonly #walk: GraphWalk<P>;
  readonly #numbers = new Map<string, number>();

  constructor(walk: GraphWalk<P>) {
    this.#walk = walk;
  }

  /** Follows found moves of the winner and all of the loser from a position on; its number. */
  *explore(root: P): Generator<void, number, void> {
    const { board } = this.#walk;
    const first = yield* this.#enter(root);
    const path = [first];
    while (path.length > 0) {
      const at = this.nodes[path.at(-1)! - 1]!;
      const move = at.moves[at.to.length];
      if (move === undefined) {
        path.pop();
        continue;
      }
      const next = board.play(at.position, move);
      const known = this.#known(next);
      if (known !== undefined) {
        at.to.push(known);
        continue;
      }
      const entered = yield* this.#enter(next);
      at.to.push(entered);
      path.push(entered);
    }
    return first;
  }

  *#enter(position: P): Generator<void, number, void> {
    const { moves, threats } = yield* followed(this.#walk, position);
    const own = isProvers(this.#walk, position);
    this.nodes.push({ position, own, moves: [...moves], threats, to: [] });
    const number = this.nodes.length;
    if (number > this.#walk.most) throw tooLarge(this.#walk);
    this.#numbers.set(identityOf(this.#walk, position), number);
    return number;
  }

  /** The number of a position's node, END when the game is over, undefined when it has none. */
  #known(position: P): number | undefined {
    if (this.#walk.board.result(position) !== undefined) return END;
    return this.#numbers.get(identityOf(this.#walk, position));
  }

  /** Gives nodes all moves to other nodes and to games that are won; true when there are new ones. */
  connect(): boolean {
    let added = false;
    for (const node of this.nodes) {
      if (!node.own) continue;
      for (const { move, next } of this.#untried(node)) {
        if (this.#isLost(next)) continue;
        const known = this.#known(next);
        if (known === undefined) continue;
        node.moves.push(move);
        node.to.push(known);
        added = true;
      }
    }
    return added;
  }

  /** Gives up to `most` nodes another move that wins, the shortest that `searchNodes` nodes each show. */
  *widen(
    open: readonly WinNode<P>[],
    searchNodes: number,
    most: number,
  ): Generator<void, boolean, void> {
    let added = 0;
    for (const node of open) {
      let best: { move: number; next: P; length: number } | undefined;
      for (const { move, next } of this.#untried(node)) {
        if (this.#walk.board.result(next) !== undefined) continue;
        const length = yield* this.#walk.finder.length(next, searchNodes);
        if (length === undefined || length >= (best?.length ?? Number.POSITIVE_INFINITY)) continue;
        best = { move, next, length };
      }
      if (best === undefined) continue;
      const to = this.#known(best.next) ?? (yield* this.explore(best.next));
      node.moves.push(best.move);
      node.to.push(to);
      if (++added >= most) break;
    }
    return added > 0;
  }

  #untried({ position, moves }: WinNode<P>): { move: number; next: P }[] {
    return allowed(this.#walk, position)
      .filter((move) => !moves.includes(move))
      .map((move) => ({ move, next: this.#walk.board.play(position, move) }));
  }

  /** A finished game that the side which has just moved has not won. */
  #isLost(next: P): boolean {
    const result = this.#walk.board.result(next);
    if (result === undefined) return false;
    return (isProvers(this.#walk, next) ? result : -result) <= 0;
  }
}

/** Orders the won nodes by retrograde analysis from the finished games, the nearest first. */
export function orderWins(nodes: readonly NodeEdges[]): WinOrder {
  const size = nodes.length + 1;
  const order = new Int32Array(size);
  const via = new Int32Array(size);
  const missing = new Int32Array(size);
  // Edges by the node that they lead to.
  const start = new Int32Array(size + 1);
  for (const { to } of nodes) for (const each of to) if (each !== END) start[each + 1]!++;
  for (let i = 1; i <= size; i++) start[i]! += start[i - 1]!;
  const from = new Int32Array(start[size]!);
  const index = new Int32Array(start[size]!);
  const filled = start.slice();
  const queue = new Int32Array(size);
  let tail = 0;
  const win = (number: number, by: number) => {
    via[number] = by;
    queue[tail++] = number;
    order[number] = tail;
  };
  nodes.forEach(({ own, to }, i) => {
    const number = i + 1;
    to.forEach((each, by) => {
      if (each === END) return;
      const at = filled[each]!++;
      from[at] = number;
      index[at] = by;
      missing[number]!++;
    });
    const ends = to.indexOf(END);
    if (own ? ends >= 0 : missing[number] === 0) win(number, Math.max(ends, 0));
  });
  for (let head = 0; head < tail; head++) {
    const number = queue[head]!;
    for (let at = start[number]!; at < start[number + 1]!; at++) {
      const parent = from[at]!;
      if (order[parent] !== 0) continue;
      missing[parent]!--;
      if (nodes[parent - 1]!.own || missing[parent] === 0) win(parent, index[at]!);
    }
  }
  return { order, via };
}

/** The nodes that the root needs, in the order in which they were won. */
function chosenNodes<P>(nodes: readonly WinNode<P>[], { order, via }: WinOrder): ProofNode[] {
  const used = new Set([1]);
  for (const number of used) {
    const { own, to } = nodes[number - 1]!;
    for (const each of own ? [to[via[number]!]!] : to) if (each !== END) used.add(each);
  }
  const sorted = [...used].sort((a, b) => order[a]! - order[b]!);
  const numbers = new Map(sorted.map((number, i) => [number, i + 1]));
  return sorted.map((number) => {
    const node = nodes[number - 1]!;
    const to = node.to.map((each) => (each === END ? END : (numbers.get(each) ?? END)));
    return nodeOf(node.own, node, to, via[number]);
  });
}
