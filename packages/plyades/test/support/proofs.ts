// What the tests of proofs share: the three sequential algorithms on a kernel, and the oracle, which knows
// every position that can be reached and works its way back from the finished games.
import type { Attack } from '#dist/kernel/index.js';
import { DepthFirst, type Kernel, ProofTable, ProofTree, Prover } from '#dist/kernel/index.js';
import type { Bench } from './kernels.js';

/** True when the attacker wins, false when not, undefined when the search gave up. */
type Answer = boolean | undefined;

/** Solves positions of one game, one after the other, in the same memory. */
export interface TestSolver {
  readonly name: string;
  solve(record: Uint8Array, attack: Attack, limit?: number): Answer;
}

const MAX_PLY = 400;

function answerOf({ pn, dn }: { pn: number; dn: number }): Answer {
  return pn === 0 ? true : dn === 0 ? false : undefined;
}

/** PNS, or with `second` PN2 whose second level has at most `second` nodes. */
export function treeSolver(
  kernel: Kernel,
  name: string,
  nodes = 1_000_000,
  second?: number,
): TestSolver {
  const tree = ProofTree.create(kernel, nodes);
  const made = new Map<string, Prover>();
  return {
    name,
    solve(record, attack, limit = 20_000_000) {
      const key = JSON.stringify(attack);
      const level = second === undefined ? undefined : { capacity: second, exponent: 0.75 };
      const prover = made.get(key) ?? new Prover(kernel, tree, MAX_PLY, attack, undefined, level);
      made.set(key, prover);
      tree.clear();
      prover.forget();
      prover.start(record);
      while (prover.run(100_000) === 'running' && prover.evaluated < limit);
      return answerOf(tree.root);
    },
  };
}

/** df-pn with a table of `bytes` bytes, which is kept from one position to the next. */
export function depthFirstSolver(kernel: Kernel, bytes = 1 << 20): TestSolver {
  const made = new Map<string, DepthFirst>();
  return {
    name: `dfpn with ${bytes} bytes`,
    solve(record, attack, limit = 20_000_000) {
      const key = JSON.stringify(attack);
      let search = made.get(key);
      if (search === undefined) {
        search = new DepthFirst(kernel, ProofTable.create(kernel, bytes), MAX_PLY, attack);
        made.set(key, search);
      }
      search.start(record);
      let done = false;
      while (!done && search.evaluated < limit) done = search.run(100_000);
      return done && !search.deep ? answerOf(search.root) : undefined;
    },
  };
}

const name = (record: Uint8Array) => String.fromCharCode(...record);

/** Every position that can be reached from the given ones, in no order. */
export function reachable(
  { rules }: Pick<Bench, 'rules'>,
  roots: readonly Uint8Array[],
  most = 200_000,
): Map<string, Uint8Array> {
  const found = new Map(roots.map((root) => [name(root), root]));
  for (const record of found.values()) {
    for (const move of rules.moves(record)) {
      const next = rules.play(record, move);
      if (!found.has(name(next))) found.set(name(next), next);
    }
    if (found.size > most) throw new Error('more positions than expected');
  }
  return found;
}

/**
 * The positions among these, closed under moves, from which the attacker wins: those where he has won, where
 * he can move to one of them, and where his opponent can move to no others.
 */
export function wonPositions(
  { rules }: Pick<Bench, 'rules'>,
  positions: ReadonlyMap<string, Uint8Array>,
  attacker: number,
): Set<string> {
  const won = new Set<string>();
  const before = new Map<string, string[]>();
  const missing = new Map<string, number>();
  const queue: string[] = [];
  const win = (key: string) => {
    if (won.has(key)) return;
    won.add(key);
    queue.push(key);
  };
  for (const [key, record] of positions) {
    const moves = rules.moves(record);
    const own = rules.turn(record) === attacker;
    if (moves.length === 0) {
      const result = rules.result(record);
      if ((own ? result : -result) > 0) win(key);
      continue;
    }
    missing.set(key, own ? 1 : moves.length);
    for (const move of moves) {
      const next = name(rules.play(record, move));
      before.set(next, [...(before.get(next) ?? []), key]);
    }
  }
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    for (const from of before.get(key) ?? []) {
      const left = missing.get(from)! - 1;
      missing.set(from, left);
      if (left <= 0) win(from);
    }
  }
  return won;
}
