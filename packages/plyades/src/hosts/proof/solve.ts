// Solves a position on one thread: runs a solver in slices, then explains the answer.
import { type Region, Solver } from '../../proof/index.js';
import {
  explain,
  regionOf,
  type SolveCommand,
  type SolveHooks,
  type SolveReply,
  withRegion,
} from './explain.js';
import { attackGoalFor, openProofGame } from './game.js';

const REPORT_MS = 200;

export async function runSolve(command: SolveCommand, hooks: SolveHooks): Promise<SolveReply> {
  const { request, position } = command;
  const game = await openProofGame(command.game, Solver.bytes(request));
  const { kernel, board, keyed, plain } = game;
  const attackGoal = await attackGoalFor(command.game, request);
  const settled = regionOf(game, position, attackGoal, hooks);
  let region: Region<unknown> | undefined;
  const clock = { now: () => performance.now() };
  const solver = new Solver(kernel, board, position, attackGoal, request, keyed, clock);
  const began = clock.now();
  let reportAt = began + REPORT_MS;
  while (!solver.step()) {
    await hooks.yieldToEventLoop();
    if (hooks.aborted()) solver.abort();
    region = await settled(solver.report);
    if (region !== undefined) break;
    if (clock.now() < reportAt) continue;
    reportAt = clock.now() + REPORT_MS;
    hooks.progress(solver.report);
  }
  region ??= await settled(solver.report);
  const report = {
    ...withRegion(solver.report, attackGoal, region),
    seconds: (clock.now() - began) / 1000,
  };
  // The answer goes ahead of its explanation, which may fail.
  hooks.progress(report);
  const how = { explainer: region ?? solver.explainer, board, attackGoal, plain };
  return { ...report, ...(await explain(command, report, how, hooks)) };
}
