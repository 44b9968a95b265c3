// The master of a distributed proof. It keeps the tree of proof numbers and gives its most promising leaves to
// workers, which search them depth first with a budget and send an answer, or numbers for each move. When the root is
// solved, whoever claimed something that the answer needs has to show it by moves, and these are checked by the
// rules. Who shows what is not so is given no more work, and nothing that it said counts any longer.
import type { Micros, ProcessId, Step } from '../actor.js';
import { type Behaviour, type Context, idleUntil, workersOf } from '../process.js';
import { INFINITE_NUMBER, MAX_EXPLANATION, MAX_PATH, type Message } from './messages.js';
import type { ProofSettings, ProofTask } from './options.js';
import type { ProofOutcome, RootNumbers } from './outcome.js';
import type { Numbers, ProofPorts, ProofRules } from './ports.js';
import { Roster } from './roster.js';
import { type Exhibit, Showing } from './showing.js';
import { Fault } from './strategy.js';
import { isSolved, type Node, Tree } from './tree.js';

/** Leaves for each worker at which budgets are whole. */
const LEAVES_EACH = 4;
/** A budget is at least so many times what an order takes at least. */
const BUDGET_FACTOR = 4;
/** Going through the children of a node costs this share of what it costs to ask the rules about one. */
const UPDATE_SHARE = 1 / 8;
/** Showing another's claim may take this many budgets; then it is searched as any other leaf. */
const SHOW_BUDGETS = 8;
/** So many workers may be unable to show what they claimed, and so often; then it cannot be shown. */
const MAX_UNABLE = 3;
const MAX_FAILURES = 32;
/** An order is given to somebody else after this long, and so many times as long as such an order usually takes. */
const PATIENCE: Micros = 10_000_000;
const PATIENCE_FACTOR = 30;

interface Lease<P> {
  readonly worker: ProcessId;
  readonly node: Node<P>;
  /** Other leaves of the same position, which wait for the answer. */
  readonly waiting: Node<P>[];
  readonly exhibit: Exhibit<P> | undefined;
  readonly parts: number[];
  readonly budget: number;
  readonly since: Micros;
}

/** Work of the master itself that takes longer than a moment; it yields how many positions it looked at. */
interface Chore {
  readonly work: Generator<number, void, void>;
  /** Who is to blame when it fails. */
  readonly by: ProcessId | undefined;
}

export class ProofMaster<P> implements Behaviour<Message> {
  readonly #context: Context<Message>;
  readonly #rules: ProofRules<P>;
  readonly #settings: ProofSettings;
  readonly #show: boolean;
  readonly #tree: Tree<P>;
  readonly #leases = new Map<number, Lease<P>>();
  /** Leases by the position that is searched. */
  readonly #searched = new Map<string, Lease<P>>();
  /** Where each worker has searched last. */
  readonly #last = new Map<ProcessId, Node<P>>();
  readonly #roster = new Roster();
  /** Who has claimed what is not so, ever, and who is given no work for it. */
  readonly #liars = new Set<ProcessId>();
  readonly #shut = new Set<ProcessId>();
  /** Workers that could not show what they had claimed, and how often that was so. */
  readonly #unable = new Set<ProcessId>();
  #failures = 0;
  readonly #chores: Chore[] = [];
  #showing: Showing<P> | undefined;
  /** Leaves to show: those that nobody was asked for yet, by who claimed them, and how many are not shown yet. */
  readonly #exhibits = new Map<ProcessId, Exhibit<P>[]>();
  #unshown = 0;
  #nextLease = 1;
  #bounded = false;
  #over = false;
  #visits = 0;
  /** The time that a node of a budget has taken. */
  #microsPerNode = 0;
  #lookAt: Micros = 0;

  constructor(context: Context<Message>, { rules }: ProofPorts<P>, task: ProofTask) {
    this.#context = context;
    this.#rules = rules;
    this.#settings = task.settings;
    this.#show = task.show;
    this.#tree = new Tree(rules);
    for (const worker of workersOf(context)) this.#roster.add(worker);
  }

  /** What is known of the root. */
  get numbers(): RootNumbers {
    const { pn, dn } = this.#tree.root;
    return { pn, dn, treeNodes: this.#tree.size, liars: [...this.#liars] };
  }

  message(from: ProcessId, message: Message, now: Micros): void {
    if (message.type === 'search' || message.type === 'show' || message.type === 'stop') return;
    const lease = this.#leases.get(message.lease);
    if (lease === undefined || lease.worker !== from || this.#over) return;
    switch (message.type) {
      case 'part':
        this.#takePart(lease, message);
        return;
      case 'unable':
        this.#end(message.lease, lease);
        if (lease.exhibit !== undefined) this.#isUnable(lease.exhibit, from);
        return;
      case 'result':
        this.#end(message.lease, lease);
        this.#pace(lease, now);
        this.#takeResult(lease, message);
    }
  }

  lost(process: ProcessId): void {
    this.#roster.remove(process);
    for (const [number, lease] of [...this.#leases]) {
      if (lease.worker === process) this.#cancel(number, lease);
    }
  }

  /** Somebody begins anew there: it knows nothing of what was before, and may be somebody else. */
  back(process: ProcessId): void {
    this.#shut.delete(process);
    this.#roster.add(process);
  }

  work(budget: number, now: Micros): Step {
    if (this.#over) return idleUntil();
    this.#expire(now);
    this.#runChores(budget);
    if (!this.#over) this.#giveOut(now);
    const masterNodes = this.#visits + this.#tree.visits + this.#tree.updates * UPDATE_SHARE;
    this.#visits = 0;
    this.#tree.visits = 0;
    this.#tree.updates = 0;
    this.#context.counters.masterNodes += masterNodes;
    if (this.#chores.length > 0) return { nodes: 0, masterNodes, idle: false, wakeAt: 0 };
    return { ...idleUntil(this.#leases.size > 0 ? this.#lookAt : undefined), masterNodes };
  }

  /** An order is no longer under way. */
  #end(number: number, lease: Lease<P>): void {
    this.#leases.delete(number);
    this.#roster.change(lease.worker, -1);
    if (lease.exhibit !== undefined) return;
    this.#searched.delete(this.#tree.identity(lease.node));
    this.#tree.giveBack(lease.node, 1);
    for (const leaf of lease.waiting) this.#tree.giveBack(leaf, 0);
  }

  /** An order is taken back; what it was for is given to somebody else. */
  #cancel(number: number, lease: Lease<P>): void {
    this.#end(number, lease);
    if (this.#context.isUp(lease.worker)) this.#post(lease.worker, { type: 'stop', lease: number });
    if (lease.exhibit !== undefined) this.#exhibit(lease.exhibit);
  }

  #post(worker: ProcessId, message: Message): void {
    this.#context.post(worker, message);
  }

  #pace({ budget, since }: Lease<P>, now: Micros): void {
    const each = (now - since) / budget;
    this.#microsPerNode += (each - this.#microsPerNode) / 16;
  }

  /** Takes back orders that take far too long. */
  #expire(now: Micros): void {
    if (now < this.#lookAt) return;
    this.#lookAt = now + PATIENCE / 4;
    for (const [number, lease] of [...this.#leases]) {
      const usual = lease.budget * this.#microsPerNode * this.#settings.orders;
      if (now - lease.since > PATIENCE + PATIENCE_FACTOR * usual) this.#cancel(number, lease);
    }
  }

  #takeResult(lease: Lease<P>, result: Extract<Message, { type: 'result' }>): void {
    const { node, worker, exhibit } = lease;
    if (result.deep) {
      this.#finish({ attackerWins: undefined, reason: 'depth' });
      return;
    }
    if (result.bounded) this.#bounded = true;
    if (exhibit !== undefined) {
      this.#contradict(exhibit, worker);
      return;
    }
    if (!this.#tree.isNeeded(node)) return;
    const solved = isSolved(result);
    const moves = solved ? [] : this.#rules.moves(this.#tree.position(node));
    this.#visits++;
    const numbers = result.children.map(readNumbers);
    const makesSense =
      isNumber(result) && (solved || (moves.length === numbers.length && numbers.every(isNumber)));
    if (!makesSense) {
      this.#shutOut(worker);
      return;
    }
    this.#last.set(worker, node);
    const enough = this.#tree.root.open >= LEAVES_EACH * this.#roster.size;
    if (solved) this.#tree.solve(node, result.pn === 0, readNumbers(result).rests, worker);
    else if (enough) this.#tree.renumber(node, result);
    else this.#tree.expand(node, moves, numbers, worker);
    for (const leaf of lease.waiting) {
      if (this.#tree.isNeeded(leaf) && !this.#tree.recall(leaf) && !solved) {
        this.#tree.renumber(leaf, result);
      }
    }
    if (this.#tree.outdated) this.#stopOutdated();
    if (isSolved(this.#tree.root)) this.#answer();
  }

  /** Ends the work on leaves that nobody needs any more. */
  #stopOutdated(): void {
    this.#tree.outdated = false;
    for (const [number, lease] of [...this.#leases]) {
      if (lease.exhibit === undefined && !this.#tree.isNeeded(lease.node)) {
        this.#cancel(number, lease);
      }
    }
  }

  /** The root is solved. */
  #answer(): void {
    const { pn } = this.#tree.root;
    if (pn !== 0 && this.#bounded) {
      this.#finish({ attackerWins: undefined, reason: 'width' });
      return;
    }
    for (const [number, lease] of [...this.#leases]) this.#cancel(number, lease);
    if (!this.#show) {
      this.#finish({ attackerWins: pn === 0 });
      return;
    }
    const showing = new Showing(this.#rules, this.#tree);
    this.#showing = showing;
    this.#do(this.#collect(showing));
  }

  *#collect(showing: Showing<P>): Generator<number, void, void> {
    const exhibits = yield* showing.collect();
    if (showing !== this.#showing) return;
    for (const exhibit of exhibits) this.#exhibit(exhibit);
    this.#unshown = exhibits.length;
    if (exhibits.length === 0) yield* this.#complete(showing);
  }

  *#complete(showing: Showing<P>): Generator<number, void, void> {
    const graph = yield* showing.finish();
    this.#finish({ attackerWins: showing.wins, graph });
  }

  #takePart(lease: Lease<P>, { lease: number, moves, last }: Extract<Message, { type: 'part' }>) {
    const { exhibit, parts, worker } = lease;
    if (exhibit === undefined || parts.length + moves.length > MAX_EXPLANATION) {
      this.#shutOut(worker);
      return;
    }
    for (const move of moves) parts.push(move);
    if (!last) return;
    this.#end(number, lease);
    if (this.#showing !== undefined) this.#do(this.#check(this.#showing, exhibit, parts), worker);
  }

  *#check(showing: Showing<P>, exhibit: Exhibit<P>, moves: readonly number[]) {
    yield* showing.check(exhibit, moves);
    if (showing !== this.#showing) return;
    this.#unshown--;
    if (this.#unshown === 0) yield* this.#complete(showing);
  }

  /** Somebody has found the opposite of what was to be shown. Its own claim it cannot take back. */
  #contradict(exhibit: Exhibit<P>, worker: ProcessId): void {
    if (exhibit.leaf.by === worker) {
      this.#shutOut(worker);
      return;
    }
    this.#withdraw((leaf) => leaf === exhibit.leaf);
  }

  /** What a worker cannot show is searched again; when several could not, it cannot be shown. */
  #isUnable({ leaf }: Exhibit<P>, worker: ProcessId): void {
    if (leaf.by === worker) this.#unable.add(worker);
    this.#failures++;
    const everybody = this.#roster.workers.every((each) => this.#unable.has(each));
    if (everybody || this.#unable.size >= MAX_UNABLE || this.#failures >= MAX_FAILURES) {
      const { pn } = this.#tree.root;
      this.#finish({ attackerWins: pn === 0, unshown: 'workers cannot show what they have found' });
      return;
    }
    this.#withdraw((each) => each === leaf);
  }

  /** Whoever claims what is not so is given no more work, and nothing that it said counts. */
  #shutOut(worker: ProcessId): void {
    this.#liars.add(worker);
    this.#shut.add(worker);
    this.#roster.remove(worker);
    this.#withdraw((leaf) => leaf.by === worker);
  }

  /** Goes back to the search without what is no longer believed. */
  #withdraw(isWrong: (leaf: Node<P>) => boolean): void {
    for (const [number, lease] of [...this.#leases]) this.#cancel(number, lease);
    this.#showing = undefined;
    this.#exhibits.clear();
    this.#last.clear();
    this.#tree.withdraw(isWrong);
    if (isSolved(this.#tree.root)) this.#answer();
  }

  #do(work: Generator<number, void, void>, by?: ProcessId): void {
    this.#chores.push({ work, by });
  }

  #runChores(budget: number): void {
    const until = this.#visits + budget;
    while (this.#visits < until && !this.#over) {
      const chore = this.#chores[0];
      if (chore === undefined) return;
      try {
        const step = chore.work.next();
        if (step.done) this.#chores.shift();
        else this.#visits += step.value;
      } catch (error) {
        this.#chores.shift();
        if (!(error instanceof Fault)) throw error;
        if (chore.by !== undefined) this.#shutOut(chore.by);
        else this.#finish({ attackerWins: this.#tree.root.pn === 0, unshown: error.message });
      }
    }
  }

  #giveOut(now: Micros): void {
    const { orders } = this.#settings;
    if (this.#roster.size === 0) {
      if (this.#shut.size === this.#context.size - 1) {
        const reason = 'every worker has claimed what is not so';
        this.#over = true;
        this.#context.report({ type: 'failed', reason });
      }
      return;
    }
    // Those without anything to do come first.
    for (let have = 0; have < orders; have++) {
      for (const worker of this.#roster.having(have)) {
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
      const other = this.#searched.get(identity);
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
      this.#searched.set(identity, this.#leases.get(lease)!);
      const [pn, dn] = [most(leaf.pn), most(leaf.dn)];
      this.#post(worker, { type: 'search', lease, path, budget, least, pn, dn });
      return true;
    }
  }

  /** The best leaf where the worker was last, if it is good enough, else the best of all. */
  #choose(worker: ProcessId): Node<P> | undefined {
    const { weight, tolerance } = this.#settings;
    const last = this.#last.get(worker);
    if (last !== undefined && this.#tree.isWorthwhile(last, weight, tolerance)) {
      return this.#tree.select(weight, last);
    }
    return this.#tree.select(weight);
  }

  #exhibit(exhibit: Exhibit<P>): void {
    const { by } = exhibit.leaf;
    const list = this.#exhibits.get(by);
    if (list === undefined) this.#exhibits.set(by, [exhibit]);
    else list.push(exhibit);
  }

  /** Claims are shown by who made them; those of workers that are gone by anybody. */
  #takeExhibit(worker: ProcessId): Exhibit<P> | undefined {
    const by = this.#exhibits.has(worker)
      ? worker
      : [...this.#exhibits.keys()].find((each) => !this.#roster.has(each));
    const list = by === undefined ? undefined : this.#exhibits.get(by);
    const exhibit = list?.pop();
    if (list?.length === 0) this.#exhibits.delete(by!);
    return exhibit;
  }

  #giveShow(worker: ProcessId, now: Micros): boolean {
    const exhibit = this.#takeExhibit(worker);
    if (exhibit === undefined) return this.#exhibits.size > 0;
    const { leaf, path } = exhibit;
    const own = leaf.by === worker;
    const budget = SHOW_BUDGETS * this.#budget(this.#least());
    const lease = this.#lease(worker, leaf, exhibit, budget, now);
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
    node: Node<P>,
    exhibit: Exhibit<P> | undefined,
    budget: number,
    since: Micros,
  ): number {
    const number = this.#nextLease++;
    const lease = { worker, node, waiting: [], exhibit, parts: [], budget, since };
    this.#leases.set(number, lease);
    this.#roster.change(worker, 1);
    return number;
  }

  /** What an order must take at least, so that the master keeps up with the answers. */
  #least(): number {
    const { least, grain } = this.#settings;
    return Math.max(least, Math.round(grain * this.#roster.size));
  }

  /** Small while there are few leaves, so that there are soon more. */
  #budget(least: number): number {
    const whole = Math.max(this.#settings.budget, BUDGET_FACTOR * least);
    const share = this.#tree.root.open / (LEAVES_EACH * this.#roster.size);
    return Math.round(Math.max(this.#settings.least, whole * Math.min(1, share)));
  }

  #finish(
    outcome: Pick<ProofOutcome, 'attackerWins'> &
      Partial<Pick<ProofOutcome, 'reason' | 'graph' | 'unshown'>>,
  ): void {
    if (this.#over) return;
    this.#over = true;
    this.#chores.length = 0;
    const { attackerWins, reason, graph, unshown } = outcome;
    this.#context.report({
      type: 'done',
      outcome: {
        attackerWins,
        reason,
        graph,
        unshown,
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
