// One process of a distributed proof on a thread of its own. Process 0 reports the numbers of the root, and at the
// end has the answer with its line and, if wanted, the file of the proof, which leaves only after the checker has
// accepted it.
import type { GameSource } from '../../games/open.js';
import type { LinkTimes } from '../../parallel/links.js';
import { createProofActor } from '../../parallel/pns-dfpn/index.js';
import type { ProofTask } from '../../parallel/pns-dfpn/options.js';
import type { ProofOutcome } from '../../parallel/pns-dfpn/outcome.js';
import { type ProcessSeat, workersOf } from '../../parallel/process.js';
import {
  type AttackGoal,
  lineOfGraph,
  MAX_LINE,
  makeProofFile,
  type ProofClaim,
  type ProofGraph,
  type ProofHeader,
  type SolverReport,
  type UnknownReason,
  verdictOf,
  verifyProof,
} from '../../proof/index.js';
import { ActorLoop } from '../threads/actor-loop.js';
import type { RunningProcess } from '../threads/process.js';
import { Blackboard, type NodeCounts, type ProcessReport } from '../threads/process-protocol.js';
import { createProofSearch, proofRules, proofSearchBytes } from './distributed-search.js';
import type { SolveReply } from './explain.js';
import { openProofGame, type ProofGame } from './game.js';

const REPORT_MS = 200;

/** The file, or why there is none. */
async function fileOf(
  header: Parameters<typeof makeProofFile>[0],
  graph: ProofGraph,
): Promise<Pick<SolveReply, 'proof' | 'proofError'>> {
  try {
    return { proof: await makeProofFile(header, graph) };
  } catch (error) {
    return { proofError: error instanceof Error ? error.message : String(error) };
  }
}

/** Runs one process of a distributed proof until it is told to stop, or has the answer. */
export interface ProofProcessRequest {
  readonly type: 'proof-process';
  readonly game: GameSource;
  readonly position: unknown;
  readonly attackGoal: AttackGoal;
  readonly proof: ProofTask;
  readonly linkTimes: LinkTimes;
  readonly place: ProcessSeat;
  /** Of each worker. */
  readonly tableBytes: number;
  /** Process 0: nodes of all together after which it ends. */
  readonly nodes: number;
  /** Process 0: what is proved, and whether a file is to be made of it. */
  readonly claim: ProofClaim;
  readonly file?: Pick<ProofHeader, 'game' | 'position'> | undefined;
  readonly board: SharedArrayBuffer | undefined;
  readonly peers: readonly (MessagePort | undefined)[];
  readonly mail?: MessagePort;
}

/** What such a process answers at its end. */
export interface ProofProcessReply extends ProcessReport {
  /** Of process 0. */
  readonly solved?: SolveReply;
}

export interface ProofProcessHooks {
  yieldToEventLoop(): Promise<void>;
  solving(report: SolverReport): void;
  searched(searched: NodeCounts): void;
  aborted(): boolean;
}

/** How a process ended. */
type End =
  | { readonly outcome: ProofOutcome }
  | { readonly stopped: UnknownReason }
  | { readonly failed: string };

export async function startProofProcess(
  job: ProofProcessRequest,
  hooks: ProofProcessHooks,
): Promise<RunningProcess<ProofProcessReply>> {
  const { place, tableBytes, game } = job;
  const { kernel: probe } = await openProofGame(game);
  const bytes = place.self === 0 ? 0 : tableBytes + proofSearchBytes(probe, MAX_LINE) + (1 << 16);
  return runProofProcess(job, hooks, await openProofGame(game, bytes));
}

function runProofProcess(
  job: ProofProcessRequest,
  hooks: ProofProcessHooks,
  opened: ProofGame,
): RunningProcess<ProofProcessReply> {
  const { place, attackGoal, position, tableBytes } = job;
  const { kernel, board, keyed } = opened;
  const rules = proofRules(board, position, attackGoal);
  const options = { maxPly: MAX_LINE, tableBytes, keyed };
  const search =
    place.self === 0 ? undefined : createProofSearch(kernel, board, rules, attackGoal, options);
  const blackboard = job.board && new Blackboard(job.board, place.size);
  const loop = new ActorLoop({
    self: place.self,
    blackboard,
    peers: job.peers,
    mail: job.mail,
    yieldToEventLoop: hooks.yieldToEventLoop,
  });
  let end: End | undefined;
  let reportedAt = 0;
  const actor = createProofActor(
    place,
    {
      send: (to, packet) => loop.send(to, packet),
      report(report) {
        if (report.type === 'done') end = { outcome: report.outcome! };
        else if (report.type === 'failed') end = { failed: report.reason };
      },
    },
    { rules, ...(search && { search }) },
    job.proof,
    job.linkTimes,
  );
  const searched = () => blackboard?.searched ?? actor.counters;

  function report(
    known?: ProofOutcome,
    stopped?: UnknownReason,
  ): SolverReport & { seconds: number } {
    const { pn, dn, treeNodes, liars } = known ?? actor.numbers!;
    const wins = known?.attackerWins;
    const turned = attackGoal.turned;
    return {
      result: wins === undefined ? 'unknown' : verdictOf(attackGoal, wins),
      reason: wins === undefined ? (known?.reason ?? stopped) : undefined,
      nodes: searched().nodes,
      expanded: treeNodes,
      memoryBytes: tableBytes * workersOf(place).length,
      ...(known?.reason === 'unshown'
        ? { pn: undefined, dn: undefined }
        : { pn: turned ? dn : pn, dn: turned ? pn : dn }),
      move: undefined,
      liars,
      seconds: loop.elapsedMs() / 1000,
    };
  }

  function endAfter(begin: number): End | undefined {
    blackboard?.setSearched(place.self, actor.counters);
    if (place.self === 0 && begin - reportedAt >= REPORT_MS) {
      reportedAt = begin;
      hooks.solving(report());
    }
    if (end !== undefined) return end;
    if (hooks.aborted() || blackboard?.stopped) return { stopped: 'aborted' };
    return searched().nodes >= job.nodes ? { stopped: 'nodes' } : undefined;
  }

  async function run(): Promise<ProofProcessReply> {
    try {
      const ended = await loop.work(actor, Number.POSITIVE_INFINITY, endAfter);
      const summary = { counters: { ...actor.counters }, times: loop.times };
      if (place.self !== 0) return summary;
      blackboard?.stop();
      if ('failed' in ended) throw new Error(ended.failed);
      if ('stopped' in ended) {
        return { ...summary, solved: { ...report(undefined, ended.stopped), pv: [] } };
      }
      const outcome = checked(ended.outcome);
      const found = report(outcome);
      hooks.solving(found);
      const solved = { ...found, ...(await explained(outcome, found)) };
      return { ...summary, solved };
    } finally {
      loop.close();
    }
  }

  /** An answer that is not shown without a hole is none. */
  function checked(outcome: ProofOutcome): ProofOutcome {
    const { attackerWins: wins, graph: nodes } = outcome;
    if (wins === undefined || !job.proof.show) return outcome;
    const verdict = verdictOf(attackGoal, wins);
    const isShown =
      nodes !== undefined &&
      verifyProof(board, position, job.claim, attackGoal, verdict, { nodes }).valid;
    if (isShown) return outcome;
    return { ...outcome, attackerWins: undefined, reason: 'unshown', graph: undefined };
  }

  /** The line of the proof and its file. */
  async function explained(
    { graph: nodes }: ProofOutcome,
    { result }: SolverReport,
  ): Promise<Pick<SolveReply, 'pv' | 'plainPv' | 'proof' | 'proofError'>> {
    if (result === 'unknown' || nodes === undefined) return { pv: [] };
    const graph = { nodes };
    const pv = lineOfGraph(board, position, attackGoal, result, graph);
    const header = job.file && { ...job.file, ...job.claim, result };
    return {
      pv,
      ...(opened.plain && { plainPv: opened.plain(position, pv) }),
      ...(header && (await fileOf(header, graph))),
    };
  }

  return {
    answer: run(),
    connect: (process, port) => loop.connect(process, port),
    lost: (process) => loop.lost(process),
    wake: () => loop.wake(),
  };
}
