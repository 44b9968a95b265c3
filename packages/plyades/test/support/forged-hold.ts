// Forges the graph of a side that holds, against a checker that judges the count of moves without progress by the
// first way on which it meets a node. The forger walks as that checker does: depth first, the last move first.
// A position that it meets with no plies left becomes a leaf, whose moves all end the game. A line that comes later
// to a position with a finished node goes to that node, with any plies left.
import type { Random } from '#dist/core/random.js';
import type { ProofBoard, ProofNode } from '#dist/proof/index.js';

const END = -1;

interface ForgedNode {
  readonly attacks: boolean;
  readonly moves: readonly number[];
  /** Numbers of nodes, or END. */
  readonly to: readonly number[];
}

/** The nodes of a graph in which the attacker does not win; undefined when `visits` do not find one. */
export function forgeHold<P>(
  board: ProofBoard<P>,
  root: P,
  attacker: number,
  random: Random,
  visits = 2000,
): ProofNode[] | undefined {
  const nodes: ForgedNode[] = [];
  /** Finished nodes by position. */
  const finished = new Map<string, number>();
  let left = visits;

  const isLost = (position: P): boolean => {
    const result = board.result(position);
    return result !== undefined && (board.turn(position) === attacker ? result : -result) > 0;
  };

  /** The node of a position: one of the first `met` that are finished, or a new one. */
  function visit(position: P, met: number): number | undefined {
    if (board.result(position) !== undefined) return isLost(position) ? undefined : END;
    const identity = board.identity(position);
    const isLeaf = board.pliesToDraw(position) === 0;
    const known = finished.get(identity);
    if (known !== undefined && (isLeaf || known < met)) return known;
    if (left-- <= 0) return undefined;
    const before = nodes.length;
    const attacks = board.turn(position) === attacker;
    const node = isLeaf ? leafOf(position, attacks) : nodeOf(position, attacks);
    if (node === undefined) {
      nodes.length = before;
      for (const [each, number] of finished) if (number >= before) finished.delete(each);
      return undefined;
    }
    if (known === undefined) finished.set(identity, nodes.length);
    return nodes.push(node) - 1;
  }

  function leafOf(position: P, attacks: boolean): ForgedNode | undefined {
    const moves = attacks ? board.moves(position) : board.moves(position).slice(0, 1);
    /** Not after a win of the attacker, nor where the count begins again. */
    const canEnd = (move: number) => {
      const next = board.play(position, move);
      return board.result(next) === undefined ? board.pliesToDraw(next) === 0 : !isLost(next);
    };
    return moves.every(canEnd) ? { attacks, moves, to: moves.map(() => END) } : undefined;
  }

  function nodeOf(position: P, attacks: boolean): ForgedNode | undefined {
    const moves = board.moves(position);
    if (!attacks) {
      const isKnown = (move: number) => finished.has(board.identity(board.play(position, move)));
      const rank = (move: number) => (isKnown(move) ? 0 : 1);
      for (const move of shuffled(moves).sort((a, b) => rank(a) - rank(b))) {
        const at = visit(board.play(position, move), nodes.length);
        if (at !== undefined) return { attacks, moves: [move], to: [at] };
      }
      return undefined;
    }
    const next = moves.map((move) => board.play(position, move));
    if (next.some(isLost)) return undefined;
    // The checker has met all children before it goes on below the last one.
    const met = nodes.length;
    const to: number[] = [];
    for (const child of next.toReversed()) {
      const at = visit(child, met);
      if (at === undefined) return undefined;
      to.unshift(at);
    }
    return { attacks, moves, to };
  }

  function shuffled(moves: readonly number[]): number[] {
    const list = [...moves];
    for (let i = list.length - 1; i > 0; i--) {
      const j = random.below(i + 1);
      [list[i], list[j]] = [list[j]!, list[i]!];
    }
    return list;
  }

  if (visit(root, 0) === undefined) return undefined;
  const number = (to: number) => (to === END ? 0 : to + 1);
  return nodes.map(
    ({ attacks, moves, to }): ProofNode =>
      attacks
        ? { kind: 'all', to: to.map(number) }
        : { kind: 'move', move: moves[0]!, to: number(to[0]!) },
  );
}
