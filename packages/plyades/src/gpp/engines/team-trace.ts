// The trace of one search of an engine team. The master is process 0 and has no clock, so the team that sends its
// commands and receives the reports records them here; worker w is process w + 1. Each search command is a piece. The
// time of a message is that at which this program sent or received it: engines have no clock that could be read.
import { BUILD_ID } from '#build-id';
import type { LoadedGame, Position } from '../../api/index.js';
import type { Clock } from '../../core/clock.js';
import { unwrap } from '../../core/result.js';
import { INFINITE, PROVEN, WIN } from '../../core/score.js';
import type { ProcessState, TraceTime } from '../../core/trace.js';
import { TreeTrace } from '../../parallel/tree-trace.js';
import {
  type Go,
  type Info,
  makeCommand,
  makeReply,
  type Protocol,
  protocolOf,
  type Setup,
} from '../../protocols/index.js';
import { createTraceLog, type GrowingTraceLog } from '../../trace/growing-log.js';
import type { TraceLog } from '../../trace/log.js';
import { RecordWriter } from '../../trace/records.js';
import type { EngineReport, GppCommand, GppMaster, GppNode, ScoredLine } from '../index.js';
import { MATE_PLIES, MATE_VALUE } from '../values.js';

/** What the header of a trace calls the algorithm. */
export const TEAM_ALGORITHM = 'p-gpp';

type SearchCommand = Extract<GppCommand, { kind: 'search' }>;

export interface TeamTraceOptions {
  readonly game: LoadedGame;
  /** The root of the tree, and the moves that led to it from the beginning of the game. */
  readonly root: Position;
  readonly played: readonly string[];
  readonly workers: number;
  /** Workers that have not left the team. */
  readonly present: readonly number[];
  readonly clock: Clock;
  /** Called once, at the beginning. */
  readonly give: (log: TraceLog) => void;
}

const MASTER = 0;
const NS_PER_MS = 1e6;
const NS_PER_US = 1e3;
/** The least time between two descriptions of the tree, and between two counts of a worker's nodes. */
const LEAST_INTERVAL = 10 * NS_PER_MS;
/** Both are made less often in a long search: after this share of its time. */
const INTERVAL_SHARE = 1 / 64;
/** Records go into the log when they have this many bytes. */
const FLUSH_BYTES = 1 << 14;
/** Deeper lines end with the end of a game. */
const MAX_LINE_DEPTH = 999;

interface TracedTask {
  readonly piece: number;
  readonly task: number;
  nodes: number;
  /** The deepest report, and the value of the latest; NaN before the first. */
  depth: number;
  value: number;
}

interface TracedWorker {
  state: ProcessState | undefined;
  task: TracedTask | undefined;
  pieces: number;
  nodes: number;
  sampleAt: TraceTime;
}

/** A node by its path: one that was pruned and comes back keeps its number. */
interface TracedPath {
  readonly children: Map<string, TracedPath>;
}

export class TeamTrace {
  readonly #game: LoadedGame;
  readonly #protocol: Protocol;
  readonly #clock: Clock;
  readonly #from: number;
  /** Moves of the game before the root. */
  readonly #before: number;
  readonly #log: GrowingTraceLog;
  readonly #out = new RecordWriter();
  readonly #workers: readonly TracedWorker[];
  readonly #moves = new Map<string, number | undefined>();
  readonly #rootPath: TracedPath = { children: new Map() };
  readonly #tree: TreeTrace<TracedPath>;
  #masterState: ProcessState | undefined;
  #end: TraceTime | undefined;
  #treeAt: TraceTime = 0;
  #depth = 0;
  /** The last line in the log, as text. */
  #line = '';

  constructor({ game, root, played, workers, present, clock, give }: TeamTraceOptions) {
    this.#game = game;
    this.#protocol = protocolOf(game.id);
    this.#clock = clock;
    this.#from = clock.now();
    this.#before = played.length;
    this.#log = createTraceLog({
      version: 1,
      build: BUILD_ID,
      game: game.id,
      position: game.notation.makePosition(root),
      algorithm: TEAM_ALGORITHM,
      processes: workers + 1,
      hasMaster: true,
      clock: 'real',
    });
    this.#workers = Array.from({ length: workers }, () => ({
      state: undefined,
      task: undefined,
      pieces: 0,
      nodes: 0,
      sampleAt: 0,
    }));
    this.#tree = new TreeTrace({
      wantsTree: () => this.#now() >= this.#treeAt,
      node: (change) => this.#out.treeChangeAt(MASTER, this.#now(), change),
      pass: () => {},
    });
    this.#setMaster('waiting', 0);
    for (const id of this.#workers.keys()) {
      this.#setState(id, present.includes(id) ? 'starting' : 'down', 0);
    }
    give(this.#log);
  }

  /** Runs what the master does with its tree. */
  deciding<T>(work: () => T): T {
    this.#setMaster('deciding');
    try {
      return work();
    } finally {
      this.#setMaster('waiting');
    }
  }

  /** A worker was sent its task. */
  began(id: number, command: SearchCommand, setup: Setup, go: Go): void {
    this.#sent(id, makeCommand(this.#protocol, { type: 'position', setup }));
    this.#sent(id, makeCommand(this.#protocol, { type: 'go', go }));
    this.searching(id, command);
  }

  /** A worker searches its task, which it may have had before the trace began. */
  searching(id: number, { task, moves }: SearchCommand): void {
    const worker = this.#workers[id]!;
    this.#setState(id, 'searching');
    if (worker.task?.task === task) return;
    this.#endTask(id);
    const piece = worker.pieces++;
    worker.task = { piece, task, nodes: 0, depth: Number.NaN, value: Number.NaN };
    this.#out.pieceBegin({
      process: id + 1,
      piece,
      kind: 'own',
      from: this.#now(),
      path: this.#numbers(moves.slice(this.#before)),
      depth: Number.NaN,
      alpha: -INFINITE,
      beta: INFINITE,
      ahead: false,
    });
  }

  /** A worker was stopped. */
  rested(id: number): void {
    if (this.#workers[id]!.task === undefined) return;
    this.#sent(id, makeCommand(this.#protocol, { type: 'stop' }));
    this.#endTask(id);
    this.#setState(id, 'waiting');
  }

  /** A worker was asked for positions of its table. */
  listed(id: number, count: number): void {
    this.#sent(id, makeCommand(this.#protocol, { type: 'hash', count }));
  }

  /** An engine has failed, and is being started again. */
  fell(id: number): void {
    this.#setState(id, 'down');
  }

  /** A worker has left the team. */
  left(id: number): void {
    this.#endTask(id);
    this.#setState(id, 'down');
  }

  /** A worker has searched this many nodes more. */
  searched(id: number, nodes: number): void {
    const worker = this.#workers[id]!;
    const { task } = worker;
    if (task === undefined || nodes <= 0) return;
    task.nodes += nodes;
    worker.nodes += nodes;
    const at = this.#now();
    if (at < worker.sampleAt) return;
    worker.sampleAt = next(at);
    this.#sample(id, at);
    this.#out.progress(id + 1, task.piece, task.nodes);
  }

  /** A worker has reported a line; `taken` is false when the master cannot use it. */
  reported(id: number, info: Info, { depth, value, multiPv = 1 }: EngineReport, taken: boolean) {
    const at = this.#now();
    const bytes = 1 + makeReply(this.#protocol, { type: 'info', info }).length;
    this.#out.message({ from: id + 1, to: MASTER, sentAt: at, receivedAt: at, bytes });
    const { task } = this.#workers[id]!;
    if (task === undefined || !taken || multiPv > 1) return;
    task.depth = Number.isNaN(task.depth) ? depth : Math.max(task.depth, depth);
    task.value = traceValue(value);
  }

  /** Reports or commands have changed the tree. */
  changed<P>(master: GppMaster<P>): void {
    const best = master.bestLine;
    if (best !== undefined && best.depth > this.#depth) this.#recordLine(best);
    const at = this.#now();
    if (this.#tree.wants(at / NS_PER_US)) {
      this.#describe(master);
      this.#treeAt = next(at);
    }
    if (this.#out.length >= FLUSH_BYTES) this.#flush();
  }

  /** The search is over; tasks that workers still have are unfinished. */
  finish<P>(master: GppMaster<P>): void {
    if (this.#log.complete) return;
    const at = this.#now();
    // All last records are of one moment: the log cuts off what is later than the end.
    this.#end = at;
    const best = master.bestLine;
    if (best !== undefined) this.#recordLine(best);
    this.#describe(master);
    for (const id of this.#workers.keys()) {
      if (this.#workers[id]!.nodes > 0) this.#sample(id, at);
      this.#endTask(id, 'unfinished');
    }
    this.#out.endOfRun(at);
    this.#flush();
    this.#log.finish();
  }

  #now(): TraceTime {
    if (this.#end !== undefined) return this.#end;
    return Math.max(0, Math.round((this.#clock.now() - this.#from) * NS_PER_MS));
  }

  #setMaster(state: ProcessState, at = this.#now()): void {
    if (state === this.#masterState) return;
    this.#masterState = state;
    this.#out.state(MASTER, at, state);
  }

  #setState(id: number, state: ProcessState, at = this.#now()): void {
    const worker = this.#workers[id]!;
    if (worker.state === state) return;
    worker.state = state;
    this.#out.state(id + 1, at, state);
  }

  #sent(id: number, line: string): void {
    const at = this.#now();
    const bytes = line.length + 1;
    this.#out.message({ from: MASTER, to: id + 1, sentAt: at, receivedAt: at, bytes });
  }

  #sample(id: number, at: TraceTime): void {
    const { nodes } = this.#workers[id]!;
    this.#out.sample({ process: id + 1, at, nodes, tableHits: Number.NaN, queue: Number.NaN });
  }

  #endTask(id: number, outcome?: 'unfinished'): void {
    const worker = this.#workers[id]!;
    const { task } = worker;
    if (task === undefined) return;
    worker.task = undefined;
    const { piece, nodes, depth, value } = task;
    const known = !Number.isNaN(value);
    this.#out.pieceEnd({
      process: id + 1,
      piece,
      to: this.#now(),
      nodes,
      outcome: outcome ?? (known ? 'done' : 'left'),
      depth,
      alpha: -INFINITE,
      beta: INFINITE,
      value,
      bound: known ? 'exact' : undefined,
    });
  }

  /** Records the line unless it is the last one that was recorded. */
  #recordLine(best: ScoredLine): void {
    const text = JSON.stringify(best);
    if (text === this.#line) return;
    this.#line = text;
    this.#depth = Math.max(this.#depth, best.depth);
    this.#out.depth({
      at: this.#now(),
      depth: Math.min(best.depth, MAX_LINE_DEPTH),
      value: traceValue(best.value),
      bound: 'exact',
      pv: this.#numbers(best.line),
    });
  }

  #describe<P>(master: GppMaster<P>): void {
    const { root } = master;
    if (root === undefined) return;
    this.#tree.begin();
    this.#visit(root, this.#rootPath, undefined, master.bestLine?.line ?? []);
    this.#tree.end(this.#now() / NS_PER_US);
  }

  /** `line`: the best line from here; undefined outside of it. */
  #visit<P>(
    node: GppNode<P>,
    path: TracedPath,
    parent: TracedPath | undefined,
    line: readonly string[] | undefined,
  ): void {
    const { worker, ended } = node;
    const state = ended !== undefined ? 'certain' : worker !== undefined ? 'searching' : 'believed';
    const move = parent === undefined ? 0 : this.#move(node.move!)!;
    const traced = this.#tree.clear(move, state, line !== undefined);
    const best = node.bestLine();
    if (best !== undefined) traced.value = traceValue(best.value);
    if (ended !== undefined) {
      traced.lower = traced.value;
      traced.upper = traced.value;
    }
    if (worker !== undefined) traced.owner = worker + 1;
    this.#tree.node(path, parent);
    for (const [text, child] of node.children) {
      let below = path.children.get(text);
      if (below === undefined) {
        below = { children: new Map() };
        path.children.set(text, below);
      }
      this.#visit(child, below, path, line?.[0] === text ? line.slice(1) : undefined);
    }
  }

  /** Moves of a line as numbers, up to the first that is none. */
  #numbers(line: readonly string[]): number[] {
    const moves: number[] = [];
    for (const text of line) {
      const move = this.#move(text);
      if (move === undefined) break;
      moves.push(move);
    }
    return moves;
  }

  #move(text: string): number | undefined {
    if (!this.#moves.has(text)) {
      const parsed = this.#game.notation.parseMove(text);
      this.#moves.set(text, parsed.ok ? parsed.value : undefined);
    }
    return this.#moves.get(text);
  }

  #flush(): void {
    if (this.#out.length > 0) unwrap(this.#log.append(this.#out.take()));
  }
}

/** When a tree or a count is next recorded. */
const next = (at: TraceTime): TraceTime => at + Math.max(LEAST_INTERVAL, at * INTERVAL_SHARE);

/** A value on the scale of traces, where a win in n plies is `WIN - n`. */
function traceValue(value: number): number {
  const plies = MATE_VALUE - Math.abs(value);
  if (plies <= MATE_PLIES) return value > 0 ? WIN - plies : plies - WIN;
  return Math.max(1 - PROVEN, Math.min(PROVEN - 1, value));
}
