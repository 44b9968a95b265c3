// The master (section 3.1): makes pass after pass over its tree, gives out what is not decided, and
// ends when a pass decides the root. Without news from the workers there is no pass, but for one now
// and then in case they were lost.
import { FULL_DEPTH } from '../../core/score.js';
import type { Finding, Micros, ProcessId, Step } from '../actor.js';
import { countSearch } from '../counters.js';
import { realDepth, settled } from '../depths.js';
import type { Ports } from '../ports.js';
import { type Behaviour, type Context, idleUntil } from '../process.js';
import { chooseHorizon } from './horizon.js';
import type { Message } from './messages.js';
import type { Settings } from './options.js';
import { Owners } from './owners.js';
import { Pass } from './pass.js';
import { type Leaf, type Node, provenLine, record, Tree } from './tree.js';

/** A pass is made after this long even if nothing has come. */
const LONGEST_WAIT: Micros = 250_000;

/** Nodes of a pass after which the tasks found so far leave. */
const SLICE = 2000;

export class MinimalTreeMaster<P> implements Behaviour<Message> {
  readonly #context: Context<Message>;
  readonly #ports: Ports<P>;
  readonly #asked: number;
  readonly #depth: number;
  readonly #settings: Settings;
  readonly #tree: Tree<P> | undefined;
  readonly #owners = new Owners();
  readonly #leases = new Map<number, Node<P>>();
  #lastLease = 0;
  /** Workers that are up, ascending. */
  #workers: ProcessId[];
  #pass: Pass<P> | undefined;
  #passes = 0;
  #news = true;
  #passAt: Micros = 0;
  #alone = false;
  #over = false;

  constructor(context: Context<Message>, ports: Ports<P>, depth: number, settings: Settings) {
    this.#context = context;
    this.#ports = ports;
    this.#asked = depth;
    this.#depth = realDepth(ports.rules, depth);
    this.#settings = settings;
    this.#workers = Array.from({ length: context.size - 1 }, (_, i) => i + 1);
    const { rules } = ports;
    const horizon = chooseHorizon(rules, depth, this.#workers.length, settings);
    if (horizon === 0) this.#searchAlone();
    else this.#tree = new Tree(rules, this.#depth, horizon);
  }

  message(from: ProcessId, message: Message): void {
    if (message.type !== 'result') return;
    const node = this.#leases.get(message.lease);
    if (node?.leaf?.owner !== from) return;
    const { depth, lower, upper, complete, pv } = message;
    if (record(node, { depth, lower, upper, complete, pv })) this.#news = true;
  }

  lost(process: ProcessId): void {
    this.#workers = this.#workers.filter((worker) => worker !== process);
    for (const [lease, { leaf }] of this.#leases) {
      if (leaf!.owner !== process) continue;
      leaf!.owner = undefined;
      this.#leases.delete(lease);
    }
    this.#beginAnew();
  }

  back(process: ProcessId): void {
    this.#workers = [...this.#workers, process].sort((a, b) => a - b);
    this.#beginAnew();
  }

  /** What the pass under way gave out may be lost. */
  #beginAnew(): void {
    this.#pass = undefined;
    this.#news = true;
  }

  work(budget: number, now: Micros): Step {
    if (this.#over) return idleUntil();
    if (!this.#alone && this.#workers.length === 0) this.#searchAlone();
    if (this.#alone) return this.#runAlone(budget);
    if (this.#pass === undefined) {
      if (!this.#news && now < this.#passAt) return idleUntil(this.#passAt);
      this.#begin(now);
    }
    const pass = this.#pass!;
    const before = pass.nodes;
    const over = pass.run(SLICE);
    const masterNodes = pass.nodes - before;
    this.#context.counters.masterNodes += masterNodes;
    if (over) this.#end(pass);
    return { nodes: 0, masterNodes, idle: false, wakeAt: 0 };
  }

  #begin(now: Micros): void {
    this.#news = false;
    this.#passAt = now + LONGEST_WAIT;
    this.#passes++;
    this.#context.counters.passes++;
    this.#owners.begin(this.#workers);
    this.#pass = new Pass(this.#tree!, this.#settings, (...task) => this.#send(...task));
  }

  #end(pass: Pass<P>): void {
    this.#pass = undefined;
    if (pass.tasks > 0) {
      for (const worker of this.#owners.busy()) this.#context.post(worker, { type: 'pass' });
      return;
    }
    const { root } = this.#tree!;
    const pv = provenLine(root);
    const complete = root.lowerComplete && root.upperComplete;
    const depth = this.#depth;
    this.#finish({ depth, value: root.lower, bound: 'exact', move: pv[0], pv, complete });
  }

  #send(node: Node<P>, alpha: number, beta: number, rank: number): void {
    const leaf = node.leaf!;
    if (leaf.sentIn !== this.#passes) {
      const worker = this.#owners.choose(leaf);
      if (worker !== leaf.owner) this.#give(node, leaf, worker);
      leaf.sentIn = this.#passes;
    } else if (leaf.alpha === alpha && leaf.beta === beta) {
      return;
    }
    leaf.alpha = alpha;
    leaf.beta = beta;
    this.#context.post(leaf.owner!, { type: 'task', lease: leaf.lease, alpha, beta, rank });
  }

  #give(node: Node<P>, leaf: Leaf, worker: ProcessId): void {
    this.#leases.delete(leaf.lease);
    leaf.owner = worker;
    leaf.lease = ++this.#lastLease;
    this.#leases.set(leaf.lease, node);
    const { path } = node;
    this.#context.post(worker, { type: 'position', lease: leaf.lease, path, depth: leaf.depth });
  }

  #searchAlone(): void {
    this.#alone = true;
    const first = this.#depth === FULL_DEPTH ? FULL_DEPTH : 1;
    this.#ports.searches[0]!.start(this.#ports.rules.root, { from: first, depth: this.#depth });
  }

  #runAlone(budget: number): Step {
    const search = this.#ports.searches[0]!;
    const nodes = countSearch(this.#context.counters, search, budget);
    if (search.status === 'done') this.#finish(search.found!);
    return { nodes, masterNodes: 0, idle: false, wakeAt: 0 };
  }

  #finish(finding: Finding): void {
    const end = settled(finding, this.#asked) ?? finding;
    this.#over = true;
    const horizon = this.#alone ? undefined : this.#tree!.horizon;
    this.#context.report({ type: 'depth', finding: end, horizon });
    for (const worker of this.#workers) this.#context.post(worker, { type: 'stop' });
    this.#context.report({ type: 'done' });
  }
}
