// One process of a parallel search on a thread of its own: the actor takes its packets between two
// slices of its work, and sleeps when it has nothing to do.
import { FULL_DEPTH } from '../../core/score.js';
import { bindGame, importGame, stateBoard } from '../../games/plain/index.js';
import { Kernel, type KernelOptions, Rules, Searcher, Table } from '../../kernel/index.js';
import type { Actor, Finding, Outlet } from '../../parallel/actor.js';
import type { Algorithm } from '../../parallel/algorithm.js';
import { algorithms } from '../../parallel/algorithms.js';
import { type Board, gameLength, recordBoard } from '../../search/board.js';
import { MAX_DEPTH } from '../../search/limits.js';
import { LineCompletion } from '../../search/line.js';
import { isSolved, type StopReason } from '../../search/sequential.js';
import { createPorts, SPARE_PLIES } from '../ports.js';
import { Blackboard, type ProcessAnswer, type ProcessJob } from './crew-protocol.js';
import type { SearchReport } from './protocol.js';

/** A slice should take about this long where somebody may be waiting for an answer. */
const SLICE_MS = 0.4;
/** Without shared memory every look at the messages costs a turn of the event loop. */
const SLICE_MS_UNSHARED = 2;
const FIRST_SLICE = 64;
const LARGEST_SLICE = 1_000_000;
const REPORT_MS = 200;
/** Completing the line may take this share of the time the search took, in play mode. */
const LINE_SHARE = 0.5;

/** What a process needs of the thread it runs on. */
export interface ProcessHooks {
  /** Resolves after waiting messages have been delivered. */
  breathe(): Promise<void>;
  /** Called by process 0 at every finished depth, and now and then in between. */
  progress(report: SearchReport): void;
  /** The job was told to stop, by a message. */
  aborted(): boolean;
}

export interface RunningProcess {
  /** Resolves when the process has ended. */
  readonly answer: Promise<ProcessAnswer>;
  /** Another process has a new channel: it was replaced. */
  connect(process: number, port: MessagePort): void;
  lost(process: number): void;
  /** Something has changed that a sleeping process must look at. */
  wake(): void;
}

export async function startProcess(job: ProcessJob, hooks: ProcessHooks): Promise<RunningProcess> {
  const algorithm: Algorithm = algorithms[job.algorithm];
  const made = await openGame(job, algorithm.searches + 1);
  return runProcess(job, hooks, algorithm, made);
}

/** A game opened on a kernel, for some searchers. */
interface Opened<P> {
  readonly kernel: Kernel;
  readonly board: Board<P>;
  readonly root: P;
  readonly table: Table | undefined;
  /** Moves of a line as the author of a plain game writes them. */
  readonly line?: (moves: readonly number[]) => readonly unknown[];
}

/** Plies of the searchers of a search of this depth. */
export const plyRoom = (depth: number): number => Math.min(depth, MAX_DEPTH) + SPARE_PLIES;

/** Bytes that a process needs beside its table. */
export function processBytes(
  exports: { searcherBytes(maxPly: number): number },
  searches: number,
  depth: number,
): number {
  return (searches + 1) * exports.searcherBytes(plyRoom(depth)) + (1 << 20);
}

async function openGame(job: ProcessJob, searchers: number): Promise<Opened<unknown>> {
  const { game, home, position } = job;
  const room = plyRoom(job.task.depth);
  if (game.kind === 'kernel') {
    const { module, data } = game.kernel;
    const kernel = makeKernel(job, module, data ? { data } : {}, searchers);
    const table = tableOf(job, kernel, true);
    const opened: Opened<Uint8Array> = {
      kernel,
      board: recordBoard(new Rules(kernel)),
      root: position as Uint8Array,
      table,
    };
    return opened as Opened<unknown>;
  }
  const binding = bindGame(await importGame(game.url, game.exportName));
  const kernel = makeKernel(job, game.module, { imports: binding.imports }, searchers);
  return {
    kernel,
    board: stateBoard(binding, room, searchers),
    root: position,
    table:
      home.kind === 'shared' || binding.usesTable
        ? tableOf(job, kernel, binding.usesTable)
        : undefined,
    line: (moves) => binding.line(position, moves),
  };
}

function makeKernel(
  job: ProcessJob,
  module: WebAssembly.Module,
  options: KernelOptions,
  searchers: number,
): Kernel {
  const { home, task } = job;
  if (home.kind === 'shared') {
    const { memory, arena, data } = home;
    const { data: _, ...rest } = options;
    return new Kernel(module, { ...rest, memory, arena, ...(data === 0 ? {} : { data }) });
  }
  const { exports } = new Kernel(module, options.imports ? { imports: options.imports } : {});
  const capacity = home.bytes + processBytes(exports, searchers - 1, task.depth);
  return new Kernel(module, { ...options, capacity });
}

function tableOf({ home }: ProcessJob, kernel: Kernel, usesTable: boolean): Table | undefined {
  if (!usesTable) return undefined;
  if (home.kind === 'shared') return home.table === 0 ? undefined : Table.at(kernel, home.table);
  return home.bytes > 0 ? Table.create(kernel, home.bytes) : undefined;
}

function runProcess<P>(
  job: ProcessJob,
  hooks: ProcessHooks,
  algorithm: Algorithm,
  { kernel, board, root, table, line }: Opened<P>,
): RunningProcess {
  const { place, task, mode } = job;
  const blackboard = job.board && new Blackboard(job.board, place.size);
  const peers = [...job.peers];
  const inbox: Uint8Array[] = [];
  const lost: number[] = [];
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  const now = () => Math.round(elapsedMs() * 1000);
  let received = 0;
  let wakeUp: (() => void) | undefined;
  let finding: Finding | undefined;
  let end: 'done' | { readonly failed: string } | undefined;
  let reportedAt = 0;

  const ports = createPorts(kernel, board, root, table, {
    searches: algorithm.searches,
    maxPly: plyRoom(task.depth),
    mode,
    before: job.before,
  });
  const lines = new Searcher(kernel, plyRoom(task.depth)).attach(table);

  const outlet: Outlet = {
    send(to, packet) {
      peers[to]?.postMessage(packet);
      blackboard?.announceMail(to);
    },
    report(report) {
      if (report.type === 'depth') {
        finding = report.finding;
        tellProgress();
      } else {
        end = report.type === 'done' ? 'done' : { failed: report.reason };
      }
    },
  };
  const actor: Actor = algorithm.createActor(place, outlet, ports, task);

  function connect(process: number, port: MessagePort): void {
    if (peers[process] !== port) peers[process]?.close();
    peers[process] = port;
    port.onmessage = ({ data }) => {
      received++;
      inbox.push(data as Uint8Array);
      wakeUp?.();
    };
  }
  job.peers.forEach((port, process) => {
    if (port !== undefined) connect(process, port);
  });

  const nodes = () => blackboard?.nodes ?? actor.counters.nodes;

  function report(stopped: StopReason | undefined, pv?: readonly number[]): SearchReport {
    const counts = { nodes: nodes(), leaves: actor.counters.leaves, seconds: elapsedMs() / 1000 };
    const known = finding ?? nothingFound(board, root);
    const moves = pv ?? known.pv;
    const plain = line?.(moves);
    return {
      depth: known.depth === FULL_DEPTH ? gameLength(board, root) : known.depth,
      value: known.value,
      bound: known.bound,
      move: known.move,
      pv: moves,
      solved: isSolved(board, root, mode, known),
      stopped,
      ...counts,
      ...(plain === undefined ? {} : { plainPv: plain, plainMove: plain[0] }),
    };
  }

  function tellProgress(): void {
    reportedAt = performance.now();
    hooks.progress(report(undefined));
  }

  async function sleep(wakeAtMicros: number): Promise<void> {
    const ms = wakeAtMicros / 1000 - elapsedMs();
    if (ms <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = Number.isFinite(ms) ? setTimeout(resolve, Math.min(ms, 2 ** 30)) : undefined;
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    wakeUp = undefined;
  }

  async function work(): Promise<ProcessAnswer> {
    let slice = FIRST_SLICE;
    let busyMs = 0;
    let startIdleMs: number | undefined;
    let breathedAt = 0;
    let stopped: StopReason | undefined;
    while (end === undefined) {
      if (hooks.aborted() || blackboard?.stopped) {
        stopped = 'aborted';
        break;
      }
      if (job.nodes !== undefined && nodes() >= job.nodes) {
        stopped = 'nodes';
        break;
      }
      for (const process of lost.splice(0)) actor.lost(process, now());
      for (const packet of inbox.splice(0)) actor.receive(packet, now());
      const begin = performance.now();
      const step = actor.step(slice, now());
      const took = performance.now() - begin;
      blackboard?.setNodes(place.self, actor.counters.nodes);
      if (step.nodes > 0) startIdleMs ??= elapsedMs() - took - busyMs;
      busyMs += took;
      if (step.idle && inbox.length === 0 && end === undefined) {
        await sleep(step.wakeAt);
        continue;
      }
      if (step.nodes >= slice) {
        const wanted = blackboard ? SLICE_MS : SLICE_MS_UNSHARED;
        const factor = took > 0 ? wanted / took : 2;
        slice = Math.round(slice * Math.min(2, Math.max(0.25, factor)));
        slice = Math.min(LARGEST_SLICE, Math.max(16, slice));
      }
      if (place.self === 0 && begin - reportedAt >= REPORT_MS) tellProgress();
      const mail = blackboard ? blackboard.mailTo(place.self) !== received : true;
      if (mail || begin - breathedAt > 8) {
        breathedAt = begin;
        await hooks.breathe();
      }
    }
    const wholeMs = elapsedMs();
    const startIdle = startIdleMs ?? wholeMs - busyMs;
    const times = {
      busy: busyMs / 1000,
      startIdle: startIdle / 1000,
      otherIdle: Math.max(0, wholeMs - busyMs - startIdle) / 1000,
    };
    for (const port of peers) port?.close();
    const summary = { counters: { ...actor.counters }, times };
    if (place.self !== 0) return summary;
    if (typeof end === 'object') throw new Error(end.failed);
    const reason =
      end === 'done'
        ? finding && isSolved(board, root, mode, finding)
          ? 'solved'
          : 'depth'
        : stopped!;
    const pv = end === 'done' ? await completeLine() : undefined;
    return { ...summary, result: report(reason, pv) };
  }

  /** The principal variation to its end; an exact search promises all of it. */
  async function completeLine(): Promise<readonly number[] | undefined> {
    if (finding === undefined) return undefined;
    // Earlier positions are records; games in plain TypeScript have none.
    const game = [root, ...(job.before as unknown as readonly P[])];
    const completion = new LineCompletion(board, lines, game, finding, mode, algorithm.searches);
    const until = mode === 'play' ? elapsedMs() * (1 + LINE_SHARE) : Number.POSITIVE_INFINITY;
    while (!completion.step(20_000) && elapsedMs() < until && !hooks.aborted()) {
      await hooks.breathe();
    }
    return completion.line;
  }

  return {
    answer: work(),
    connect,
    lost(process) {
      lost.push(process);
      wakeUp?.();
    },
    wake: () => wakeUp?.(),
  };
}

/** Depth 0 is the position's own value, and any move is as good as another. */
function nothingFound<P>(board: Board<P>, root: P): Finding {
  const [move] = board.moves(root);
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
