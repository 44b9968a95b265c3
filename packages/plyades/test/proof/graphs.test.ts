// Random graphs in which lines go round in circles of every kind: all searches give every position the answer of an
// oracle that plays every line to its end, by each rule about circles, also with tables that are far too small
// and are kept from one position to the next, and with threads in any order.
import { describe, expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import {
  type Attack,
  busyCounters,
  DepthFirst,
  Kernel,
  ProofTable,
  ProofTree,
} from '#dist/kernel/index.js';
import { createProver, interleave, interleaveSearchesRandomly } from '#dist/proof/index.js';
import { compileGraphGame, graphOracle, graphRecord, NO_COUNT } from '../support/graph-game.js';
import { faultOf } from '../support/proof-tree.js';
import { depthFirstSolver, type TestSolver, treeSolver } from '../support/proofs.js';

const MAX_PLY = 400;
const module = await compileGraphGame();
const oracle = graphOracle(module);

const rules = {
  'a repetition is a draw': { most: NO_COUNT, perpetualLoses: false },
  'checks without end lose': { most: NO_COUNT, perpetualLoses: true },
  'four plies without progress are a draw': { most: 3, perpetualLoses: false },
};

/** Every open position of some graphs, for both sides. */
function* questions(
  { most, perpetualLoses }: { readonly most: number; readonly perpetualLoses: boolean },
  graphs: number,
  from = 0,
) {
  for (let seed = from; seed < from + graphs; seed++) {
    const game = { seed, nodes: 4 * (2 + (seed % 4)), most };
    for (let node = 0; node < game.nodes; node++) {
      const record = graphRecord(game, node);
      if (oracle.isOver(record)) continue;
      for (const attacker of [0, 1]) {
        for (const mobility of [false, true]) {
          const attack: Attack = { attacker, mobility, perpetualLoses };
          yield { name: { seed, node, attacker, mobility }, record, attack };
        }
      }
    }
  }
}

describe.each(Object.entries(rules))('%s', (_, rule) => {
  const kernel = new Kernel(module, { capacity: 120 << 20 });
  const solvers: readonly TestSolver[] = [
    treeSolver(kernel, 'PNS', 100_000),
    treeSolver(kernel, 'PN2', 20_000, 40),
    depthFirstSolver(kernel, 1 << 20),
    depthFirstSolver(kernel, 1 << 10),
    depthFirstSolver(kernel, 192),
  ];

  test('one thread', () => {
    for (const { name, record, attack } of questions(rule, 150)) {
      const truth = oracle.wins(record, attack);
      for (const solver of solvers) {
        const answer = solver.solve(record, attack, 100_000);
        expect({ ...name, solver: solver.name, answer }).toEqual({
          ...name,
          solver: solver.name,
          answer: truth,
        });
      }
    }
  });

  test('threads that share a tree', () => {
    const tree = ProofTree.create(kernel, 100_000);
    const random = createRandom(rule.most);
    const groups = new Map<string, ReturnType<typeof createProver>[]>();
    for (const { name, record, attack } of questions(rule, 40, 1000)) {
      const threads = 2 + random.below(7);
      const selection = random.below(3) === 0 ? 'paper' : 'virtual';
      const stay = [0, 2, 32][random.below(3)]!;
      const key = JSON.stringify([attack, threads, selection, stay]);
      let provers = groups.get(key);
      if (provers === undefined) {
        const options = { attack, maxPly: 100, threads, selection, stay, seed: 1 } as const;
        provers = Array.from({ length: threads }, (_, i) => createProver(kernel, tree, i, options));
        groups.set(key, provers);
      }
      tree.clear(threads);
      provers.forEach((prover, index) => {
        prover.forget();
        prover.start(record, index === 0);
      });
      interleave(provers, { kind: 'random', random }, 100_000);
      const { pn, dn } = tree.root;
      const won = oracle.wins(record, attack);
      expect({ ...name, pn: pn === 0, dn: dn === 0 }).toEqual({ ...name, pn: won, dn: !won });
      expect(faultOf(kernel, tree)).toBeUndefined();
    }
  });

  test('threads that share a table', () => {
    const random = createRandom(rule.most + 1);
    const groups = new Map<string, DepthFirst[]>();
    for (const { name, record, attack } of questions(rule, 60, 2000)) {
      const threads = 2 + random.below(3);
      const key = JSON.stringify([attack, threads]);
      let searches = groups.get(key);
      if (searches === undefined) {
        const table = ProofTable.create(kernel, 1 << 12);
        const busy = busyCounters(kernel);
        searches = Array.from(
          { length: threads },
          () => new DepthFirst(kernel, table, MAX_PLY, attack, { busy }),
        );
        groups.set(key, searches);
      }
      for (const search of searches) search.start(record);
      const first = interleaveSearchesRandomly(searches, random, 100_000);
      const { pn, dn } = first?.root ?? { pn: 1, dn: 1 };
      const won = oracle.wins(record, attack);
      expect({ ...name, pn: pn === 0, dn: dn === 0 }).toEqual({ ...name, pn: won, dn: !won });
    }
  });
});
