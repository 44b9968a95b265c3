// The master of root splitting. At every depth the eldest move of the root is searched first, with an
// open window; the others are then tested against its value, each by the next free worker, and a
// move that turns out to be better is searched again for its value.
import { INFINITE } from '../../core/score.js';
import type { Micros, ProcessId, SearchFinding, Step } from '../actor.js';
import { countSearch } from '../counters.js';
import { childDepth, nextDepth, realDepth, settled } from '../depths.js';
import type { Ports } from '../ports.js';
import { type Behaviour, idleUntil, type ProcessContext, workersOf } from '../process.js';
import { areBounds, contradict, isLegalLine } from '../received.js';
import { decides } from '../value-bounds.js';
import type { RootSplitMessage } from './messages.js';

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

/** A branch that a worker searches, and the window that it was asked for, seen from the position after the move. */
interface Lease {
  readonly branch: Branch;
  readonly alpha: number;
  readonly beta: number;
}

export class RootMaster<P> implements Behaviour<RootSplitMessage> {
  readonly #context: ProcessContext<RootSplitMessage>;
  readonly #ports: Ports<P>;
  readonly #last: number;
  readonly #from: number;
  #free: ProcessId[];
  /** Workers that can be reached. */
  readonly #workers: Set<ProcessId>;
  readonly #leases = new Map<number, Lease>();
  #nextLease = 1;
  #depth = 0;
  /** The master searches by itself: small depths, and all that is left when there are no workers. */
  #alone = true;
  #branches: Branch[] = [];
  #over = false;

  constructor(context: ProcessContext<RootSplitMessage>, ports: Ports<P>, depth: number, from = 1) {
    this.#context = context;
    this.#ports = ports;
    this.#last = depth;
    this.#from = Math.min(from, depth);
    this.#free = workersOf(context);
    this.#workers = new Set(this.#free);
    ports.searches[0]!.start(ports.rules.root, { from: 1, depth: Math.min(ALONE, depth) });
  }

  message(from: ProcessId, message: RootSplitMessage): void {
    const isResult = message.type === 'result' && message.lease < this.#nextLease;
    if (!isResult) {
      this.#context.refuse(from);
      return;
    }
    const lease = this.#leases.get(message.lease);
    if (lease === undefined || lease.branch.worker !== from) return;
    if (!this.#answers(lease, message)) {
      this.#context.refuse(from);
      return;
    }
    const { branch } = lease;
    this.#release(message.lease, branch);
    const [low, high] =
      branch.sign > 0 ? [message.lower, message.upper] : [0 - message.upper, 0 - message.lower];
    if (contradict({ lower: low, upper: high }, branch)) {
      // One of two workers is wrong, and the master cannot tell which: the branch is searched again.
      this.#context.counters.refused++;
      branch.lower = -INFINITE;
      branch.upper = INFINITE;
      this.#proceed();
      return;
    }
    branch.lower = Math.max(branch.lower, low);
    branch.upper = Math.min(branch.upper, high);
    branch.complete = message.complete;
    // The line of a bound need not be one of best play.
    branch.pv = low === high ? [branch.move, ...message.pv] : [branch.move];
    this.#proceed();
  }

  /** Whether a result says what was asked for; the line of an exact value must be one of legal moves. */
  #answers(
    { branch, alpha, beta }: Lease,
    result: Extract<RootSplitMessage, { type: 'result' }>,
  ): boolean {
    const { rules } = this.#ports;
    if (!areBounds(result) || !decides(result, alpha, beta)) return false;
    const position = rules.play(rules.root, branch.move);
    return result.lower < result.upper || isLegalLine(rules, position, result.pv);
  }

  lost(process: ProcessId): void {
    for (const [lease, { branch }] of this.#leases) {
      if (branch.worker === process) this.#release(lease, branch);
    }
    this.#workers.delete(process);
    this.#free = this.#free.filter((worker) => worker !== process);
    this.#proceed();
  }

  back(process: ProcessId): void {
    this.#workers.add(process);
    this.#free.push(process);
    this.#proceed();
  }

  work(budget: number, _now: Micros): Step {
    const search = this.#ports.searches[0]!;
    if (this.#over) return idleUntil();
    if (!this.#alone && this.#workers.size === 0) this.#searchAlone();
    if (!this.#alone) return idleUntil();
    const nodes = countSearch(this.#context.counters, search, budget);
    if (search.status === 'done') this.#finish(search.found!);
    return { nodes, masterNodes: 0, idle: false, wakeAt: 0 };
  }

  /** The depth under way, from its beginning. */
  #searchAlone(): void {
    this.#alone = true;
    this.#leases.clear();
    this.#ports.searches[0]!.start(this.#ports.rules.root, { depth: this.#depth });
  }

  #release(lease: number, branch: Branch): void {
    this.#leases.delete(lease);
    this.#free.push(branch.worker!);
    branch.worker = undefined;
  }

  /** A depth is finished. */
  #finish(finding: SearchFinding): void {
    const end = settled(finding, this.#last);
    this.#context.report({ type: 'depth', finding: end ?? finding });
    if (end !== undefined) {
      this.#over = true;
      this.#context.report({ type: 'done' });
      return;
    }
    const { rules } = this.#ports;
    this.#alone = false;
    const next = nextDepth(rules, finding.depth, this.#last);
    this.#depth = Math.max(next, realDepth(rules, this.#from));
    const order = this.#branches.length > 0 ? this.#branches : this.#firstBranches();
    // The best first, then as they were: sorting is stable.
    const first = (branch: Branch) => (branch.move === finding.move ? 0 : 1);
    this.#branches = [...order]
      .sort((a, b) => first(a) - first(b))
      .map((branch) => ({ ...branch, lower: -INFINITE, upper: INFINITE, worker: undefined }));
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
    if (this.#over || this.#alone) return;
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
    const window = branch.sign > 0 ? { alpha, beta } : { alpha: 0 - beta, beta: 0 - alpha };
    branch.worker = worker;
    this.#leases.set(lease, { branch, ...window });
    const depth = childDepth(this.#depth);
    this.#context.post(worker, { type: 'search', lease, move: branch.move, depth, ...window });
  }

  /** The branch with the greatest proved value; the eldest before anything is proved. */
  #best(): Branch {
    return this.#branches.reduce((best, branch) => (branch.lower > best.lower ? branch : best));
  }
}
