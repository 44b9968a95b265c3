// The program of a worker thread: takes a command, searches in slices, looks at its messages between two
// slices, and answers.

import { PlyadesError } from '../../core/errors.js';
import type { ProcessRecorder, RecordProcess } from '../process-recorder.js';
import type {
  ProofProcessCommand,
  ProofProcessHooks,
  ProofProcessReply,
} from '../proof/distributed-process.js';
import type { SolveCommand, SolveHooks } from '../proof/explain.js';
import type { ExplainCommand } from '../proof/parallel-explain.js';
import type { ProofThreadCommand } from '../proof/parallel-thread.js';
import type { ThreadProofs } from '../proof/thread-proofs.js';
import { type Counter, createCounter } from './counter.js';
import { describeFailure } from './failure.js';
import type { GpuSearchCommand } from './gpu-search.js';
import { type KeptSearch, openKeptSearch } from './kept-search.js';
import { type KeptPlayer, type LevelCommand, openKeptPlayer } from './level-search.js';
import {
  type KeptTree,
  type MctsCommand,
  type MctsReportCommand,
  openKeptTree,
} from './mcts-thread.js';
import type { ParentPort } from './port.js';
import { type RunningProcess, startProcess } from './process.js';
import type { NodeCounts, ProcessCommand, ProcessReply } from './process-protocol.js';
import type {
  FromWorker,
  PerftCommand,
  ProcessNotice,
  SearchCommand,
  SearchReport,
  ThreadCommand,
  ThreadReply,
  ToWorker,
} from './protocol.js';
import { runRulesCheck } from './rules-check.js';

/** Progress is reported at every finished depth, and this often in between. */
const REPORT_MS = 200;

/** The command under way, or the last one. */
interface RunningCommand {
  readonly id: number;
  aborted: boolean;
  /** For a process of a parallel search that is still being started. */
  readonly notices: ProcessNotice[];
  process: Pick<RunningProcess, 'connect' | 'lost' | 'wake'> | undefined;
}

/**
 * What the threads of the library can do and those that serve a game need not, which makes their files smaller: proofs,
 * graphics devices, clusters, traces.
 */
export interface ThreadExtras extends ThreadProofs {
  readonly recordProcess: RecordProcess;
  searchOnGpu(command: GpuSearchCommand, signal: AbortSignal): Promise<SearchReport>;
  startProofProcess(
    command: ProofProcessCommand,
    hooks: ProofProcessHooks,
  ): Promise<RunningProcess<ProofProcessReply>>;
}

/** Takes the commands of a parent from now on. */
export function runThreadProgram(parent: ParentPort, extras: Partial<ThreadExtras> = {}): void {
  new ThreadProgram(parent, extras);
}

/** The program of one thread. */
class ThreadProgram {
  readonly #parent: ParentPort;
  readonly #extras: Partial<ThreadExtras>;
  #kept: KeptSearch | undefined;
  #counter: Counter | undefined;
  #tree: KeptTree | undefined;
  #player: KeptPlayer | undefined;
  #current: RunningCommand | undefined;

  constructor(parent: ParentPort, extras: Partial<ThreadExtras>) {
    this.#parent = parent;
    this.#extras = extras;
    parent.onMessage((message) => this.#receive(message as ToWorker));
  }

  #receive(message: ToWorker): void {
    const { id, ...rest } = message;
    if ('command' in rest) {
      this.#current = { id, aborted: false, notices: [], process: undefined };
      void this.#answer(this.#current, rest.command);
    } else if (this.#current?.id !== id) {
      // It was on its way when the command ended.
      if ('notice' in rest) discard(rest.notice);
    } else if ('abort' in rest) {
      this.#current.aborted = true;
      this.#current.process?.wake();
    } else if (this.#current.process) {
      notify(this.#current.process, rest.notice);
    } else {
      this.#current.notices.push(rest.notice);
    }
  }

  async #answer(running: RunningCommand, command: ThreadCommand): Promise<void> {
    const { id } = running;
    try {
      this.#send({ id, done: await this.#perform(running, command) });
    } catch (error) {
      this.#kept = undefined;
      this.#counter = undefined;
      this.#tree = undefined;
      this.#player = undefined;
      this.#send({ id, failed: describeFailure(error) });
    }
  }

  #perform(running: RunningCommand, command: ThreadCommand): Promise<ThreadReply> {
    switch (command.type) {
      case 'mcts':
        return this.#walkTree(running, command);
      case 'mcts-report':
        return this.#reportTree(command);
      case 'perft':
        return this.#countLeaves(command);
      case 'check':
        return runRulesCheck(command, this.#hooksOf(running));
      case 'search':
        return this.#search(running, command);
      case 'level':
        return this.#chooseMove(running, command);
      case 'gpu':
        return this.#searchDevice(running, command);
      case 'process':
      case 'proof-process':
        return this.#takePart(running, command);
      case 'solve':
      case 'explain':
      case 'prove':
        this.#kept = undefined;
        return this.#prove(running, command);
    }
  }

  #hooksOf(running: RunningCommand) {
    return {
      mayBlock: this.#parent.ownThread,
      yieldToEventLoop: () => this.#parent.yieldToEventLoop(),
      aborted: () => running.aborted,
    };
  }

  /** Solves a position, takes part in that, or explains the answer. */
  #prove(
    running: RunningCommand,
    command: SolveCommand | ExplainCommand | ProofThreadCommand,
  ): Promise<ThreadReply> {
    if (command.type === 'prove') return this.#need('runProofThread')(command);
    const hooks: SolveHooks = {
      ...this.#hooksOf(running),
      progress: (solving) => this.#send({ id: running.id, solving }),
    };
    return command.type === 'solve'
      ? this.#need('runSolve')(command, hooks)
      : this.#need('runExplain')(command, hooks);
  }

  /** Runs one process of a parallel search or proof. Its tables are its own, so nothing is kept. */
  async #takePart(
    running: RunningCommand,
    command: ProcessCommand | ProofProcessCommand,
  ): Promise<ThreadReply> {
    const { id } = running;
    this.#kept = undefined;
    const hooks = {
      ...this.#hooksOf(running),
      searched: (searched: NodeCounts) => this.#send({ id, searched }),
    };
    let process: RunningProcess<ProcessReply | ProofProcessReply>;
    try {
      process =
        command.type === 'process'
          ? await startProcess(command, {
              ...hooks,
              progress: (progress) => this.#send({ id, progress }),
              recorder: this.#recorderFor(id, command),
            })
          : await this.#need('startProofProcess')(command, {
              ...hooks,
              solving: (solving) => this.#send({ id, solving }),
            });
    } catch (error) {
      for (const port of [...command.peers, command.mail]) port?.close();
      for (const notice of running.notices) discard(notice);
      throw error;
    }
    running.process = process;
    for (const notice of running.notices.splice(0)) notify(process, notice);
    return process.answer;
  }

  /** Of a process of a traced search. */
  #recorderFor(id: number, { seat, trace }: ProcessCommand): ProcessRecorder | undefined {
    if (trace === undefined) return undefined;
    return this.#need('recordProcess')(seat, trace, (traced) => this.#send({ id, traced }));
  }

  async #search(running: RunningCommand, command: SearchCommand) {
    const { id } = running;
    if (!this.#kept?.fits(command)) {
      this.#kept = undefined;
      this.#kept = await openKeptSearch(command);
    } else if (!command.keepTable) {
      this.#kept.clear();
    }
    this.#kept.start(command);
    let depth = 0;
    let reportAt = performance.now() + REPORT_MS;
    while (!this.#kept.step()) {
      await this.#parent.yieldToEventLoop();
      if (running.aborted) this.#kept.abort();
      const report = this.#kept.report();
      if (report.depth > depth || performance.now() >= reportAt) {
        depth = report.depth;
        reportAt = performance.now() + REPORT_MS;
        this.#send({ id, progress: report });
      }
    }
    return this.#kept.report();
  }

  async #walkTree(running: RunningCommand, command: MctsCommand): Promise<ThreadReply> {
    const began = performance.now();
    if (!this.#tree?.fits(command)) {
      this.#tree = undefined;
      this.#tree = await openKeptTree(command);
    }
    const opening = (performance.now() - began) / 1000;
    const reply = await this.#tree.run(command, {
      yieldToEventLoop: () => this.#parent.yieldToEventLoop(),
      aborted: () => running.aborted,
      progress: (progress) => this.#send({ id: running.id, progress }),
    });
    if (!command.keep && command.tree.kind === 'shared') this.#tree = undefined;
    return { ...reply, use: { ...reply.use, opening } };
  }

  async #reportTree(command: MctsReportCommand): Promise<ThreadReply> {
    if (this.#tree === undefined) throw new Error('no tree to report');
    return this.#tree.report(command);
  }

  async #chooseMove(running: RunningCommand, command: LevelCommand): Promise<ThreadReply> {
    if (!this.#player?.fits(command)) {
      this.#player = undefined;
      this.#player = await openKeptPlayer(command);
    }
    return this.#player.move(command, {
      yieldToEventLoop: () => this.#parent.yieldToEventLoop(),
      aborted: () => running.aborted,
    });
  }

  async #searchDevice(running: RunningCommand, command: GpuSearchCommand): Promise<ThreadReply> {
    const stopping = new AbortController();
    running.process = { connect: () => {}, lost: () => {}, wake: () => stopping.abort() };
    if (running.aborted) stopping.abort();
    return this.#need('searchOnGpu')(command, stopping.signal);
  }

  #need<K extends keyof ThreadExtras>(name: K): ThreadExtras[K] {
    const extra = this.#extras[name];
    if (extra !== undefined) return extra;
    const message =
      'a worker that serves a game solves none, takes part in no cluster, drives no graphics device and records no trace';
    throw new PlyadesError('ERR_WORKER', message);
  }

  /** Many small counts share one counter. */
  async #countLeaves({ game, position, depth }: PerftCommand): Promise<number> {
    if (!this.#counter?.fits(game)) {
      this.#counter = undefined;
      this.#counter = await createCounter(game);
    }
    return this.#counter.count(position, depth);
  }

  #send(message: FromWorker): void {
    this.#parent.post(message);
  }
}

function notify(process: Pick<RunningProcess, 'connect' | 'lost'>, notice: ProcessNotice): void {
  if (notice.type === 'lost') process.lost(notice.process);
  else process.connect(notice.process, notice.port);
}

function discard(notice: ProcessNotice): void {
  if (notice.type === 'connect') notice.port.close();
}
