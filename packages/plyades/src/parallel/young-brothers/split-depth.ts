// How deep a child must be to be worth giving away. What is enough is measured in nodes, since games differ too much
// for a number of plies. Depths to the end of the game are counted apart, since a game's own solver makes short work
// of its last plies.
import { FULL_DEPTH } from '../../core/score.js';
import { GROWTH, SubtreeSizes } from '../work-sharing/subtree-sizes.js';

/** The deepest that is asked for. */
const DEEPEST = 254;

/** Least depths before anything has been measured, and those to the end of the game. */
const FIRST_DEPTH = 4;
const FIRST_FULL_DEPTH = 10;

/** The least depth of children of a limited depth, and of those to the end of the game. */
export class SplitDepths {
  readonly #limited: SplitDepth;
  readonly #full: SplitDepth;
  readonly #gameLength: number;

  /** Children of about `nodes` nodes; the game is `gameLength` plies from its end. */
  constructor(nodes: number, gameLength: number) {
    this.#limited = new SplitDepth(nodes, FIRST_DEPTH);
    this.#full = new SplitDepth(nodes, FIRST_FULL_DEPTH);
    this.#gameLength = gameLength;
  }

  /** Children of about `nodes` nodes from now on. */
  want(nodes: number): void {
    this.#limited.want(nodes);
    this.#full.want(nodes);
  }

  /** That of searches of this depth. */
  of(depth: number): SplitDepth {
    return depth === FULL_DEPTH ? this.#full : this.#limited;
  }

  /** The search of a child at this ply took this many nodes. */
  note(depth: number, ply: number, nodes: number): void {
    const plies = depth === FULL_DEPTH ? Math.max(1, this.#gameLength - ply) : depth;
    this.of(depth).note(plies, nodes);
  }
}

export class SplitDepth {
  readonly #sizes = new SubtreeSizes();
  #wanted: number;
  #least: number;

  /** Children of about `nodes` nodes; `least` is used until something has been measured. */
  constructor(nodes: number, least: number) {
    this.#wanted = nodes;
    this.#least = least;
  }

  /** Children of about `nodes` nodes from the next measurement on. */
  want(nodes: number): void {
    this.#wanted = nodes;
  }

  /** Least depth of a child, at least 1. */
  get least(): number {
    return this.#least;
  }

  /** Takes another process's measurement; own measurements are preferred. */
  suggest(least: number): void {
    if (this.#sizes.leastKnown < 0) this.#least = Math.max(1, least);
  }

  /** The search of a child of this depth took this many nodes. */
  note(depth: number, nodes: number): void {
    this.#sizes.note(depth, nodes);
    this.#least = this.#find();
  }

  #find(): number {
    let size = 0;
    for (let depth = 1; depth < DEEPEST; depth++) {
      size = this.#sizes.at(depth) ?? (size > 0 ? size * GROWTH : this.#below(depth));
      if (size >= this.#wanted) return depth;
    }
    return DEEPEST;
  }

  /** The size at a depth below all that were measured, from the least of them downwards. */
  #below(depth: number): number {
    const first = this.#sizes.leastKnown;
    return this.#sizes.at(first)! / GROWTH ** (first - depth);
  }
}
