// Games in plain TypeScript: random graphs in which a side may move twice in a row, with keys and without.
// Both searches agree with a minimax that looks at everything, and the checker accepts the proofs.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bindGame, defineGame, type PlainGame, positionOf } from '#dist/games/plain/index.js';
import { compileKernel, Kernel } from '#dist/kernel/index.js';
import {
  attackGoalOf,
  type ProofClaim,
  Solver,
  type SolverOptions,
  stateProofBoard,
  verifyProof,
} from '#dist/proof/index.js';
import { winnerByRepetition } from '../support/minimax.js';
import { type Node, randomWalk, type Step } from '../support/plain-games.js';
import { mirroredWalk, randomGraph } from '../support/rule-games.js';

const LENGTH = 9;

/** A walk that ends after some steps at the latest. */
function shortWalk(seed: number, keyed: boolean): PlainGame<Node, Step> {
  const walk = randomWalk(seed, keyed ? 'string' : 'none');
  return defineGame({
    ...walk,
    winner: (node: Node) =>
      node.x + node.y >= LENGTH
        ? ([0, 1, 'draw'] as const)[(seed + node.x) % 3]
        : walk.winner(node),
  });
}

/** What the side can get: 1, 0 or -1. */
function value(game: PlainGame, node: unknown, side: number, before: unknown[] = []): number {
  const winner = game.winner(node) ?? winnerByRepetition(game, node, before);
  if (winner !== undefined) return winner === 'draw' ? 0 : winner === side ? 1 : -1;
  const path = [...before, node];
  const values = game.moves(node).map((move) => value(game, game.play(node, move), side, path));
  return game.turn(node) === side ? Math.max(...values) : Math.min(...values);
}

const finish = <T>(work: Generator<void, T, void>): T => {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
};

const claims = fc.constantFrom<ProofClaim>(
  { goal: 'win', side: 0 },
  { goal: 'win', side: 1 },
  { goal: 'draw', side: 0 },
  { goal: 'draw', side: 1 },
);

function solvesExactly(
  module: WebAssembly.Module,
  game: PlainGame,
  algorithm: SolverOptions['algorithm'],
  claim: ProofClaim,
): void {
  const start = game.start();
  if (game.winner(start) !== undefined) return;
  const root = positionOf(game, start);
  const binding = bindGame(game);
  const kernel = new Kernel(module, { capacity: 40 << 20, imports: binding.imports });
  const board = stateProofBoard(binding, 2047);
  const asked = attackGoalOf({ title: 'a walk' }, claim);
  if (!asked.ok) throw new Error(asked.error.message);
  const options: SolverOptions = {
    ...claim,
    algorithm,
    numbers: 'mobility',
    memoryBytes: 16 << 20,
    nodes: 1_000_000,
    exponent: 0.75,
  };
  const clock = { now: () => 0 };
  const keyed = game.key !== undefined;
  const solver = new Solver(kernel, board, root, asked.value, options, keyed, clock);
  while (!solver.step());
  const { result } = solver.report;
  const best = value(game, start, claim.side);
  expect(result).toBe(best >= (claim.goal === 'win' ? 1 : 0) ? 'proved' : 'disproved');
  const graph = finish(solver.explainer.proof(result));
  const checked = verifyProof(board, root, claim, asked.value, result, graph);
  expect(checked.valid ? 'valid' : checked.hole).toBe('valid');
}

test('every answer is that of minimax, and every proof is valid', async () => {
  const module = await compileKernel('foreign');
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.constantFrom('pns', 'pn2', 'dfpn'),
      claims,
      fc.boolean(),
      (seed, algorithm, claim, keyed) => {
        solvesExactly(module, shortWalk(seed, keyed) as PlainGame, algorithm, claim);
      },
    ),
    { numRuns: 150 },
  );
});

test('with repetition too, where the way to a position decides what it is worth', async () => {
  const module = await compileKernel('foreign');
  const repetition = fc.record({
    times: fc.constantFrom(2, 3),
    result: fc.constantFrom('draw', 'loss', 'win'),
  });
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.constantFrom('pns', 'pn2', 'dfpn'),
      claims,
      repetition,
      fc.boolean(),
      (seed, algorithm, claim, repetition, scored) => {
        const nodes = repetition.times === 2 ? 7 : 4;
        const game = randomGraph(seed, { nodes, ends: 9, repetition, scored });
        solvesExactly(module, game as PlainGame, algorithm, claim);
      },
    ),
    { numRuns: 100 },
  );
});

test('with symmetries too', async () => {
  const module = await compileKernel('foreign');
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.constantFrom('pns', 'pn2', 'dfpn'),
      claims,
      (seed, algorithm, claim) => {
        const walk = mirroredWalk(seed, true);
        const game = defineGame({
          ...walk,
          winner: (s: ReturnType<typeof walk.start>) =>
            s.x + s.y >= LENGTH ? ([0, 1, 'draw'] as const)[(seed + s.x) % 3] : walk.winner(s),
        });
        solvesExactly(module, game as PlainGame, algorithm, claim);
      },
    ),
    { numRuns: 100 },
  );
});
