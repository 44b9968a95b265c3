// The master (section 5.2.1): has the program search alone while the tree is small, then has it walk over
// the top of the tree again and again, tells the workers what has changed for them after each pass, and
// waits for results. A root search ends with a pass in which every leaf was certain.
import { refuse } from '../../core/errors.js';
import type { Micros, ProcessId, Step } from '../actor.js';
import { Allocation } from '../aphid/allocation.js';
import { balance, oversized } from '../aphid/balance.js';
import { findHorizon, type Horizon } from '../aphid/horizon.js';
import { NOWHERE, nextPlaceMessage, nextWindowMessage, record, searchedTo } from '../aphid/leaf.js';
import type { AphidSettings } from '../aphid/options.js';
import { EXEMPTION_PLIES } from '../aphid/tree.js';
import { type Behaviour, idleUntil, type ProcessContext, workersOf } from '../process.js';
import { areBounds } from '../received.js';
import type { ValueBounds } from '../value-bounds.js';
import { expectedValue } from './expected-value.js';
import { type OwnLeaf, OwnLeafTable } from './leaves.js';
import { MAX_PLIES, type OwnSearchMessage } from './messages.js';
import { isWindow, type PassStatistics, type RootMove, type RootResult } from './program.js';
import { searchOwn, type Workplace } from './search.js';
import { ProgramWalk } from './walk.js';

type Score = Extract<OwnSearchMessage<unknown, unknown, unknown>, { type: 'score' }>;

/** A pass is made after this long even if nothing has come. */
const LONGEST_WAIT: Micros = 250_000;
/** Nodes of a search that the master makes alone between two looks at the clock. */
const STOP_CHECKS = 1024;

/** A root of searches: the game's own, or what lies behind moves that the program made itself. */
interface Root<Move> {
  readonly number: number;
  readonly prefix: readonly Move[];
  readonly values: Map<number, number>;
  hypothetical: number;
  /** Leaves of its last pass. */
  present: Set<OwnLeaf<Move>>;
}

/** The root search under way. */
interface RootSearch<Move> {
  readonly number: number;
  readonly root: Root<Move>;
  readonly depth: number;
  readonly iteration: number;
  readonly alpha: number;
  readonly beta: number;
  /** The value that was expected before any result. */
  readonly expected: number;
  /** Undefined while it is searched alone. */
  horizon: Horizon | undefined;
  /** Of a middle master: without workers it is broken off, and not made alone. */
  readonly isPiece: boolean;
  statistics: PassStatistics;
  line: readonly Move[];
  moves: readonly RootMove<Move>[];
}

/** A search of a middle master: its root is a leaf of the master above. */
export interface PieceSearch {
  /** Of the whole search: less than ply and depth together where extensions lie above. */
  readonly iteration: number;
  readonly horizon: Horizon;
}

/** Options of a search: see `BeginOptions` of the library. */
export interface OwnSearchRequest {
  readonly maxDepth: number;
  readonly stop?: ((statistics: PassStatistics) => boolean) | undefined;
}

export class OwnMaster<Position, Move, Entry>
  implements Behaviour<OwnSearchMessage<Position, Move, Entry>>
{
  readonly #context: ProcessContext<OwnSearchMessage<Position, Move, Entry>>;
  readonly #place: Workplace<Position, Move, Entry>;
  readonly #settings: AphidSettings;
  readonly #pathKey: (path: readonly Move[]) => string;
  readonly #table = new OwnLeafTable<Move>();
  readonly #roots = new Map<string, Root<Move>>();
  /** Nodes of searches made alone, by iteration. */
  readonly #statistics = new Map<number, number>();
  #workers: ProcessId[];
  /** Workers that sent what cannot be right. */
  readonly #shutOut = new Set<ProcessId>();
  /** No worker is there, and the master searches alone until one is. */
  #withoutWorkers = false;
  /** What each worker was sent last. */
  readonly #sent = new Map<ProcessId, { task: number; estimate: string }>();
  #search: { readonly position: Position; readonly order: OwnSearchRequest } | undefined;
  #prefix: Move[] = [];
  #horizon: Horizon | undefined;
  #task: RootSearch<Move> | undefined;
  /** Nodes that each process has reported since the search began. */
  #nodes: number[] = [0];
  #tasks = 0;
  #passes = 0;
  readonly #allocation = new Allocation();
  #hasNewResults = false;
  #passAt: Micros = 0;
  #stopped = false;
  /** Of the last root search; undefined while one is under way. */
  result: RootResult<Move> | undefined;

  constructor(
    context: ProcessContext<OwnSearchMessage<Position, Move, Entry>>,
    place: Workplace<Position, Move, Entry>,
    settings: AphidSettings,
    pathKey: (path: readonly Move[]) => string,
  ) {
    this.#context = context;
    this.#place = place;
    this.#settings = settings;
    this.#pathKey = pathKey;
    this.#workers = workersOf(context);
    place.calls.look = () => this.#look();
  }

  /** A search of this position begins. */
  begin(position: Position, order: OwnSearchRequest): void {
    this.#forget();
    this.#search = { position, order };
    this.#place.program.setRoot(position);
    for (const worker of this.#workers) this.#sendRoot(worker);
  }

  /** The search ends; workers rest until the next one. */
  end(): void {
    this.#forget();
    for (const worker of this.#workers) this.#context.post(worker, { type: 'end' });
  }

  #forget(): void {
    this.#search = undefined;
    this.#task = undefined;
    this.#table.clear();
    this.#roots.clear();
    this.#statistics.clear();
    this.#nodes = [0];
    this.#sent.clear();
    this.#prefix = [];
    this.#horizon = undefined;
    this.#stopped = false;
  }

  get searching(): boolean {
    return this.#search !== undefined;
  }

  /** The move at `ply` of all paths that follow; what was deeper is forgotten. */
  premove(ply: number, move: Move): void {
    if (!isPly(ply)) refuse('ERR_LIMIT', `premove: expected a ply from 0 on, not ${ply}`, ply);
    if (ply > this.#prefix.length) {
      refuse('ERR_LIMIT', `premove(${ply}): no move was given for ply ${this.#prefix.length}`, ply);
    }
    this.#prefix.length = ply;
    this.#prefix.push(move);
  }

  /** Begins a root search; `work` until there is a `result`. `piece`: of a middle master. */
  start(ply: number, depth: number, alpha: number, beta: number, piece?: PieceSearch): void {
    const { order } = this.#search!;
    if (!isPly(ply)) refuse('ERR_LIMIT', `rootSearch: expected a ply from 0 on, not ${ply}`, ply);
    if (ply > this.#prefix.length) {
      refuse(
        'ERR_LIMIT',
        `rootSearch: ply ${ply} needs ${ply} premoves, not ${this.#prefix.length}`,
        ply,
      );
    }
    const { iteration = ply + depth, horizon } = piece ?? {};
    if (!(Number.isInteger(depth) && depth >= 1 && iteration <= order.maxDepth)) {
      const most = order.maxDepth - ply;
      refuse('ERR_LIMIT', `rootSearch: expected a depth from 1 to ${most}, not ${depth}`, depth);
    }
    if (!isWindow(alpha, beta)) {
      const window = `(${alpha}, ${beta})`;
      refuse(
        'ERR_LIMIT',
        `rootSearch: ${window} is no window: expected integers, alpha below beta`,
        window,
      );
    }
    const infinite = this.#place.maxScore + 1;
    const root = this.#rootOf(this.#prefix.slice(0, ply));
    this.result = undefined;
    root.hypothetical = expectedValue(root.values, iteration) ?? root.hypothetical;
    this.#task = {
      number: ++this.#tasks,
      root,
      depth,
      iteration,
      // A window that lies outside all scores has an edge within.
      alpha: Math.max(Math.min(alpha, infinite - 1), -infinite),
      beta: Math.min(Math.max(beta, 1 - infinite), infinite),
      expected: root.hypothetical,
      horizon,
      isPiece: piece !== undefined,
      statistics: {
        ...{ passes: 0, leaves: 0, uncertain: 0, nodes: 0 },
        ...{ value: root.hypothetical, lower: 1 - infinite, upper: infinite - 1 },
      },
      line: [],
      moves: [],
    };
    this.#hasNewResults = true;
  }

  /** The root search under way ends with what is known. */
  stop(): void {
    this.#stopped = true;
  }

  /** The root search under way ends without a value, and others may follow. */
  breakOff(): void {
    if (this.#task !== undefined) this.#finish(this.#task, undefined);
  }

  /** Workers that can be given something. */
  get workers(): number {
    return this.#workers.length;
  }

  /** All nodes since the search began, as far as they were reported. */
  get nodes(): number {
    return this.#nodes.reduce((sum, nodes) => sum + nodes, 0);
  }

  message(from: ProcessId, message: OwnSearchMessage<Position, Move, Entry>): void {
    if (message.type === 'nodes') {
      this.#nodes[from] = message.nodes;
      return;
    }
    const leaf = message.type === 'score' ? this.#table.leased(message.lease, from) : undefined;
    if (message.type !== 'score' || !this.#canBe(leaf, message)) {
      this.#context.refuse(from);
      return;
    }
    // It may have been given to another worker, or belong to a search that is over.
    if (leaf === undefined) return;
    const { iteration, lower, upper, size } = message;
    record(leaf, { iteration, lower, upper, complete: false, pv: [] });
    leaf.size = size;
    // Results of work ahead, or outside the tree, change nothing in a pass now.
    const { root, iteration: asked } = this.#task ?? {};
    if (leaf.root === root?.number && iteration <= asked! && leaf.present)
      this.#hasNewResults = true;
  }

  /** Whether a search of the leaf can have found this; of a leaf that another worker has by now, whether it was leased. */
  #canBe(leaf: OwnLeaf<Move> | undefined, score: Score): boolean {
    if (leaf === undefined) return this.#table.hasLeased(score.lease);
    const most = this.#search?.order.maxDepth ?? 0;
    const isDeep = score.iteration > leaf.level && score.iteration <= most;
    return isDeep && areBounds(score, this.#place.maxScore + 1);
  }

  lost(process: ProcessId, _now: Micros, forGood = false): void {
    if (forGood) this.#shutOut.add(process);
    this.#workers = this.#workers.filter((worker) => worker !== process);
    this.#sent.delete(process);
    for (const leaf of this.#table.leaves()) {
      if (leaf.owner === process) this.#table.release(leaf);
    }
    this.#hasNewResults = true;
  }

  back(process: ProcessId): void {
    this.#shutOut.delete(process);
    this.#workers = [...this.#workers, process].sort((a, b) => a - b);
    if (this.#search !== undefined) this.#sendRoot(process);
    if (this.#withoutWorkers) this.#place.calls.alarm = true;
    this.#hasNewResults = true;
  }

  work(_budget: number, now: Micros): Step {
    const task = this.#task;
    if (task === undefined) return idleUntil();
    const { order } = this.#search!;
    if (this.#stopped) return this.#finish(task, undefined);
    // Workers that died are replaced, those that were shut out are not.
    if (this.#isAlone && task.isPiece) return this.#finish(task, undefined);
    if (this.#isAlone) task.horizon = undefined;
    else task.horizon ??= this.#horizonFor(task);
    if (task.horizon === undefined) return this.#searchAlone(task);
    if (!this.#hasNewResults && now < this.#passAt) return idleUntil(this.#passAt);
    this.#hasNewResults = false;
    this.#passAt = now + LONGEST_WAIT;
    const walk = this.#pass(task);
    if (walk === undefined) return this.#finish(task, undefined);
    if (walk.uncertain.length === 0) return this.#finish(task, task.statistics.value);
    if (order.stop?.(task.statistics)) return this.#finish(task, undefined);
    this.#instruct(task, walk);
    return { nodes: 0, masterNodes: walk.nodes, idle: false, wakeAt: 0 };
  }

  /** Whether no worker can be expected: on a host with vacant seats nothing says that a lost worker is replaced. */
  get #isAlone(): boolean {
    const { size, absent } = this.#context;
    if (absent !== undefined && this.#workers.length === 0) return true;
    return this.#shutOut.size === size - 1;
  }

  /** Called from within a search that is made alone. */
  #look(): void {
    const { calls, poll } = this.#place;
    if (calls.checks % STOP_CHECKS !== 0 || this.#task === undefined) return;
    if (this.#withoutWorkers) poll?.();
    if (this.#stopped) calls.alarm = true;
    else if (this.#search!.order.stop?.(this.#task.statistics)) calls.alarm = true;
  }

  #sendRoot(worker: ProcessId): void {
    const { position, order } = this.#search!;
    this.#context.post(worker, { type: 'begin', position, last: order.maxDepth });
  }

  #rootOf(prefix: readonly Move[]): Root<Move> {
    const key = this.#pathKey(prefix);
    const known = this.#roots.get(key);
    if (known !== undefined) return known;
    const number = this.#roots.size + 1;
    const root = {
      number,
      prefix,
      values: new Map(),
      hypothetical: 0,
      present: new Set<OwnLeaf<Move>>(),
    };
    this.#roots.set(key, root);
    return root;
  }

  /** Where the master's tree ends, if the task is worth more than one process. */
  #horizonFor({ root, iteration }: RootSearch<Move>): Horizon | undefined {
    if (this.#context.size === 1) return undefined;
    const size = Math.max(1, workersOf(this.#context).length, this.#workers.length);
    const statistics = [...this.#statistics].map(([depth, nodes]) => ({ depth, nodes, leaves: 0 }));
    this.#horizon ??= findHorizon(statistics, size, this.#settings);
    if (this.#horizon === undefined) return undefined;
    const { granularity } = this.#horizon;
    const plies = Math.max(this.#horizon.plies, root.prefix.length + 1);
    return iteration - plies >= granularity ? { plies, granularity } : undefined;
  }

  /**
   * The whole search, or a shallower one before it: its size tells how the tree grows, and a program that
   * does not deepen by itself would otherwise never be searched in parallel.
   */
  #searchAlone(task: RootSearch<Move>): Step {
    const { calls } = this.#place;
    const { root } = task;
    const learnt = Math.max(root.prefix.length, ...this.#statistics.keys());
    const parallel = this.#context.size > 1 && this.#horizon === undefined;
    const iteration = parallel ? Math.min(task.iteration, learnt + 1) : task.iteration;
    const before = calls.checks;
    const walk = this.#walk(task, iteration, undefined);
    this.#withoutWorkers = this.#isAlone;
    const value = this.#goThrough(task, iteration, walk);
    const isJoined = this.#withoutWorkers && !this.#isAlone;
    this.#withoutWorkers = false;
    const nodes = calls.checks - before + 1;
    this.#context.counters.nodes += nodes;
    this.#nodes[0]! += nodes;
    const step = { nodes, masterNodes: 0, idle: false, wakeAt: 0 };
    // A worker has come, and the search goes on in parallel.
    if (value === undefined && isJoined && !this.#stopped) return step;
    if (value === undefined) return this.#finish(task, undefined);
    this.#statistics.set(iteration, (this.#statistics.get(iteration) ?? 0) + nodes);
    root.values.set(iteration, value);
    root.hypothetical = value;
    task.line = walk.line;
    task.statistics = { ...task.statistics, value };
    if (iteration === task.iteration) {
      this.#learn(task, walk);
      this.#finish(task, value);
    }
    return step;
  }

  #goThrough(
    task: RootSearch<Move>,
    iteration: number,
    walk: ProgramWalk<Move>,
  ): number | undefined {
    const { calls } = this.#place;
    const { alpha, beta, root } = task;
    const path = root.prefix;
    calls.walk = walk;
    try {
      const depth = task.depth - (task.iteration - iteration);
      const order = { path, depth, alpha, beta };
      return searchOwn(this.#place, this.#search!.position, order);
    } finally {
      calls.walk = undefined;
    }
  }

  #walk(
    task: RootSearch<Move>,
    iteration: number,
    horizon: Horizon | undefined,
  ): ProgramWalk<Move> {
    const { root } = task;
    return new ProgramWalk(
      {
        number: ++this.#passes,
        root: root.number,
        prefix: root.prefix,
        iteration,
        horizon,
        values: root.values,
        // Not that of the last pass: a guess that is scaled by itself grows from pass to pass.
        hypothetical: task.expected,
        firstLeaves: this.#settings.firstLeaves,
        maxScore: this.#place.maxScore,
        allocate: (leaf) => this.#allocate(leaf),
        pathKey: this.#pathKey,
      },
      this.#table,
    );
  }

  #pass(task: RootSearch<Move>): ProgramWalk<Move> | undefined {
    const { root } = task;
    const walk = this.#walk(task, task.iteration, task.horizon);
    const value = this.#goThrough(task, task.iteration, walk);
    if (value === undefined) return undefined;
    this.#context.counters.passes++;
    this.#context.counters.masterNodes += walk.nodes;
    root.hypothetical = value;
    task.line = walk.line;
    task.statistics = {
      ...task.statistics,
      passes: task.statistics.passes + 1,
      leaves: walk.seen.length,
      uncertain: walk.uncertain.length,
      value,
      nodes: this.nodes,
    };
    this.#learn(task, walk);
    return walk;
  }

  /** Notes what is certain after a walk. */
  #learn(task: RootSearch<Move>, { bounds, moves }: ProgramWalk<Move>): void {
    task.statistics = { ...task.statistics, ...this.#within(bounds) };
    task.moves = moves.map((one) => ({ ...one, ...this.#within(one) }));
  }

  #within({ lower, upper }: ValueBounds): ValueBounds {
    const { maxScore } = this.#place;
    return { lower: Math.max(lower, -maxScore), upper: Math.min(upper, maxScore) };
  }

  /** Ends the task; without a value nothing is certain. */
  #finish(task: RootSearch<Move>, value: number | undefined): Step {
    const { root, iteration, alpha, beta, statistics, line, moves } = task;
    const bounds: { lower?: number; upper?: number } = {};
    if (value !== undefined) {
      // Now the value itself is one bound or both.
      if (value > alpha) bounds.lower = value;
      if (value < beta) bounds.upper = value;
      root.values.set(iteration, value);
      root.hypothetical = value;
      if (task.horizon !== undefined) this.#exempt(task);
    }
    this.#task = undefined;
    const nodes = this.nodes;
    this.result = { ...statistics, ...bounds, nodes, certain: value !== undefined, line, moves };
    return idleUntil();
  }

  #allocate(leaf: OwnLeaf<Move>): void {
    const worker = this.#allocation.choose(this.#workers);
    if (worker !== undefined) this.#table.lease(leaf, worker);
  }

  /** Tells the workers what has changed since the last pass. */
  #instruct(task: RootSearch<Move>, walk: ProgramWalk<Move>): void {
    const { root } = task;
    for (const leaf of root.present) {
      if (leaf.seen === this.#passes) continue;
      leaf.present = false;
      leaf.uncertain = false;
      leaf.place = NOWHERE;
      this.#nextPlaceMessage(leaf, task.iteration);
    }
    root.present = new Set(walk.seen);
    const owned = walk.uncertain.filter(({ owner }) => owner !== undefined);
    const moves = balance(owned, this.#workers);
    for (const { entry: leaf, to } of moves) {
      this.#context.post(leaf.owner!, { type: 'drop', lease: leaf.lease });
      this.#table.move(leaf, to, this.#settings.keepScores);
    }
    this.#allocation.recount(owned);
    for (const worker of this.#workers) this.#tell(worker, task, walk.unsurePly);
    for (const leaf of walk.seen) this.#nextPlaceMessage(leaf, task.iteration);
    for (const leaf of walk.uncertain) this.#askAgain(leaf, task);
  }

  #tell(worker: ProcessId, task: RootSearch<Move>, unsurePly: number): void {
    const { root, number, iteration, alpha, beta } = task;
    const sent = this.#sent.get(worker);
    if (sent?.task !== number) {
      this.#context.post(worker, {
        type: 'root',
        root: root.number,
        ply: root.prefix.length,
        iteration,
        alpha,
        beta,
        iterations: [...root.values.keys()],
        values: [...root.values.values()],
      });
    }
    // Windows that are not widened do not depend on it.
    const informed = this.#settings.width !== 0 || this.#place.program.chooseWindow !== undefined;
    const unsure = informed ? Math.min(unsurePly + 1, MAX_PLIES) : 0;
    const estimate = `${root.hypothetical} ${unsure}`;
    if (sent?.task !== number || sent.estimate !== estimate) {
      const { hypothetical } = root;
      this.#context.post(worker, { type: 'estimate', root: root.number, hypothetical, unsure });
    }
    this.#sent.set(worker, { task: number, estimate });
  }

  #nextPlaceMessage(leaf: OwnLeaf<Move>, iteration: number): void {
    const { owner, lease, place, root, path, level, rootSign } = leaf;
    const { priority, leansRight } = place;
    const notice = nextPlaceMessage(leaf);
    if (notice === 'place')
      this.#context.post(owner!, { type: 'place', lease, priority, leansRight });
    if (notice !== 'work') return;
    const rootSide = rootSign > 0;
    const done = Math.max(0, searchedTo(leaf, iteration));
    const earlier = Math.max(done, leaf.searchedBefore);
    const piece = { lease, root, path, level, rootSide, priority, leansRight, done, earlier };
    this.#context.post(owner!, { type: 'work', ...piece });
  }

  /** Asks for another search where the score of the required depth says too little. */
  #askAgain(leaf: OwnLeaf<Move>, { iteration, number }: RootSearch<Move>): void {
    const { owner, lease } = leaf;
    const window = nextWindowMessage(leaf, iteration, number);
    if (window === undefined) return;
    this.#context.post(owner!, { type: 'again', lease, iteration, ...window });
  }

  /** Splits leaves that are much larger than the rest, where the parts are large enough. */
  #exempt({ root, iteration, horizon }: RootSearch<Move>): void {
    const least = EXEMPTION_PLIES + horizon!.granularity;
    const visited = [...root.present].filter(({ seen }) => seen === this.#passes);
    for (const leaf of oversized(visited, this.#settings.exemption)) {
      if (iteration + 1 - leaf.level < least) continue;
      leaf.exempted = true;
      if (leaf.owner !== undefined) {
        this.#context.post(leaf.owner, { type: 'drop', lease: leaf.lease });
      }
      this.#table.release(leaf);
    }
  }
}

const isPly = (ply: number) => Number.isInteger(ply) && ply >= 0;
