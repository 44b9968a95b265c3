// When a search that does not end by itself has gone on long enough: the limits of a move as they stand at a
// moment, for searches that begin before their limits count, or that many make together.
import { MoveTimer } from './allowance.js';
import type { Limits } from './limits.js';

/** How far a search has come. */
export interface Course {
  readonly elapsedMs: number;
  readonly nodes: number;
  readonly depth: number;
}

export class CourseLimits {
  readonly #limits: Limits;
  readonly #timer: MoveTimer | undefined;
  /** Moves by number, as the timer wants them. */
  readonly #moves = new Map<string | number, number>();
  #depth = 0;

  /** `choices` is the number of legal moves. */
  constructor(limits: Limits, choices: number) {
    this.#limits = limits;
    this.#timer = limits.clock && new MoveTimer(limits.clock, choices);
  }

  /** Records the best move so far, and the depth at which it was found. */
  update(move: string | number, value: number, depth: number): void {
    if (depth <= this.#depth) return;
    this.#depth = depth;
    if (!this.#moves.has(move)) this.#moves.set(move, this.#moves.size);
    this.#timer?.finished(this.#moves.get(move), value);
  }

  /** Milliseconds after its beginning at which the search ends at the latest; Infinity when nothing says so. */
  get latestMs(): number {
    return Math.min(this.#limits.ms ?? Infinity, this.#timer?.hardMs ?? Infinity);
  }

  /** Milliseconds after which it should end, by what is known now. */
  get softMs(): number {
    return Math.min(this.latestMs, this.#timer?.softMs ?? Infinity);
  }

  isReached({ elapsedMs, nodes, depth }: Course): boolean {
    const { nodes: mostNodes = Infinity, depth: deepest = Infinity } = this.#limits;
    return elapsedMs >= this.softMs || nodes >= mostNodes || depth >= deepest;
  }
}
