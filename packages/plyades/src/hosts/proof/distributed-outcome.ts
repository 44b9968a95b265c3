// The outcome of a distributed proof, as process 0 reports it: numbers from the side that was asked about, the line of the
// proof, and the file, which is made only of a graph that the checker has accepted.
import type { ProofOutcome, RootNumbers } from '../../parallel/pns-dfpn/outcome.js';
import {
  type AttackGoal,
  lineOfGraph,
  makeProofFile,
  type ProofClaim,
  type ProofGraph,
  type ProofHeader,
  type SolverReport,
  type UnknownReason,
  verdictOf,
  verifyProof,
} from '../../proof/index.js';
import type { SolveReply } from './explain.js';
import type { ProofGame } from './game.js';

/** The proof's position and goal, and the parts of the result that the caller wants. */
export interface ProofSubject {
  readonly position: unknown;
  readonly attackGoal: AttackGoal;
  readonly claim: ProofClaim;
  /** Game and position for the header of a file; no file if not given. */
  readonly file?: Pick<ProofHeader, 'game' | 'position'> | undefined;
}

/** The state of a proof; `outcome` is set when process 0 has ended it. */
export function reportOf(
  { attackGoal }: ProofSubject,
  { pn, dn, treeNodes, liars }: RootNumbers,
  outcome: ProofOutcome | undefined,
  stopped: UnknownReason | undefined,
): Omit<SolverReport, 'nodes' | 'memoryBytes'> {
  const wins = outcome?.attackerWins;
  const { turned } = attackGoal;
  return {
    result: wins === undefined ? 'unknown' : verdictOf(attackGoal, wins),
    reason: wins === undefined ? (outcome?.reason ?? stopped) : undefined,
    expanded: treeNodes,
    ...(outcome?.reason === 'unshown'
      ? { pn: undefined, dn: undefined }
      : { pn: turned ? dn : pn, dn: turned ? pn : dn }),
    move: undefined,
    liars,
  };
}

/** The outcome if the checker accepts its graph; else the same outcome without its answer. */
export function checkedOutcome(
  { board }: ProofGame,
  { position, attackGoal, claim }: ProofSubject,
  outcome: ProofOutcome,
): ProofOutcome {
  const { attackerWins: wins, graph: nodes } = outcome;
  if (wins === undefined) return outcome;
  const verdict = verdictOf(attackGoal, wins);
  const isShown =
    nodes !== undefined &&
    verifyProof(board, position, claim, attackGoal, verdict, { nodes }).valid;
  if (isShown) return outcome;
  return { ...outcome, attackerWins: undefined, reason: 'unshown', graph: undefined };
}

/** The line of a proof and its file. */
export async function explainOutcome(
  { board, plain }: ProofGame,
  { position, attackGoal, claim, file }: ProofSubject,
  { graph: nodes }: ProofOutcome,
  { result }: Pick<SolverReport, 'result'>,
): Promise<Pick<SolveReply, 'line' | 'plainLine' | 'proof' | 'proofError'>> {
  if (result === 'unknown' || nodes === undefined) return { line: [] };
  const graph = { nodes };
  const line = lineOfGraph(board, position, attackGoal, result, graph);
  return {
    line,
    ...(plain && { plainLine: plain(position, line) }),
    ...(file && (await makeFile({ ...file, ...claim, result }, graph))),
  };
}

/** The file, or why there is none. */
async function makeFile(
  header: Parameters<typeof makeProofFile>[0],
  graph: ProofGraph,
): Promise<Pick<SolveReply, 'proof' | 'proofError'>> {
  try {
    return { proof: await makeProofFile(header, graph) };
  } catch (error) {
    return { proofError: error instanceof Error ? error.message : String(error) };
  }
}
