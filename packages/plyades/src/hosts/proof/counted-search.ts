// A depth-first search that is started many times and counts the nodes of all its searches together.

import type { Attack, ProofNumbers } from '../../kernel/index.js';
import { DepthFirst, type Kernel, ProofTable } from '../../kernel/index.js';

/** How a worker searches. */
export interface ProofSearchOptions {
  /** Plies of the longest line. */
  readonly maxPly: number;
  readonly tableBytes: number;
  /** False when positions have no keys. */
  readonly keyed: boolean;
}

export class CountedSearch {
  readonly search: DepthFirst;
  readonly maxPly: number;
  readonly #kernel: Kernel;
  readonly #table: ProofTable;
  #earlierNodes = 0;

  constructor(kernel: Kernel, attack: Attack, { maxPly, tableBytes, keyed }: ProofSearchOptions) {
    this.#kernel = kernel;
    this.#table = ProofTable.create(kernel, tableBytes);
    this.search = new DepthFirst(kernel, this.#table, maxPly, attack, { keyed });
    this.maxPly = maxPly;
  }

  /** Begins the next search at the position after `played`. */
  start(record: Uint8Array, played: readonly number[], most?: ProofNumbers): void {
    this.#earlierNodes += this.search.evaluated;
    this.search.start(record, played, most);
  }

  /** Nodes evaluated by all searches so far. */
  get nodes(): number {
    return this.#earlierNodes + this.search.evaluated;
  }

  /** Empties the table. */
  forget(): void {
    this.#table.clear(this.#kernel);
  }
}
