// One process of a parallel search on a thread of its own: its searches and tables, what ends it, and what it reports.
import { Searcher } from '../../kernel/index.js';
import type { Actor, Finding, Outlet } from '../../parallel/actor.js';
import type { Algorithm } from '../../parallel/algorithm.js';
import { algorithms } from '../../parallel/algorithms.js';
import { searchesOf } from '../../parallel/hierarchy/index.js';
import { createActor } from '../../parallel/ring/index.js';
import { MoveTimer } from '../../search/allowance.js';
import { type Board, gameLength } from '../../search/board.js';
import { LineCompletion } from '../../search/line.js';
import { isSolved, type StopReason } from '../../search/sequential.js';
import { playableFinding } from '../line.js';
import { createPorts } from '../ports.js';
import { ActorLoop } from './actor-loop.js';
import { Blackboard, type ProcessAnswer, type ProcessJob, type Searched } from './crew-protocol.js';
import { type Opened, openProcessGame, plyRoom } from './opened.js';
import type { SearchReport } from './protocol.js';
import { limitsNow } from './shared-time.js';

const REPORT_MS = 200;
/** Between two reports that carry what the master's tree knows. */
const KEEP_MS = 2000;
/** How often a process without shared memory tells what it has searched. */
const COUNT_MS = 50;
/** Completing the line may take this share of the time the search took, in play mode. */
const LINE_SHARE = 0.5;
const LINE_MIN_MS = 200;

/** What a process needs of the thread it runs on. */
export interface ProcessHooks {
  /** Resolves after waiting messages have been delivered. */
  breathe(): Promise<void>;
  /** Called by process 0 at every finished depth, and now and then in between. */
  progress(report: SearchReport): void;
  /** Called now and then where threads cannot share memory. */
  searched(searched: Searched): void;
  /** The job was told to stop, by a message. */
  aborted(): boolean;
}

export interface RunningProcess<A = ProcessAnswer> {
  /** Resolves when the process has ended. */
  readonly answer: Promise<A>;
  /** Another process has a new channel: it was replaced. */
  connect(process: number, port: MessagePort): void;
  lost(process: number): void;
  /** Something has changed that a sleeping process must look at. */
  wake(): void;
}

export async function startProcess(job: ProcessJob, hooks: ProcessHooks): Promise<RunningProcess> {
  const algorithm: Algorithm = algorithms[job.algorithm];
  const made = await openProcessGame(job, searchesOf(algorithm, job.task) + 1);
  return runProcess(job, hooks, algorithm, made);
}

function runProcess<P>(
  job: ProcessJob,
  hooks: ProcessHooks,
  algorithm: Algorithm,
  { kernel, board, root, table, line }: Opened<P>,
): RunningProcess {
  const { place, task, mode } = job;
  const processes = place.size + (place.below?.size ?? 0);
  const blackboard = job.board && new Blackboard(job.board, processes);
  const searches = searchesOf(algorithm, task);
  const loop = new ActorLoop({
    self: place.self,
    blackboard,
    peers: job.peers,
    mail: job.mail,
    breathe: hooks.breathe,
  });
  const elapsedMs = () => loop.elapsedMs();
  const { nodes: maxNodes, ms: maxMs, clock } = limitsNow(job.limits, job.askedAt);
  const timer = clock && new MoveTimer(clock, (task.only ?? board.moves(root)).length);
  const latestMs = Math.min(
    maxMs ?? Number.POSITIVE_INFINITY,
    timer?.hardMs ?? Number.POSITIVE_INFINITY,
  );
  let finding: Finding | undefined = job.known;
  let end: 'done' | { readonly failed: string } | undefined;
  let reportedAt = 0;
  let keptAt = performance.now();
  let countedAt = 0;
  let enough = false;
  let liars: readonly number[] = [];

  const ports = createPorts(kernel, board, root, table, {
    searches,
    maxPly: plyRoom(task.depth),
    mode,
    selective: task.selective ?? true,
    before: job.before,
    tables: task.table,
    ...(task.only && { only: task.only }),
    ...(task.lines && { lines: task.lines }),
  });
  const lines = new Searcher(kernel, plyRoom(task.depth)).attach(table);

  const outlet: Outlet = {
    send: (to, packet) => loop.send(to, packet),
    report(report) {
      if (report.type === 'depth') {
        if (report.finding.depth < (job.known?.depth ?? 0)) return;
        finding = playableFinding(board, root, report.finding);
        timer?.finished(finding.move, finding.value);
        enough = timer !== undefined && elapsedMs() >= timer.softMs;
        tellProgress(true);
      } else if (report.type === 'liar') {
        liars = [...liars, report.process];
        tellProgress(false);
      } else {
        end = report.type === 'done' ? 'done' : { failed: report.reason };
        if (report.type === 'done') blackboard?.setIteration(report.iteration ?? 0);
      }
    },
  };
  const actor: Actor = createActor(algorithm, place, outlet, ports, task);

  /** Without shared memory only this process's own: the crew adds the others'. */
  const searched = () => blackboard?.searched ?? actor.counters;

  function report(stopped: StopReason | undefined, pv?: readonly number[]): SearchReport {
    const { nodes, leaves } = searched();
    const known = finding ?? nothingFound(board, root, task.only);
    const moves = pv ?? known.pv;
    const plain = line?.(moves);
    // In the other algorithms the searches of a process begin somewhere below the root.
    const deepest = job.algorithm === 'lazy-smp' ? (ports.searches[0]?.deepest ?? 0) : 0;
    return {
      // A solved game's value holds for every depth up to the one asked for; its length says more.
      depth: board.completes(root, known.depth) ? gameLength(board, root) : known.depth,
      // An algorithm that turns values around makes -0 of a draw.
      value: known.value + 0,
      bound: known.bound,
      move: known.move,
      pv: moves,
      solved: isSolved(board, root, known, ports.leftMovesOut),
      stopped,
      nodes,
      leaves,
      seconds: elapsedMs() / 1000,
      ...(known.others && { others: known.others }),
      ...(liars.length > 0 && { liars }),
      ...(table && { full: table.permille }),
      ...(deepest > 0 && { deepest }),
      ...(plain === undefined ? {} : { plainPv: plain, plainMove: plain[0] }),
    };
  }

  /** `due`: what is known is kept, however short a time after the last. */
  function tellProgress(due: boolean): void {
    reportedAt = performance.now();
    const keeps = job.keep && (due || reportedAt - keptAt >= KEEP_MS);
    const tree = keeps ? actor.keep?.() : undefined;
    if (tree !== undefined) keptAt = reportedAt;
    hooks.progress({ ...report(undefined), ...(tree && { tree }) });
  }

  /** Says what was searched to whoever wants to know. */
  function count(at: number): void {
    if (blackboard) {
      blackboard.setSearched(place.self, actor.counters);
    } else if (at - countedAt >= COUNT_MS) {
      countedAt = at;
      const { nodes, leaves } = actor.counters;
      hooks.searched({ nodes, leaves });
    }
    if (place.self === 0 && at - reportedAt >= REPORT_MS) tellProgress(false);
  }

  /** What ends the search although the algorithm would go on. */
  function stopReason(): StopReason | undefined {
    if (hooks.aborted() || blackboard?.stopped) return 'aborted';
    if (maxNodes !== undefined && searched().nodes >= maxNodes) return 'nodes';
    return enough || elapsedMs() >= latestMs ? 'time' : undefined;
  }

  /** Whether the process ends after a step; `stopped` says what ends it although the algorithm would go on. */
  function endAfter(begin: number): { readonly stopped: StopReason | undefined } | undefined {
    count(begin);
    if (end !== undefined) return { stopped: undefined };
    const stopped = stopReason();
    return stopped && { stopped };
  }

  async function run(): Promise<ProcessAnswer> {
    try {
      const { stopped } = await loop.work(actor, latestMs, endAfter);
      const { times } = loop;
      if (blackboard && blackboard.iteration > 0) actor.settle?.(blackboard.iteration);
      const summary = { counters: { ...actor.counters }, times };
      if (place.self !== 0) return summary;
      // The others need not go on while the line is completed.
      blackboard?.stop();
      if (typeof end === 'object') throw new Error(end.failed);
      if (stopped !== undefined && mode === 'play') finding = actor.interim?.() ?? finding;
      const solved = finding !== undefined && isSolved(board, root, finding, ports.leftMovesOut);
      const reason = stopped ?? (solved ? 'solved' : 'depth');
      const hurried = reason === 'aborted' || reason === 'time';
      const pv = hurried ? undefined : await completeLine();
      return { ...summary, result: report(reason, pv) };
    } finally {
      loop.close();
    }
  }

  /** The principal variation to its end; an exact search promises all of it, if there is time. */
  async function completeLine(): Promise<readonly number[] | undefined> {
    // What an earlier search has found is in no table here: completing it might take as long as it did.
    if (finding === undefined || finding === job.known) return undefined;
    // Earlier positions are records; games in plain TypeScript have none.
    const game = [root, ...(job.before as unknown as readonly P[])];
    const completion = new LineCompletion(board, lines, game, finding, mode, searches);
    const share = Math.max(LINE_MIN_MS, LINE_SHARE * elapsedMs());
    const allowed = mode === 'play' ? elapsedMs() + share : Number.POSITIVE_INFINITY;
    const until = Math.min(allowed, latestMs, timer?.softMs ?? Number.POSITIVE_INFINITY);
    while (!completion.step(loop.slice) && elapsedMs() < until && !hooks.aborted()) {
      await hooks.breathe();
    }
    return completion.line;
  }

  return {
    answer: run(),
    connect: (process, port) => loop.connect(process, port),
    lost: (process) => loop.lost(process),
    wake: () => loop.wake(),
  };
}

/** Depth 0 is the position's own value, and any move is as good as another. */
function nothingFound<P>(board: Board<P>, root: P, only?: readonly number[]): Finding {
  const [move] = only ?? board.moves(root);
  const pv = move === undefined ? [] : [move];
  return {
    depth: 0,
    value: board.value(root),
    bound: 'exact',
    move,
    pv,
    complete: pv.length === 0,
  };
}
