// The master tree of game position parallelization (P-GPP, section 3): positions that workers search, from
// the current one at its root. In the simplified notation of the paper's figure 2, a node with children has a
// worker as well: the *others* leaf, which searches the moves that are no children. So the moves of a node
// are all searched, and none twice. The value of a node is the minimax of what its workers say.
import { MATE_PLIES, MATE_VALUE, valueAfter, valueBefore } from './values.js';

/** The rules that the tree needs of a game. Moves are text as the engines write it. */
export interface GppRules<P> {
  /** Legal moves; none when the game is over by its rules. */
  moves(position: P): readonly string[];
  /** The position after a legal move. */
  play(position: P, move: string): P;
  /**
   * The value for the side to move of a game that has ended, its positions given in order (the last one
   * repeated, too long without progress, no moves); undefined while it goes on.
   */
  ended(game: readonly P[]): number | undefined;
  /** Its legal moves, the most promising first, by a quick look; where no line tells, trees grow by it. */
  order?(position: P): readonly string[];
}

/** A line with its value and depth: of some moves of a position, the best one. */
export interface ScoredLine {
  /** From the side to move. */
  readonly value: number;
  /** Plies that were searched. */
  readonly depth: number;
  /** The best line; it begins with the move that has this value. */
  readonly line: readonly string[];
}

/** A line that a worker reported. */
export interface EngineReport extends ScoredLine {
  /** Nodes that it searched for its task so far. */
  readonly nodes: number;
  /** 1 for the best line, 2 for the second best and so on; 1 if not given. */
  readonly multiPv?: number;
}

/**
 * A worker that prefers another move has found this one not better, at its depth: until that was looked at as
 * deep, the move is worth no more to its parent than this, and it is not the best one.
 */
export interface Ceiling {
  /** From the side that has the choice. */
  readonly value: number;
  /** Plies that were searched after the move. */
  readonly depth: number;
}

/** The depth of what no search can change. */
const CERTAIN = 1000;

/** Lines that a node remembers, from all reports about it: where the tree may grow. */
const MOST_LINES = 48;

export class GppNode<P> {
  readonly move: string | undefined;
  readonly position: P;
  /** Legal moves, or those among them that are to be searched. */
  readonly legal: readonly string[];
  /** True when there are others. */
  readonly restricted: boolean;
  /** The value of a game that has ended here; at a root only when there are no moves. */
  readonly ended: number | undefined;
  readonly children = new Map<string, GppNode<P>>();
  parent: GppNode<P> | undefined;
  /** Searches the moves that are no children; undefined when there are none. */
  worker: number | undefined;
  /** Number of the worker's task; reports about older tasks are ignored. */
  task = 0;
  /** About the moves that are no children. */
  own: ScoredLine | undefined;
  /** The newest `own` there was: also when its move has become a child since. */
  latest: ScoredLine | undefined;
  /** About this node as its parent's worker saw it, until its own workers have looked as deep. */
  inherited: ScoredLine | undefined;
  /** The bound of its value by its parent's worker, which prefers another move. */
  ceiling: Ceiling | undefined;
  /** The same of its moves that are no children, when the best one has become a child. */
  othersCeiling: Ceiling | undefined;
  /** Lines from here by their first moves, the newest last. */
  readonly #lines = new Map<string, ScoredLine>();
  readonly #rules: GppRules<P>;
  #order: readonly string[] | undefined;

  /** `only`: the moves that are to be searched, of a root. */
  constructor(
    rules: GppRules<P>,
    game: readonly P[],
    from?: { node: GppNode<P>; move: string },
    only?: readonly string[],
  ) {
    this.#rules = rules;
    this.position = game.at(-1)!;
    this.parent = from?.node;
    this.move = from?.move;
    const moves = only ?? rules.moves(this.position);
    // A draw that no player has claimed does not end a game at the root: the client wants a move.
    const goesOn = from === undefined && moves.length > 0;
    this.ended = goesOn ? undefined : rules.ended(game);
    this.legal = this.ended === undefined ? moves : [];
    this.restricted = only !== undefined;
  }

  /** The moves that are no children. */
  get others(): readonly string[] {
    return this.legal.filter((move) => !this.children.has(move));
  }

  /** Lines that are known from here, the deepest first, of equal ones the newest. */
  get lines(): readonly ScoredLine[] {
    return [...this.#lines.values()].reverse().sort((a, b) => b.depth - a.depth);
  }

  /** Its moves by a quick look, where the game has one. */
  get order(): readonly string[] {
    this.#order ??= this.#rules.order?.(this.position) ?? [];
    return this.#order;
  }

  remember(line: ScoredLine): void {
    const key = line.line.slice(0, 3).join(' ');
    this.#lines.delete(key);
    this.#lines.set(key, line);
    if (this.#lines.size <= MOST_LINES) return;
    for (const oldest of this.#lines.keys()) {
      this.#lines.delete(oldest);
      return;
    }
  }

  /** The best of its moves, by its own worker or by one below. */
  bestLine(): ScoredLine | undefined {
    if (this.ended !== undefined) return { value: this.ended, depth: CERTAIN, line: [] };
    let best = this.own && { ...this.own, value: this.othersWorth(this.own) };
    for (const child of this.children.values()) {
      const seen = child.bestLine();
      if (seen === undefined) continue;
      if (best !== undefined && best.value >= child.worth(seen)) continue;
      best = asParent(child, seen);
    }
    const { inherited } = this;
    if (best === undefined) return inherited;
    // A search that has just begun knows less than the one it goes on from.
    const mates = best.value > MATE_VALUE - MATE_PLIES;
    return inherited !== undefined && best.depth < inherited.depth && !mates ? inherited : best;
  }

  /** The value of a line through it for its parent. */
  worth({ value, depth }: ScoredLine): number {
    return below(this.ceiling, valueBefore(value), depth);
  }

  /** The value of a line of the moves that are no children. */
  othersWorth({ value, depth }: ScoredLine): number {
    return below(this.othersCeiling, value, depth);
  }

  /** Its children and, if there are other moves, the best of these, the best first; unknown ones last. */
  ranking(): readonly Ranked<P>[] {
    const ranked: Ranked<P>[] = [...this.children.values()].map((child) => {
      const seen = child.bestLine();
      return { child, value: seen === undefined ? -Infinity : child.worth(seen) };
    });
    if (this.children.size < this.legal.length) {
      const { own } = this;
      ranked.push({ child: undefined, value: own ? this.othersWorth(own) : -Infinity });
    }
    return ranked.sort((a, b) => (a.value === b.value ? 0 : b.value - a.value));
  }

  /** Lines of its children and of `count` other moves, in no order, without stale ones. */
  alternatives(count: number): readonly ScoredLine[] {
    const children = [...this.children.values()].flatMap((child) => {
      const seen = child.bestLine();
      return seen === undefined ? [] : asParent(child, seen);
    });
    const others = this.lines.filter(({ line }) => {
      const [first] = line;
      return first !== undefined && !this.children.has(first) && this.legal.includes(first);
    });
    const known = this.own === undefined ? others : [this.own, ...others];
    const newest = newestOf(known).slice(0, count);
    return [...children, ...newest.map((each) => ({ ...each, value: this.othersWorth(each) }))];
  }

  /** A child is given up: its move is one of the others again, and what is known of it is kept. */
  takeBack(child: GppNode<P>): void {
    this.children.delete(child.move!);
    const seen = child.bestLine();
    if (seen === undefined) return;
    const { own } = this;
    const known = asParent(child, seen);
    // The end of a game is certain; a search of the others with it must not have to look as deep as that.
    const depth = child.ended === undefined ? known.depth : (this.deepest?.depth ?? 1);
    const scored = { ...known, depth };
    this.remember(scored);
    if (own !== undefined && this.othersWorth(own) >= scored.value) return;
    this.own = scored;
    this.latest = scored;
    this.othersCeiling = undefined;
  }

  /** The deepest line that there is, by its own worker or its parent's. */
  get deepest(): ScoredLine | undefined {
    const { latest, inherited } = this;
    const newer = latest !== undefined && latest.depth >= (inherited?.depth ?? 0);
    return newer ? latest : inherited;
  }

  /** The lines and bounds of the position after a move, from the lines here. */
  after(move: string): {
    readonly inherited: ScoredLine | undefined;
    readonly ceiling: Ceiling | undefined;
    readonly lines: ScoredLine[];
  } {
    const known = this.deepest;
    const unnamed = known !== undefined && known.line[0] !== undefined && known.line[0] !== move;
    const lines = this.lines
      .filter(({ line }) => line[0] === move)
      .map(({ value, depth, line }) => ({
        value: valueAfter(value),
        depth: depth - 1,
        line: line.slice(1),
      }));
    return {
      inherited: lines[0],
      ceiling: unnamed ? { value: known.value - 1, depth: known.depth - 1 } : undefined,
      lines: lines.filter(({ line }) => line.length > 0).reverse(),
    };
  }
}

/** A line through a child as its parent has it. */
function asParent<P>(child: GppNode<P>, seen: ScoredLine): ScoredLine {
  return { value: child.worth(seen), depth: seen.depth + 1, line: [child.move!, ...seen.line] };
}

/**
 * Of lines from one search, the deepest first, one for each first move. Those that are more than a ply behind the
 * first are stale and left out: the search has not reported their moves again.
 */
function newestOf(lines: readonly ScoredLine[]): readonly ScoredLine[] {
  const newest = new Map<string, ScoredLine>();
  for (const each of lines) {
    const [first] = each.line;
    if (first === undefined || newest.has(first) || each.depth < lines[0]!.depth - 1) continue;
    newest.set(first, each);
  }
  return [...newest.values()];
}

function below(ceiling: Ceiling | undefined, value: number, depth: number): number {
  const proven = Math.abs(value) > MATE_VALUE - MATE_PLIES;
  if (ceiling === undefined || depth >= ceiling.depth || proven) return value;
  return Math.min(value, ceiling.value);
}

/** A child with its value for the parent, or the other moves (no child) with that of their best. */
export interface Ranked<P> {
  readonly child: GppNode<P> | undefined;
  readonly value: number;
}

/** A node and all below it, parents before children. */
export function* walk<P>(node: GppNode<P>): Generator<GppNode<P>> {
  yield node;
  for (const child of node.children.values()) yield* walk(child);
}

/** Moves from the root of the tree to a node. */
export function pathOf<P>(node: GppNode<P>): string[] {
  const path: string[] = [];
  for (let at: GppNode<P> | undefined = node; at?.parent; at = at.parent) path.push(at.move!);
  return path.reverse();
}

/** Positions from the root of the tree to a node, both included. */
export function positionsOf<P>(node: GppNode<P>): P[] {
  const positions: P[] = [];
  for (let at: GppNode<P> | undefined = node; at; at = at.parent) positions.push(at.position);
  return positions.reverse();
}
