// A worker of a distributed proof: searches one leaf after the other with its own table, and shows its claims. The next
// assignment waits here, so that no time is lost between two.
import type { Micros, ProcessId, Step } from '../actor.js';
import { type Behaviour, idleUntil, type ProcessContext } from '../process.js';
import { INFINITE_NUMBER, PART_MOVES, type ProofMessage } from './messages.js';
import type { Numbers, ProofPorts, ProofRules, ProofSearch, ProofSearchResult } from './ports.js';

type Order = Extract<ProofMessage, { type: 'search' | 'show' }>;

/** Orders that a master may have given at a time; what is more is no master's. */
const MAX_ORDERS = 16;

/** An order under way. */
interface Assignment {
  readonly order: Order;
  /** Nodes of the worker's search when it began. */
  readonly since: number;
  /** How often it was started again. */
  rounds: number;
  /** A search, then an explanation; an assignment to show begins with a search. */
  stage: 'search' | 'explain';
}

export class ProofWorker<P> implements Behaviour<ProofMessage> {
  readonly #context: ProcessContext<ProofMessage>;
  readonly #rules: ProofRules<P>;
  readonly #search: ProofSearch;
  readonly #orders: Order[] = [];
  #assignment: Assignment | undefined;

  constructor(context: ProcessContext<ProofMessage>, { rules, search }: ProofPorts<P>) {
    this.#context = context;
    this.#rules = rules;
    this.#search = search!;
  }

  message(from: ProcessId, message: ProofMessage): void {
    if (from !== 0) return;
    if (message.type === 'stop') {
      if (this.#assignment?.order.lease === message.lease) {
        // The results so far stay in the table.
        if (this.#assignment.stage === 'search') this.#search.leave();
        this.#assignment = undefined;
      }
      const index = this.#orders.findIndex(({ lease }) => lease === message.lease);
      if (index >= 0) this.#orders.splice(index, 1);
      return;
    }
    if (message.type !== 'search' && message.type !== 'show') return;
    if (this.#orders.length >= MAX_ORDERS || !this.#isLegal(message.path)) return;
    this.#orders.push(message);
  }

  /** A lost master has forgotten its assignments. */
  lost(process: ProcessId): void {
    if (process !== 0) return;
    this.#orders.length = 0;
    this.#assignment = undefined;
  }

  back(): void {}

  get queued(): number {
    return this.#orders.length;
  }

  work(budget: number, _now: Micros): Step {
    const assignment = this.#assignment ?? this.#next();
    if (assignment === undefined) return idleUntil();
    const before = this.#search.nodes;
    if (assignment.stage === 'search') this.#goOn(assignment, budget);
    else this.#explain(assignment, budget);
    const nodes = this.#search.nodes - before;
    this.#context.counters.nodes += nodes;
    return { nodes: Math.max(1, nodes), masterNodes: 0, idle: false, wakeAt: 0 };
  }

  #next(): Assignment | undefined {
    const order = this.#orders.shift();
    if (order === undefined) return undefined;
    this.#context.counters.jobs++;
    this.#assignment = { order, since: this.#search.nodes, rounds: 0, stage: 'search' };
    this.#begin(this.#assignment);
    return this.#assignment;
  }

  /** Begins to search; once more, with greater numbers, when it has ended too soon. */
  #begin({ order, rounds }: Assignment): void {
    if (order.type === 'show') {
      this.#search.start(order.path);
      return;
    }
    const most = (number: number) => Math.min(number * 2 ** rounds, INFINITE_NUMBER);
    this.#search.start(order.path, { pn: most(order.pn), dn: most(order.dn) });
  }

  /** Nodes that the order still allows. */
  #left({ order, since }: Assignment): number {
    return (order.budget ?? Number.POSITIVE_INFINITY) - (this.#search.nodes - since);
  }

  /** An order is not answered before it has taken its least, as far as its budget goes. */
  #isTooSoon(assignment: Assignment, least: number): boolean {
    return this.#left(assignment) > 0 && this.#search.nodes - assignment.since < least;
  }

  #goOn(assignment: Assignment, budget: number): void {
    const { order } = assignment;
    const ended = this.#search.run(Math.max(1, Math.min(budget, this.#left(assignment))));
    if (!ended && this.#left(assignment) > 0) return;
    const known = this.#search.leave();
    const open = known.pn !== 0 && known.dn !== 0 && !known.deep;
    if (order.type === 'search' && open && this.#isTooSoon(assignment, order.least)) {
      assignment.rounds++;
      this.#begin(assignment);
      return;
    }
    if (order.type === 'show' && !known.deep) {
      const isSo = (order.wins ? known.pn : known.dn) === 0;
      if (isSo) {
        assignment.stage = 'explain';
        this.#search.explain(order.path, order.wins);
        return;
      }
      if (known.pn !== 0 && known.dn !== 0) {
        this.#finish({ type: 'unable', lease: order.lease });
        return;
      }
    }
    const nodes = this.#search.nodes - assignment.since;
    this.#finish({ type: 'result', lease: order.lease, nodes, ...resultOf(known) });
  }

  #explain({ order: { lease } }: Assignment, budget: number): void {
    if (!this.#search.runExplanation(budget)) return;
    const moves = this.#search.explanation;
    if (moves === undefined) {
      this.#finish({ type: 'unable', lease });
      return;
    }
    for (let at = 0; at < moves.length - PART_MOVES; at += PART_MOVES) {
      const part = moves.slice(at, at + PART_MOVES);
      this.#context.post(0, { type: 'part', lease, moves: part, last: false });
    }
    const rest = moves.length === 0 ? 0 : ((moves.length - 1) % PART_MOVES) + 1;
    const end = moves.slice(moves.length - rest);
    this.#finish({ type: 'part', lease, moves: end, last: true });
  }

  #finish(answer: ProofMessage): void {
    this.#context.post(0, answer);
    this.#assignment = undefined;
  }

  #isLegal(path: readonly number[]): boolean {
    let position = this.#rules.root;
    for (const move of path) {
      if (!this.#rules.moves(position).includes(move)) return false;
      position = this.#rules.play(position, move);
    }
    return true;
  }
}

function resultOf({ children, deep, ...known }: ProofSearchResult) {
  const solved = known.pn === 0 || known.dn === 0;
  return {
    ...numbersToSend(known),
    deep,
    children: solved || deep ? [] : children.map(numbersToSend),
  };
}

/** Numbers as they are sent: only an answer rests on something. */
function numbersToSend({ pn, dn, rests }: Numbers) {
  const rest = (pn === 0 || dn === 0) && Number.isFinite(rests) ? rests : undefined;
  return { pn, dn, rests: rest };
}
