// Games in plain TypeScript: random graphs in which a side may move twice in a row, with keys and without.
// Both searches agree with a minimax that looks at everything, and the checker accepts the proofs.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bindGame, defineGame, type PlainGame } from '#dist/games/plain/index.js';
import { compileKernel, Kernel } from '#dist/kernel/index.js';
import {
  attackGoalOf,
  type ProofClaim,
  Solver,
  type SolverOptions,
  stateProofBoard,
  verifyProof,
} from '#dist/proof/index.js';
import { type Node, randomWalk, type Step } from '../support/plain-games.js';

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
function value(game: PlainGame<Node, Step>, node: Node, side: number): number {
  const winner = game.winner(node);
  if (winner !== undefined) return winner === 'draw' ? 0 : winner === side ? 1 : -1;
  const values = game.moves(node).map((move) => value(game, game.play(node, move), side));
  return game.turn(node) === side ? Math.max(...values) : Math.min(...values);
}

const finish = <T>(work: Generator<void, T, void>): T => {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
};

test('every answer is that of minimax, and every proof is valid', async () => {
  const module = await compileKernel('foreign');
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.constantFrom('pns', 'pn2', 'dfpn'),
      fc.constantFrom<ProofClaim>(
        { goal: 'win', side: 0 },
        { goal: 'win', side: 1 },
        { goal: 'draw', side: 0 },
        { goal: 'draw', side: 1 },
      ),
      fc.boolean(),
      (seed, algorithm, claim, keyed) => {
        const game = shortWalk(seed, keyed);
        const root = game.start();
        if (game.winner(root) !== undefined) return;
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
        const solver = new Solver(kernel, board, root, asked.value, options, keyed, clock);
        while (!solver.step());
        const { result } = solver.report;
        const best = value(game, root, claim.side);
        expect(result).toBe(best >= (claim.goal === 'win' ? 1 : 0) ? 'proved' : 'disproved');
        const graph = finish(solver.explainer.proof(result));
        const checked = verifyProof(board, root, claim, asked.value, result, graph);
        expect(checked.valid ? 'valid' : checked.hole).toBe('valid');
      },
    ),
    { numRuns: 150 },
  );
});
