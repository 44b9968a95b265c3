// Explains an answer in a worker thread: the line of best play and, if wanted, the file of a proof, which leaves only
// after the checker has accepted it. Where a search stalls, all positions may be few enough to be settled instead.
import { PlyadesError } from '../../core/errors.js';
import type { GameSource } from '../../games/open.js';
import {
  type AttackGoal,
  analyseRegion,
  attackerWins,
  type Explainer,
  isPathIndependent,
  makeProofFile,
  type ProofBoard,
  type ProofClaim,
  type ProofGraph,
  type ProofVerdict,
  type Region,
  type SolveRequest,
  type SolverReport,
  verdictOf,
  verifyProof,
} from '../../proof/index.js';
import type { ProofGame } from './game.js';

/** The game and the position of a request, opened. */
export interface SolveSubject {
  readonly game: GameSource;
  /** A compact record, or the state of a game in plain TypeScript. */
  readonly position: unknown;
  readonly request: SolveRequest;
}

/** Solves a position on one thread. */
export interface SolveCommand extends SolveSubject {
  readonly type: 'solve';
}

/** An answer, explained. */
export interface SolveReply extends SolverReport {
  /** Time until the answer was known. */
  readonly seconds: number;
  readonly line: readonly number[];
  /** Moves of a game in plain TypeScript as the author knows them. */
  readonly plainLine?: readonly unknown[];
  /** The file. */
  readonly proof?: Uint8Array;
  /** Why there is none though one was wanted and there is an answer. */
  readonly proofError?: string;
}

/** A line is looked for with as many nodes as the answer took, but within these bounds. */
const LEAST_LINE_NODES = 1_000_000;
const MOST_LINE_NODES = 3_000_000;

/** Functions of the thread that solves. */
export interface SolveHooks {
  yieldToEventLoop(): Promise<void>;
  progress(report: SolverReport): void;
  aborted(): boolean;
}

const SLICE_MS = 8;

/** A search that has evaluated as many nodes without an answer may have few positions, all of which can be settled. */
const STALLED_NODES = 1_000_000;

/** Settles the region of a search, once, when it has no answer after STALLED_NODES or after a line without end. */
export function regionOf(
  { board, keyed }: ProofGame,
  position: unknown,
  attackGoal: AttackGoal,
  hooks: SolveHooks,
): (report: SolverReport) => Promise<Region<unknown> | undefined> {
  let tried = !keyed || !isPathIndependent(board, position, attackGoal);
  return async ({ result, reason, nodes }) => {
    const stalls = result === 'unknown' && (nodes >= STALLED_NODES || reason === 'depth');
    if (tried || !stalls) return undefined;
    tried = true;
    return drive(analyseRegion(board, position, attackGoal), hooks);
  };
}

export function withRegion(
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

/** The parts that explain an answer. */
export interface Explanation {
  readonly explainer: Explainer<unknown> | Region<unknown>;
  readonly board: ProofBoard<unknown>;
  readonly attackGoal: AttackGoal;
  readonly plain: ProofGame['plain'];
}

/** The line, and if wanted the proof. An answer that cannot be explained is an answer all the same. */
export async function explain(
  { position, request }: Pick<SolveSubject, 'position' | 'request'>,
  { result, nodes, move }: Pick<SolverReport, 'result' | 'nodes' | 'move'>,
  how: Explanation,
  hooks: SolveHooks,
): Promise<Pick<SolveReply, 'line' | 'plainLine' | 'proof' | 'proofError'>> {
  const { explainer, board, attackGoal, plain } = how;
  const wantsProof = request.proof && result !== 'unknown';
  const { graph, ...proof } = wantsProof
    ? await prove(position, headerOf(request, result), how, hooks)
    : {};
  const most = Math.min(Math.max(LEAST_LINE_NODES, nodes), MOST_LINE_NODES);
  const line =
    graph !== undefined && attackerWins(attackGoal, result) && board.listsAll(position)
      ? explainer.lineOf(graph)
      : ((await drive(explainer.line(result, most, move), hooks)) ?? []);
  return { line, ...(plain && { plainLine: plain(position, line) }), ...proof };
}

type ProofFileHeader = Parameters<typeof makeProofFile>[0];

/** The header of a proof's file. */
const headerOf = (
  { game, position, goal, side }: SolveRequest,
  result: 'proved' | 'disproved',
): ProofFileHeader => ({ game, position, goal, side, result });

/** The proof as a graph and as a file, or why there is none. */
async function prove(
  position: unknown,
  header: ProofFileHeader,
  how: Explanation,
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
 * A graph that the checker accepts. With counts of moves in its nodes it is larger, and needed only where the
 * count decides.
 */
async function proofOf(
  position: unknown,
  claim: ProofClaim & { readonly result: ProofVerdict },
  { explainer, board, attackGoal }: Explanation,
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

/** Runs work to its end, with turns of the event loop in between; undefined when it was aborted. */
async function drive<T>(work: Generator<void, T, void>, hooks: SolveHooks): Promise<T | undefined> {
  let yieldAt = performance.now() + SLICE_MS;
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    if (performance.now() < yieldAt) continue;
    await hooks.yieldToEventLoop();
    if (hooks.aborted()) return undefined;
    yieldAt = performance.now() + SLICE_MS;
  }
}
