// The master of a distributed proof. It keeps the tree of proof numbers and leases its most promising leaves to workers,
// which search them depth first with a budget and send an answer, or numbers for each move. When the root is solved, the
// workers whose claims the answer needs show them by moves, and the rules check these. A worker that shows a false claim,
// or repeatedly cannot show its claims, is excluded: it gets no more work, and none of its results count. Without
// a shown proof there is no answer.
import type { Micros, ProcessId, Step } from '../actor.js';
import { type Behaviour, idleUntil, type ProcessContext, workersOf } from '../process.js';
import { TreeTrace } from '../tree-trace.js';
import { Demonstration, type LeafToShow } from './demonstration.js';
import { INFINITE_NUMBER, MAX_EXPLANATION, MAX_PATH, type ProofMessage } from './messages.js';
import type { DistributedProofSettings, ProofTask } from './options.js';
import type { ProofOutcome, RootNumbers } from './outcome.js';
import type { Numbers, ProofPorts, ProofRules } from './ports.js';
import { Roster } from './roster.js';
import { Fault } from './strategy.js';
import { describeTree } from './trace.js';
import { isSolved, ProofNumberTree, type ProofTreeNode } from './tree.js';

/** A budget is at least this many times the least nodes of an assignment. */
const BUDGET_FACTOR = 4;
/** A worker looks at its budget between slices: its count of nodes may exceed it, but not by more than this factor. */
const BUDGET_EXCESS = 2;
/** Going through the children of a node costs this share of what it costs to ask the rules about one. */
const UPDATE_SHARE = 1 / 8;
/** Showing another worker's claim may take this many budgets; then it is searched as any other leaf. */
const SHOW_BUDGETS = 8;
/** A worker that cannot show its own claims this often is excluded. */
const MAX_UNABLE = 3;
/** An assignment goes to another worker after this time, and this many times the usual time of an assignment. */
const PATIENCE: Micros = 10_000_000;
const PATIENCE_FACTOR = 30;

interface Lease<P> {
  readonly worker: ProcessId;
  readonly node: ProofTreeNode<P>;
  /** Other leaves of the same position, which wait for the answer. */
  readonly waiting: ProofTreeNode<P>[];
  readonly toShow: LeafToShow<P> | undefined;
  readonly parts: number[];
  readonly budget: number;
  readonly since: Micros;
}

/** Work of the master itself, in steps; it yields how many positions it looked at. */
interface BackgroundWork {
  readonly work: Generator<number, void, void>;
  /** The signature of the worker that is to blame when it fails. */
  readonly by: number | undefined;
}

export class ProofMaster<P> implements Behaviour<ProofMessage> {
  readonly #context: ProcessContext<ProofMessage>;
  readonly #rules: ProofRules<P>;
  readonly #settings: DistributedProofSettings;
  readonly #show: boolean;
  readonly #tree: ProofNumberTree<P>;
  readonly #leases = new Map<number, Lease<P>>();
  /** Leases by the position that is searched. */
  readonly #underWay = new Map<string, Lease<P>>();
  /** Where each worker has searched last. */
  readonly #last = new Map<ProcessId, ProofTreeNode<P>>();
  readonly #roster = new Roster();
  /** Workers that have ever claimed what they cannot show, and those that get no work for it. */
  readonly #liars: ProcessId[] = [];
  readonly #excluded = new Set<ProcessId>();
  /** How often workers could not show what they had claimed themselves, by signature. */
  readonly #unable = new Map<number, number>();
  /** Workers that report a line as too long. They search no more, but the report is not checked. */
  readonly #tooDeep = new Set<ProcessId>();
  /** How often a process has started again in a seat. */
  readonly #restarts = new Map<ProcessId, number>();
  /** Since when no worker searches. */
  #idleSince: Micros | undefined;
  readonly #background: BackgroundWork[] = [];
  #showing: Demonstration<P> | undefined;
  /** Leaves to show that are not assigned yet, by the claimant's signature, and how many are not shown yet. */
  readonly #leavesToShow = new Map<number, LeafToShow<P>[]>();
  #unshown = 0;
  /** Nodes that workers have searched, by their reports. */
  #searched = 0;
  #nextLease = 1;
  #over = false;
  #visits = 0;
  /** The time that a node of a budget has taken. */
  #microsPerNode = 0;
  #lookAt: Micros = 0;
  readonly #trace: TreeTrace<ProofTreeNode<P>> | undefined;

  constructor(context: ProcessContext<ProofMessage>, { rules }: ProofPorts<P>, task: ProofTask) {
    this.#context = context;
    this.#trace = context.trace && new TreeTrace(context.trace);
    this.#rules = rules;
    this.#settings = task.settings;
    this.#show = task.show;
    this.#tree = new ProofNumberTree(rules);
    for (const worker of workersOf(context)) this.#roster.add(worker);
  }

  /** The root's numbers. */
  get numbers(): RootNumbers {
    const { pn, dn } = this.#tree.root;
    return { pn, dn, treeNodes: this.#tree.size, liars: [...this.#liars] };
  }

  /** The signature of a worker's claims: a process that takes a seat later did not make the claims before it. */
  #signature(worker: ProcessId): number {
    return worker + this.#context.size * (this.#restarts.get(worker) ?? 0);
  }

  message(from: ProcessId, message: ProofMessage, now: Micros): void {
    if (message.type === 'search' || message.type === 'show' || message.type === 'stop') return;
    const lease = this.#leases.get(message.lease);
    if (lease === undefined || lease.worker !== from || this.#over) return;
    switch (message.type) {
      case 'part':
        this.#takePart(lease, message);
        return;
      case 'unable':
        this.#end(message.lease, lease);
        if (lease.toShow !== undefined) this.#isUnable(lease.toShow, from);
        else this.#exclude(from);
        return;
      case 'result':
        this.#end(message.lease, lease);
        this.#recordSpeed(lease, now);
        this.#takeResult(lease, message);
    }
  }

  lost(process: ProcessId): void {
    this.#roster.remove(process);
    for (const [number, lease] of [...this.#leases]) {
      if (lease.worker === process) this.#cancel(number, lease);
    }
  }

  /** A process starts again in the seat: it has no memory, and may run elsewhere. */
  back(process: ProcessId): void {
    this.#excluded.delete(process);
    this.#tooDeep.delete(process);
    this.#restarts.set(process, (this.#restarts.get(process) ?? 0) + 1);
    this.#roster.add(process);
  }

  work(budget: number, now: Micros): Step {
    if (this.#over) return idleUntil();
    this.#expire(now);
    this.#runBackground(budget);
    if (!this.#over) this.#assign(now);
    if (this.#trace !== undefined) this.#describe(this.#trace, now);
    const masterNodes = this.#visits + this.#tree.visits + this.#tree.updates * UPDATE_SHARE;
    this.#visits = 0;
    this.#tree.visits = 0;
    this.#tree.updates = 0;
    this.#context.counters.masterNodes += masterNodes;
    if (this.#background.length > 0) return { nodes: 0, masterNodes, idle: false, wakeAt: 0 };
    const endAt = this.#idleSince === undefined ? undefined : this.#idleSince + PATIENCE;
    return { ...idleUntil(this.#leases.size > 0 ? this.#lookAt : endAt), masterNodes };
  }

  /** Tells a trace of the tree now and then, and at the end. */
  #describe(trace: TreeTrace<ProofTreeNode<P>>, now: Micros): void {
    if (!this.#over && !trace.wants(now)) return;
    const owners = new Map<ProofTreeNode<P>, ProcessId>();
    for (const { node, worker } of this.#leases.values()) owners.set(node, worker);
    describeTree(trace, this.#tree.root, owners, now);
  }

  /** Assignments that are not answered. */
  get queued(): number {
    return this.#leases.size;
  }

  /** Removes an assignment. */
  #end(number: number, lease: Lease<P>): void {
    this.#leases.delete(number);
    this.#roster.change(lease.worker, -1);
    if (lease.toShow !== undefined) return;
    this.#underWay.delete(this.#tree.identity(lease.node));
    this.#tree.giveBack(lease.node, 1);
    for (const leaf of lease.waiting) this.#tree.giveBack(leaf, 0);
  }

  /** Takes an assignment back, so that another worker gets it. */
  #cancel(number: number, lease: Lease<P>): void {
    this.#end(number, lease);
    if (this.#context.isUp(lease.worker)) this.#post(lease.worker, { type: 'stop', lease: number });
    if (lease.toShow !== undefined) this.#queueToShow(lease.toShow);
  }

  #post(worker: ProcessId, message: ProofMessage): void {
    this.#context.post(worker, message);
  }

  #recordSpeed({ budget, since }: Lease<P>, now: Micros): void {
    const each = (now - since) / budget;
    this.#microsPerNode += (each - this.#microsPerNode) / 16;
  }

  /** Takes back assignments that take far too long; showing may take longer. */
  #expire(now: Micros): void {
    if (now < this.#lookAt) return;
    this.#lookAt = now + PATIENCE / 4;
    for (const [number, lease] of [...this.#leases]) {
      const usual = lease.budget * this.#microsPerNode * this.#settings.orders;
      const { toShow } = lease;
      const patience = toShow === undefined ? PATIENCE : PATIENCE * SHOW_BUDGETS;
      if (now - lease.since <= patience + PATIENCE_FACTOR * usual) continue;
      this.#cancel(number, lease);
      if (toShow === undefined) continue;
      this.#isUnable(toShow, lease.worker);
      return;
    }
  }

  #takeResult(lease: Lease<P>, result: Extract<ProofMessage, { type: 'result' }>): void {
    const { node, worker, toShow } = lease;
    if (result.deep) {
      if (toShow === undefined) this.#tooDeep.add(worker);
      else this.#isUnable(toShow, worker);
      return;
    }
    if (toShow !== undefined) {
      this.#contradict(toShow, worker);
      return;
    }
    if (!this.#tree.isNeeded(node)) return;
    const solved = isSolved(result);
    const moves = solved ? [] : this.#rules.moves(this.#tree.position(node));
    this.#visits++;
    const numbers = result.children.map(readNumbers);
    const makesSense =
      isNumber(result) &&
      (solved || (moves.length > 0 && moves.length === numbers.length && numbers.every(isNumber)));
    if (!makesSense) {
      this.#exclude(worker);
      return;
    }
    this.#last.set(worker, node);
    const by = this.#signature(worker);
    // A worker that claims more nodes than its budget would keep every other leaf too small for children.
    const nodes = Math.min(result.nodes, BUDGET_EXCESS * lease.budget);
    node.effort += nodes;
    this.#searched += nodes;
    const small = node.effort < this.#searched / (this.#settings.parts * this.#roster.size);
    if (solved) this.#tree.solve(node, result.pn === 0, readNumbers(result).rests, by);
    else if (small) this.#tree.renumber(node, result);
    else if (this.#areTrueEnds(node, moves, numbers)) this.#tree.expand(node, moves, numbers, by);
    else {
      this.#exclude(worker);
      return;
    }
    for (const leaf of lease.waiting) {
      if (this.#tree.isNeeded(leaf) && !this.#tree.recall(leaf) && !solved) {
        this.#tree.renumber(leaf, result);
      }
    }
    if (this.#tree.outdated) this.#stopOutdated();
    if (isSolved(this.#tree.root)) this.#answer();
  }

  /** Whether the games that end with one of these moves end as their numbers say: ends need not be shown. */
  #areTrueEnds(
    node: ProofTreeNode<P>,
    moves: readonly number[],
    numbers: readonly Numbers[],
  ): boolean {
    const position = this.#tree.position(node);
    this.#visits += moves.length;
    return moves.every((move, index) => {
      const won = this.#rules.ended(this.#rules.play(position, move));
      if (won === undefined) return true;
      const { pn, dn } = numbers[index]!;
      return (won ? pn : dn) === 0;
    });
  }

  /** Ends the work on leaves that are not needed any more. */
  #stopOutdated(): void {
    this.#tree.outdated = false;
    for (const [number, lease] of [...this.#leases]) {
      if (lease.toShow === undefined && !this.#tree.isNeeded(lease.node)) {
        this.#cancel(number, lease);
      }
    }
  }

  /** The root is solved. */
  #answer(): void {
    const { pn } = this.#tree.root;
    if (pn !== 0 && !this.#rules.listsAll) {
      this.#finish({ attackerWins: undefined, reason: 'width' });
      return;
    }
    for (const [number, lease] of [...this.#leases]) this.#cancel(number, lease);
    if (!this.#show) {
      this.#finish({ attackerWins: pn === 0 });
      return;
    }
    const showing = new Demonstration(this.#rules, this.#tree);
    this.#showing = showing;
    this.#do(this.#collect(showing));
  }

  *#collect(showing: Demonstration<P>): Generator<number, void, void> {
    const leaves = yield* showing.collect();
    if (showing !== this.#showing) return;
    for (const toShow of leaves) this.#queueToShow(toShow);
    this.#unshown = leaves.length;
    if (leaves.length === 0) yield* this.#complete(showing);
  }

  *#complete(showing: Demonstration<P>): Generator<number, void, void> {
    const graph = yield* showing.finish();
    this.#finish({ attackerWins: showing.wins, graph });
  }

  #takePart(
    lease: Lease<P>,
    { lease: number, moves, last }: Extract<ProofMessage, { type: 'part' }>,
  ) {
    const { toShow, parts, worker } = lease;
    if (toShow === undefined || parts.length + moves.length > MAX_EXPLANATION) {
      this.#exclude(worker);
      return;
    }
    for (const move of moves) parts.push(move);
    if (!last) return;
    this.#end(number, lease);
    if (this.#showing === undefined) return;
    this.#do(this.#check(this.#showing, toShow, parts), this.#signature(worker));
  }

  *#check(showing: Demonstration<P>, toShow: LeafToShow<P>, moves: readonly number[]) {
    yield* showing.check(toShow, moves);
    if (showing !== this.#showing) return;
    this.#unshown--;
    if (this.#unshown === 0) this.#do(this.#complete(showing));
  }

  /** A worker has found the opposite of a claim. It cannot take its own claim back. */
  #contradict(toShow: LeafToShow<P>, worker: ProcessId): void {
    if (toShow.leaf.by === this.#signature(worker)) {
      this.#exclude(worker);
      return;
    }
    this.#withdraw((leaf) => leaf === toShow.leaf);
  }

  /**
   * A claim that a worker cannot show is searched again. Its table may have lost what it needs, or the proof may be too
   * large; but not repeatedly.
   */
  #isUnable({ leaf }: LeafToShow<P>, worker: ProcessId): void {
    if (leaf.by === this.#signature(worker)) {
      const times = (this.#unable.get(leaf.by) ?? 0) + 1;
      this.#unable.set(leaf.by, times);
      if (times >= MAX_UNABLE) {
        // An answer that rests on perpetual checks may be true and yet impossible to show.
        this.#exclude(worker, !this.#rules.perpetual);
        return;
      }
    }
    this.#withdraw((each) => each === leaf);
  }

  /** Excludes a worker: it gets no more work, and none of its results count. */
  #exclude(worker: ProcessId, named = true): void {
    if (this.#excluded.has(worker)) return;
    if (named) this.#liars.push(worker);
    this.#excluded.add(worker);
    this.#roster.remove(worker);
    const by = this.#signature(worker);
    this.#withdraw((leaf) => leaf.by === by);
  }

  /** Resumes the search without the answers of these leaves. */
  #withdraw(isWrong: (leaf: ProofTreeNode<P>) => boolean): void {
    for (const [number, lease] of [...this.#leases]) this.#cancel(number, lease);
    this.#showing = undefined;
    this.#leavesToShow.clear();
    this.#last.clear();
    this.#tree.withdraw(isWrong);
    if (isSolved(this.#tree.root)) this.#answer();
  }

  #do(work: Generator<number, void, void>, by?: number): void {
    this.#background.push({ work, by });
  }

  #runBackground(budget: number): void {
    const until = this.#visits + budget;
    while (this.#visits < until && !this.#over) {
      const current = this.#background[0];
      if (current === undefined) return;
      try {
        const step = current.work.next();
        if (step.done) this.#background.shift();
        else this.#visits += step.value;
      } catch (error) {
        this.#background.shift();
        if (!(error instanceof Fault)) throw error;
        this.#blame(current.by);
      }
    }
  }

  /** A check has failed. */
  #blame(by: number | undefined): void {
    if (by === undefined) {
      this.#finish({ attackerWins: undefined, reason: 'unshown' });
      return;
    }
    const worker = by % this.#context.size;
    if (this.#signature(worker) === by) this.#exclude(worker);
    // Another process has its seat by now.
    else this.#withdraw((leaf) => leaf.by === by);
  }

  /** No worker searches. More may join, but if some are excluded or too deep, they are not awaited for long. */
  #awaitOthers(now: Micros): void {
    const without = this.#excluded.size + this.#roster.size;
    if (without === 0) return;
    this.#idleSince ??= now;
    if (without < this.#context.size - 1 && now - this.#idleSince < PATIENCE) return;
    const reason = this.#roster.size > 0 ? 'depth' : 'unshown';
    this.#finish({ attackerWins: undefined, reason });
  }

  #assign(now: Micros): void {
    const { orders } = this.#settings;
    const isTooDeep = (worker: ProcessId) =>
      this.#showing === undefined && this.#tooDeep.has(worker);
    const mayBeOver = this.#roster.size === 0 || this.#tooDeep.size > 0;
    if (mayBeOver && this.#roster.workers.every(isTooDeep)) {
      this.#awaitOthers(now);
      return;
    }
    this.#idleSince = undefined;
    // Workers without an assignment come first.
    for (let have = 0; have < orders; have++) {
      for (const worker of this.#roster.having(have)) {
        if (isTooDeep(worker)) continue;
        const given =
          this.#showing === undefined ? this.#giveLeaf(worker, now) : this.#giveShow(worker, now);
        if (!given) return;
      }
    }
  }

  /** Gives a worker the most promising leaf; false when there is none. */
  #giveLeaf(worker: ProcessId, now: Micros): boolean {
    for (;;) {
      const leaf = this.#choose(worker);
      if (leaf === undefined) return false;
      if (this.#tree.recall(leaf)) {
        if (isSolved(this.#tree.root)) {
          this.#answer();
          return false;
        }
        continue;
      }
      const identity = this.#tree.identity(leaf);
      const other = this.#underWay.get(identity);
      if (other !== undefined) {
        this.#tree.take(leaf, 0);
        other.waiting.push(leaf);
        continue;
      }
      if (leaf.ply > MAX_PATH) {
        this.#finish({ attackerWins: undefined, reason: 'depth' });
        return false;
      }
      const least = this.#least();
      const budget = this.#budget(least);
      const { slack } = this.#settings;
      const most = (number: number) => Math.min(Math.ceil(number * slack) + 1, INFINITE_NUMBER);
      this.#tree.take(leaf, 1);
      const path = this.#tree.path(leaf);
      const lease = this.#lease(worker, leaf, undefined, budget, now);
      this.#underWay.set(identity, this.#leases.get(lease)!);
      const [pn, dn] = [most(leaf.pn), most(leaf.dn)];
      this.#post(worker, { type: 'search', lease, path, budget, least, pn, dn });
      return true;
    }
  }

  /** The best leaf where the worker was last, if it is good enough, else the best of all. */
  #choose(worker: ProcessId): ProofTreeNode<P> | undefined {
    const { weight, tolerance } = this.#settings;
    const last = this.#last.get(worker);
    if (last !== undefined && this.#tree.isWorthwhile(last, weight, tolerance)) {
      return this.#tree.select(weight, last);
    }
    return this.#tree.select(weight);
  }

  #queueToShow(toShow: LeafToShow<P>): void {
    const { by } = toShow.leaf;
    const list = this.#leavesToShow.get(by);
    if (list === undefined) this.#leavesToShow.set(by, [toShow]);
    else list.push(toShow);
  }

  /** A worker shows its own claims, and those of workers that are gone. */
  #takeLeafToShow(worker: ProcessId): LeafToShow<P> | undefined {
    const own = this.#signature(worker);
    const isGone = (by: number) => {
      const seat = by % this.#context.size;
      return !this.#roster.has(seat) || this.#signature(seat) !== by;
    };
    const by = this.#leavesToShow.has(own) ? own : [...this.#leavesToShow.keys()].find(isGone);
    const list = by === undefined ? undefined : this.#leavesToShow.get(by);
    const toShow = list?.pop();
    if (list?.length === 0) this.#leavesToShow.delete(by!);
    return toShow;
  }

  #giveShow(worker: ProcessId, now: Micros): boolean {
    const toShow = this.#takeLeafToShow(worker);
    if (toShow === undefined) return this.#leavesToShow.size > 0;
    const { leaf, path } = toShow;
    const own = leaf.by === this.#signature(worker);
    const budget = SHOW_BUDGETS * this.#budget(this.#least());
    const lease = this.#lease(worker, leaf, toShow, budget, now);
    const { wins } = this.#showing!;
    this.#post(worker, {
      type: 'show',
      lease,
      path: [...path],
      wins,
      budget: own ? undefined : budget,
    });
    return true;
  }

  #lease(
    worker: ProcessId,
    node: ProofTreeNode<P>,
    toShow: LeafToShow<P> | undefined,
    budget: number,
    since: Micros,
  ): number {
    const number = this.#nextLease++;
    const lease = { worker, node, waiting: [], toShow, parts: [], budget, since };
    this.#leases.set(number, lease);
    this.#roster.change(worker, 1);
    return number;
  }

  /** The least nodes of an assignment, so that the master keeps up with the results of all workers. */
  #least(): number {
    const { least, grain } = this.#settings;
    return Math.max(least, Math.round(grain * this.#leases.size));
  }

  /** Small at first, so that there are soon leaves for all. */
  #budget(least: number): number {
    const { budget, ramp } = this.#settings;
    const whole = Math.max(budget, BUDGET_FACTOR * least);
    const share = (ramp * this.#searched) / this.#roster.size;
    return Math.round(Math.max(least, Math.min(whole, share)));
  }

  #finish(
    outcome: Pick<ProofOutcome, 'attackerWins'> & Partial<Pick<ProofOutcome, 'reason' | 'graph'>>,
  ): void {
    if (this.#over) return;
    this.#over = true;
    this.#background.length = 0;
    const { attackerWins, reason, graph } = outcome;
    this.#context.report({
      type: 'done',
      outcome: {
        attackerWins,
        reason,
        graph,
        ...this.numbers,
      },
    });
  }
}

function readNumbers({ pn, dn, rests }: { pn: number; dn: number; rests?: number | undefined }) {
  return { pn, dn, rests: rests ?? Number.POSITIVE_INFINITY };
}

/** Both numbers are finite and positive, or one is 0 and the other infinite. */
function isNumber({ pn, dn }: Pick<Numbers, 'pn' | 'dn'>): boolean {
  if (pn === 0) return dn === INFINITE_NUMBER;
  if (dn === 0) return pn === INFINITE_NUMBER;
  return pn < INFINITE_NUMBER && dn < INFINITE_NUMBER;
}
