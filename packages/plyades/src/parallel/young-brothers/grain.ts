// How large a piece of work must be to be worth giving away. It is measured in nodes, and found from
// the searches that have been finished: games differ too much for a number of plies. Depths to the end
// of the game are counted apart, since a game's own solver makes short work of its last plies.
import { FULL_DEPTH } from '../../core/score.js';

/** How much more a ply deeper costs, where nothing has been measured. */
const GROWTH = 3;
/** Weight of the latest search in the average. */
const RECENT = 0.2;
/** The deepest that is asked for. */
const DEEPEST = 254;

/** Depths of pieces before anything has been measured, and those to the end of the game. */
const FIRST_DEPTH = 4;
const FIRST_FULL_DEPTH = 10;

/** The grain of pieces of a limited depth, and of those to the end of the game. */
export class Grains {
  readonly #limited: Grain;
  readonly #full: Grain;
  readonly #gameLength: number;

  /** Pieces of about `nodes` nodes; a game is `gameLength` plies from its end, if anybody can tell. */
  constructor(nodes: number, gameLength: number) {
    this.#limited = new Grain(nodes, FIRST_DEPTH);
    this.#full = new Grain(nodes, FIRST_FULL_DEPTH);
    this.#gameLength = gameLength;
  }

  /** Pieces of about `nodes` nodes from now on. */
  want(nodes: number): void {
    this.#limited.want(nodes);
    this.#full.want(nodes);
  }

  /** That of searches of this depth. */
  of(depth: number): Grain {
    return depth === FULL_DEPTH ? this.#full : this.#limited;
  }

  /** The search of a piece so many plies from the root took so many nodes. */
  note(depth: number, ply: number, nodes: number): void {
    const plies = depth === FULL_DEPTH ? Math.max(1, this.#gameLength - ply) : depth;
    this.of(depth).note(plies, nodes);
  }
}

export class Grain {
  #wanted: number;
  readonly #sizes: (number | undefined)[] = [];
  #leastDepth: number;

  /** Pieces of about `nodes` nodes; `leastDepth` is believed until something has been measured. */
  constructor(nodes: number, leastDepth: number) {
    this.#wanted = nodes;
    this.#leastDepth = leastDepth;
  }

  /** Pieces of about `nodes` nodes from the next measurement on. */
  want(nodes: number): void {
    this.#wanted = nodes;
  }

  /** Least depth of a piece, at least 1. */
  get leastDepth(): number {
    return this.#leastDepth;
  }

  /** What somebody else has found; own measurements are preferred. */
  suggest(leastDepth: number): void {
    if (this.#sizes.length === 0) this.#leastDepth = Math.max(1, leastDepth);
  }

  /** The search of a piece of this depth took so many nodes. */
  note(depth: number, nodes: number): void {
    const before = this.#sizes[depth] ?? nodes;
    this.#sizes[depth] = before + RECENT * (nodes - before);
    this.#leastDepth = this.#find();
  }

  #find(): number {
    let size = 0;
    for (let depth = 1; depth < DEEPEST; depth++) {
      size = this.#sizes[depth] ?? (size > 0 ? size * GROWTH : this.#firstBelow(depth));
      if (size >= this.#wanted) return depth;
    }
    return DEEPEST;
  }

  /** From the shallowest measured depth downwards. */
  #firstBelow(depth: number): number {
    const first = this.#sizes.findIndex((size) => size !== undefined);
    return this.#sizes[first]! / GROWTH ** (first - depth);
  }
}
