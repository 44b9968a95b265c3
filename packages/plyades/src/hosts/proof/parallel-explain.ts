// Explains what the threads of a parallel solver have found, in the memory that they had. The table of a depth-first
// search is used as it is: it knows the answers.
import { Explainer, type SolverReport } from '../../proof/index.js';
import {
  explain,
  regionOf,
  type SolveHooks,
  type SolveReply,
  type SolveSubject,
  withRegion,
} from './explain.js';
import { attackGoalFor, openProofGame } from './game.js';
import { type ExplainerMemory, eraseArena, openExplainerTable } from './shared-memory.js';

/** An answer that threads have found, to be explained. */
export interface ExplainCommand extends SolveSubject {
  readonly type: 'explain';
  readonly report: SolverReport & { readonly seconds: number };
  /** Of the threads, which have ended. When it is explained, what they and it wrote there is erased. */
  readonly memory: ExplainerMemory;
}

export async function runExplain(command: ExplainCommand, hooks: SolveHooks): Promise<SolveReply> {
  const { position, request, memory } = command;
  const { arena } = memory;
  const game = await openProofGame(command.game, { memory: memory.memory, arena });
  const { kernel, board, keyed, plain } = game;
  const attackGoal = await attackGoalFor(command.game, request);
  const began = performance.now();
  const region = await regionOf(game, position, attackGoal, hooks)(command.report);
  const seconds = command.report.seconds + (performance.now() - began) / 1000;
  const report = { ...withRegion(command.report, attackGoal, region), seconds };
  const table = openExplainerTable(kernel, memory);
  try {
    const explainer = region ?? new Explainer(kernel, board, position, attackGoal, table, keyed);
    const how = { explainer, board, attackGoal, plain };
    return { ...report, ...(await explain(command, report, how, hooks)) };
  } finally {
    table.erase(kernel);
    eraseArena(kernel, arena);
  }
}
