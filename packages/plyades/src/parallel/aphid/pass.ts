// One pass of alpha-beta (NegaScout) over the master's tree (section 5.2.1). Leaves have the value
// that their worker found at exactly the required depth, if it decides the window; else a guess, and
// are uncertain. On the way the pass notes where leaves lie (section 5.2.3), for the workers' choice.
// A pass may leave out what it would find as the last one left it: that keeps a master of many workers
// from being the last to know.
import { INFINITE } from '../../core/score.js';
import { childDepth, settle } from '../depths.js';
import type { RulesPort } from '../ports.js';
import { moveToFront } from '../tree-nodes.js';
import { decidedValue, decides } from '../value-bounds.js';
import { guess } from './guess.js';
import { NOWHERE, scoreAt } from './leaf.js';
import { type Probe, probe } from './probe.js';
import type { LeafScore } from './score.js';
import type { AphidLeaf, AphidTable } from './table.js';
import {
  type AphidNode,
  exempt,
  expand,
  isLeaf,
  isOver,
  type Visit,
  type VisitResult,
} from './tree.js';

/** The input of a pass. */
export interface PassInput<P> {
  readonly rules: RulesPort<P>;
  readonly root: AphidNode<P>;
  readonly table: AphidTable;
  /** Number of the pass, greater than that of any before. */
  readonly number: number;
  /** Visits of passes since this one may be used again; none if not given. */
  readonly since?: number;
  /** Depth of the whole search. */
  readonly iteration: number;
  /** Values of finished iterations, and the hypothetical value of this one so far. */
  readonly values: ReadonlyMap<number, number>;
  readonly hypothetical: number;
  /** Whether a child that certainly refutes its parent is tried before the others. */
  readonly certainFirst?: boolean;
  /** The first uncertain leaves, up to this many, are searched before others. */
  readonly firstLeaves: number;
  /** The window of the root; open if not given. */
  readonly alpha?: number;
  readonly beta?: number;
  /** Whether bounds of a leaf at this iteration limit its guess; true if not given. */
  readonly boundGuesses?: boolean;
  /**
   * The lower end of the window in which a move that beats its null window is searched again. `alpha`: alpha, or just
   * below the value if that is certain, so that the last visit of a node says all. `value`: the value, as in figure 2.9
   * of the thesis; then both visits count, and no visit of an earlier pass is used again. `alpha` if not given.
   */
  readonly reSearch?: 'alpha' | 'value';
  /** Whether nodes are cut by what shallower searches of them predict (ProbCut), where the game has a model of that. */
  readonly probCut?: boolean;
  /**
   * Called with a leaf of the principal variation whose score of this iteration says too little; true when it has moved
   * the horizon deeper there. Where it is given, scores of a leaf count after it was split, too.
   */
  readonly deepen?: (leaf: AphidNode<P>) => boolean;
  /** Called with leaves that no worker searches. */
  readonly allocate: (entry: AphidLeaf) => void;
}

export interface PassResult {
  /** Value of the root; the true one when nothing was uncertain. */
  readonly value: number;
  /** Leaves that were visited, and those that are left, in this order. Each once. */
  readonly visited: readonly AphidLeaf[];
  readonly left: readonly AphidLeaf[];
  /** All that are uncertain, from left to right, each once. */
  readonly uncertain: readonly AphidLeaf[];
  /** The deepest type-1 node under which a leaf was uncertain, by its ply; -1 when none was. */
  readonly unsurePly: number;
  readonly pv: readonly number[];
  /** True when nothing rests on an evaluation. */
  readonly complete: boolean;
  /** Nodes visited, nodes made, and nodes left. */
  readonly nodes: number;
}

/** Where a node stands in the tree that alpha-beta would search with perfect ordering. */
export const TYPE_1 = 1;
/** One child is enough. */
export const TYPE_2 = 2;
/** All children are needed. */
const TYPE_3 = 3;

const NO_LEAVES: readonly AphidLeaf[] = [];

class AphidPass<P> {
  readonly #input: PassInput<P>;
  /** Leaves that were come to, or left. */
  readonly seen: AphidLeaf[] = [];
  readonly #since: number;
  readonly #roots: { values: ReadonlyMap<number, number>; hypothetical: number };
  nodes = 0;

  constructor(input: PassInput<P>) {
    this.#input = input;
    this.#since = input.reSearch === 'value' ? input.number : (input.since ?? input.number);
    this.#roots = { values: input.values, hypothetical: input.hypothetical };
  }

  /** `before`: uncertain leaves to the left. */
  visit(node: AphidNode<P>, depth: number, visit: Visit, before: number): VisitResult {
    this.nodes++;
    node.present = true;
    const memory = this.#isKnown(node, visit, before)
      ? node.memory!
      : this.#visit(node, depth, visit, before);
    node.memory = this.#input.reSearch === 'value' ? withEarlierVisit(node, memory) : memory;
    // The search below the principal variation is finished: this is what the root is worth so far.
    const { value } = memory;
    if (visit.type === TYPE_1 && value > visit.alpha && value < visit.beta)
      this.#roots.hypothetical = node.rootSign * value;
    return memory;
  }

  #visit(node: AphidNode<P>, depth: number, visit: Visit, before: number): VisitResult {
    node.stale = false;
    const { number: pass, iteration } = this.#input;
    const { hypothetical } = this.#roots;
    const { alpha, beta, type, critical, priorityBand, leansRight } = visit;
    const found = isOver(node)
      ? { ...CERTAIN, value: settle(node.value, depth) }
      : this.#staysLeaf(node, visit)
        ? this.#leaf(node, visit, before)
        : (this.#fromScore(node, visit) ?? this.#aboveHorizon(node, depth, visit, before));
    const { value, uncertain, unsurePly, complete, priority } = found;
    return {
      pass,
      iteration,
      alpha,
      beta,
      type,
      critical,
      priorityBand,
      leansRight,
      hypothetical,
      before,
      value,
      uncertain,
      unsurePly,
      complete,
      priority,
    };
  }

  /** Whether the last visit would be repeated. */
  #isKnown(node: AphidNode<P>, visit: Visit, before: number): boolean {
    const { memory } = node;
    const { iteration, firstLeaves } = this.#input;
    if (memory === undefined || memory.pass < this.#since) return false;
    if (memory.iteration !== iteration || isLeaf(node)) return false;
    const { alpha, beta } = visit;
    if (memory.uncertain.length === 0) {
      // A true value or bound, however the rest of the tree turns out.
      const { value } = memory;
      if (value <= memory.alpha) return value <= alpha;
      return value < memory.beta || value >= beta;
    }
    return (
      !node.stale &&
      memory.alpha === alpha &&
      memory.beta === beta &&
      memory.type === visit.type &&
      memory.critical === visit.critical &&
      memory.priorityBand === visit.priorityBand &&
      memory.leansRight === visit.leansRight &&
      memory.hypothetical === this.#roots.hypothetical &&
      Math.min(memory.before, firstLeaves) === Math.min(before, firstLeaves)
    );
  }

  /** Whether the visit ends at the node; the horizon below a leaf may move deeper instead. */
  #staysLeaf(node: AphidNode<P>, { type, alpha, beta }: Visit): boolean {
    if (!isLeaf(node)) return false;
    const { table, iteration, deepen } = this.#input;
    const entry = table.at(node as AphidNode<unknown>);
    // The leaf may have been exempted where another path leads to it.
    if (entry.exempted) {
      exempt(node);
      return false;
    }
    const score = scoreAt(entry, iteration);
    const saysTooLittle = score !== undefined && !decides(score, alpha, beta);
    return !(type === TYPE_1 && saysTooLittle && deepen?.(node));
  }

  /** What was found of a node for this iteration while it was a leaf. */
  #scoreOf(node: AphidNode<P>): LeafScore | undefined {
    const { iteration, deepen } = this.#input;
    const counts = deepen !== undefined || isLeaf(node);
    return counts && node.entry ? scoreAt(node.entry, iteration) : undefined;
  }

  /** The value of a node that was split, if what was found before decides the window. */
  #fromScore(node: AphidNode<P>, { alpha, beta }: Visit): Found | undefined {
    const score = this.#scoreOf(node);
    if (score === undefined || !decides(score, alpha, beta)) return undefined;
    for (const child of node.children ?? []) this.#leave(child);
    node.best = undefined;
    return { ...CERTAIN, value: decidedValue(score, alpha), complete: score.complete };
  }

  /** Tries ProbCut, then the children. */
  #aboveHorizon(node: AphidNode<P>, depth: number, visit: Visit, before: number): Found {
    const { rules, table, probCut = false, allocate } = this.#input;
    if (!probCut) return this.#interior(node, depth, visit, before);
    const { reSearch, number } = this.#input;
    // Where both visits of a pass count, so does what the first one waits for.
    const earlier = reSearch === 'value' && node.memory?.pass === number ? node.probe : undefined;
    node.probe = earlier;
    if (node.probes !== undefined) this.#see(node.probes);
    const { alpha, beta } = visit;
    const { value, missing } = probe(rules, table, node, depth, alpha, beta, this.#roots);
    // Of a node that is cut no leaf is wanted, not even one that an earlier pass has asked for.
    if (value !== undefined) for (const child of node.children ?? []) this.#leave(child);
    if (missing === undefined) {
      return value === undefined
        ? this.#interior(node, depth, visit, before)
        : { ...CERTAIN, value, complete: false };
    }
    const { entry, search } = missing;
    this.#see(entry);
    if (entry.owner === undefined) allocate(entry);
    const { leansRight, priorityBand } = visit;
    // Probes are small, and say whether the node's leaves are wanted: they come before them.
    node.probe = { ...search, priority: 4 * priorityBand + 3, leansRight };
    const uncertain = [entry];
    const unsurePly = priorityBand - 1;
    if (value !== undefined) return { ...CERTAIN, value, uncertain, unsurePly };
    const below = { ...visit, critical: false };
    const found = this.#interior(node, depth, below, before + 1);
    // Whatever the probe says, a node that was searched need not be cut.
    if (found.uncertain.length === 0) {
      node.probe = earlier;
      return found;
    }
    return { ...found, uncertain: [entry, ...found.uncertain] };
  }

  #interior(node: AphidNode<P>, depth: number, visit: Visit, before: number): Found {
    const { rules, reSearch } = this.#input;
    const { alpha, beta, type, critical, priorityBand, leansRight } = visit;
    if (node.children === undefined) this.nodes += node.moves.length;
    const children = expand(rules, node);
    if (this.#input.certainFirst && beta < INFINITE) {
      const refutation = this.#refutation(children, beta);
      if (refutation !== undefined) moveToFront(children, refutation);
    }
    let best = -INFINITE;
    let bestChild: AphidNode<P> | undefined;
    let uncertain = NO_LEAVES;
    let unsurePly = -1;
    let complete = true;
    const search = (
      child: AphidNode<P>,
      low: number,
      high: number,
      first: boolean,
      again: boolean,
    ) => {
      const isPrincipal = type === TYPE_1 && (first || again);
      const same = child.sign > 0;
      const below: Visit = {
        // Zero has no sign here: 0 - x, not -x.
        alpha: same ? low : 0 - high,
        beta: same ? high : 0 - low,
        type: isPrincipal ? TYPE_1 : typeBelow(type, child.sign),
        critical: critical && (type !== TYPE_2 || first),
        priorityBand: isPrincipal ? priorityBand + 1 : priorityBand,
        // Alternatives of the root's side are to be shown not to be better for it.
        leansRight: isPrincipal ? child.rootSign > 0 : leansRight,
      };
      return this.visit(child, childDepth(depth), below, before + uncertain.length);
    };
    const worthOf = (child: AphidNode<P>, { value }: VisitResult) =>
      child.sign > 0 ? value : 0 - value;
    const note = (found: VisitResult) => {
      if (found.uncertain.length > 0)
        uncertain = uncertain.length === 0 ? found.uncertain : [...uncertain, ...found.uncertain];
      unsurePly = Math.max(unsurePly, found.unsurePly);
      complete &&= found.complete;
    };
    let visited = 0;
    for (const child of children) {
      const low = Math.max(alpha, best);
      const first = visited++ === 0;
      let found: VisitResult;
      if (first || beta - low === 1) {
        found = search(child, low, beta, first, false);
      } else {
        found = search(child, low, low + 1, false, false);
        const value = worthOf(child, found);
        if (value > low && value < beta) {
          if (reSearch === 'value') {
            note(found);
            found = search(child, value, beta, false, true);
          } else {
            // Only what was certain narrows the window: so the last visit alone says what is true.
            const least = found.uncertain.length === 0 ? value - 1 : low;
            found = search(child, least, beta, false, true);
          }
        }
      }
      note(found);
      const value = worthOf(child, found);
      if (value > best) {
        best = value;
        bestChild = child;
        if (value >= beta) break;
      }
    }
    for (let i = visited; i < children.length; i++) this.#leave(children[i]!);
    node.best = undefined;
    if (best > alpha) {
      node.best = bestChild;
      moveToFront(children, bestChild!);
    }
    const value = uncertain.length === 0 ? best : this.#withinBounds(node, best);
    return { value, uncertain, unsurePly, complete, priority: 0 };
  }

  /** A guess of a leaf, or of a node that was one, within the bounds that were found for this iteration. */
  #withinBounds(node: AphidNode<P>, guessed: number): number {
    const { boundGuesses = true } = this.#input;
    const score = boundGuesses ? this.#scoreOf(node) : undefined;
    return score === undefined ? guessed : Math.max(score.lower, Math.min(score.upper, guessed));
  }

  /** A child whose certain value refutes its parent, if there is one and the first child is none. */
  #refutation(children: readonly AphidNode<P>[], beta: number): AphidNode<P> | undefined {
    const { iteration } = this.#input;
    const refutes = (child: AphidNode<P>): boolean => {
      let lower: number | undefined;
      let upper: number | undefined;
      if (isOver(child)) return false;
      if (isLeaf(child)) {
        const score = child.entry && scoreAt(child.entry, iteration);
        lower = score?.lower;
        upper = score?.upper;
      } else {
        const { memory } = child;
        if (memory === undefined || memory.iteration !== iteration) return false;
        if (memory.pass < this.#since || memory.uncertain.length > 0) return false;
        if (memory.value > memory.alpha) lower = memory.value;
        if (memory.value < memory.beta) upper = memory.value;
      }
      return child.sign > 0
        ? lower !== undefined && lower >= beta
        : upper !== undefined && 0 - upper >= beta;
    };
    return refutes(children[0]!) ? undefined : children.find(refutes);
  }

  /** The node does not belong to the tree any more. */
  #leave(node: AphidNode<P>): void {
    const { reSearch, number } = this.#input;
    if (!node.present) return;
    // The null-window search of this pass came there, and its leaves count.
    if (reSearch === 'value' && node.memory?.pass === number) return;
    this.nodes++;
    node.present = false;
    node.stale = true;
    if (isLeaf(node)) {
      if (node.entry !== undefined) this.#see(node.entry);
      return;
    }
    if (node.probes !== undefined) this.#see(node.probes);
    for (const child of node.children ?? []) this.#leave(child);
  }

  #see(entry: AphidLeaf): void {
    const { number } = this.#input;
    if (entry.seen === number) return;
    entry.seen = number;
    this.seen.push(entry);
  }

  #leaf(node: AphidNode<P>, visit: Visit, before: number): Found {
    const { table, iteration, firstLeaves, allocate } = this.#input;
    const { alpha, beta, critical, priorityBand } = visit;
    const entry = table.at(node as AphidNode<unknown>);
    this.#see(entry);
    if (entry.owner === undefined) allocate(entry);
    const score = scoreAt(entry, iteration);
    const usual = 4 * priorityBand + (critical ? 2 : 0);
    if (score !== undefined && decides(score, alpha, beta)) {
      const value = decidedValue(score, alpha);
      return { ...CERTAIN, value, complete: score.complete, priority: usual };
    }
    const guessed = guess(entry.scores, iteration, this.#roots, node.rootSign, alpha, beta);
    return {
      value: this.#withinBounds(node, guessed),
      uncertain: [entry],
      unsurePly: priorityBand - 1,
      complete: true,
      priority: before < firstLeaves ? usual + 1 : usual,
    };
  }
}

type Found = Pick<VisitResult, 'value' | 'uncertain' | 'unsurePly' | 'complete' | 'priority'>;

const CERTAIN: Omit<Found, 'value'> = {
  uncertain: NO_LEAVES,
  unsurePly: -1,
  complete: true,
  priority: 0,
};

/** A leaf that was uncertain earlier in the same pass stays so, in both windows. */
function withEarlierVisit<P>(node: AphidNode<P>, now: VisitResult): VisitResult {
  const { memory } = node;
  if (memory?.pass !== now.pass || memory.uncertain.length === 0 || !isLeaf(node)) return now;
  const priority = Math.max(memory.priority, now.priority);
  if (now.uncertain.length === 0) return { ...memory, priority };
  const alpha = Math.min(memory.alpha, now.alpha);
  const beta = Math.max(memory.beta, now.beta);
  return { ...now, alpha, beta, priority };
}

/** Where a leaf is after a pass, by the nodes that lead to it: the highest priority, all windows. */
function locate(entry: AphidLeaf): void {
  if (entry.isProbe) {
    locateProbe(entry);
    return;
  }
  let best: VisitResult | undefined;
  entry.uncertain = false;
  for (const { present, memory } of entry.nodes) {
    if (!present || memory === undefined) continue;
    if (best === undefined || memory.priority > best.priority) best = memory;
    if (memory.uncertain.length === 0) continue;
    entry.alpha = entry.uncertain ? Math.min(entry.alpha, memory.alpha) : memory.alpha;
    entry.beta = entry.uncertain ? Math.max(entry.beta, memory.beta) : memory.beta;
    entry.uncertain = true;
  }
  entry.present = best !== undefined;
  const { place } = entry;
  if (best === undefined) entry.place = NOWHERE;
  else if (place.priority !== best.priority || place.leansRight !== best.leansRight)
    entry.place = { priority: best.priority, leansRight: best.leansRight };
}

/** The same for probes: the most urgent one that a node waits for. */
function locateProbe(entry: AphidLeaf): void {
  let best: Probe | undefined;
  for (const { present, probe } of entry.nodes) {
    if (!present || probe === undefined) continue;
    if (best === undefined || probe.priority > best.priority) best = probe;
  }
  entry.present = entry.uncertain = best !== undefined;
  entry.probe = best;
  if (best === undefined) {
    entry.place = NOWHERE;
    return;
  }
  const { priority, leansRight, alpha, beta } = best;
  entry.alpha = alpha;
  entry.beta = beta;
  const { place } = entry;
  if (place.priority !== priority || place.leansRight !== leansRight)
    entry.place = { priority, leansRight };
}

/** The type of a child that is not a type-1 node. */
export function typeBelow(type: number, sign: number): number {
  if (type === TYPE_1) return sign > 0 ? TYPE_3 : TYPE_2;
  if (sign > 0) return type;
  return type === TYPE_2 ? TYPE_3 : TYPE_2;
}

export function makePass<P>(input: PassInput<P>): PassResult {
  const pass = new AphidPass(input);
  const { root, iteration, alpha = -INFINITE, beta = INFINITE } = input;
  const whole: Visit = {
    alpha,
    beta,
    type: TYPE_1,
    critical: true,
    priorityBand: 1,
    leansRight: true,
  };
  const { value, unsurePly, complete, ...found } = pass.visit(root, iteration, whole, 0);
  const { seen, nodes } = pass;
  for (const entry of seen) locate(entry);
  const uncertain = [...new Set(found.uncertain)];
  const pv = uncertain.length > 0 ? [] : variation(root, iteration);
  const visited = seen.filter(({ present }) => present);
  const left = seen.filter(({ present }) => !present);
  return { value, visited, left, uncertain, unsurePly, complete, nodes, pv };
}

function variation<P>(root: AphidNode<P>, iteration: number): readonly number[] {
  let node = root;
  while (!isOver(node) && !isLeaf(node) && node.best !== undefined) node = node.best;
  const score = node.entry && scoreAt(node.entry, iteration);
  return score === undefined || score.lower < score.upper ? node.path : [...node.path, ...score.pv];
}
