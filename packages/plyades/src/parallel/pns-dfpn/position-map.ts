// Something known by position. Where the count of moves without progress matters, what holds a position also holds
// it when less is left before the draw, so it is found there, too; a win is known for its own count alone.
import type { ProofRules } from './ports.js';

export class PositionMap<P, T> {
  readonly #rules: ProofRules<P>;
  readonly #wins: boolean;
  readonly #exact = new Map<string, T>();
  readonly #counted = new Map<string, { readonly left: number; value: T }[]>();

  constructor(rules: ProofRules<P>, wins: boolean) {
    this.#rules = rules;
    this.#wins = wins;
  }

  get(position: P): T | undefined {
    const left = this.#rules.left(position);
    if (this.#wins || left === Number.POSITIVE_INFINITY) {
      return this.#exact.get(this.#name(position, left));
    }
    return this.#counted.get(this.#rules.identity(position))?.find((each) => each.left >= left)
      ?.value;
  }

  /** Takes the place of what was known with the same count. */
  set(position: P, value: T): void {
    const left = this.#rules.left(position);
    if (this.#wins || left === Number.POSITIVE_INFINITY) {
      this.#exact.set(this.#name(position, left), value);
      return;
    }
    const identity = this.#rules.identity(position);
    const known = this.#counted.get(identity) ?? [];
    const same = known.find((each) => each.left === left);
    if (same !== undefined) same.value = value;
    else known.push({ left, value });
    this.#counted.set(identity, known);
  }

  #name(position: P, left: number): string {
    return nameOf(this.#rules.identity(position), left);
  }
}

/** Equal for positions that have the same answer on every path. */
export const nameOf = (identity: string, left: number): string =>
  left === Number.POSITIVE_INFINITY ? identity : `${identity} ${left}`;
