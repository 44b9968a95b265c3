// The checker on games in which a count of moves without progress, a repetition or perpetual check decides, and
// positions are reached on several ways. The oracle plays every line to its end: a graph that the checker accepts
// must agree with it, also a forged one.
import { afterAll, describe, expect, test } from 'vitest';
import { closeAll, loadGame, solve, verify } from '#dist/api/index.js';
import { createRandom, type Random } from '#dist/core/random.js';
import { unwrap } from '#dist/core/result.js';
import { notationOf } from '#dist/games/load.js';
import { type Attack, DepthFirst, Kernel, ProofTable, Rules } from '#dist/kernel/index.js';
import {
  buildProof,
  makeProofFile,
  type ProofNode,
  parseProofFile,
  recordProofBoard,
  verdictOf,
  verifyProof,
} from '#dist/proof/index.js';
import { forgeHold } from '../support/forged-hold.js';
import {
  compileGraphGame,
  graphOracle,
  graphRecord,
  NO_COUNT,
  withoutCount,
} from '../support/graph-game.js';
import { openBench } from '../support/kernels.js';
import { testSeeds } from '../support/long.js';

afterAll(closeAll);

const module = await compileGraphGame();
const oracle = graphOracle(module);
const kernel = new Kernel(module, { capacity: 16 << 20 });
const board = recordProofBoard(new Rules(kernel), { withoutCounts: withoutCount });
const table = ProofTable.create(kernel, 1 << 20);

interface Case {
  readonly name: object;
  readonly record: Uint8Array;
  readonly attack: Attack;
  /** Whether the attacker wins, as the oracle says. */
  readonly wins: boolean;
}

function* cases(most: number, perpetualLoses: boolean, seeds: readonly number[]): Generator<Case> {
  for (const seed of seeds) {
    const game = { seed, nodes: 4 * (2 + (seed % 3)), most };
    for (let node = 0; node < game.nodes; node++) {
      const record = graphRecord(game, node);
      if (oracle.isOver(record)) continue;
      for (const attacker of [0, 1]) {
        const attack = { attacker, mobility: true, perpetualLoses };
        const wins = oracle.wins(record, attack);
        yield { name: { seed, node, attacker }, record, attack, wins };
      }
    }
  }
}

/** What the checker says of a graph by which the attacker wins, or does not. */
function check({ record, attack }: Case, wins: boolean, nodes: readonly ProofNode[]) {
  const attackGoal = { attack, turned: false };
  const claim = { goal: 'win', side: attack.attacker as 0 | 1 } as const;
  return verifyProof(board, record, claim, attackGoal, verdictOf(attackGoal, wins), { nodes });
}

const searches = new Map<string, DepthFirst>();

/** The proof of what is true, as a solver writes it; undefined when it cannot be written. */
function trueProof({ record, attack, wins }: Case): ProofNode[] | undefined {
  const key = JSON.stringify(attack);
  const search =
    searches.get(key) ?? new DepthFirst(kernel, table, 400, attack, { thorough: true });
  searches.set(key, search);
  const find = (position: Uint8Array): boolean => {
    search.start(position);
    while (!search.run(10_000));
    return !search.deep && (search.root.pn === 0) === wins;
  };
  const finder = {
    // biome-ignore lint/correctness/useYield: it searches at once.
    *move(position: Uint8Array) {
      return find(position) ? search.move : undefined;
    },
    // biome-ignore lint/correctness/useYield: it searches at once.
    *length(position: Uint8Array) {
      return find(position) ? search.length : undefined;
    },
  };
  const attackGoal = { attack, turned: false };
  const verdict = verdictOf(attackGoal, wins);
  const build = buildProof(board, record, attackGoal, verdict, finder, { clocked: true });
  try {
    for (let step = build.next(); ; step = build.next()) {
      if (step.done) return [...step.value.nodes];
    }
  } catch (error) {
    expect(error).toMatchObject({ code: 'ERR_UNWRITTEN' });
    return undefined;
  }
}

/** One reference, move or whole node is another. */
function changed(nodes: readonly ProofNode[], random: Random): ProofNode[] {
  const at = random.below(nodes.length);
  const reference = () => random.below(nodes.length + 1);
  return nodes.map((node, i) => {
    if (i !== at) return node;
    if (random.below(4) === 0) return nodes[random.below(nodes.length)]!;
    if (node.kind === 'move') {
      return random.below(2) === 0
        ? { ...node, to: reference() }
        : { ...node, move: random.below(3) };
    }
    const which = random.below(node.to.length);
    return { ...node, to: node.to.map((to, j) => (j === which ? reference() : to)) };
  });
}

/** Every node twice; references choose one of the two by lot, the lower ones among themselves. */
function doubled(nodes: readonly ProofNode[], random: Random): ProofNode[] {
  const either = (to: number) => (to === 0 ? 0 : to + nodes.length * random.below(2));
  const refer = (node: ProofNode, to: (old: number) => number): ProofNode =>
    node.kind === 'move' ? { ...node, to: to(node.to) } : { ...node, to: node.to.map(to) };
  return [...nodes, ...nodes.map((node) => refer(node, either))];
}

const rules = {
  'a repetition is a draw': { most: NO_COUNT, perpetualLoses: false },
  'checks without end lose': { most: NO_COUNT, perpetualLoses: true },
  'four plies without progress are a draw': { most: 3, perpetualLoses: false },
  'twelve plies without progress are a draw': { most: 11, perpetualLoses: false },
};

describe.each(Object.entries(rules))('where %s', (_, { most, perpetualLoses }) => {
  testSeeds('true proofs are accepted, and whatever is accepted is true', 10, 40, (seeds) => {
    const random = createRandom(most + Number(perpetualLoses));
    let accepted = 0;
    let refused = 0;
    for (const each of cases(most, perpetualLoses, seeds)) {
      const nodes = trueProof(each);
      if (nodes === undefined) continue;
      const found = check(each, each.wins, nodes);
      if (!found.valid && perpetualLoses) {
        // A solver finds moves one by one; together they may give check without end.
        expect(found.hole).toContain('on and on');
        continue;
      }
      expect({ ...each.name, ...found }).toMatchObject({ ...each.name, valid: true });
      expect({ ...each.name, ...check(each, !each.wins, nodes) }).toMatchObject({ valid: false });
      for (let variant = 0; variant < 30; variant++) {
        let other: readonly ProofNode[] = nodes;
        if (random.below(2) === 0) other = doubled(other, random);
        for (let changes = random.below(4); changes > 0; changes--) other = changed(other, random);
        for (const wins of [false, true]) {
          if (!check(each, wins, other).valid) refused++;
          else {
            expect({ ...each.name, wins }).toEqual({ ...each.name, wins: each.wins });
            accepted++;
          }
        }
      }
    }
    expect(accepted).toBeGreaterThan(25 * seeds.length);
    expect(refused).toBeGreaterThan(25 * seeds.length);
  });
});

describe('the draw by the count must be one on every way', () => {
  test('in random graphs', () => {
    const random = createRandom(3);
    let forged = 0;
    const seeds = Array.from({ length: 400 }, (_, seed) => seed);
    for (const each of cases(11, false, seeds)) {
      if (!each.wins) continue;
      const nodes = forgeHold(board, each.record, each.attack.attacker, random);
      if (nodes === undefined) continue;
      forged++;
      expect({ ...each.name, ...check(each, false, nodes) }).toMatchObject({
        ...each.name,
        valid: false,
        hole: 'the proof ends, but the game does not',
      });
    }
    expect(forged).toBeGreaterThan(0);
  });

  test('in chess: king and queen win against a king', async () => {
    const text = 'k6K/8/8/8/8/8/8/5Q2 w - - 86 90';
    const { rules: chessRules, start } = await openBench('chess', text);
    const chess = recordProofBoard(chessRules, notationOf('chess'));
    const random = createRandom(1);
    let nodes: ProofNode[] | undefined;
    for (let attempt = 0; attempt < 50 && nodes === undefined; attempt++) {
      nodes = forgeHold(chess, start, 0, random, 3000);
    }
    const header = { game: 'chess', position: text, goal: 'win', side: 0 } as const;
    const file = await makeProofFile({ ...header, result: 'disproved' }, { nodes: nodes! });
    expect(await verify(file)).toMatchObject({
      valid: false,
      hole: 'the proof ends, but the game does not',
    });
    const position = unwrap((await loadGame('chess')).parsePosition(text));
    const { result, proof } = await solve(position, { proof: true }).result;
    expect([result, (await verify(proof!)).valid]).toEqual(['proved', true]);
  });

  test('king and rook win against a king, and the proof of it does not prove the opposite', async () => {
    const text = '8/k7/8/2K5/8/8/8/6R1 w - - 0 1';
    const position = unwrap((await loadGame('chess')).parsePosition(text));
    const { result, proof } = await solve(position, { proof: true }).result;
    expect([result, (await verify(proof!)).valid]).toEqual(['proved', true]);
    const { header, graph } = unwrap(await parseProofFile(proof!));
    const file = await makeProofFile({ ...header, result: 'disproved' }, graph);
    expect(await verify(file)).toMatchObject({ valid: false });
  });
});
