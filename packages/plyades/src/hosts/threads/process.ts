// One process of a parallel search on a thread of its own: its searches and tables, what ends it, and what it reports.
import { limitsOf } from '../../core/search-request.js';
import type { SearchLine, SearchStatus, StopReason } from '../../core/search-result.js';
import { type Kernel, Rules, Searcher, type Table } from '../../kernel/index.js';
import type { Actor, ActorReport, Outlet, SearchFinding } from '../../parallel/actor.js';
import type { Algorithm } from '../../parallel/algorithm.js';
import { findAlgorithm } from '../../parallel/algorithms.js';
import { createActor } from '../../parallel/create-actor.js';
import { searchesOf } from '../../parallel/hierarchy/index.js';
import { MoveTimer } from '../../search/allowance.js';
import type { Board } from '../../search/board.js';
import { LineCompletion, lineMs } from '../../search/line.js';
import { nothingFound, progressOf, type SearchRoot } from '../../search/progress.js';
import { lengthened } from '../../search/table-line.js';
import { playableFinding } from '../line.js';
import { createPorts, type KernelPorts } from '../ports.js';
import type { ProcessRecorder } from '../process-recorder.js';
import { earlierFinding } from '../resume.js';
import { ActorLoop } from './actor-loop.js';
import { Bells } from './bells.js';
import { maxPlyOf, openProcessGame, type ProcessGame } from './process-game.js';
import {
  Blackboard,
  type NodeCounts,
  type ProcessCommand,
  type ProcessReply,
} from './process-protocol.js';
import type { SearchReport } from './protocol.js';
import { RootEffort } from './root-effort.js';
import { limitsNow } from './shared-time.js';

const REPORT_MS = 200;
/** Between two reports that carry what the master's tree knows. */
const KEEP_MS = 2000;
/** How often a process without shared memory tells what it has searched. */
const COUNT_MS = 50;
const NEVER = Number.POSITIVE_INFINITY;

/** The functions of its thread that a process uses. */
export interface ProcessHooks {
  /** Whether commands have the thread for themselves, and may block it while they wait. */
  readonly mayBlock: boolean;
  /** Resolves after waiting messages have been delivered. */
  yieldToEventLoop(): Promise<void>;
  /** Called by process 0 at every finished depth, and now and then in between. */
  progress(report: SearchReport): void;
  /** Called now and then where threads cannot share memory. */
  searched(searched: NodeCounts): void;
  /** Of a traced search. */
  readonly recorder?: ProcessRecorder | undefined;
  /** True after a message to stop the command. */
  aborted(): boolean;
}

export interface RunningProcess<A = ProcessReply> {
  /** Resolves when the process has ended. */
  readonly answer: Promise<A>;
  /** Another process has a new channel: it was replaced. */
  connect(process: number, port: MessagePort): void;
  lost(process: number): void;
  /** Something has changed that a sleeping process must look at. */
  wake(): void;
}

export async function startProcess(
  command: ProcessCommand,
  hooks: ProcessHooks,
): Promise<RunningProcess> {
  const algorithm = findAlgorithm(command.plan.request.algorithm);
  const searches = searchesOf(algorithm, command.plan);
  const began = performance.now();
  const opened = await openProcessGame(command, searches + 1);
  const openingMs = performance.now() - began;
  const process = new SearchProcess(command, hooks, algorithm, searches, opened, openingMs);
  return process.start();
}

/** Plies of a line that is lengthened by the table. */
const LONGEST_LINE = 64;

class SearchProcess<P> {
  readonly #command: ProcessCommand;
  readonly #hooks: ProcessHooks;
  readonly #algorithm: Algorithm;
  readonly #searches: number;
  readonly #openingMs: number;
  readonly #kernel: Kernel;
  #rules: Rules | undefined;
  readonly #board: Board<P>;
  readonly #root: P;
  readonly #table: Table | undefined;
  readonly #plainLine: ProcessGame<P>['line'];
  readonly #blackboard: Blackboard | undefined;
  readonly #loop: ActorLoop;
  readonly #ports: KernelPorts<P>;
  readonly #lines: Searcher;
  readonly #actor: Actor;
  readonly #recorder: ProcessRecorder | undefined;
  /** In a game with a clock: how long to go on. */
  readonly #timer: MoveTimer | undefined;
  readonly #maxNodes: number | undefined;
  /** The search ends this many milliseconds after its beginning at the latest. */
  readonly #latestMs: number;
  readonly #earlier: SearchFinding | undefined;
  #finding: SearchFinding | undefined;
  #end: 'done' | { readonly failed: string } | undefined;
  #reportedAt = 0;
  #keptAt = performance.now();
  #countedAt = 0;
  /** True when the time for another depth is over. */
  #enough = false;
  #liars: readonly number[] = [];
  readonly #effort = new RootEffort();

  constructor(
    command: ProcessCommand,
    hooks: ProcessHooks,
    algorithm: Algorithm,
    searches: number,
    { kernel, board, root, table, line }: ProcessGame<P>,
    openingMs: number,
  ) {
    const { seat, plan } = command;
    const { request } = plan;
    this.#command = command;
    this.#hooks = hooks;
    this.#algorithm = algorithm;
    this.#searches = searches;
    this.#openingMs = openingMs;
    this.#kernel = kernel;
    this.#board = board;
    this.#root = root;
    this.#table = table;
    this.#plainLine = line;
    const processes = seat.size + (seat.below?.size ?? 0);
    const { tableMemory } = command;
    this.#blackboard =
      command.blackboard && new Blackboard(command.blackboard, processes, tableMemory);
    const yielding = this.#blackboard !== undefined && tableMemory.kind === 'shared';
    this.#recorder = hooks.recorder;
    this.#loop = new ActorLoop({
      self: seat.self,
      size: processes,
      bells: this.#blackboard?.bells,
      mayBlock: hooks.mayBlock,
      yielding,
      peers: command.peers,
      mail: command.mail,
      yieldToEventLoop: hooks.yieldToEventLoop,
      recorder: this.#recorder,
    });
    const limits =
      seat.self === 0 ? limitsNow(limitsOf(request), command.askedAt, command.spentMs) : {};
    this.#maxNodes = limits.nodes;
    this.#timer =
      limits.clock && new MoveTimer(limits.clock, (request.only ?? board.moves(root)).length);
    this.#latestMs = Math.min(limits.ms ?? NEVER, this.#timer?.hardMs ?? NEVER);
    this.#earlier = command.earlier && earlierFinding(command.earlier);
    this.#finding = this.#earlier;
    const maxPly = maxPlyOf(request.depth);
    this.#ports = createPorts(kernel, board, root, table, {
      searches,
      maxPly,
      mode: request.mode,
      selective: request.selective,
      before: command.before,
      tables: request.table,
      ...(yielding && { yieldFlag: tableMemory.bells + Bells.offset(seat.self) }),
      ...(request.only && { only: request.only }),
      ...(request.lines && { lines: request.lines }),
    });
    this.#lines = new Searcher(kernel, maxPly).attach(table);
    const outlet: Outlet = {
      send: (to, packet) => this.#loop.send(to, packet),
      report: (report) => this.#onReport(report),
      ...(this.#recorder && { trace: this.#recorder.tracer }),
    };
    const traced = this.#recorder?.searches(this.#ports.searches);
    const ports = traced ? { ...this.#ports, searches: traced } : this.#ports;
    this.#actor = createActor(algorithm, seat, outlet, ports, plan);
  }

  start(): RunningProcess {
    const loop = this.#loop;
    return {
      answer: this.#run(),
      connect: (process, port) => loop.connect(process, port),
      lost: (process) => loop.lost(process),
      wake: () => loop.wake(),
    };
  }

  /**
   * A player that runs out of time does not complete its line. Where others have searched what it rests on, the table
   * knows how it goes on.
   */
  #lengthen(finding: SearchFinding): SearchFinding {
    const { game, plan } = this.#command;
    const isShort = this.#algorithm.needsTable && plan.request.mode === 'play';
    if (!isShort || game.kind !== 'kernel' || this.#table === undefined) return finding;
    this.#rules ??= new Rules(this.#kernel);
    const root = this.#root as Uint8Array;
    const plies = Math.min(finding.depth, LONGEST_LINE);
    return { ...finding, pv: lengthened(this.#rules, this.#table, root, finding.pv, plies) };
  }

  /** A report of the actor, process 0. */
  #onReport(report: ActorReport): void {
    if (report.type === 'depth') {
      if (report.finding.depth < (this.#earlier?.depth ?? 0)) return;
      this.#finding = this.#lengthen(playableFinding(this.#board, this.#root, report.finding));
      this.#recorder?.finished(this.#finding);
      this.#timer?.finished(this.#finding.move, this.#finding.value);
      this.#enough = this.#timer !== undefined && this.#loop.elapsedMs() >= this.#timer.softMs;
      this.#tellProgress(true);
    } else if (report.type === 'liar') {
      this.#liars = [...this.#liars, report.process];
      this.#tellProgress(false);
    } else {
      this.#end = report.type === 'done' ? 'done' : { failed: report.reason };
      if (report.type === 'done') this.#blackboard?.setIteration(report.iteration ?? 0);
    }
  }

  get #searchRoot(): SearchRoot<P> {
    return {
      board: this.#board,
      root: this.#root,
      mode: this.#command.plan.request.mode,
      expanded: !this.#algorithm.nodesInKernel,
    };
  }

  /** Without shared memory only this process's own: the group adds the others'. */
  get #searched(): NodeCounts {
    return this.#blackboard?.searched ?? this.#actor.counters;
  }

  #report(status: SearchStatus, pv?: readonly number[]): SearchReport & NodeCounts {
    const { nodes, leaves } = this.#searched;
    const { only } = this.#command.plan.request;
    const found = this.#finding ?? nothingFound(this.#searchRoot, only);
    const counts = { nodes, leaves, seconds: this.#loop.elapsedMs() / 1000 };
    const progress = progressOf(this.#searchRoot, found, status, counts, pv);
    const { others } = progress;
    const plain = this.#plainLine?.(progress.line);
    const deepest = this.#algorithm.searchesRoot ? (this.#ports.searches[0]?.deepest ?? 0) : 0;
    return {
      ...this.#withShare(progress),
      ...(others && { others: others.map((each) => this.#withShare(each)) }),
      ...(this.#liars.length > 0 && { liars: this.#liars }),
      ...(this.#table && { full: this.#table.permille }),
      ...(deepest > 0 && { deepest }),
      ...(plain && { plainLine: plain, plainMove: plain[0] }),
      ...(plain && others && { plainOthers: others.map(({ line }) => this.#plainLine!(line)) }),
    };
  }

  #withShare<L extends SearchLine>(line: L): L {
    const share = line.move === undefined ? undefined : this.#effort.shareOf(line.move);
    return share === undefined ? line : { ...line, share };
  }

  /** `due`: the tree is kept, however short a time after the last. */
  #tellProgress(due: boolean): void {
    this.#reportedAt = performance.now();
    const keeps = this.#command.keep && (due || this.#reportedAt - this.#keptAt >= KEEP_MS);
    const tree = keeps ? this.#actor.keep?.() : undefined;
    if (tree !== undefined) this.#keptAt = this.#reportedAt;
    this.#hooks.progress({ ...this.#report('searching'), ...(tree && { tree }) });
  }

  /** Tells what was searched: on the blackboard, else now and then by a message. */
  #count(at: number): void {
    const { self } = this.#command.seat;
    if (this.#blackboard) {
      this.#blackboard.setSearched(self, this.#actor.counters);
    } else if (at - this.#countedAt >= COUNT_MS) {
      this.#countedAt = at;
      const { nodes, leaves } = this.#actor.counters;
      this.#hooks.searched({ nodes, leaves });
    }
    if (self === 0 && at - this.#reportedAt >= REPORT_MS) this.#tellProgress(false);
  }

  /** The reason to end the search although the algorithm would go on. */
  #stopReason(): StopReason | undefined {
    if (this.#hooks.aborted() || this.#blackboard?.stopped) return 'aborted';
    if (this.#maxNodes !== undefined && this.#searched.nodes >= this.#maxNodes) return 'nodes';
    return this.#enough || this.#loop.elapsedMs() >= this.#latestMs ? 'time' : undefined;
  }

  /** Whether the process ends after a step; `stopped` says what ends it although the algorithm would go on. */
  #endAfter(begin: number): { readonly stopped: StopReason | undefined } | undefined {
    if (this.#algorithm.searchesRoot && this.#command.seat.self === 0) {
      this.#effort.sample(this.#ports.rootMove, this.#actor.counters.nodes);
    }
    this.#count(begin);
    if (this.#end !== undefined) return { stopped: undefined };
    const stopped = this.#stopReason();
    return stopped && { stopped };
  }

  async #run(): Promise<ProcessReply> {
    const [loop, actor, blackboard] = [this.#loop, this.#actor, this.#blackboard];
    try {
      const { stopped } = await loop.work(actor, this.#latestMs, (at) => this.#endAfter(at));
      const { times } = loop;
      this.#recorder?.end(actor);
      if (blackboard && blackboard.iteration > 0) actor.settle?.(blackboard.iteration);
      const summary = {
        counters: { ...actor.counters },
        times,
        opening: this.#openingMs / 1000,
        ...(this.#algorithm.needsTable && { marks: this.#ports.marks }),
      };
      if (this.#command.seat.self !== 0) return summary;
      // The others need not go on while the line is completed.
      blackboard?.stop();
      return { ...summary, result: await this.#conclude(stopped) };
    } finally {
      loop.close();
    }
  }

  /** The result of the search, process 0; `stopped` when the algorithm would have gone on. */
  async #conclude(stopped: StopReason | undefined): Promise<SearchReport & NodeCounts> {
    if (typeof this.#end === 'object') throw new Error(this.#end.failed);
    const { mode } = this.#command.plan.request;
    if (stopped !== undefined && mode === 'play') {
      this.#finding = this.#actor.interim?.() ?? this.#finding;
    }
    const hurried = stopped === 'aborted' || stopped === 'time';
    return this.#report(stopped ?? 'depth', hurried ? undefined : await this.#completeLine());
  }

  /** The principal variation to its end; an exact search promises all of it, if there is time. */
  async #completeLine(): Promise<readonly number[] | undefined> {
    const finding = this.#finding;
    // The line of an earlier search is in no table here: completing it might take as long as that search did.
    if (finding === undefined || finding === this.#earlier) return undefined;
    const { mode } = this.#command.plan.request;
    const loop = this.#loop;
    // Earlier positions are records; games in plain TypeScript have none.
    const before = this.#command.before.toReversed() as unknown as readonly P[];
    const game = [this.#root, ...before];
    const completion = new LineCompletion(
      this.#board,
      this.#lines,
      game,
      finding,
      mode,
      this.#searches,
    );
    const elapsed = loop.elapsedMs();
    const allowed = mode === 'play' ? elapsed + lineMs(elapsed) : NEVER;
    const until = Math.min(allowed, this.#latestMs, this.#timer?.softMs ?? NEVER);
    while (!completion.step(loop.slice) && loop.elapsedMs() < until && !this.#hooks.aborted()) {
      await this.#hooks.yieldToEventLoop();
    }
    return completion.line;
  }
}
