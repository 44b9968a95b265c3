// The master of root splitting. At every depth the eldest move of the root is searched first, with an
// open window; the others are then tested against its value, each by whichever worker is free, and a
// move that turns out to be better is searched again for its value.
import { INFINITE } from '../../core/score.js';
import type { Finding, Micros, ProcessId, Step } from '../actor.js';
import { countSearch } from '../counters.js';
import { childDepth, nextDepth, realDepth, settled } from '../depths.js';
import type { Ports } from '../ports.js';
import { type Behaviour, type Context, idleUntil, workersOf } from '../process.js';
import type { Message } from './messages.js';

/** Depths up to this are searched by the master alone: there is nothing to win. */
const ALONE = 4;

/** A move of the root at the depth under way; values from the root's side. */
interface Branch {
  readonly move: number;
  /** 1 when the same side moves again, else -1. */
  readonly sign: number;
  lower: number;
  upper: number;
  pv: readonly number[];
  complete: boolean;
  worker: ProcessId | undefined;
}

export class RootMaster<P> implements Behaviour<Message> {
  readonly #context: Context<Message>;
  readonly #ports: Ports<P>;
  readonly #last: number;
  readonly #from: number;
  readonly #free: ProcessId[];
  readonly #leases = new Map<number, Branch>();
  #nextLease = 1;
  #depth = 0;
  #branches: Branch[] = [];
  #over = false;

  constructor(context: Context<Message>, ports: Ports<P>, depth: number, from = 1) {
    this.#context = context;
    this.#ports = ports;
    this.#last = depth;
    this.#from = Math.min(from, depth);
    this.#free = workersOf(context);
    ports.searches[0]!.start(ports.rules.root, { from: 1, depth: Math.min(ALONE, depth) });
  }

  message(from: ProcessId, message: Message): void {
    if (message.type !== 'result') return;
    const branch = this.#leases.get(message.lease);
    if (branch === undefined || branch.worker !== from) return;
    this.#release(message.lease, branch);
    const [low, high] =
      branch.sign > 0 ? [message.lower, message.upper] : [0 - message.upper, 0 - message.lower];
    branch.lower = Math.max(branch.lower, low);
    branch.upper = Math.min(branch.upper, high);
    branch.complete = message.complete;
    // The line of a bound need not be one of best play.
    branch.pv = low === high ? [branch.move, ...message.pv] : [branch.move];
    this.#proceed();
  }

  lost(process: ProcessId): void {
    for (const [lease, branch] of this.#leases) {
      if (branch.worker === process) this.#release(lease, branch);
    }
    this.#free.splice(this.#free.indexOf(process), 1);
    this.#proceed();
  }

  back(process: ProcessId): void {
    this.#free.push(process);
    this.#proceed();
  }

  work(budget: number, _now: Micros): Step {
    const search = this.#ports.searches[0]!;
    if (this.#over || this.#depth > 0) return idleUntil();
    const nodes = countSearch(this.#context.counters, search, budget);
    if (search.status === 'done') this.#finish(search.found!);
    return { nodes, masterNodes: 0, idle: false, wakeAt: 0 };
  }

  #release(lease: number, branch: Branch): void {
    this.#leases.delete(lease);
    this.#free.push(branch.worker!);
    branch.worker = undefined;
  }

  /** A depth is finished. */
  #finish(finding: Finding): void {
    const end = settled(finding, this.#last);
    this.#context.report({ type: 'depth', finding: end ?? finding });
    if (end !== undefined) {
      this.#over = true;
      this.#context.report({ type: 'done' });
      return;
    }
    const { rules } = this.#ports;
    const next = nextDepth(rules, finding.depth, this.#last);
    this.#depth = Math.max(next, realDepth(rules, this.#from));
    const order = this.#branches.length > 0 ? this.#branches : this.#firstBranches();
    // The best first, then as they were: sorting is stable.
    const first = (branch: Branch) => (branch.move === finding.move ? 0 : 1);
    this.#branches = [...order]
      .sort((a, b) => first(a) - first(b))
      .map((branch) => ({ ...branch, lower: -INFINITE, upper: INFINITE }));
    this.#proceed();
  }

  #firstBranches(): Branch[] {
    const { rules } = this.#ports;
    const turn = rules.turn(rules.root);
    return rules.moves(rules.root).map((move) => ({
      move,
      sign: rules.turn(rules.play(rules.root, move)) === turn ? 1 : -1,
      lower: -INFINITE,
      upper: INFINITE,
      pv: [],
      complete: false,
      worker: undefined,
    }));
  }

  /** Hands out what can be handed out; finishes the depth when nothing is open. */
  #proceed(): void {
    if (this.#over || this.#depth === 0) return;
    const best = this.#best();
    const open = this.#branches.filter(
      (branch) => branch.lower < branch.upper && branch.upper > best.lower,
    );
    if (open.length === 0) {
      this.#finish({
        depth: this.#depth,
        value: best.lower,
        bound: 'exact',
        move: best.move,
        pv: best.pv,
        complete: this.#branches.every((branch) => branch.complete),
      });
      return;
    }
    const waiting = best.lower === -INFINITE ? open.slice(0, 1) : open;
    for (const branch of waiting) {
      if (branch.worker !== undefined) continue;
      const worker = this.#free.shift();
      if (worker === undefined) return;
      this.#hand(worker, branch, best.lower);
    }
  }

  #hand(worker: ProcessId, branch: Branch, bound: number): void {
    const known = branch.lower > bound;
    const alpha = known ? branch.lower - 1 : bound;
    const beta = known || bound === -INFINITE ? INFINITE : bound + 1;
    const lease = this.#nextLease++;
    branch.worker = worker;
    this.#leases.set(lease, branch);
    this.#context.post(worker, {
      type: 'search',
      lease,
      move: branch.move,
      depth: childDepth(this.#depth),
      alpha: branch.sign > 0 ? alpha : -beta,
      beta: branch.sign > 0 ? beta : -alpha,
    });
  }

  /** The branch with the greatest proved value; the eldest before anything is proved. */
  #best(): Branch {
    return this.#branches.reduce((best, branch) => (branch.lower > best.lower ? branch : best));
  }
}
