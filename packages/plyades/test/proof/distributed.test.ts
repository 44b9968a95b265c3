// Distributed proof-number search on random graphs in which lines go round in circles of every kind: with any
// number of workers, seed, faults and liars, the answer is the oracle's (PNS's, by graphs.test.ts), and
// the proof verifies.
import { describe, expect } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import { type Attack, Kernel, Rules } from '#dist/kernel/index.js';
import { recordProofBoard } from '#dist/proof/index.js';
import { NO_FAULTS, randomFaults } from '#dist/sim/faults.js';
import {
  compileGraphGame,
  graphOracle,
  graphRecord,
  NO_COUNT,
  withoutCount,
} from '../support/graph-game.js';
import { testSeeds } from '../support/long.js';
import { type LieKind, type ProofRun, runProof } from '../support/proof-run.js';

const module = await compileGraphGame();
const oracle = graphOracle(module);

const open = () => {
  const kernel = new Kernel(module, { capacity: 24 << 20 });
  const board = recordProofBoard(new Rules(kernel), { withoutCounts: withoutCount });
  return { kernel, board };
};

/** One attackGoal by lot; its name is what it takes to ask it again. */
function attackGoalOf(seed: number, most: number, perpetualLoses: boolean) {
  const random = createRandom(seed);
  for (;;) {
    const game = { seed: random.below(2 ** 20), nodes: 4 * (2 + random.below(4)), most };
    const record = graphRecord(game, random.below(game.nodes));
    if (oracle.isOver(record)) continue;
    const mobility = random.below(2) === 0;
    const attack: Attack = { attacker: random.below(2), mobility, perpetualLoses };
    return { random, record, attack };
  }
}

/** How the proof is run, by lot. */
function runOf(random: ReturnType<typeof createRandom>, seed: number): ProofRun {
  const processors = 2 + random.below(8);
  const faults = random.below(2) === 0 ? NO_FAULTS : randomFaults(random, processors, 0.005);
  const budget = 1 + random.below(20);
  return { processors, seed, faults, budget, tableBytes: 256 << random.below(8) };
}

const rules = {
  'a repetition is a draw': { most: NO_COUNT, perpetualLoses: false },
  'checks without end lose': { most: NO_COUNT, perpetualLoses: true },
  'four plies without progress are a draw': { most: 3, perpetualLoses: false },
};

describe.each(Object.entries(rules))('%s', (_, { most, perpetualLoses }) => {
  testSeeds('the answer is right and the proof verifies', 60, 240, async (seeds) => {
    let unshown = 0;
    for (const seed of seeds) {
      const { random, record, attack } = attackGoalOf(seed, most, perpetualLoses);
      const run = runOf(random, seed);
      const { end, outcome, hole } = await runProof(open, record, attack, run);
      const found = { seed, end, wins: outcome?.attackerWins, liars: outcome?.liars };
      const truth = oracle.wins(record, attack);
      // Where checks without end decide, a win may not be what moves can show; no worker is to blame for it.
      if (perpetualLoses && truth && outcome?.reason === 'unshown') {
        unshown++;
        expect(found).toEqual({ seed, end: 'done', wins: undefined, liars: [] });
        continue;
      }
      expect(found).toEqual({ seed, end: 'done', wins: truth, liars: [] });
      if (!perpetualLoses) expect({ seed, hole }).toEqual({ seed, hole: undefined });
    }
    // 6 of the first 60 seeds, 28 of the next 180.
    expect(unshown).toBeLessThanOrEqual(seeds[0] === 1 ? seeds.length / 10 : seeds.length / 6);
  });
});

testSeeds('the answer is right before it is shown', 150, 600, async (seeds) => {
  for (const seed of seeds) {
    const { random, record, attack } = attackGoalOf(seed, NO_COUNT, false);
    const run = { ...runOf(random, seed), show: false };
    const { end, outcome } = await runProof(open, record, attack, run);
    const found = { seed, end, wins: outcome?.attackerWins, graph: outcome?.graph };
    const wins = oracle.wins(record, attack);
    expect(found).toEqual({ seed, end: 'done', wins, graph: undefined });
  }
});

testSeeds(
  'who lies changes neither the answer nor the proof, and is named',
  40,
  320,
  async (seeds) => {
    let caught = 0;
    for (const seed of seeds) {
      const { random, record, attack } = attackGoalOf(seed, NO_COUNT, false);
      const run = runOf(random, seed);
      const liars = Array.from({ length: run.processors - 1 }, (_, i) => i + 1).filter(
        (worker) => worker > 1 && random.below(2) === 0,
      );
      const { end, outcome, hole } = await runProof(open, record, attack, { ...run, liars });
      const found = { seed, end, wins: outcome?.attackerWins, hole };
      const wins = oracle.wins(record, attack);
      expect(found).toEqual({ seed, end: 'done', wins, hole: undefined });
      expect(liars).toEqual(expect.arrayContaining([...(outcome?.liars ?? [])]));
      caught += outcome?.liars.length ?? 0;
    }
    expect(caught).toBeGreaterThan(seeds.length / 8);
  },
);

const allWorkers = ({ processors }: ProofRun) =>
  Array.from({ length: processors - 1 }, (_, i) => i + 1);

testSeeds('when all lie, what is answered is shown', 40, 160, async (seeds) => {
  for (const seed of seeds) {
    const { random, record, attack } = attackGoalOf(seed, NO_COUNT, false);
    const run = { ...runOf(random, seed), faults: NO_FAULTS };
    const liars = allWorkers(run);
    const { end, outcome, hole } = await runProof(open, record, attack, { ...run, liars });
    expect({ seed, end, hole }).toEqual({ seed, end: 'done', hole: undefined });
    const wins = outcome?.graph && oracle.wins(record, attack);
    expect({ seed, wins: outcome?.attackerWins }).toEqual({ seed, wins });
  }
});

describe.each<LieKind>(['unable', 'lost', 'deep'])('workers that always lie: %s', (lie) => {
  testSeeds('among themselves they come to no answer', 40, 160, async (seeds) => {
    for (const seed of seeds) {
      const { random, record, attack } = attackGoalOf(seed, NO_COUNT, false);
      const run = { ...runOf(random, seed), faults: NO_FAULTS };
      const liars = allWorkers(run);
      const { end, outcome } = await runProof(open, record, attack, { ...run, liars, lie });
      expect({ seed, end, ...outcome }).toMatchObject({
        ...{ seed, end: 'done', attackerWins: undefined, graph: undefined },
        // That lines become too long cannot be disproved.
        ...(lie === 'deep' ? { reason: 'depth', liars: [] } : { reason: 'unshown' }),
      });
      if (lie !== 'deep') expect([...outcome!.liars].sort()).toEqual(liars);
    }
  });

  testSeeds('beside one who is honest they change nothing', 60, 240, async (seeds) => {
    let named = 0;
    for (const seed of seeds) {
      const { random, record, attack } = attackGoalOf(seed, NO_COUNT, false);
      const run = runOf(random, seed);
      const honest = 1 + random.below(run.processors - 1);
      const liars = allWorkers(run).filter((worker) => worker !== honest);
      const ran = await runProof(open, record, attack, { ...run, liars, lie });
      const { end, outcome, hole } = ran;
      const found = { seed, end, wins: outcome?.attackerWins, hole };
      const wins = oracle.wins(record, attack);
      expect(found).toEqual({ seed, end: 'done', wins, hole: undefined });
      expect(liars).toEqual(expect.arrayContaining([...outcome!.liars]));
      named += outcome!.liars.length;
    }
    if (lie === 'deep') expect(named).toBe(0);
    else expect(named).toBeGreaterThan(seeds.length);
  });
});

testSeeds(
  'where there are more moves than are listed, it is won or unknown',
  30,
  240,
  async (seeds) => {
    for (const seed of seeds) {
      const { random, record, attack } = attackGoalOf(seed, NO_COUNT, false);
      const run = { ...runOf(random, seed), wide: true };
      const { end, outcome } = await runProof(open, record, attack, run);
      const found = { seed, end, wins: outcome?.attackerWins, reason: outcome?.reason };
      const expected = oracle.wins(record, attack) ? { wins: true } : { reason: 'width' };
      expect(found).toEqual({ seed, end: 'done', ...expected });
    }
  },
);
