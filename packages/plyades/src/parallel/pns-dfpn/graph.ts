// Makes the graph of a proof of the choices of a strategy: nodes in the order in which they are completed, the root
// last, as files of proofs have them.
import type { ProofNode } from '../../core/proof-node.js';
import type { ProofRules } from './ports.js';
import { PositionMap } from './position-map.js';
import { Fault, type StrategyStep } from './strategy.js';

interface Stop<P> {
  readonly position: P;
  readonly number: number;
  readonly moves: readonly number[];
  readonly own: boolean;
  readonly to: number[];
}

const END = 0;
/** Positions between two yields. */
const YIELD_POSITIONS = 64;

/** The graph from the root on; yields the number of positions since the last yield. Throws Fault. */
export function* makeGraph<P>(
  rules: ProofRules<P>,
  wins: boolean,
  choices: Pick<PositionMap<P, StrategyStep<P>>, 'get'>,
): Generator<number, ProofNode[], void> {
  const met = new PositionMap<P, number>(rules, wins);
  let count = 0;
  const nodes: { readonly met: number; readonly node: ProofNode }[] = [];
  const line: Stop<P>[] = [];
  let positions = 0;

  const enter = (position: P): number | undefined => {
    if (rules.ended(position) !== undefined) return -1;
    const known = met.get(position);
    if (known !== undefined) return known;
    const own = rules.attacks(position) === wins;
    let moves = rules.moves(position);
    if (own) {
      const { move } = choices.get(position) ?? {};
      if (move === undefined || !moves.includes(move)) throw new Fault('a move is missing');
      moves = [move];
    }
    const number = count++;
    met.set(position, number);
    line.push({ position, number, moves, own, to: [] });
    positions++;
    return undefined;
  };

  enter(rules.root);
  for (let at = line.at(-1); at !== undefined; at = line.at(-1)) {
    if (positions >= YIELD_POSITIONS) {
      yield positions;
      positions = 0;
    }
    const move = at.moves[at.to.length];
    if (move === undefined) {
      nodes.push({ met: at.number, node: nodeOf(rules, at) });
      line.pop();
      continue;
    }
    // Its number, once it is entered, is the next one.
    const next = count;
    at.to.push(enter(rules.play(at.position, move)) ?? next);
  }
  const numbers = new Int32Array(nodes.length);
  nodes.forEach(({ met }, index) => {
    numbers[met] = index + 1;
  });
  const renumber = (to: number) => (to < 0 ? END : numbers[to]!);
  return nodes.map(({ node }) =>
    node.kind === 'move'
      ? { ...node, to: renumber(node.to) }
      : { ...node, to: node.to.map(renumber) },
  );
}

function nodeOf<P>(rules: ProofRules<P>, { position, own, moves, to }: Stop<P>): ProofNode {
  if (own) return { kind: 'move', move: moves[0]!, to: to[0]! };
  const threats = rules.threats(position);
  return threats === undefined ? { kind: 'all', to } : { kind: 'named', moves, to, threats };
}
