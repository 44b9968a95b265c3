// Builds the graph of a proof: plays every reply of the loser and asks for one move of the winner. A side that only
// holds may go round in circles: its moves only have to keep the other side from winning.
import type { ProofBoard } from './board.js';
import { buildWin } from './build-win.js';
import { type AttackGoal, attackerWins, type ProofVerdict } from './goal.js';
import { END, MAX_PROOF_NODES, type ProofGraph, type ProofNode } from './graph.js';
import {
  cannot,
  type Followed,
  followed,
  type GraphWalk,
  identityOf,
  isProvers,
  type MoveFinder,
  nodeOf,
  tooLarge,
} from './walk.js';

/** How a graph is to be built. */
export interface BuildOptions {
  /** True when clocks belong to nodes. */
  readonly clocked: boolean;
  /** Positions that may be looked at; MAX_PROOF_NODES if not given. */
  readonly most?: number;
}

/** The graph that proves the verdict at this position; ERR_UNWRITTEN when there is none. */
export function* buildProof<P>(
  board: ProofBoard<P>,
  root: P,
  attackGoal: AttackGoal,
  verdict: ProofVerdict,
  finder: MoveFinder<P>,
  { clocked, most = MAX_PROOF_NODES }: BuildOptions,
): Generator<void, ProofGraph, void> {
  const wins = attackerWins(attackGoal, verdict);
  const { attacker } = attackGoal.attack;
  const prover = wins ? attacker : 1 - attacker;
  const walk: GraphWalk<P> = { board, attackGoal, wins, prover, finder, clocked, most };
  return wins ? yield* buildWin(walk, root) : yield* buildHold(walk, root);
}

/** A position, and where the moves that were followed lead: numbers from 0, or -1 at the end of the game. */
interface Held extends Followed {
  readonly own: boolean;
  readonly to: readonly number[];
}

/** The root becomes the last node: numbers are given from the end. */
function* buildHold<P>(walk: GraphWalk<P>, root: P): Generator<void, ProofGraph, void> {
  const { board } = walk;
  const order = new Map<string, number>();
  const found: Held[] = [];
  const waiting: P[] = [];
  const number = (position: P): number => {
    const identity = identityOf(walk, position);
    let known = order.get(identity);
    if (known === undefined) {
      known = order.size;
      order.set(identity, known);
      waiting.push(position);
    }
    return known;
  };
  const target = (position: P): number => {
    if (board.result(position) !== undefined) return -1;
    if (board.pliesToDraw(position) > 0) return number(position);
    if (!walk.clocked) throw cannot('it rests on the count of moves without progress');
    return -1;
  };
  number(root);
  // The list grows while it is gone through.
  for (const position of waiting) {
    const moves = yield* followed(walk, position);
    const to = moves.moves.map((move) => target(board.play(position, move)));
    found.push({ ...moves, own: isProvers(walk, position), to });
    if (found.length > walk.most) throw tooLarge(walk);
  }
  const nodes = found.map(({ own, to, ...moves }): ProofNode => {
    const numbers = to.map((i) => (i < 0 ? END : found.length - i));
    return nodeOf(own, moves, numbers);
  });
  return { nodes: nodes.reverse() };
}
