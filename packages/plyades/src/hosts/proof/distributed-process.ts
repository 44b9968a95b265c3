// One process of a distributed proof on a thread of its own: an actor, the loop that drives it, and a worker's search.
// Process 0 reports the numbers of the root and at the end answers with the line and the file of the proof.
import type { ProcessUse } from '../../core/search-result.js';
import type { Outlet } from '../../parallel/actor.js';
import type { LinkTimes } from '../../parallel/links.js';
import { createProofActor, type ProofActor } from '../../parallel/pns-dfpn/index.js';
import { PROOF_SETTINGS, type ProofTask } from '../../parallel/pns-dfpn/options.js';
import type { ProofOutcome } from '../../parallel/pns-dfpn/outcome.js';
import { type ProcessSeat, workersOf } from '../../parallel/process.js';
import {
  MAX_LINE,
  type SolveRequest,
  type SolverReport,
  type UnknownReason,
} from '../../proof/index.js';
import { ActorLoop } from '../threads/actor-loop.js';
import type { RunningProcess } from '../threads/process.js';
import { Blackboard } from '../threads/process-protocol.js';
import {
  checkedOutcome,
  explainOutcome,
  type ProofSubject,
  reportOf,
} from './distributed-outcome.js';
import { KernelProofSearch, proofSearchBytes } from './distributed-search.js';
import type { SolveReply, SolveSubject } from './explain.js';
import { attackGoalFor, openProofGame, type ProofGame } from './game.js';
import { proofRules } from './proof-rules.js';

const REPORT_MS = 200;

/** Runs one process of a distributed proof until it is stopped or has the answer. */
export interface ProofProcessCommand extends SolveSubject {
  readonly type: 'proof-process';
  readonly linkTimes: LinkTimes;
  readonly seat: ProcessSeat;
  /** Of each worker. */
  readonly tableBytes: number;
  readonly blackboard: SharedArrayBuffer | undefined;
  readonly peers: readonly (MessagePort | undefined)[];
  readonly mail?: MessagePort;
}

/** The reply of a process at its end. */
export interface ProofProcessReply extends ProcessUse {
  /** Of process 0. */
  readonly solved?: SolveReply;
}

export interface ProofProcessHooks {
  yieldToEventLoop(): Promise<void>;
  solving(report: SolverReport): void;
  aborted(): boolean;
}

/** How a process ended. */
type End =
  | { readonly outcome: ProofOutcome }
  | { readonly stopped: UnknownReason }
  | { readonly failed: string };

export async function startProofProcess(
  command: ProofProcessCommand,
  hooks: ProofProcessHooks,
): Promise<RunningProcess<ProofProcessReply>> {
  const { seat, tableBytes, game } = command;
  const { kernel: probe } = await openProofGame(game);
  const bytes = seat.self === 0 ? 0 : tableBytes + proofSearchBytes(probe, MAX_LINE) + (1 << 16);
  return new ProofProcess(
    command,
    hooks,
    await openProofGame(game, bytes),
    await subjectOf(command),
  );
}

/** Workers have to show what they claim. */
const taskOf = ({ budget }: SolveRequest): ProofTask => ({
  settings: { ...PROOF_SETTINGS, ...(budget !== undefined && { budget }) },
  show: true,
});

async function subjectOf({ game, position, request }: SolveSubject): Promise<ProofSubject> {
  const { goal, side, proof, game: id, position: text } = request;
  return {
    position,
    attackGoal: await attackGoalFor(game, request),
    claim: { goal, side },
    file: proof ? { game: id, position: text } : undefined,
  };
}

class ProofProcess implements RunningProcess<ProofProcessReply> {
  readonly #command: ProofProcessCommand;
  readonly #hooks: ProofProcessHooks;
  readonly #game: ProofGame;
  readonly #subject: ProofSubject;
  readonly #blackboard: Blackboard | undefined;
  readonly #loop: ActorLoop;
  readonly #actor: ProofActor;
  #end: End | undefined;
  #reportedAt = 0;
  readonly answer: Promise<ProofProcessReply>;

  constructor(
    command: ProofProcessCommand,
    hooks: ProofProcessHooks,
    game: ProofGame,
    subject: ProofSubject,
  ) {
    this.#command = command;
    this.#hooks = hooks;
    this.#game = game;
    this.#subject = subject;
    this.#blackboard = command.blackboard && new Blackboard(command.blackboard, command.seat.size);
    this.#loop = new ActorLoop({
      self: command.seat.self,
      size: command.seat.size,
      bells: this.#blackboard?.bells,
      // Packets come through the event loop.
      mayBlock: false,
      peers: command.peers,
      mail: command.mail,
      yieldToEventLoop: hooks.yieldToEventLoop,
    });
    this.#actor = this.#createActor();
    this.answer = this.#run();
  }

  connect(process: number, port: MessagePort): void {
    this.#loop.connect(process, port);
  }

  lost(process: number): void {
    this.#loop.lost(process);
  }

  wake(): void {
    this.#loop.wake();
  }

  #createActor(): ProofActor {
    const { seat, tableBytes, request, linkTimes } = this.#command;
    const { attackGoal, position } = this.#subject;
    const { kernel, board, keyed } = this.#game;
    const rules = proofRules(board, position, attackGoal);
    const options = { maxPly: MAX_LINE, tableBytes, keyed };
    const search =
      seat.self === 0
        ? undefined
        : new KernelProofSearch(kernel, { board, rules, attackGoal }, options);
    const outlet: Outlet = {
      send: (to, packet) => this.#loop.send(to, packet),
      report: (report) => {
        if (report.type === 'done') this.#end = { outcome: report.outcome! };
        else if (report.type === 'failed') this.#end = { failed: report.reason };
      },
    };
    const ports = { rules, ...(search && { search }) };
    return createProofActor(seat, outlet, ports, taskOf(request), linkTimes);
  }

  async #run(): Promise<ProofProcessReply> {
    try {
      const end = await this.#loop.work(this.#actor, Number.POSITIVE_INFINITY, (begin) =>
        this.#endAfter(begin),
      );
      const summary = { counters: { ...this.#actor.counters }, times: this.#loop.times };
      if (this.#command.seat.self !== 0) return summary;
      this.#blackboard?.stop();
      return { ...summary, solved: await this.#solved(end) };
    } finally {
      this.#loop.close();
    }
  }

  /** Process 0: the answer and what explains it. */
  async #solved(end: End): Promise<SolveReply> {
    if ('failed' in end) throw new Error(end.failed);
    if ('stopped' in end) return { ...this.#report(undefined, end.stopped), line: [] };
    const outcome = checkedOutcome(this.#game, this.#subject, end.outcome);
    const report = this.#report(outcome);
    this.#hooks.solving(report);
    return { ...report, ...(await explainOutcome(this.#game, this.#subject, outcome, report)) };
  }

  /** Publishes counters and reports; how the process ends, when it does after this slice. */
  #endAfter(begin: number): End | undefined {
    const { seat, request } = this.#command;
    this.#blackboard?.setSearched(seat.self, this.#actor.counters);
    if (seat.self === 0 && begin - this.#reportedAt >= REPORT_MS) {
      this.#reportedAt = begin;
      this.#hooks.solving(this.#report());
    }
    if (this.#end !== undefined) return this.#end;
    if (this.#hooks.aborted() || this.#blackboard?.stopped) return { stopped: 'aborted' };
    // Process 0 counts the nodes of all.
    const isOver = seat.self === 0 && this.#searchedNodes >= request.nodes;
    return isOver ? { stopped: 'nodes' } : undefined;
  }

  #report(outcome?: ProofOutcome, stopped?: UnknownReason): SolverReport & { seconds: number } {
    const { seat, tableBytes } = this.#command;
    return {
      ...reportOf(this.#subject, outcome ?? this.#actor.numbers!, outcome, stopped),
      nodes: this.#searchedNodes,
      memoryBytes: tableBytes * workersOf(seat).length,
      seconds: this.#loop.elapsedMs() / 1000,
    };
  }

  /** Of all processes where they share memory, else of this one. */
  get #searchedNodes(): number {
    return (this.#blackboard?.searched ?? this.#actor.counters).nodes;
  }
}
