// The master (section 5.2.1): searches alone while the tree is small, then makes pass after pass over
// the top of it, tells the workers what has changed for them, and waits for results. An iteration ends
// with a pass in which every leaf was certain.
import { createRandom } from '../../core/random.js';
import { type Bound, bounds, FULL_DEPTH, INFINITE, isDecided } from '../../core/score.js';
import type { Micros, ProcessId, SearchFinding, Step } from '../actor.js';
import { type CheckVerdict, type ExposedLiar, ResultChecks } from '../checks.js';
import { countSearch } from '../counters.js';
import { nextDepth, pliesToEnd, reached, realDepth, settled } from '../depths.js';
import { follow } from '../path.js';
import type { Ports } from '../ports.js';
import { type Behaviour, idleUntil, type ProcessContext, workersOf } from '../process.js';
import { areBounds, contradict, hasDepth, isLegalLine, isValue } from '../received.js';
import type { SavedTree } from '../saved-tree.js';
import type { Share } from '../sharing.js';
import { TreeTrace } from '../tree-trace.js';
import { boundsOf, decides, type Window } from '../value-bounds.js';
import { Allocation } from './allocation.js';
import { Aspiration } from './aspiration.js';
import { balance, oversized } from './balance.js';
import { expectedValue } from './expected-value.js';
import { findHorizon, type Horizon, isWide, type PlyStatistics } from './horizon.js';
import { findBetter } from './interim.js';
import { dropScores, NOWHERE, record, SEVERAL, scoreAt } from './leaf.js';
import { LeafDispatch } from './leaf-dispatch.js';
import { LeafHelpers } from './leaf-helpers.js';
import type { AphidMessage } from './messages.js';
import { type AphidSettings, sizeTripsOf } from './options.js';
import { makePass, type PassResult } from './pass.js';
import { graft, savedLeaves } from './saved-leaves.js';
import { type AphidLeaf, AphidTable } from './table.js';
import { describeTree } from './trace.js';
import { type AphidNode, createRoot, EXEMPTION_PLIES, exempt, preferLine, touch } from './tree.js';

type Score = Extract<AphidMessage, { type: 'score' }>;

/** A pass is made after this long even if nothing has come. */
const LONGEST_WAIT: Micros = 250_000;

/** Least average size of a piece, before and after measuring. */
const USUAL_SIZE = 8;

/**
 * Fewer workers search the leaf of the principal variation whole. Othello, 12 plies, simulated, speedup with parts over
 * that without: 0.96 for one worker and for two, 1.05 for four, 1.04 for eight.
 */
const PRINCIPAL_WORKERS = 4;

/** The source of what was known before this process began. */
const EARLIER_SEARCH = -1;

/** How a master's search differs from that of a whole tree from the beginning. */
export interface AphidMasterOptions {
  readonly playing?: boolean;
  /** The first iteration that is worth dividing. */
  readonly from?: number | undefined;
  readonly checkSeed?: number;
  /** The tree of an earlier search. */
  readonly kept?: SavedTree | undefined;
  /** The window of the root; open if not given. */
  readonly alpha?: number;
  readonly beta?: number;
  /** Where several masters have the same workers. */
  readonly share?: Share;
}

export class AphidMaster<P> implements Behaviour<AphidMessage> {
  readonly #context: ProcessContext<AphidMessage>;
  readonly #ports: Ports<P>;
  readonly #last: number;
  /** The first iteration that is worth dividing. */
  readonly #from: number;
  readonly #settings: AphidSettings;
  readonly #roundTrip: Micros;
  readonly #table = new AphidTable();
  readonly #statistics: PlyStatistics[] = [];
  readonly #values = new Map<number, number>();
  /** Workers that are up, ascending. */
  #workers: ProcessId[];
  #root: AphidNode<P> | undefined;
  #horizon: Horizon | undefined;
  #minSize: number;
  #iteration: number;
  #pv: readonly number[] = [];
  /** Play mode is content with a proven win or loss. */
  readonly #playing: boolean;
  /** The window of the root. */
  #alpha: number;
  #beta: number;
  /** Play mode: where that window is small. */
  readonly #aspiration: Aspiration | undefined;
  #hypothetical = 0;
  /** The value that the iteration was expected to have when it began. */
  #expected = 0;
  #alone = true;
  #passes = 0;
  /** Results of passes from this one on can be used. */
  #since = 0;
  /** The workers are its own if not given. */
  readonly #share: Share | undefined;
  readonly #allocation: Allocation;
  readonly #dispatch: LeafDispatch;
  readonly #helpers = new LeafHelpers();
  #hasNewResults = false;
  #passAt: Micros = 0;
  #over = false;
  /** Until there is a tree. */
  #kept: SavedTree | undefined;
  /** Where results are searched again. */
  readonly #checks: ResultChecks<AphidLeaf> | undefined;
  /** Everything is certain, and only checks are missing. */
  #holding = false;
  /** The check that the master searches itself. */
  #judging: number | undefined;
  readonly #trace: TreeTrace<AphidNode<P>> | undefined;
  /** Uncertain leaves of the last pass. */
  #uncertain = 0;

  constructor(
    context: ProcessContext<AphidMessage>,
    ports: Ports<P>,
    depth: number,
    settings: AphidSettings,
    roundTrip: Micros,
    { playing = false, from = 1, checkSeed = 1, kept, share, ...window }: AphidMasterOptions = {},
  ) {
    const { alpha = -INFINITE, beta = INFINITE } = window;
    this.#context = context;
    this.#trace = context.trace && new TreeTrace(context.trace);
    this.#share = share;
    this.#allocation = new Allocation(share);
    this.#dispatch = new LeafDispatch(
      (to, message) => context.post(to, message),
      settings.deferPlaces,
    );
    this.#alpha = alpha;
    this.#beta = beta;
    this.#from = realDepth(ports.rules, Math.min(from, depth));
    this.#playing = playing;
    if (playing) this.#aspiration = new Aspiration({ alpha, beta });
    this.#ports = ports;
    this.#last = depth;
    this.#settings = settings;
    if (settings.check > 0)
      this.#checks = new ResultChecks(settings.check, createRandom(checkSeed));
    this.#roundTrip = roundTrip;
    this.#minSize = settings.minSize || USUAL_SIZE;
    this.#workers = workersOf(context);
    // Near the end of a game deepening begins with all plies, as the workers' does.
    this.#iteration = nextDepth(ports.rules, 0, depth);
    const { horizon } = settings;
    const isKept = kept !== undefined && !playing;
    if (isKept) {
      this.#kept = kept;
      this.#horizon = { plies: kept.horizon, granularity: kept.granularity };
    }
    // Where the horizon is known, small searches have nothing to tell.
    if (isKept && isWide(this.#horizon!, this.#from)) this.#iteration = this.#from;
    if (horizon !== undefined && from > 1 && isWide({ plies: horizon, granularity: 1 }, this.#from))
      this.#iteration = this.#from;
    this.#begin();
  }

  message(from: ProcessId, message: AphidMessage, now: Micros): void {
    if (this.#over) return;
    if (message.type === 'score') this.#takeScore(from, message, now);
    else if (message.type === 'decline' && this.#checks?.hasOffered(message.lease)) {
      this.#checks.decline(from, message.lease);
      this.#hasNewResults ||= this.#holding;
    } else if (message.type === 'result' && this.#checks?.hasOffered(message.lease)) {
      const { lease, value, bound, complete } = message;
      const answer = { ...boundsOf({ value, bound: bounds[bound]! }), complete };
      if (!isValue(value) || !this.#checks.isAnswer(from, lease, answer)) {
        this.#refuse(from);
        return;
      }
      this.#settle(this.#checks.answer(from, lease, answer));
      this.#hasNewResults = true;
    } else this.#refuse(from);
  }

  #takeScore(from: ProcessId, message: Score, now: Micros): void {
    const entry = this.#table.leased(message.lease, from);
    // The leaf may have been given to another worker meanwhile.
    if (entry === undefined && this.#table.hasLeased(message.lease)) return;
    if (entry === undefined || !this.#canBe(entry, message)) {
      this.#refuse(from);
      return;
    }
    const { iteration, lower, upper, pv, size } = message;
    const checks = this.#checks;
    const known = scoreAt(entry, iteration);
    if (
      !this.#playing &&
      checks === undefined &&
      known !== undefined &&
      contradict(known, message)
    ) {
      // Of several workers any may be wrong; one that contradicts itself is.
      const isLiar = entry.scorer === from;
      this.#context.counters.refused++;
      this.#takeBack(entry);
      if (isLiar) this.#refuse(from);
      return;
    }
    entry.scorer = entry.scorer === undefined || entry.scorer === from ? from : SEVERAL;
    // To the end of the game every search is complete; else one worker alone cannot end a search.
    const complete = message.complete && (checks === undefined || iteration === FULL_DEPTH);
    record(entry, { iteration, lower, upper, complete, pv });
    entry.size = size;
    const { sentWindow } = entry;
    // A probe that is known is not searched any more.
    if (entry.isProbe && sentWindow !== undefined) {
      const isAnswered = decides({ lower, upper }, sentWindow.alpha, sentWindow.beta);
      if (isAnswered) entry.sentPlace = NOWHERE;
    }
    if (checks !== undefined) {
      const source = checks.sourceOf(from);
      entry.sources.add(source);
      const { path, ply } = entry.node;
      const depth = iteration === FULL_DEPTH ? FULL_DEPTH : iteration - ply;
      const claim = { subject: entry, source, path, depth, iteration, lower, upper };
      checks.consider({ ...claim, complete: message.complete }, message.complete && !complete, now);
    }
    // Results of work ahead, or outside the tree, change nothing in a pass now.
    const isUsed = iteration <= this.#iteration && entry.present;
    this.#hasNewResults ||= isUsed || !this.#settings.skipPasses;
    if (!isUsed) return;
    for (const node of entry.nodes) if (node.present) touch(node);
  }

  /** Whether a search of the leaf can have found this. */
  #canBe({ node }: AphidLeaf, score: Score): boolean {
    const { iteration, lower, upper, pv } = score;
    const { rules } = this.#ports;
    const depth = iteration === FULL_DEPTH ? FULL_DEPTH : iteration - node.ply;
    const { beyond } = this.#settings;
    if (!areBounds(score) || !hasDepth(rules, this.#last + beyond, node.ply, depth)) return false;
    return lower < upper || isLegalLine(rules, node.position as P, pv);
  }

  /** A worker has sent what cannot be: drops all its results, and ignores it from now on. */
  #refuse(from: ProcessId): void {
    if (this.#checks !== undefined) {
      const source = this.#checks.sourceOf(from);
      this.#convict({ source, result: source.results + 1 });
      return;
    }
    for (const entry of this.#table.entries()) {
      const isIts = entry.scorer === from || (entry.scorer === SEVERAL && entry.owner === from);
      if (isIts) this.#takeBack(entry);
    }
    this.#context.refuse(from);
  }

  /** Drops the results of a leaf: a worker must search it from the beginning. */
  #takeBack(entry: AphidLeaf): void {
    this.#dispatch.drop(entry);
    this.#table.release(entry);
    dropScores(entry);
    entry.sources.clear();
    this.#lookEverywhere();
  }

  lost(process: ProcessId): void {
    this.#checks?.lost(process);
    this.#workers = this.#workers.filter((worker) => worker !== process);
    this.#dispatch.forget(process);
    this.#helpers.forget(process);
    if (this.#settings.help) {
      // Only master and workers watch each other, so all must learn of a loss from here.
      for (const worker of this.#workers) this.#context.post(worker, { type: 'gone', process });
    }
    for (const entry of this.#table.entries()) {
      if (entry.owner === process) this.#table.release(entry);
    }
    this.#lookEverywhere();
  }

  back(process: ProcessId): void {
    this.#workers = [...this.#workers, process].sort((a, b) => a - b);
    this.#lookEverywhere();
  }

  work(budget: number, now: Micros): Step {
    if (this.#over) return idleUntil();
    if (!this.#alone && this.#workers.length === 0) this.#searchAlone();
    if (this.#alone) {
      this.#measure(now);
      return this.#runAlone(budget);
    }
    if (!this.#hasNewResults && now < this.#passAt)
      return this.#judge(budget, now) ?? idleUntil(this.#passAt);
    if (!this.#hasNewResults || !this.#settings.incremental) this.#lookEverywhere();
    this.#hasNewResults = false;
    this.#passAt = now + LONGEST_WAIT;
    const pass = this.#pass();
    if (this.#trace !== undefined) this.#describe(this.#trace, pass, now);
    this.#uncertain = pass.uncertain.length;
    this.#holding = pass.uncertain.length === 0 && this.#checks?.holds(this.#iteration) === true;
    if (pass.uncertain.length > 0) this.#instruct(pass);
    else if (!this.#holding) this.#finishParallel(pass);
    this.#offerChecks(pass.uncertain, now);
    // Where workers lie, new results may never end.
    const { nodes = 0 } = this.#over ? {} : (this.#judge(budget, now) ?? {});
    return { nodes, masterNodes: pass.nodes, idle: false, wakeAt: 0 };
  }

  /** Tells a trace of the pass, and of the tree now and then and at the end of an iteration. */
  #describe(
    trace: TreeTrace<AphidNode<P>>,
    { nodes, value, uncertain }: PassResult,
    now: Micros,
  ): void {
    const summary = { pass: this.#passes, depth: this.#iteration, visits: nodes, value };
    this.#context.trace!.pass({ ...summary, uncertain: uncertain.length });
    const isLast = uncertain.length === 0;
    if (trace.wants(now) || isLast) describeTree(trace, this.#root!, this.#iteration, now);
  }

  /** Leaves that the last pass was not certain of. */
  get queued(): number {
    return this.#uncertain;
  }

  /** The search goes on in another window. */
  rewindow(alpha: number, beta: number): void {
    this.#look({ alpha, beta });
  }

  #look({ alpha, beta }: Window): void {
    this.#alpha = alpha;
    this.#beta = beta;
    if (!this.#alone) this.#lookEverywhere();
  }

  /** A move that is proven better by an iteration that is not finished; see interim.ts. */
  interim(): SearchFinding | undefined {
    const [best] = this.#pv;
    if (this.#over || this.#alone || best === undefined || this.#root === undefined)
      return undefined;
    if (!this.#settings.interim) return undefined;
    const depth = this.#iteration;
    const better = findBetter(this.#root, depth, best);
    if (better === undefined) return undefined;
    const { move, lower: value } = better;
    return { depth, value, bound: 'lower', move, pv: [move], complete: false };
  }

  /** Whether nodes above the horizon are cut as the sequential search would. */
  get #probCut(): boolean {
    return this.#settings.probCut && this.#ports.rules.probCut !== undefined;
  }

  /** In play mode the statistics are of a search that leaves much out, which the master's tree does not. */
  #plies(found: number): number {
    const { horizon, playHorizon } = this.#settings;
    return this.#playing && !this.#probCut && horizon === undefined
      ? Math.min(found, playHorizon)
      : found;
  }

  /** Begins an iteration. */
  #begin(): void {
    const { rules } = this.#ports;
    const least = { ...this.#settings, minSize: this.#minSize };
    this.#horizon ??= findHorizon(this.#statistics, this.#workers.length, least);
    const wide = this.#horizon !== undefined && isWide(this.#horizon, this.#iteration);
    // The search alone was for the horizon's sake, where an earlier search has come further.
    if (wide) this.#iteration = Math.max(this.#iteration, this.#from);
    if (!wide || this.#workers.length === 0) {
      this.#searchAlone();
      return;
    }
    this.#alone = false;
    this.#hasNewResults = true;
    if (this.#aspiration !== undefined) {
      this.#aspiration.begin(this.#expected);
      this.#look(this.#aspiration.window);
    }
    this.#root ??= this.#createRoot();
    preferLine(rules, this.#root, this.#pv, (leaf) => this.#deepenPrincipal(leaf));
  }

  /** The tree; of what an earlier search knew of its leaves a sample is checked. */
  #createRoot(): AphidNode<P> {
    const { rules } = this.#ports;
    const root = createRoot(rules, this.#plies(this.#horizon!.plies));
    const source = { process: EARLIER_SEARCH, present: false, results: 0 };
    for (const { entry, score, depth } of graft(
      rules,
      root,
      this.#table,
      this.#iteration,
      this.#kept,
    )) {
      record(entry, score);
      if (this.#checks === undefined) continue;
      entry.sources.add(source);
      const { path } = entry.node;
      this.#checks.consider({ subject: entry, source, path, depth, ...score }, false, 0);
    }
    this.#kept = undefined;
    return root;
  }

  /** The results of the leaves at the depth under way and the last one, without those that are being checked. */
  keep(): SavedTree | undefined {
    if (this.#root === undefined || this.#playing) return undefined;
    const least = Math.max(0, ...this.#values.keys());
    const leaves = savedLeaves(this.#table.entries(), least, this.#checks?.subjects());
    const { granularity } = this.#horizon!;
    return { horizon: this.#plies(this.#horizon!.plies), granularity, leaves };
  }

  /** The next pass leaves nothing out. */
  #lookEverywhere(): void {
    this.#since = this.#passes + 1;
    this.#hasNewResults = true;
  }

  #searchAlone(): void {
    this.#alone = true;
    const depth = this.#iteration;
    this.#ports.searches[0]!.start(this.#ports.rules.root, { depth });
  }

  /** How large pieces must be, from how fast the master searches alone; unless the user set it. */
  #measure(now: Micros): void {
    const { nodes, leaves } = this.#context.counters;
    if (this.#settings.minSize > 0 || now === 0) return;
    const sizeTrips = sizeTripsOf(this.#settings, this.#workers.length);
    this.#minSize = Math.max(USUAL_SIZE, (sizeTrips * this.#roundTrip * (nodes - leaves)) / now);
  }

  #runAlone(budget: number): Step {
    const search = this.#ports.searches[0]!;
    const nodes = countSearch(this.#context.counters, search, budget);
    if (search.status === 'done') {
      const found = search.found!;
      const { depth } = found;
      this.#statistics.push({ depth, nodes: search.nodes, leaves: search.leaves });
      this.#finish(found);
    }
    return { nodes, masterNodes: 0, idle: false, wakeAt: 0 };
  }

  #finishParallel({ value, pv, complete }: PassResult): void {
    if (this.#aspiration?.fails(value)) {
      this.#look(this.#aspiration.window);
      return;
    }
    const depth = this.#iteration;
    this.#exempt();
    const bound: Bound = value <= this.#alpha ? 'upper' : value >= this.#beta ? 'lower' : 'exact';
    const line = bound === 'exact' ? pv : [];
    this.#finish({ depth, value, bound, move: line[0], pv: line, complete });
  }

  #finish(finding: SearchFinding): void {
    const decided = this.#playing && isDecided(finding.value);
    // A bound that decides the window at this depth need not do so at the last.
    const isFinal = finding.bound === 'exact' || finding.depth >= this.#last;
    const end = decided ? finding : isFinal ? settled(finding, this.#last) : undefined;
    const horizon = this.#root?.horizon;
    this.#context.report({ type: 'depth', finding: end ?? finding, horizon });
    if (end !== undefined) {
      this.#over = true;
      for (const worker of this.#workers) this.#context.post(worker, { type: 'stop' });
      this.#context.report({ type: 'done', iteration: this.#iteration });
      return;
    }
    this.#values.set(finding.depth, finding.value);
    this.#hypothetical = finding.value;
    this.#expected = expectedValue([...this.#values.values()], this.#settings.expect);
    this.#pv = finding.pv;
    this.#iteration = nextDepth(this.#ports.rules, finding.depth, this.#last);
    this.#begin();
  }

  #pass(): PassResult {
    this.#passes++;
    const { firstLeaves, certainFirst, scaleFrom, boundGuesses, reSearch } = this.#settings;
    const pass = makePass({
      rules: this.#ports.rules,
      root: this.#root!,
      table: this.#table,
      number: this.#passes,
      since: this.#since,
      iteration: this.#iteration,
      values: this.#values,
      // Guesses that rest on guesses of the last pass can drift.
      hypothetical: scaleFrom === 'pass' ? this.#hypothetical : this.#expected,
      certainFirst,
      firstLeaves,
      boundGuesses,
      reSearch,
      alpha: this.#alpha,
      beta: this.#beta,
      probCut: this.#probCut,
      ...(this.#splitsPrincipal && {
        deepen: (leaf: AphidNode<P>) => this.#deepenPrincipal(leaf),
      }),
      allocate: (entry) => this.#allocate(entry),
    });
    this.#context.counters.passes++;
    this.#context.counters.masterNodes += pass.nodes;
    this.#hypothetical = pass.value;
    return pass;
  }

  #allocate(entry: AphidLeaf): void {
    const worker = this.#allocation.choose(this.#workers, entry.lastOwner);
    entry.lastOwner = undefined;
    if (worker !== undefined) this.#table.lease(entry, worker);
  }

  /** Tells the workers what has changed since the last pass. */
  #instruct(pass: PassResult): void {
    const uncertain = pass.uncertain.filter(({ owner }) => owner !== undefined);
    // A leaf was split after the pass had met it on another path, whose next visit comes to its parts.
    if (uncertain.length < pass.uncertain.length) this.#lookEverywhere();
    const moves = balance(uncertain, this.#workers);
    for (const { entry, to } of moves) {
      this.#dispatch.drop(entry);
      this.#table.move(entry, to, this.#settings.keepScores);
    }
    this.#allocation.recount(uncertain);
    this.#share?.note(uncertain.map(({ owner }) => owner!));
    this.#dispatch.begin({
      iteration: this.#iteration,
      values: this.#values,
      hypothetical: this.#hypothetical,
      // Windows that are not widened do not depend on it.
      unsurePly: this.#settings.width === 0 ? -1 : pass.unsurePly,
      window: { alpha: this.#alpha, beta: this.#beta },
    });
    for (const worker of this.#workers) {
      // Of a search that others make a worker of a site need not know.
      if (this.#share === undefined || this.#table.owns(worker)) this.#dispatch.tell(worker);
    }
    for (const entry of pass.left) this.#dispatch.change(entry);
    for (const entry of pass.visited) this.#dispatch.change(entry);
    for (const { entry } of moves) this.#dispatch.place(entry);
    for (const entry of uncertain) this.#dispatch.askAgain(entry);
    // A helper's false value would make a liar of the worker that believes it.
    if (this.#settings.help && !this.#checks) this.#sendHelpers(uncertain);
    this.#dispatch.flush();
  }

  /** Lets workers without uncertain leaves help those that have much left. */
  #sendHelpers(uncertain: readonly AphidLeaf[]): void {
    const isFree = (worker: ProcessId) => (this.#share?.othersOf(worker) ?? 0) === 0;
    for (const { helper, helped } of this.#helpers.assign(this.#workers, uncertain, isFree))
      this.#dispatch.post(helped, { type: 'help', helper });
  }

  /** Lets workers without uncertain leaves search again what others have found. */
  #offerChecks(uncertain: readonly AphidLeaf[], now: Micros): void {
    if (this.#checks === undefined || this.#over) return;
    const required = new Set(uncertain.map(({ owner }) => owner));
    const free = this.#workers.filter((worker) => !required.has(worker));
    for (const { to, number, check } of this.#checks.offer(free, now)) {
      const { alpha, beta, claim } = check;
      const { path, depth } = claim;
      this.#context.counters.checks++;
      const child = { depth, alpha, beta, same: false, nodeType: 1, scout: false };
      this.#context.post(to, { type: 'part', lease: number, path, ...child });
    }
  }

  /** Searches what only the master can decide. Undefined when there is nothing. */
  #judge(budget: number, now: Micros): Step | undefined {
    const check = this.#checks?.forMaster(this.#workers, now);
    if (check === undefined) return undefined;
    const search = this.#ports.searches.at(-1)!;
    if (this.#judging !== check.number) {
      this.#judging = check.number;
      const { alpha, beta, claim } = check;
      const { path, depth } = claim;
      search.start(follow(this.#ports.rules, path)!, { from: 1, depth, alpha, beta, path });
    }
    const nodes = countSearch(this.#context.counters, search, budget);
    if (search.status === 'done') {
      const found = reached(search.found!, check.claim.depth);
      this.#judging = undefined;
      const answer = { ...boundsOf(found), complete: found.complete };
      this.#settle(this.#checks!.judge(check.number, answer));
      this.#hasNewResults = true;
    }
    return { nodes, masterNodes: 0, idle: false, wakeAt: 0 };
  }

  /** Applies the outcome of a check. */
  #settle(verdict: CheckVerdict<AphidLeaf> | undefined): void {
    if (verdict === undefined) return;
    const { claim, liars, complete } = verdict;
    for (const liar of liars) this.#convict(liar);
    if (!complete) return;
    const { subject: entry, iteration } = claim;
    const score = scoreAt(entry, iteration);
    if (score === undefined || score.lower < claim.lower || score.upper > claim.upper) return;
    entry.scores[entry.scores.indexOf(score)] = { ...score, complete };
    this.#lookEverywhere();
  }

  /** Drops all results of a liar, and ignores it from now on. */
  #convict({ source, result }: ExposedLiar): void {
    const { process } = source;
    this.#checks!.forget(source);
    for (const entry of this.#table.entries()) {
      if (entry.sources.has(source)) this.#takeBack(entry);
    }
    this.#lookEverywhere();
    if (source.present) this.#context.refuse(process, result);
  }

  /** Splits leaves that are much larger than the rest, where the parts are large enough. */
  #exempt(): void {
    const present = [...this.#table.entries()].filter(
      ({ present, isProbe }) => present && !isProbe,
    );
    const next = nextDepth(this.#ports.rules, this.#iteration, this.#last);
    const least = EXEMPTION_PLIES + this.#horizon!.granularity;
    for (const entry of oversized(present, this.#settings.exemption)) {
      if (next !== FULL_DEPTH && next - entry.node.ply < least) continue;
      this.#split(entry);
    }
  }

  /** No worker searches the leaf any more: the horizon lies deeper there. */
  #split(entry: AphidLeaf): void {
    entry.exempted = true;
    this.#dispatch.drop(entry);
    this.#table.release(entry);
  }

  /**
   * In play mode the search of a whole leaf leaves more out than those of its parts: with parts 20 plies of Othello took
   * 1.5 times as long.
   */
  get #splitsPrincipal(): boolean {
    const areMany = this.#workers.length >= PRINCIPAL_WORKERS;
    return this.#settings.principalPlies > 0 && areMany && !this.#playing;
  }

  /**
   * Splits the leaf of the principal variation where its parts are large enough. All other windows lie around the value
   * that it is searched for, and a single worker would be long in finding it.
   */
  #deepenPrincipal(leaf: AphidNode<P>): boolean {
    if (!this.#splitsPrincipal) return false;
    const { principalPlies } = this.#settings;
    const depth = this.#iteration === FULL_DEPTH ? pliesToEnd(this.#ports.rules) : this.#iteration;
    const left = depth - leaf.ply - EXEMPTION_PLIES;
    if (depth === FULL_DEPTH || left < Math.max(principalPlies, this.#horizon!.granularity))
      return false;
    const entry = this.#table.at(leaf as AphidNode<unknown>);
    if (!entry.exempted) this.#split(entry);
    exempt(leaf);
    return true;
  }
}
