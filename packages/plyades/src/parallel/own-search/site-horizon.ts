// Which searches a middle master gives to its site, and how deep its tree is then (section 5.2.4). The program says
// nothing of its tree but how many nodes its searches had: from those of each depth follow the plies at which there
// are enough leaves for all workers, and those that leave each of them enough to do.
import { findHorizon, type Horizon } from '../aphid/horizon.js';
import type { AphidSettings } from '../aphid/options.js';
import type { MiddleSettings } from '../hierarchy/settings.js';

/**
 * The smallest leaf of a middle master has this many times the nodes of the top's smallest: a site makes one search at a
 * time and is idle while it begins and ends, so the search must last several round trips.
 */
const LARGER = 20;

export class SiteHorizon {
  readonly #minSize: number;
  readonly #middle: Pick<MiddleSettings, 'pieces' | 'grain'>;
  /** Nodes of the latest search of each depth. */
  readonly #sizes = new Map<number, number>();

  constructor(
    { minSize }: Pick<AphidSettings, 'minSize'>,
    middle: Pick<MiddleSettings, 'pieces' | 'grain'>,
  ) {
    this.#minSize = LARGER * minSize;
    this.#middle = middle;
  }

  /** Records the nodes of a search of this depth. */
  note(depth: number, nodes: number): void {
    this.#sizes.set(depth, nodes);
  }

  /** Plies below the piece's own root; undefined when the middle master searches the piece itself. */
  of(depth: number, workers: number): Horizon | undefined {
    if (workers === 0 || this.#sizes.size === 0) return undefined;
    const { pieces, grain } = this.#middle;
    const minSize = this.#minSize;
    const settings = {
      minSize,
      minPieces: pieces,
      foresee: false,
      horizonNodes: 'search',
    } as const;
    const found = findHorizon(this.#expected(depth), workers, settings);
    if (found === undefined) return undefined;
    const granularity = Math.max(grain, found.granularity);
    return depth - found.plies >= granularity ? { plies: found.plies, granularity } : undefined;
  }

  /** The sizes of all depths up to this one: a tree grows by one factor between two depths that are known. */
  #expected(depth: number) {
    const known = [...this.#sizes].sort(([a], [b]) => a - b);
    const all = [{ depth: 0, nodes: 1, leaves: 0 }];
    let growth = 1;
    for (const [at, nodes] of known) {
      const last = all.at(-1)!;
      growth = Math.max(1, (nodes / last.nodes) ** (1 / (at - last.depth)));
      for (let d = last.depth + 1; d <= at; d++) {
        all.push({ depth: d, nodes: last.nodes * growth ** (d - last.depth), leaves: 0 });
      }
    }
    const { depth: deepest, nodes } = all.at(-1)!;
    // Beyond, by the mean growth from the root: the last step may have been one of an odd depth.
    const mean = Math.max(growth, nodes ** (1 / Math.max(1, deepest)));
    for (let d = deepest + 1; d <= depth; d++) {
      all.push({ depth: d, nodes: nodes * mean ** (d - deepest), leaves: 0 });
    }
    return all;
  }
}
