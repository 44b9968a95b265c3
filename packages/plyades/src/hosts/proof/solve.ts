// Solves in a worker thread: opens the game, runs a solver in slices, and when there is an answer finds the
// line of best play and, if wanted, a proof. A proof leaves only after the checker has accepted it.

import { PlyadesError } from '../../core/errors.js';
import { unwrap } from '../../core/result.js';
import { notationOf } from '../../games/load.js';
import { type GameSource, identityOf, type KernelMemory, openGame } from '../../games/open.js';
import { DepthFirst, freeArena, type Kernel, ProofTable, Rules } from '../../kernel/index.js';
import {
  type AttackGoal,
  attackerWins,
  attackGoalOf,
  canBeSettled,
  Explainer,
  MAX_LINE,
  makeProofFile,
  type ProofBoard,
  type ProofClaim,
  type ProofGraph,
  type ProofVerdict,
  type Region,
  recordProofBoard,
  Solver,
  type SolverOptions,
  type SolverReport,
  settleRegion,
  stateProofBoard,
  verdictOf,
  verifyProof,
} from '../../proof/index.js';

export interface SolveRequest {
  readonly type: 'solve';
  readonly game: GameSource;
  /** A compact record, or the state of a game in plain TypeScript. */
  readonly position: unknown;
  readonly options: SolverOptions;
  /** What the header of a proof says about game and position; no proof if not given. */
  readonly proof?: { readonly game: string; readonly position: string };
}

/** An answer that threads have found, to be explained. */
export interface ExplainRequest extends Omit<SolveRequest, 'type'> {
  readonly type: 'explain';
  readonly report: SolverReport & { readonly seconds: number };
  /** Theirs, which they need no more. */
  readonly memory: WebAssembly.Memory;
}

export interface SolveReply extends SolverReport {
  /** Time until the answer was known. */
  readonly seconds: number;
  readonly pv: readonly number[];
  /** Moves of a game in plain TypeScript as the author knows them. */
  readonly plainPv?: readonly unknown[];
  /** The file. */
  readonly proof?: Uint8Array;
  /** Why there is none though one was wanted and there is an answer. */
  readonly proofError?: string;
}

/** Room for rules and their scratch memory beside a solver. */
const RULES_BYTES = 4 << 20;

/** A line is looked for with as many nodes as the answer took, but within these bounds. */
const LEAST_LINE_NODES = 1_000_000;
const MOST_LINE_NODES = 3_000_000;

/** A game opened for proofs. */
export interface ProofGame {
  readonly kernel: Kernel;
  readonly board: ProofBoard<unknown>;
  /** False when positions have no keys. */
  readonly keyed: boolean;
  /** Moves of a game in plain TypeScript, from its numbers. */
  plain?(position: unknown, line: readonly number[]): unknown[];
}

/** Its kernel has room for so many bytes more, or gets a memory that nobody uses any longer. */
export async function openProofGame(
  game: GameSource,
  room: number | WebAssembly.Memory = 0,
): Promise<ProofGame> {
  const memory = typeof room === 'number' ? { capacity: room + RULES_BYTES } : clearedMemory(room);
  const { kernel, usesTable, binding } = await openGame(game, memory);
  if (binding === undefined) {
    const board = recordProofBoard(new Rules(kernel), notationOf(identityOf(game)));
    return { kernel, board: board as ProofBoard<unknown>, keyed: usesTable };
  }
  return {
    kernel,
    board: stateProofBoard(binding, MAX_LINE),
    keyed: usesTable,
    plain: (position, line) => binding.line(position, line),
  };
}

function clearedMemory(memory: WebAssembly.Memory): KernelMemory {
  const arena = freeArena(memory);
  new Uint8Array(memory.buffer).fill(0, arena.start);
  return { memory, arena };
}

/** What the thread that solves does meanwhile. */
export interface SolveHooks {
  yieldToEventLoop(): Promise<void>;
  progress(report: SolverReport): void;
  aborted(): boolean;
}

const REPORT_MS = 200;
const SLICE_MS = 8;

export async function runSolve(job: SolveRequest, hooks: SolveHooks): Promise<SolveReply> {
  const { options, position } = job;
  const game = await openProofGame(job.game, Solver.bytes(options));
  const { kernel, board, keyed, plain } = game;
  const attackGoal = attackGoalFor(job);
  const settled = regionOf(game, position, attackGoal, hooks);
  let region: Region<unknown> | undefined;
  const clock = { now: () => performance.now() };
  const solver = new Solver(kernel, board, position, attackGoal, options, keyed, clock);
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
  const report = { ...withRegion(solver.report, attackGoal, region), seconds: secondsSince(began) };
  // The answer goes ahead: whatever becomes of its explanation, it is known.
  hooks.progress(report);
  const how = { explainer: region ?? solver.explainer, board, attackGoal, plain };
  return { ...report, ...(await explain(job, report, how, hooks)) };
}

const secondsSince = (began: number) => (performance.now() - began) / 1000;

/** Nodes after which it is looked whether there are so few positions that all can be settled. */
const STALLED_NODES = 1_000_000;

/**
 * Looks once for the region of a search that has found nothing so far, when it has taken long or has lost itself
 * in a line without end.
 */
function regionOf(
  { board, keyed }: ProofGame,
  position: unknown,
  attackGoal: AttackGoal,
  hooks: SolveHooks,
): (report: SolverReport) => Promise<Region<unknown> | undefined> {
  let tried = !keyed || !canBeSettled(board, position, attackGoal);
  return async ({ result, reason, nodes }) => {
    const stalls = result === 'unknown' && (nodes >= STALLED_NODES || reason === 'depth');
    if (tried || !stalls) return undefined;
    tried = true;
    return drive(settleRegion(board, position, attackGoal), hooks);
  };
}

function withRegion(
  report: SolverReport,
  attackGoal: AttackGoal,
  region: Region<unknown> | undefined,
): SolverReport {
  if (region === undefined) return report;
  return {
    ...report,
    result: verdictOf(attackGoal, region.wins),
    reason: undefined,
    nodes: report.nodes + region.size,
    move: undefined,
  };
}

/** What explains an answer. */
interface How {
  readonly explainer: Explainer<unknown> | Region<unknown>;
  readonly board: ProofBoard<unknown>;
  readonly attackGoal: AttackGoal;
  readonly plain: ProofGame['plain'];
}

/** The line, and if wanted the proof. An answer that cannot be explained is an answer all the same. */
async function explain(
  job: Pick<SolveRequest, 'position' | 'options' | 'proof'>,
  { result, nodes, move }: Pick<SolverReport, 'result' | 'nodes' | 'move'>,
  how: How,
  hooks: SolveHooks,
): Promise<Pick<SolveReply, 'pv' | 'plainPv' | 'proof' | 'proofError'>> {
  const { explainer, board, attackGoal, plain } = how;
  const { position, options } = job;
  const { graph, ...proof } =
    job.proof === undefined || result === 'unknown'
      ? {}
      : await prove(
          job,
          { ...job.proof, goal: options.goal, side: options.side, result },
          how,
          hooks,
        );
  const most = Math.min(Math.max(LEAST_LINE_NODES, nodes), MOST_LINE_NODES);
  const pv =
    graph !== undefined && attackerWins(attackGoal, result) && board.listsAll(position)
      ? explainer.lineOf(graph)
      : ((await drive(explainer.line(result, most, move), hooks)) ?? []);
  return { pv, ...(plain && { plainPv: plain(position, pv) }), ...proof };
}

/** The proof as a graph and as a file, or why there is none. */
async function prove(
  { position }: Pick<SolveRequest, 'position'>,
  header: Parameters<typeof makeProofFile>[0],
  how: How,
  hooks: SolveHooks,
): Promise<Pick<SolveReply, 'proof' | 'proofError'> & { readonly graph?: ProofGraph }> {
  try {
    const graph = await proofOf(position, header, how, hooks);
    return { graph, proof: await makeProofFile(header, graph) };
  } catch (error) {
    return { proofError: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * A graph that the checker accepts. With clocks in its nodes it is larger, and needed only where the count
 * of moves without progress decides.
 */
async function proofOf(
  position: unknown,
  claim: ProofClaim & { readonly result: ProofVerdict },
  { explainer, board, attackGoal }: How,
  hooks: SolveHooks,
): Promise<ProofGraph> {
  const attempt = async (clocked: boolean): Promise<ProofGraph> => {
    const graph = await drive(explainer.proof(claim.result, { clocked }), hooks);
    if (graph === undefined) throw new PlyadesError('ERR_UNWRITTEN', 'interrupted');
    const checked = verifyProof(board, position, claim, attackGoal, claim.result, graph);
    if (checked.valid) return graph;
    throw new PlyadesError('ERR_UNWRITTEN', checked.hole);
  };
  if (board.pliesToDraw(position) === Number.POSITIVE_INFINITY) return attempt(false);
  return attempt(false).catch((error) => {
    if (hooks.aborted()) throw error;
    return attempt(true);
  });
}

/** Explains what threads have found, in the memory that they had. */
export async function runExplain(job: ExplainRequest, hooks: SolveHooks): Promise<SolveReply> {
  const { position } = job;
  const game = await openProofGame(job.game, job.memory);
  const { kernel, board, keyed, plain } = game;
  const attackGoal = attackGoalFor(job);
  const began = performance.now();
  const region = await regionOf(game, position, attackGoal, hooks)(job.report);
  const seconds = job.report.seconds + secondsSince(began);
  const report = { ...withRegion(job.report, attackGoal, region), seconds };
  const bytes = kernel.free - RULES_BYTES - DepthFirst.bytes(kernel, MAX_LINE);
  const table = ProofTable.create(kernel, bytes);
  const explainer = region ?? new Explainer(kernel, board, position, attackGoal, table, keyed);
  return {
    ...report,
    ...(await explain(job, report, { explainer, board, attackGoal, plain }, hooks)),
  };
}

/** The attackGoal of a job; goals were checked when it was made. */
export function attackGoalFor({
  game,
  options,
}: Pick<SolveRequest, 'game'> & {
  readonly options: Pick<SolverOptions, 'goal' | 'side' | 'numbers'>;
}): AttackGoal {
  const rules = game.kind === 'kernel' ? notationOf(identityOf(game)) : { title: 'the game' };
  const mobility = options.numbers === 'mobility';
  return unwrap(attackGoalOf(rules, options, mobility), PlyadesError.refusing);
}

/** Runs work to its end and breathes now and then; undefined when it was aborted. */
async function drive<T>(work: Generator<void, T, void>, hooks: SolveHooks): Promise<T | undefined> {
  let breatheAt = performance.now() + SLICE_MS;
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    if (performance.now() < breatheAt) continue;
    await hooks.yieldToEventLoop();
    if (hooks.aborted()) return undefined;
    breatheAt = performance.now() + SLICE_MS;
  }
}
