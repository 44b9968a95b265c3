// Solves in a worker thread: opens the game, runs a solver in slices, and when there is an answer finds the
// line of best play and, if wanted, a proof. A proof leaves only after the checker has accepted it.
import { PlyadesError } from '../../core/errors.js';
import { unwrap } from '../../core/result.js';
import { notationOf } from '../../games/load.js';
import { bindGame, importGame } from '../../games/plain/index.js';
import { Kernel, Rules } from '../../kernel/index.js';
import {
  MAX_LINE,
  makeProofFile,
  type ProofBoard,
  questionOf,
  recordProofBoard,
  Solver,
  type SolverOptions,
  type SolverReport,
  stateProofBoard,
  verifyProof,
} from '../../proof/index.js';
import type { JobGame } from './protocol.js';

export interface SolveJob {
  readonly type: 'solve';
  readonly game: JobGame;
  /** A compact record, or the state of a game in plain TypeScript. */
  readonly position: unknown;
  readonly options: SolverOptions;
  /** What the header of a proof says about game and position; no proof if not given. */
  readonly proof?: { readonly game: string; readonly position: string };
}

export interface SolveAnswer extends SolverReport {
  readonly pv: readonly number[];
  /** Moves of a game in plain TypeScript as the author knows them. */
  readonly plainPv?: readonly unknown[];
  /** The file. */
  readonly proof?: Uint8Array;
}

/** Room for rules and their scratch memory beside a solver. */
const RULES_BYTES = 4 << 20;

/** A line is looked for with so many nodes more than the answer took, times this. */
const LINE_SHARE = 1;
const LEAST_LINE_NODES = 1_000_000;

/** A game opened for proofs: its kernel has room for `bytes` more. */
export interface ProofGame {
  readonly kernel: Kernel;
  readonly board: ProofBoard<unknown>;
  /** False when positions have no keys. */
  readonly keyed: boolean;
  /** Moves of a game in plain TypeScript, from its numbers. */
  plain?(position: unknown, line: readonly number[]): unknown[];
}

export async function openProofGame(game: JobGame, bytes = 0): Promise<ProofGame> {
  const capacity = bytes + RULES_BYTES;
  if (game.kind === 'kernel') {
    const kernel = new Kernel(game.kernel.module, { capacity });
    const board = recordProofBoard(new Rules(kernel), notationOf(game.kernel.id));
    return { kernel, board: board as ProofBoard<unknown>, keyed: true };
  }
  const binding = bindGame(await importGame(game.url, game.exportName));
  const kernel = new Kernel(game.module, { capacity, imports: binding.imports });
  return {
    kernel,
    board: stateProofBoard(binding, MAX_LINE),
    keyed: binding.usesTable,
    plain: (position, line) => binding.line(position, line),
  };
}

/** What the thread that solves does meanwhile. */
export interface SolveHooks {
  breathe(): Promise<void>;
  progress(report: SolverReport): void;
  aborted(): boolean;
}

const REPORT_MS = 200;
const SLICE_MS = 8;

export async function solveJob(job: SolveJob, hooks: SolveHooks): Promise<SolveAnswer> {
  const { options, position } = job;
  const { kernel, board, keyed, plain } = await openProofGame(job.game, Solver.bytes(options));
  const rules = job.game.kind === 'kernel' ? notationOf(job.game.kernel.id) : { title: 'the game' };
  const question = unwrap(
    questionOf(rules, options, options.numbers === 'mobility'),
    PlyadesError.refusing,
  );
  const clock = { now: () => performance.now() };
  const solver = new Solver(kernel, board, position, question, options, keyed, clock);
  let reportAt = clock.now() + REPORT_MS;
  while (!solver.step()) {
    await hooks.breathe();
    if (hooks.aborted()) solver.abort();
    if (clock.now() < reportAt) continue;
    reportAt = clock.now() + REPORT_MS;
    hooks.progress(solver.report);
  }
  const report = solver.report;
  const nodes = Math.max(LEAST_LINE_NODES, report.nodes * LINE_SHARE);
  const pv = (await drive(solver.line(nodes), hooks)) ?? [];
  const answer = { ...report, pv, ...(plain && { plainPv: plain(position, pv) }) };
  if (job.proof === undefined || report.result === 'unknown') return answer;
  const graph = await drive(solver.proof(), hooks);
  if (graph === undefined) return answer;
  const checked = verifyProof(board, position, options, question, report.result, graph);
  if (!checked.valid) {
    throw new PlyadesError('ERR_PROOF', `the proof cannot be written down: ${checked.hole}`);
  }
  const { goal, side } = options;
  const what = { ...job.proof, goal, side, result: report.result };
  return { ...answer, proof: await makeProofFile(what, graph) };
}

/** Runs work to its end and breathes now and then; undefined when it was aborted. */
async function drive<T>(work: Generator<void, T, void>, hooks: SolveHooks): Promise<T | undefined> {
  let breatheAt = performance.now() + SLICE_MS;
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    if (performance.now() < breatheAt) continue;
    await hooks.breathe();
    if (hooks.aborted()) return undefined;
    breatheAt = performance.now() + SLICE_MS;
  }
}
