// The configurations that tables compare: the paper's, as settings of ours, and what goes past the paper.
import type { TableKind } from 'plyades/internal/parallel/algorithm.js';
import { type MinimalTreeOptions, PAPER } from 'plyades/internal/parallel/minimal-tree/options.js';
import type { PaperTableLine, PaperVariant } from './paper.js';
import type { TreeWidth } from './trees.js';

/** Beside the paper's: what the algorithm does by itself, and the same but for one thing. */
export type TreeVariant =
  | PaperVariant
  | 'ours'
  | 'ours, no epsilon-windows'
  | 'ours, no splitting'
  | 'ours, with hand-over'
  | 'ours, with sharing';

export interface TreeConfiguration {
  readonly options: MinimalTreeOptions;
  readonly table: TableKind;
}

/**
 * The best epsilon on our scale of values, found on trees that are in no table by bench/simulation/epsilon.mjs, as
 * the paper takes its own best (200, but 100 in shogi with 20 children).
 */
const EPSILONS: Readonly<Record<PaperTableLine['game'], Readonly<Record<TreeWidth, number>>>> = {
  synthetic: { 5: 10, 20: 25 },
  shogi: { 5: 100, 20: 25 },
};

/** Plies below their positions down to which the paper's workers share results. */
export const sharingOf = (width: TreeWidth): number => (width === 5 ? 4 : 2);

export function configurationOf(
  way: TreeVariant,
  game: PaperTableLine['game'],
  width: TreeWidth,
): TreeConfiguration {
  const local = (options: MinimalTreeOptions): TreeConfiguration => ({ options, table: 'local' });
  switch (way) {
    case 'with updates':
      return local(PAPER);
    case 'without updates':
      return local({ ...PAPER, updates: false });
    case 'with sharing':
      return { options: { ...PAPER, sharing: sharingOf(width) }, table: 'ring' };
    case 'NegaScout':
      return local({ ...PAPER, negascout: true });
    case 'NegaScout, epsilon-windows':
      return local({ ...PAPER, negascout: true, epsilon: EPSILONS[game][width] });
    case 'ours':
      return local({});
    case 'ours, no epsilon-windows':
      return local({ epsilon: 'off' });
    case 'ours, no splitting':
      return local({ split: false });
    case 'ours, with hand-over':
      return local({ handOver: true });
    case 'ours, with sharing':
      return { options: {}, table: 'ring' };
  }
}
