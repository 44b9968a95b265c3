// One walk of the program's own recursion over the tree: a pass of the master, or a search that it makes
// alone. The calls at the nodes tell where the walk is; from their order follows what APHID's own pass knows
// by itself: the path, the type of each node, whether it belongs to the critical tree, the best line, and
// between which bounds a node lies however the guesses turn out.
import { guess } from '../aphid/guess.js';
import { scoreAt } from '../aphid/leaf.js';
import { TYPE_1, TYPE_2, typeBelow } from '../aphid/pass.js';
import { EXEMPTION_PLIES, type Visit } from '../aphid/tree.js';
import { decidedValue, decides, type ValueBounds } from '../value-bounds.js';
import type { OwnLeaf, OwnLeafTable } from './leaves.js';
import { checkScore, type PositionKey } from './program.js';

/** The input of a walk. */
export interface WalkInput<Move> {
  /** Number of the pass, greater than that of any before. */
  readonly number: number;
  /** Number of the root, and the moves before it. */
  readonly root: number;
  readonly prefix: readonly Move[];
  /** Depth of the whole search: the prefix and the depth of the root search. */
  readonly iteration: number;
  /** Plies of the master's tree, and least depth of a piece; without them there are no leaves. */
  readonly horizon: { readonly plies: number; readonly granularity: number } | undefined;
  /** Values of finished iterations of this root, and the hypothetical value of this one so far. */
  readonly values: ReadonlyMap<number, number>;
  readonly hypothetical: number;
  /** The first uncertain leaves, up to this many, are searched before others. */
  readonly firstLeaves: number;
  readonly maxScore: number;
  /** Called with leaves that no worker searches. */
  readonly allocate: (leaf: OwnLeaf<Move>) => void;
  /** Names a path, for leaves without a key. */
  readonly pathKey: (path: readonly Move[]) => string;
}

/** Where a node stands; the program keeps the window. */
type NodePosition = Omit<Visit, 'alpha' | 'beta'> & { readonly rootSign: number };

interface Frame<Move> {
  nodePosition: NodePosition;
  open: boolean;
  /** Ply of the horizon below this node. */
  horizon: number;
  /** Moves so far, and searches of the last one. */
  moves: number;
  visits: number;
  move: Move | undefined;
  sameSide: boolean;
  best: number;
  line: readonly Move[];
  /** Guesses of the walk before this node. */
  guesses: number;
  /** Bounds of the moves so far, and of the last one's visits, from the side to move here. */
  known: ValueBounds;
  below: ValueBounds;
}

const ANYTHING: ValueBounds = { lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY };
/** Of a node without moves: the maximum of nothing. */
const NOTHING: ValueBounds = { lower: Number.NEGATIVE_INFINITY, upper: Number.NEGATIVE_INFINITY };

/** Moves of the line that is reported of a search made alone. */
const ALONE_PLIES = 2;

const ROOT: NodePosition = {
  type: TYPE_1,
  critical: true,
  priorityBand: 1,
  leansRight: true,
  rootSign: 1,
};

export class ProgramWalk<Move> {
  readonly #input: WalkInput<Move>;
  readonly #table: OwnLeafTable<Move>;
  readonly #frames: Frame<Move>[] = [];
  readonly #rootPly: number;
  /** Nodes below this ply are not looked at: in a search made alone there are too many. */
  readonly #deepest: number;
  readonly #roots: { readonly values: ReadonlyMap<number, number>; hypothetical: number };
  /** Leaves in the order of their first visits, and the uncertain ones among them. */
  readonly seen: OwnLeaf<Move>[] = [];
  readonly uncertain: OwnLeaf<Move>[] = [];
  /** The deepest type-1 node under which a leaf was uncertain, by its ply; -1 when none was. */
  unsurePly = -1;
  /** Bounds of the root's value, and of each of its moves that was searched. */
  bounds = ANYTHING;
  readonly moves: (ValueBounds & { readonly move: Move })[] = [];
  /** Nodes and leaves that were visited, and visits of leaves that were uncertain. */
  nodes = 0;
  #guesses = 0;

  constructor(input: WalkInput<Move>, table: OwnLeafTable<Move>) {
    this.#input = input;
    this.#table = table;
    this.#rootPly = input.prefix.length;
    this.#deepest = input.horizon ? Number.POSITIVE_INFINITY : this.#rootPly + ALONE_PLIES - 1;
    this.#roots = { values: input.values, hypothetical: input.hypothetical };
  }

  /** The best moves from the root, as far as the calls have shown. */
  get line(): readonly Move[] {
    return this.#frames[this.#rootPly]?.line ?? [];
  }

  horizon(ply: number, depth: number, key: PositionKey | undefined): boolean {
    const { horizon } = this.#input;
    if (horizon === undefined) return false;
    const frame = this.#frame(ply);
    frame.horizon = ply > this.#rootPly ? this.#frame(ply - 1).horizon : horizon.plies;
    if (ply < frame.horizon || ply === this.#rootPly || depth < horizon.granularity) return false;
    const leaf = this.#table.find(this.#key(ply, depth, key));
    if (leaf?.exempted !== true) return true;
    frame.horizon = ply + EXEMPTION_PLIES;
    return false;
  }

  leafValue(
    alpha: number,
    beta: number,
    ply: number,
    depth: number,
    key: PositionKey | undefined,
    evaluate: () => number,
  ): number {
    const { number, iteration, firstLeaves, maxScore } = this.#input;
    const { rootSign, priorityBand, critical, leansRight, type } = this.#enter(ply);
    const leaf = this.#leaf(ply, depth, key, rootSign, evaluate);
    const first = leaf.seen !== number;
    if (first) {
      leaf.seen = number;
      leaf.uncertain = false;
      this.seen.push(leaf);
    }
    if (leaf.owner === undefined) this.#input.allocate(leaf);
    const score = scoreAt(leaf, iteration);
    let priority = 4 * priorityBand + (critical ? 1 : 0);
    let value: number;
    if (score !== undefined && decides(score, alpha, beta)) {
      value = decidedValue(score, alpha);
    } else {
      this.#guesses++;
      // More than what the critical tree is worth, unlike in the thesis: where a cut-off fails, the rest of
      // the node is searched before its right neighbours, as in a search made alone.
      if (this.uncertain.length < firstLeaves) priority += 2;
      if (!leaf.uncertain) this.uncertain.push(leaf);
      const low = Math.max(alpha, -maxScore - 1);
      const high = Math.min(beta, maxScore + 1);
      leaf.alpha = leaf.uncertain ? Math.min(leaf.alpha, low) : low;
      leaf.beta = leaf.uncertain ? Math.max(leaf.beta, high) : high;
      leaf.uncertain = true;
      this.unsurePly = Math.max(this.unsurePly, priorityBand - 1);
      const guessed = guess(leaf.scores, iteration, this.#roots, rootSign, alpha, beta);
      // Proved bounds limit the guess.
      value = Math.max(score?.lower ?? -maxScore, Math.min(score?.upper ?? maxScore, guessed));
      value = Math.max(-maxScore, Math.min(maxScore, value));
    }
    this.#know(ply, score ?? ANYTHING);
    leaf.present = true;
    if (first || priority > leaf.place.priority) leaf.place = { priority, leansRight };
    if (type === TYPE_1 && value > alpha && value < beta) this.#hypothesize(rootSign, value);
    return value;
  }

  nodeStart(ply: number): void {
    if (ply > this.#deepest) return;
    const nodePosition = this.#enter(ply);
    const frame = this.#frame(ply);
    frame.nodePosition = nodePosition;
    frame.open = true;
    frame.moves = 0;
    frame.visits = 0;
    frame.best = Number.NEGATIVE_INFINITY;
    frame.line = [];
    frame.guesses = this.#guesses;
    frame.known = NOTHING;
    if (ply === this.#rootPly) this.moves.length = 0;
  }

  nodeMove(ply: number, move: Move, sameSide: boolean): void {
    if (ply > this.#deepest) return;
    const frame = this.#openFrame(ply, 'nodeMove');
    frame.moves++;
    frame.visits = 0;
    frame.move = move;
    frame.sameSide = sameSide;
    frame.below = ANYTHING;
    this.#frame(ply + 1).line = [];
  }

  nodeUpdate(ply: number, value: number): void {
    if (ply > this.#deepest) return;
    const frame = this.#openFrame(ply, 'nodeUpdate');
    // A child that announced no visit has its true value, or one that ended at alpha; which is not said.
    const { lower, upper } = frame.visits > 0 ? frame.below : { ...ANYTHING, upper: value };
    frame.known = {
      lower: Math.max(frame.known.lower, lower),
      upper: Math.max(frame.known.upper, upper),
    };
    if (ply === this.#rootPly) this.moves.push({ move: frame.move!, lower, upper });
    if (value <= frame.best) return;
    frame.best = value;
    frame.line = [frame.move!, ...this.#frame(ply + 1).line];
  }

  /** Whether no guess was made below the node. */
  nodeEnd(ply: number, value: number, beta: number): boolean {
    if (ply > this.#deepest) return true;
    const frame = this.#openFrame(ply, 'nodeEnd');
    frame.open = false;
    // Nothing is known of moves that were left out, and little of a value that came from no move.
    const { lower, upper } = frame.known;
    const most = value < beta ? Math.max(upper, value) : Number.POSITIVE_INFINITY;
    this.#know(ply, { lower, upper: most });
    const { type, rootSign } = frame.nodePosition;
    if (type === TYPE_1 && value < beta) this.#hypothesize(rootSign, value);
    return frame.guesses === this.#guesses;
  }

  /** The search below the principal variation is finished: this is what the root is worth so far. */
  #hypothesize(rootSign: number, value: number): void {
    if (Math.abs(value) <= this.#input.maxScore) this.#roots.hypothetical = rootSign * value;
  }

  /** Records the bounds after a visit of a node, from its side to move; all its visits together say more. */
  #know(ply: number, { lower, upper }: ValueBounds): void {
    if (ply === this.#rootPly) {
      this.bounds = { lower, upper };
      return;
    }
    const parent = this.#frame(ply - 1);
    const { sameSide, below } = parent;
    parent.below = {
      lower: Math.max(below.lower, sameSide ? lower : 0 - upper),
      upper: Math.min(below.upper, sameSide ? upper : 0 - lower),
    };
  }

  /** A node is visited: where it stands follows from its parent. */
  #enter(ply: number): NodePosition {
    this.nodes++;
    if (ply === this.#rootPly) return ROOT;
    const parent = this.#openFrame(ply - 1, `a node at ply ${ply}`);
    const { type, critical, priorityBand, leansRight, rootSign: parentSign } = parent.nodePosition;
    const again = parent.visits++ > 0;
    const first = parent.moves === 1 && !again;
    const isPrincipal = type === TYPE_1 && (first || again);
    const sign = parent.sameSide ? 1 : -1;
    const rootSign = sign * parentSign;
    return {
      type: isPrincipal ? TYPE_1 : typeBelow(type, sign),
      critical: critical && (type !== TYPE_2 || parent.moves === 1),
      priorityBand: isPrincipal ? priorityBand + 1 : priorityBand,
      // Alternatives of the root's side are to be shown not to be better for it.
      leansRight: isPrincipal ? rootSign > 0 : leansRight,
      rootSign,
    };
  }

  #leaf(
    ply: number,
    depth: number,
    key: PositionKey | undefined,
    rootSign: number,
    evaluate: () => number,
  ): OwnLeaf<Move> {
    const text = this.#key(ply, depth, key);
    const known = this.#table.find(text);
    if (known !== undefined) return known;
    const { root, iteration, maxScore } = this.#input;
    const at = { root, path: this.#path(ply), level: iteration - depth, ply, rootSign };
    return this.#table.add(text, at, checkScore(evaluate(), maxScore, 'evaluate'));
  }

  #key(ply: number, depth: number, key: PositionKey | undefined): string {
    const { root, iteration, pathKey } = this.#input;
    const place = key === undefined ? `path ${pathKey(this.#path(ply))}` : `${typeof key} ${key}`;
    return `${root} ${ply} ${iteration - depth} ${place}`;
  }

  #path(ply: number): Move[] {
    const path = [...this.#input.prefix];
    for (let at = this.#rootPly; at < ply; at++) path.push(this.#frames[at]!.move!);
    return path;
  }

  #frame(ply: number): Frame<Move> {
    const known = this.#frames[ply];
    if (known !== undefined) return known;
    const frame: Frame<Move> = {
      nodePosition: ROOT,
      open: false,
      horizon: this.#input.horizon?.plies ?? 0,
      moves: 0,
      visits: 0,
      move: undefined,
      sameSide: false,
      best: 0,
      line: [],
      guesses: 0,
      known: NOTHING,
      below: ANYTHING,
    };
    this.#frames[ply] = frame;
    return frame;
  }

  #openFrame(ply: number, call: string): Frame<Move> {
    const frame = this.#frames[ply];
    if (frame?.open === true) return frame;
    throw new Error(
      `${call}: no node is open at ply ${ply}; nodeStart(${ply}) and nodeMove(${ply}) come before`,
    );
  }
}
