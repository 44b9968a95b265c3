// A worker's search of a distributed proof: a depth-first search in a kernel with a table of its own, and the strategy
// that shows its answer to the master.
import { PlyadesError } from '../../core/errors.js';
import { DepthFirst, type Kernel } from '../../kernel/index.js';
import type { Numbers, ProofSearch, ProofSearchResult } from '../../parallel/pns-dfpn/ports.js';
import { Fault } from '../../parallel/pns-dfpn/strategy.js';
import { CountedSearch, type ProofSearchOptions } from './counted-search.js';
import { StrategySearch, type StrategySubject } from './strategy-search.js';

/** Bytes of a worker's search without its table. */
export function proofSearchBytes(kernel: Kernel, maxPly: number): number {
  return DepthFirst.bytes(kernel, maxPly);
}

/** A worker's search in a kernel's memory. */
export class KernelProofSearch<P> implements ProofSearch {
  readonly #subject: StrategySubject<P>;
  readonly #counted: CountedSearch;
  readonly #strategy: StrategySearch<P>;
  #explaining: Generator<number, number[], void> | undefined;
  #explanation: readonly number[] | undefined;

  constructor(kernel: Kernel, subject: StrategySubject<P>, options: ProofSearchOptions) {
    this.#subject = subject;
    this.#counted = new CountedSearch(kernel, subject.attackGoal.attack, options);
    this.#strategy = new StrategySearch(subject, this.#counted);
  }

  start(path: readonly number[], most?: Pick<Numbers, 'pn' | 'dn'>): void {
    const { board, rules } = this.#subject;
    this.#counted.search.setThorough(false);
    this.#counted.start(board.record(rules.root), path, most);
  }

  run(budget: number): boolean {
    return this.#counted.search.run(budget);
  }

  leave(): ProofSearchResult {
    const { search } = this.#counted;
    search.leave();
    const { root, rests, deep, children } = search;
    return { ...root, rests, deep, children };
  }

  get nodes(): number {
    return this.#counted.nodes;
  }

  explain(path: readonly number[], wins: boolean): void {
    this.#explaining = this.#strategy.moves([...path], wins);
    this.#explanation = undefined;
  }

  runExplanation(budget: number): boolean {
    const end = this.nodes + budget;
    try {
      do {
        const step = this.#explaining!.next();
        if (!step.done) continue;
        this.#explanation = step.value;
        return true;
      } while (this.nodes < end);
      return false;
    } catch (error) {
      // There is no strategy, or it has too many positions.
      if (error instanceof Fault || error instanceof PlyadesError) return true;
      throw error;
    }
  }

  get explanation(): readonly number[] | undefined {
    return this.#explanation;
  }

  /** Empties the table, so that a restarted process finds nothing of the one before. */
  forget(): void {
    this.#counted.forget();
  }
}
