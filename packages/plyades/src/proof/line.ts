// The line of best play in the graph of a win: the winner plays what the graph says, the loser the reply
// after which most plies are left.
import type { ProofBoard } from './board.js';
import { type AttackGoal, attackerWins, type ProofVerdict } from './goal.js';
import { END, type ProofGraph } from './graph.js';

/** The line of a graph: of a win to its end; of a side that holds, until it comes back to a position. */
export function lineOfGraph<P>(
  board: ProofBoard<P>,
  root: P,
  attackGoal: AttackGoal,
  verdict: ProofVerdict,
  graph: ProofGraph,
): number[] {
  return attackerWins(attackGoal, verdict)
    ? lineOfWin(board, root, graph)
    : lineOfHold(board, root, attackGoal, graph);
}

/** The other side plays the first of its moves that leads to something new. */
function lineOfHold<P>(
  board: ProofBoard<P>,
  root: P,
  { attack }: AttackGoal,
  { nodes }: ProofGraph,
): number[] {
  const line: number[] = [];
  const seen = new Set<number>();
  let position = root;
  for (let at = nodes.length; at !== END && !seen.has(at); ) {
    seen.add(at);
    const node = nodes.at(at - 1)!;
    if (node.kind === 'move') {
      line.push(node.move);
      at = node.to;
    } else {
      // The graph has only moves that the goal allows.
      const moves = board
        .moves(position)
        .filter((move) => !attack.checksOnly || board.checked(board.play(position, move)));
      const next = node.to.findIndex((to) => to !== END && !seen.has(to));
      const index = Math.max(0, next);
      if (moves[index] === undefined) break;
      line.push(moves[index]);
      at = node.to[index]!;
    }
    position = board.play(position, line.at(-1)!);
  }
  return line;
}

export function lineOfWin<P>(board: ProofBoard<P>, root: P, { nodes }: ProofGraph): number[] {
  // Plies to the end, by node: each node refers to earlier ones.
  const plies = new Int32Array(nodes.length + 1);
  let number = 0;
  for (const node of nodes) {
    number++;
    const targets = node.kind === 'move' ? [node.to] : node.to;
    for (const to of targets) plies[number] = Math.max(plies[number]!, plies[to]! + 1);
  }
  const line: number[] = [];
  let position = root;
  for (let at = nodes.length; at !== END; ) {
    const node = nodes.at(at - 1)!;
    if (node.kind === 'move') {
      line.push(node.move);
      at = node.to;
    } else {
      const moves = node.kind === 'named' ? node.moves : board.moves(position);
      const best = node.to.reduce((a, to, i) => (plies[to]! > plies[node.to[a]!]! ? i : a), 0);
      // Only games with named replies have nodes without any: a threat answers every move there.
      if (moves[best] === undefined) break;
      line.push(moves[best]);
      at = node.to[best]!;
    }
    position = board.play(position, line.at(-1)!);
  }
  return line;
}
