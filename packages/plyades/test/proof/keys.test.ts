// A game in TypeScript whose key takes positions for each other: solvers believe a key, the checker never does.
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { checkGame, closeAll, loadGame, solve } from '#dist/api/index.js';
import { unwrap } from '#dist/core/result.js';
import { bindGame, importGame } from '#dist/games/plain/index.js';
import { compileKernel, Kernel } from '#dist/kernel/index.js';
import {
  attackGoalOf,
  type ProofBoard,
  type ProofVerdict,
  Solver,
  type SolverOptions,
  stateProofBoard,
  verifyProof,
} from '#dist/proof/index.js';

afterAll(closeAll);

const url = new URL('../support/broken-games/short-key.mjs', import.meta.url);
const MAX_PLY = 2047;

test('a proof that joins positions by a wrong key is not valid', async () => {
  const binding = bindGame(await importGame(url.href));
  const module = await compileKernel('foreign');
  const truth: Record<string, ProofVerdict> = { win: 'disproved', draw: 'proved' };
  let wrong = 0;
  for (const goal of ['win', 'draw'] as const) {
    for (const side of [0, 1] as const) {
      const kernel = new Kernel(module, { capacity: 40 << 20, imports: binding.imports });
      const board = stateProofBoard(binding, MAX_PLY);
      const byKey: ProofBoard<unknown> = { ...board, identity: (state) => binding.key(state)! };
      const attackGoal = unwrap(attackGoalOf({ title: 'tic-tac-toe' }, { goal, side }));
      const options: SolverOptions = {
        ...({ algorithm: 'dfpn', goal, side, numbers: 'mobility', exponent: 0.75 } as const),
        ...{ memoryBytes: 16 << 20, nodes: 1_000_000 },
      };
      const root = unwrapState(await importGame(url.href));
      const clock = { now: () => 0 };
      const solver = new Solver(kernel, byKey, root, attackGoal, options, true, clock);
      while (!solver.step());
      const { result } = solver.report;
      if (result === truth[goal]) continue;
      wrong++;
      const work = solver.explainer.proof(result);
      let step = work.next();
      while (!step.done) step = work.next();
      const judge = (by: ProofBoard<unknown>) =>
        verifyProof(by, root, { goal, side }, attackGoal, result, step.value as never);
      expect(judge(byKey).valid).toBe(true);
      expect(judge(board)).toMatchObject({
        valid: false,
        hole: expect.stringContaining('belongs to another position'),
      });
    }
  }
  expect(wrong).toBeGreaterThan(0);
});

const unwrapState = (game: { start(): unknown }) => game.start();

test('solve refuses to begin with a key that confuses states', async () => {
  const path = fileURLToPath(url);
  const game = await loadGame(path);
  const { result } = solve(game.notation.start(), { goal: 'win' });
  await expect(result).rejects.toMatchObject({
    code: 'ERR_RULES',
    message: expect.stringMatching(
      /^nothing can be proved: key\(\) returns .* in which moves\(\) differs/,
    ),
  });
});

test('checkGame names the key', async () => {
  const found = await checkGame(fileURLToPath(url));
  expect(found.map(({ mistake, where }) => [mistake, where])).toEqual([['key', 'key']]);
  await expect(checkGame('othello')).rejects.toMatchObject({ code: 'ERR_GAME' });
});
