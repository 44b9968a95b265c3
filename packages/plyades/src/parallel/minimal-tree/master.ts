// The master (section 3.1): makes pass after pass over its tree, gives out what is not decided, and
// ends a depth when a pass has decided the root. Without new results from the workers there is no pass, but for
// one now and then in case they were lost.

import { FULL_DEPTH, isDecided } from '../../core/score.js';
import type { Micros, ProcessId, SearchFinding, Step } from '../actor.js';
import { countSearch } from '../counters.js';
import { nextDepth, realDepth, settled } from '../depths.js';
import type { Ports, RulesPort } from '../ports.js';
import { type Behaviour, idleUntil, type ProcessContext, workersOf } from '../process.js';
import { areBounds, contradict, isLegalLine } from '../received.js';
import type { SavedLeaf, SavedTree } from '../saved-tree.js';
import type { Share } from '../sharing.js';
import { TreeTrace } from '../tree-trace.js';
import { decides, OPEN_WINDOW, type Window } from '../value-bounds.js';
import { Epsilon } from './epsilon.js';
import { Expansions } from './expansions.js';
import { isShortKey, readFacts } from './facts.js';
import { Helpers } from './helpers.js';
import { chooseHorizon, isWide } from './horizon.js';
import type { MinimalTreeMessage } from './messages.js';
import type { MinimalTreeSettings } from './options.js';
import { Owners } from './owners.js';
import { type LeafRequest, Pass } from './pass.js';
import { TaskDispatch } from './task-dispatch.js';
import { describeTree } from './trace.js';
import {
  IllegalNode,
  lowerOf,
  MinimalTree,
  type MinimalTreeLeaf,
  type MinimalTreeNode,
  pathTo,
  provenLine,
  SEVERAL,
  upperOf,
} from './tree.js';
import { windowFor } from './window.js';

type Score = Extract<MinimalTreeMessage, { type: 'score' }>;
type Expanded = Extract<MinimalTreeMessage, { type: 'expanded' }>;

/** A pass is made after this long even if nothing has come. */
const LONGEST_WAIT: Micros = 250_000;

/** Passes that are made one after the other without new results, for as long as each changes what is wanted. */
const MOST_SETTLING = 4;

/** Visits and nodes made in a pass after which the tasks found so far leave: the latter cost much more. */
const SLICE = 10_000;
const SLICE_MADE = 200;

/** How a master's search differs from that of a whole tree from the beginning. */
export interface MinimalTreeMasterOptions {
  readonly playing?: boolean;
  /** The depth to begin with. */
  readonly from?: number | undefined;
  /** The tree of an earlier search. */
  readonly kept?: SavedTree | undefined;
  /** The window of the root; open if not given. */
  readonly window?: Window;
  /** Where several masters have the same workers. */
  readonly share?: Share;
}

export class MinimalTreeMaster<P> implements Behaviour<MinimalTreeMessage> {
  readonly #context: ProcessContext<MinimalTreeMessage>;
  readonly #ports: Ports<P>;
  readonly #last: number;
  /** The window of the root. */
  #window: Window;
  readonly #settings: MinimalTreeSettings;
  /** Play mode is content with a proven win or loss. */
  readonly #playing: boolean;
  readonly #dispatch: TaskDispatch;
  /** Undefined where the master expands its tree itself. */
  readonly #expansions: Expansions<P> | undefined;
  /** Workers that have expanded nodes of the tree, and nodes of theirs that no step has been charged for. */
  readonly #makers = new Set<ProcessId>();
  #grafted = 0;
  /** Moves played in the tree that steps were charged for. */
  #played = 0;
  /** The workers are its own if not given. */
  readonly #share: Share | undefined;
  readonly #owners: Owners;
  readonly #epsilon: Epsilon;
  readonly #helpers = new Helpers();
  readonly #horizon: number;
  /** Workers that are up, ascending. */
  #workers: ProcessId[];
  #tree: MinimalTree<P> | undefined;
  #pass: Pass<P> | undefined;
  #depth: number;
  #underWay = false;
  #passes = 0;
  /** Leaves wanted by this pass since its tasks left, all it wanted, and all that the last one did. */
  #slice: MinimalTreeLeaf<P>[] = [];
  #wanted: MinimalTreeLeaf<P>[] = [];
  #lastWanted: MinimalTreeLeaf<P>[] = [];
  #hasNewResults = true;
  /** Whether the last pass changed the prediction, and how many have followed each other without new results. */
  #changed = false;
  #settling = 0;
  #value = 0;
  #resendsAll = false;
  #passAt: Micros = 0;
  #alone = false;
  #over = false;
  #move: number | undefined;
  /** Results of an earlier search at depths that are not reached yet. */
  #kept: readonly SavedLeaf[];
  readonly #trace: TreeTrace<MinimalTreeNode<P>> | undefined;

  constructor(
    context: ProcessContext<MinimalTreeMessage>,
    ports: Ports<P>,
    depth: number,
    settings: MinimalTreeSettings,
    { playing = false, from = 1, kept, window = OPEN_WINDOW, share }: MinimalTreeMasterOptions = {},
  ) {
    const { rules } = ports;
    this.#context = context;
    this.#trace = context.trace && new TreeTrace(context.trace);
    this.#ports = ports;
    this.#last = depth;
    this.#window = window;
    this.#settings = settings;
    this.#playing = playing;
    this.#workers = workersOf(context);
    this.#dispatch = new TaskDispatch((to, message) => context.post(to, message));
    if (settings.delegate !== 'off' && canDelegate(rules)) {
      this.#expansions = new Expansions((to, message) => context.post(to, message));
    }
    this.#share = share;
    this.#owners = new Owners(context.size, share);
    this.#epsilon = new Epsilon(settings);
    this.#kept = playing ? [] : (kept?.leaves ?? []);
    this.#horizon =
      this.#kept.length > 0
        ? kept!.horizon
        : chooseHorizon(rules, depth, this.#workers.length, settings, playing);
    this.#depth = this.#first(Math.min(from, depth));
    this.#begin();
  }

  message(from: ProcessId, message: MinimalTreeMessage): void {
    if (this.#over) return;
    const tree = this.#tree;
    if (tree === undefined) {
      this.#refuse(from);
      return;
    }
    this.#unmasking(() => {
      if (message.type === 'score') this.#receive(from, message, tree);
      else if (message.type === 'expanded') this.#graft(from, message, tree);
      else if (message.type === 'illegal') this.#judge(from, message.path, tree);
      else this.#refuse(from);
    });
  }

  #receive(from: ProcessId, message: Score, tree: MinimalTree<P>): void {
    // About a tree that was dropped.
    if (message.leaf < tree.firstLeaf) return;
    const leaf = tree.leafOf(message.leaf);
    if (leaf === undefined || !this.#canBe(tree, leaf, from, message)) {
      this.#refuse(from);
      return;
    }
    const { depth, lower, upper, complete, pv } = message;
    const known = leaf.results.find((result) => result.depth === depth);
    if (!this.#playing && known !== undefined && contradict(known, message)) {
      // Of several workers any may be wrong; one that contradicts itself is.
      const isLiar = leaf.source === from;
      this.#context.counters.refused++;
      tree.forget([leaf]);
      this.#restartPass();
      if (isLiar) this.#refuse(from);
      return;
    }
    leaf.source = leaf.source === undefined || leaf.source === from ? from : SEVERAL;
    if (tree.record(leaf, { depth, lower, upper, complete, pv })) this.#hasNewResults = true;
    // A worker that has finished a task knows it.
    const { owner, sentAlpha, sentBeta } = leaf;
    const required = tree.depthOf(leaf.node);
    if (from !== owner || depth !== required) return;
    if (decides(message, sentAlpha, sentBeta)) leaf.sent = false;
  }

  /** Whether a search of the leaf that the worker was given can have found this. */
  #canBe(tree: MinimalTree<P>, leaf: MinimalTreeLeaf<P>, from: ProcessId, score: Score): boolean {
    const { depth, lower, upper, pv } = score;
    if (!this.#dispatch.hasGiven(leaf, from) || !areBounds(score)) return false;
    if (depth < 1 || depth > tree.depthOf(leaf.node)) return false;
    return lower < upper || isLegalLine(this.#ports.rules, tree.positionOf(leaf.node), pv);
  }

  /** A worker has expanded a node. */
  #graft(from: ProcessId, { request, ...lists }: Expanded, tree: MinimalTree<P>): void {
    const node = this.#expansions?.take(request, from);
    if (node === 'late') return;
    const plies = node === undefined ? 0 : tree.horizon - node.ply;
    const facts = readFacts(lists, plies, tree.hasKeys);
    if (node === undefined || facts === undefined) {
      this.#refuse(from);
      return;
    }
    this.#makers.add(from);
    this.#grafted += tree.graft(node, facts, from);
    this.#hasNewResults = true;
  }

  /** A worker says that moves cannot be played: either it or the one that has made them up lies. */
  #judge(from: ProcessId, path: readonly number[], tree: MinimalTree<P>): void {
    const node = tree.find(path);
    // It may be about a tree that was dropped.
    if (node === undefined) return;
    const { rules } = this.#ports;
    const isOver = rules.moves(tree.positionOf(node)).length === 0;
    if (isOver && !node.over) throw new IllegalNode(node.maker);
    this.#refuse(from);
  }

  /** Does something with the tree, and refuses the worker that made up a node, if there is one. */
  #unmasking<T>(act: () => T): T | undefined {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof IllegalNode) || error.source === 0) throw error;
      this.#refuse(error.source);
      return undefined;
    }
  }

  /** Drops a worker's results, and ignores it from now on. A tree with nodes that it has made is dropped as a whole. */
  #refuse(from: ProcessId): void {
    const tree = this.#tree;
    if (tree !== undefined && this.#makers.has(from)) this.#dropTree(tree);
    else
      tree?.forget(
        tree.leaves.filter(
          (leaf) =>
            leaf.source === from ||
            (leaf.source === SEVERAL && this.#dispatch.hasGiven(leaf, from)),
        ),
      );
    this.#context.refuse(from);
  }

  /** Begins again with a tree of the root alone. */
  #dropTree(tree: MinimalTree<P>): void {
    for (const leaf of tree.leaves) this.#dispatch.drop(leaf);
    this.#restartPass();
    this.#makers.clear();
    this.#expansions?.clear();
    [this.#slice, this.#wanted, this.#lastWanted] = [[], [], []];
    this.#plant(tree.nextLeaf);
  }

  lost(process: ProcessId): void {
    this.#dispatch.forget(process);
    this.#expansions?.forget(process);
    this.#workers = this.#workers.filter((worker) => worker !== process);
    this.#helpers.forget(process);
    if (this.#settings.split) {
      // Only master and workers watch each other, so all must learn of a loss from here.
      for (const worker of this.#workers) this.#context.post(worker, { type: 'gone', process });
    }
    for (const leaf of this.#tree?.leaves ?? []) {
      if (leaf.owner !== process) continue;
      leaf.owner = undefined;
      leaf.sent = false;
    }
    this.#restartPass();
  }

  back(process: ProcessId): void {
    this.#workers = [...this.#workers, process].sort((a, b) => a - b);
    this.#restartPass();
  }

  /** Ends the pass under way, whose tasks may be lost, so that another one begins. */
  #restartPass(): void {
    this.#dispatch.flush();
    if (this.#underWay) this.#lastWanted = this.#lastWanted.concat(this.#wanted);
    this.#underWay = false;
    this.#hasNewResults = true;
  }

  work(budget: number, now: Micros): Step {
    if (this.#over) return idleUntil();
    if (!this.#alone && this.#workers.length === 0) this.#searchAlone();
    if (this.#alone) return this.#runAlone(budget);
    if (!this.#underWay) {
      const isUnstable = this.#changed && this.#settling < MOST_SETTLING;
      if (!this.#hasNewResults && !isUnstable && now < this.#passAt) return idleUntil(this.#passAt);
      this.#beginPass(now);
    }
    return this.#unmasking(() => this.#runPass(this.#pass!, now)) ?? this.#charge(0, 0);
  }

  /** The search goes on in another window. */
  rewindow(alpha: number, beta: number): void {
    this.#window = { alpha, beta };
    if (this.#alone) this.#ports.searches[0]!.rewindow(alpha, beta);
    else this.#restartPass();
  }

  /** Leaves that the last pass wanted, and that have no result yet. */
  get queued(): number {
    return this.#lastWanted.length;
  }

  /** A move that is proven better at the depth under way than the one that was best at the last. */
  interim(): SearchFinding | undefined {
    const children = this.#tree?.root.children;
    const known = children?.find(({ move }) => move === this.#move);
    if (this.#over || this.#alone || known === undefined) return undefined;
    let best = known;
    for (const child of children!) if (lowerOf(child) > lowerOf(best)) best = child;
    if (best === known || lowerOf(best) <= upperOf(known)) return undefined;
    const { move } = best;
    const value = lowerOf(best);
    return { depth: this.#depth, value, bound: 'lower', move, pv: [move], complete: false };
  }

  /** The depth to begin with; small ones are soon searched alone. */
  #first(from: number): number {
    const { rules } = this.#ports;
    if (!this.#settings.deepening) return realDepth(rules, this.#last);
    const isLate = from > 1 && isWide(this.#horizon, realDepth(rules, from), this.#settings);
    return isLate ? this.#next(from - 1) : realDepth(rules, 1);
  }

  /** Begins a depth. */
  #begin(): void {
    if (!isWide(this.#horizon, this.#depth, this.#settings)) {
      this.#searchAlone();
      return;
    }
    this.#alone = false;
    this.#hasNewResults = true;
    if (this.#tree === undefined) this.#plant(0);
    else this.#tree.deepen(this.#depth);
    const tree = this.#tree!;
    // Tasks of the last depth have ended; none is sent as one of this depth.
    for (const leaf of tree.leaves) this.#dispatch.drop(leaf);
    this.#dispatch.depth = this.#depth;
    this.#recall(tree);
  }

  #plant(firstLeaf: number): void {
    const { rules } = this.#ports;
    const tree = new MinimalTree(rules, this.#depth, this.#horizon, rules.root, firstLeaf);
    this.#tree = tree;
    this.#played = 0;
    const { delegate } = this.#settings;
    this.#pass = new Pass(
      tree,
      this.#settings,
      (leaf, request) => this.#want(leaf, request),
      this.#expansions && {
        ownNodes: delegate === 'off' ? Number.POSITIVE_INFINITY : delegate,
        onRequest: (node, request) => this.#wantExpanded(node, request),
      },
    );
  }

  /** Writes what an earlier search knew of this depth, and of those before, into the tree. */
  #recall(tree: MinimalTree<P>): void {
    const later: SavedLeaf[] = [];
    for (const kept of this.#kept) {
      const leaf = tree.leafAt(kept.path);
      if (leaf === undefined) continue;
      const required = tree.depthOf(leaf.node);
      for (const result of kept.results) if (result.depth <= required) tree.record(leaf, result);
      if (kept.results.some(({ depth }) => depth > required)) later.push(kept);
    }
    this.#kept = later;
  }

  /** The results of the leaves at the depth under way and the last one. */
  keep(): SavedTree | undefined {
    const tree = this.#tree;
    if (tree === undefined || this.#playing) return undefined;
    const leaves: SavedLeaf[] = [];
    for (const { node, results } of tree.leaves) {
      if (results.length > 0) leaves.push({ path: pathTo(node), results: results.slice(-2) });
    }
    return { horizon: tree.horizon, granularity: 1, leaves: leaves.concat(this.#kept) };
  }

  #beginPass(now: Micros): void {
    this.#underWay = true;
    // Tasks that the workers have not got, or lost, are sent again.
    this.#resendsAll = !this.#hasNewResults && now >= this.#passAt;
    this.#settling = this.#hasNewResults ? 0 : this.#settling + 1;
    this.#hasNewResults = false;
    this.#passAt = now + LONGEST_WAIT;
    this.#passes++;
    this.#context.counters.passes++;
    this.#owners.begin(this.#workers);
    if (this.#resendsAll) this.#expansions?.renew();
    this.#slice = [];
    this.#wanted = [];
    this.#changed = false;
    this.#pass!.begin(this.#window.alpha, this.#window.beta);
  }

  #runPass(pass: Pass<P>, now: Micros): Step {
    const { visits, made } = pass;
    const over = pass.run(visits + SLICE, made + SLICE_MADE);
    // A node that is made costs as much as any other, and the visit of it besides.
    const step = this.#charge(pass.made - made, pass.visits - visits);
    this.#instruct();
    if (over) this.#endPass(pass, now);
    return step;
  }

  /** A step that has made and visited nodes, and has to pay for those that came in messages since the last one. */
  #charge(made: number, visits: number): Step {
    const { played } = this.#tree!;
    const nodes = made + played - this.#played;
    const masterNodes = visits + this.#grafted;
    this.#played = played;
    this.#grafted = 0;
    this.#context.counters.nodes += nodes;
    this.#context.counters.masterNodes += masterNodes;
    return { nodes, masterNodes, idle: false, wakeAt: 0 };
  }

  #endPass(pass: Pass<P>, now: Micros): void {
    this.#underWay = false;
    this.#epsilon.observe(pass.value);
    if (pass.value !== this.#value) this.#changed = true;
    this.#value = pass.value;
    if (this.#trace !== undefined) this.#describe(this.#trace, pass, now);
    if (pass.wanted === 0) {
      this.#finishDepth(pass.value);
      return;
    }
    const { resend } = this.#settings;
    for (const leaf of this.#lastWanted) {
      if (leaf.wantedIn === this.#passes) continue;
      // A leaf that is dropped because it is finished changes nothing.
      if (leaf.sent) this.#changed = true;
      if (resend) leaf.sent = false;
      else this.#dispatch.drop(leaf);
    }
    this.#lastWanted = this.#wanted;
    this.#share?.note(this.#wanted.map(({ owner }) => owner!));
    this.#dispatch.flush();
    if (this.#settings.split) this.#sendHelpers();
    if (!resend) return;
    for (const worker of this.#owners.busy()) this.#context.post(worker, { type: 'pass' });
  }

  /** Tells a trace of the pass, and of the tree now and then and at the end of a depth. */
  #describe(
    trace: TreeTrace<MinimalTreeNode<P>>,
    { visits, value, wanted, root }: Pass<P>,
    now: Micros,
  ): void {
    const pass = this.#passes;
    this.#context.trace!.pass({ pass, depth: this.#depth, visits, value, uncertain: wanted });
    if (trace.wants(now) || wanted === 0) describeTree(trace, root, now);
  }

  /** Workers without a task help those that have most left. */
  #sendHelpers(): void {
    const left = new Map<ProcessId, number>();
    for (const { owner } of this.#wanted) left.set(owner!, (left.get(owner!) ?? 0) + 1);
    const able = this.#workers.filter((each) => left.has(each) || !this.#share?.othersOf(each));
    for (const { helper, helped } of this.#helpers.assign(able, left)) {
      this.#context.post(helped, { type: 'help', helper });
    }
  }

  /** A pass wants a leaf, and may have wanted it before in another window. */
  #want(leaf: MinimalTreeLeaf<P>, request: Readonly<LeafRequest>): void {
    const sent = leaf.sent ? { alpha: leaf.sentAlpha, beta: leaf.sentBeta } : undefined;
    const { alpha, beta } = windowFor(request, sent, this.#epsilon.value, this.#settings);
    const { resend } = this.#settings;
    if (leaf.wantedIn !== this.#passes) {
      const worker = this.#owners.choose(leaf.owner);
      if (worker !== leaf.owner) this.#dispatch.give(leaf, worker);
      if (leaf.wantedIn !== this.#passes - 1) this.#changed = true;
      leaf.wantedIn = this.#passes;
      leaf.alpha = alpha;
      leaf.beta = beta;
      leaf.signature = request.signature;
      this.#wanted.push(leaf);
      if (resend) this.#dispatch.tell(leaf);
      else this.#slice.push(leaf);
      return;
    }
    if (resend) {
      if (leaf.alpha === alpha && leaf.beta === beta) return;
      leaf.alpha = alpha;
      leaf.beta = beta;
      this.#dispatch.tell(leaf);
      return;
    }
    // One search in a window that holds both is less than two.
    leaf.alpha = Math.min(leaf.alpha, alpha);
    leaf.beta = Math.max(leaf.beta, beta);
    this.#slice.push(leaf);
  }

  /** A pass wants a node above the horizon expanded. */
  #wantExpanded(node: MinimalTreeNode<P>, request: Readonly<LeafRequest>): void {
    this.#expansions!.ask(node, request, {
      ...{ workers: this.#workers, depth: this.#depth, horizon: this.#horizon },
      isIdle: (worker) => this.#owners.isIdle(worker),
    });
  }

  /** Tells the workers what the pass has found out since it last did. */
  #instruct(): void {
    for (const leaf of this.#slice) {
      const same =
        !this.#resendsAll &&
        leaf.sent &&
        leaf.sentAlpha === leaf.alpha &&
        leaf.sentBeta === leaf.beta &&
        leaf.sentSignature === leaf.signature;
      if (!same) this.#dispatch.tell(leaf);
    }
    this.#slice = [];
    this.#dispatch.flush();
  }

  /** In play mode bounds may contradict each other, and then prove no line: the best child is in front. */
  #finishDepth(believed: number): void {
    const { root } = this.#tree!;
    const { lower, upper, children } = root;
    const depth = this.#depth;
    if (lower < upper && lower >= this.#window.beta) {
      const complete = root.lowerComplete;
      this.#finish({ depth, value: lower, bound: 'lower', move: undefined, pv: [], complete });
      return;
    }
    if (lower < upper && upper <= this.#window.alpha) {
      const complete = root.upperComplete;
      this.#finish({ depth, value: upper, bound: 'upper', move: undefined, pv: [], complete });
      return;
    }
    const value = lower === upper ? lower : believed;
    const proven = provenLine(this.#tree!);
    const best = children?.[0]?.move;
    const pv = proven.length > 0 || best === undefined ? proven : [best];
    const complete = root.lowerComplete && root.upperComplete;
    this.#finish({ depth, value, bound: 'exact', move: pv[0], pv, complete });
  }

  /** Without workers, or for a tree that is too small for them. */
  #searchAlone(): void {
    this.#alone = true;
    const { rules, searches } = this.#ports;
    const from = this.#settings.deepening || this.#depth === FULL_DEPTH ? this.#depth : 1;
    searches[0]!.start(rules.root, { from, depth: this.#depth, ...this.#window });
  }

  #runAlone(budget: number): Step {
    const search = this.#ports.searches[0]!;
    const nodes = countSearch(this.#context.counters, search, budget);
    if (search.status === 'done') this.#finish(search.found!);
    return { nodes, masterNodes: 0, idle: false, wakeAt: 0 };
  }

  /**
   * The depth after one that is finished. Where workers search, every second one: their results are then
   * all of one kind, those of odd or of even depths, and predict each other. A player cannot wait so long.
   */
  #next(depth: number): number {
    const { rules } = this.#ports;
    const next = nextDepth(rules, depth, this.#last);
    if (this.#playing || next === FULL_DEPTH || (this.#last - next) % 2 === 0) return next;
    return isWide(this.#horizon, next, this.#settings) ? realDepth(rules, next + 1) : next;
  }

  #finish(finding: SearchFinding): void {
    const decided = this.#playing && isDecided(finding.value);
    const end = decided ? finding : settled(finding, this.#last);
    const horizon = this.#tree?.horizon;
    this.#context.report({ type: 'depth', finding: end ?? finding, horizon });
    this.#move = finding.move;
    if (end === undefined) {
      this.#depth = this.#next(finding.depth);
      this.#begin();
      return;
    }
    this.#over = true;
    for (const worker of this.#workers) this.#context.post(worker, { type: 'stop' });
    this.#context.report({ type: 'done' });
  }
}

/**
 * Whether workers can make nodes of the tree: where the way to a position counts, or its key is a long text, what they
 * would have to say is more than what it spares the master.
 */
const canDelegate = <P>(rules: RulesPort<P>): boolean =>
  rules.resultByPath === undefined && isShortKey(rules.key(rules.root));
