// A search that a site makes: to the worker that asks for it, a search like any other, which waits most of the
// time; below, a master of its own that divides it among the site's workers.

import { FULL_DEPTH, INFINITE } from '../../core/score.js';
import type { ActorReport, Micros, ProcessId, SearchFinding } from '../actor.js';
import { type Counters, createCounters } from '../counters.js';
import { minimalLeaves } from '../minimal-tree/horizon.js';
import type { RulesPort, SearcherStatus, SearchPort, SplitPart, SubtreeRequest } from '../ports.js';
import type { ProcessContext } from '../process.js';
import { addNodes } from '../received.js';
import type { SavedTree } from '../saved-tree.js';
import type { Share } from '../sharing.js';
import type { LevelMessage, PieceMaster } from './levels.js';
import type { Site } from './site.js';

/** Nodes that a middle master searches itself before it looks after its other searches. */
const ALONE_NODES = 500;
/** A search that no process waits for ranks behind all others. */
const AHEAD = 2 ** 20;
const NEVER = Number.POSITIVE_INFINITY;

export class SiteSearch<P, M extends LevelMessage> implements SearchPort<P> {
  readonly #site: Site<P, M>;
  readonly #index: number;
  /** For when there are no workers. */
  readonly #alone: SearchPort<P>;
  #base: readonly number[] = [];
  #path: readonly number[] = [];
  #ahead = false;
  #master: PieceMaster<M> | undefined;
  #share: Share | undefined;
  #counters: Counters = createCounters();
  readonly #opened = new Set<ProcessId>();
  #done = false;
  #ready = false;
  #ran = false;
  searchId = 0;
  wakeAt: Micros = NEVER;
  depth = 0;
  found: SearchFinding | undefined;
  elsewhere = 0;

  constructor(site: Site<P, M>, index: number, alone: SearchPort<P>) {
    this.#site = site;
    this.#index = index;
    this.#alone = alone;
  }

  get isActive(): boolean {
    return this.#master !== undefined;
  }

  /** Whether its master has something to do. */
  get isReady(): boolean {
    return this.#master !== undefined && this.#ready;
  }

  get status(): SearcherStatus {
    if (this.#done) return 'done';
    if (this.#master === undefined) return 'idle';
    return this.#ready && !this.#ran ? 'running' : 'waiting';
  }

  get nodes(): number {
    return this.#counters.nodes;
  }
  get leaves(): number {
    return this.#counters.leaves;
  }

  rebase(path: readonly number[]): void {
    this.#base = path;
  }

  take(position: P, { depth, alpha, beta }: SplitPart, path: readonly number[] = []): void {
    this.start(position, { depth, alpha, beta, path });
  }

  start(position: P, order: SubtreeRequest<P>): void {
    this.release();
    const { context, levels, ports, plan, sharing } = this.#site;
    const { depth, from = depth, alpha = -INFINITE, beta = INFINITE, path = [] } = order;
    const rules = { ...ports.rules, root: position };
    const searchId = this.#site.nextSearchId();
    this.searchId = searchId;
    this.depth = depth;
    this.#path = [...this.#base, ...path];
    this.#ahead = order.ahead ?? false;
    this.#counters = createCounters();
    this.found = undefined;
    this.elsewhere = 0;
    this.#ready = true;
    const inner: ProcessContext<M> = {
      self: 0,
      size: context.size,
      incarnation: 0,
      absent: Array.from({ length: context.size }, (_, each) => each).filter(
        (each) => each > 0 && !context.isUp(each),
      ),
      counters: this.#counters,
      post: (to, message) => this.#post(searchId, to, message),
      isUp: (process) => context.isUp(process),
      report: (report) => this.#report(searchId, report),
      refuse: (process) => context.refuse(process),
    };
    const wanted = this.#horizon(rules, depth);
    const kept = fitting(this.#site.recall(this.#path), wanted);
    const horizon = kept?.horizon ?? wanted;
    const share = sharing.join();
    this.#share = share;
    const piece = { depth, from, alpha, beta, horizon, share, kept };
    this.#alone.rebase?.(this.#path);
    const own = { rules, searches: [this.#alone] };
    this.#master = levels.createMaster(inner, own, piece, plan);
  }

  /**
   * Plies of its master's tree: enough that each worker it can count on, beside those of other searches, has
   * some leaves; none when one worker is all it can have or there is too little to divide.
   */
  #horizon(rules: RulesPort<P>, depth: number): number {
    const { pieces, grain } = this.#site.settings;
    const share = this.#site.workers / (this.#site.active + 1);
    const branching = rules.moves(rules.root).length;
    if (branching === 0) return 1;
    const most = Math.min(depth, FULL_DEPTH) - grain;
    if (share <= 1) return 0;
    let plies = 0;
    while (plies < most && minimalLeaves(Math.max(2, branching), plies) < pieces * share) plies++;
    return plies;
  }

  #post(searchId: number, to: ProcessId, message: M): void {
    if (searchId !== this.searchId || message.type === 'stop') return;
    this.#open(to);
    if (message.type === 'help') this.#open((message as unknown as { helper: number }).helper);
    this.#site.context.post(to, { type: 'say', searchId, message });
  }

  /** A worker learns of a search with its first message in it. */
  #open(worker: ProcessId): void {
    if (this.#opened.has(worker)) return;
    this.#opened.add(worker);
    const { searchId, depth } = this;
    const rank = this.#rank(worker);
    this.#site.context.post(worker, { type: 'open', searchId, path: this.#path, depth, rank });
  }

  #rank(worker: ProcessId): number {
    const { policy, tasks } = this.#site.settings;
    const urgent =
      policy === 'even'
        ? (this.#index + worker) % (tasks + 1)
        : policy === 'shallow'
          ? this.depth
          : 0;
    return urgent + (this.#ahead ? AHEAD : 0);
  }

  #report(searchId: number, report: ActorReport): void {
    if (searchId !== this.searchId) return;
    if (report.type === 'depth') this.found = foundOf(report.finding, this.#site.ports.rules);
    else this.#done = report.type === 'done';
  }

  /** Its master may go on once more. */
  begin(now: Micros): void {
    this.#ran = false;
    if (now >= this.wakeAt) this.#ready = true;
  }

  run(budget: number): SearcherStatus {
    const master = this.#master;
    if (master === undefined || this.#done) return this.status;
    const { context, now } = this.#site;
    const { masterNodes, passes } = this.#counters;
    this.#ran = true;
    const step = master.work(Math.min(budget, ALONE_NODES), now);
    this.#ready = !step.idle;
    this.wakeAt = step.idle ? step.wakeAt : NEVER;
    this.#site.masterNodes += step.masterNodes;
    context.counters.masterNodes += this.#counters.masterNodes - masterNodes;
    context.counters.passes += this.#counters.passes - passes;
    if (this.#done) this.#close();
    return this.status;
  }

  onMessage(from: ProcessId, message: M, now: Micros): void {
    if (this.#master === undefined) return;
    this.elsewhere = addNodes(this.elsewhere, this.#site.levels.sizeOf?.(message) ?? 0);
    this.#master.message(from, message, now);
    this.#ready = true;
  }

  lost(process: ProcessId, now: Micros): void {
    this.#opened.delete(process);
    if (this.#master === undefined) return;
    this.#master.lost(process, now);
    this.#ready = true;
  }

  back(process: ProcessId, now: Micros): void {
    if (this.#master === undefined) return;
    this.#master.back(process, now);
    this.#ready = true;
  }

  rewindow(alpha: number, beta: number): void {
    if (this.#master === undefined || this.#done) return;
    this.#master.rewindow(alpha, beta);
    this.#ready = true;
  }

  /** The upper half waits for it now. */
  hurry(): void {
    if (!this.#ahead) return;
    this.#ahead = false;
    for (const worker of this.#opened) {
      const rank = this.#rank(worker);
      this.#site.context.post(worker, { type: 'rank', searchId: this.searchId, rank });
    }
  }

  release(): void {
    this.#close();
    this.#done = false;
  }

  #close(): void {
    this.#site.remember(this.#path, this.#master?.keep?.());
    for (const worker of this.#opened) {
      this.#site.context.post(worker, { type: 'close', searchId: this.searchId });
    }
    this.#opened.clear();
    if (this.#share !== undefined) this.#site.sharing.leave(this.#share);
    this.#master = undefined;
    this.#share = undefined;
    this.#ready = false;
    this.wakeAt = NEVER;
    this.searchId = 0;
  }

  // Its own master divides it, so the worker that asked for it must not.
  candidate(): undefined {
    return undefined;
  }
  split(): undefined {
    return undefined;
  }
  deliver(): boolean {
    return false;
  }
  window(): undefined {
    return undefined;
  }
  perturb(): void {}
  advance(): void {}
}

/** An earlier search's tree, if it is about as deep as one that would be made now. */
function fitting(kept: SavedTree | undefined, horizon: number): SavedTree | undefined {
  if (kept === undefined || kept.leaves.length === 0) return undefined;
  const fits =
    kept.horizon === horizon || (kept.horizon > 1 && Math.abs(kept.horizon - horizon) === 1);
  return fits ? kept : undefined;
}

/** In a tree of bounded width the nodes of this master have moves that were never searched. */
function foundOf<P>(
  { complete, ...finding }: SearchFinding,
  { bounded = false }: RulesPort<P>,
): SearchFinding {
  const { depth, value, bound, move, pv } = finding;
  return { depth, value, bound, move, pv, complete: complete && !bounded };
}
