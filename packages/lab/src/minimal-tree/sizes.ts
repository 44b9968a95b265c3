// How large the searches of a scale are. The paper's are shrunk in proportion: a step takes two plies from
// the depth and one from the master's tree, and processors are divided, so that a worker still has some
// positions. `full` has the paper's sizes; where those take too long for many trees, some smaller ones come
// before, with more trees. Steps are even, so that tasks are of even depths, too: at odd ones a window that is
// too wide costs far more (b=20, 5 plies: 20 times the leaves of a null window, against twice at 6).
import type { Scale } from '../experiment.js';
import type { PaperTableLine } from './paper.js';
import { shogiTrees, syntheticTrees, type TreeRoot, type TreeWidth } from './trees.js';

/** MiB of the sequential search's table, and of all tables of a parallel one together. */
export const HASH: Readonly<Record<Scale, number>> = { smoke: 16, short: 256, full: 4000 };

const DIVISORS: Readonly<Record<Scale, number>> = { smoke: 64, short: 8, full: 1 };

/** Searches of one size: how many steps smaller than the paper's, and of how many trees. */
interface Size {
  readonly steps: number;
  readonly trees: number;
}

type Kind = `${PaperTableLine['game']} ${TreeWidth} ${number}`;

/** By game, width and the paper's depth. */
const SIZES: Readonly<Record<Scale, Readonly<Record<Kind, readonly Size[]>>>> = {
  smoke: {
    'synthetic 5 24': [{ steps: 8, trees: 2 }],
    'synthetic 20 12': [{ steps: 4, trees: 2 }],
    'shogi 5 24': [{ steps: 8, trees: 2 }],
    'shogi 20 12': [{ steps: 4, trees: 2 }],
  },
  short: {
    'synthetic 5 24': [{ steps: 4, trees: 2 }],
    'synthetic 20 12': [{ steps: 2, trees: 2 }],
    'shogi 5 24': [{ steps: 4, trees: 2 }],
    'shogi 20 12': [{ steps: 2, trees: 2 }],
  },
  full: {
    'synthetic 5 24': [{ steps: 0, trees: 8 }],
    'synthetic 20 12': [{ steps: 0, trees: 8 }],
    'shogi 5 24': [
      { steps: 2, trees: 8 },
      { steps: 0, trees: 1 },
    ],
    'shogi 20 12': [
      { steps: 2, trees: 8 },
      { steps: 0, trees: 8 },
    ],
    'shogi 20 14': [{ steps: 0, trees: 1 }],
  },
};

export interface SizedTree {
  readonly place: TreeRoot;
  readonly depth: number;
  /** For a line's horizon. */
  horizon(plies: number): number;
  processors(number: number): number;
}

/** The searches that stand for those of the paper with a tree of this kind, smaller ones first. */
export function sizesOf(
  scale: Scale,
  { game, width, depth }: Pick<PaperTableLine, 'game' | 'width' | 'depth'>,
): readonly SizedTree[] {
  const sizes = SIZES[scale][`${game} ${width} ${depth}`] ?? [];
  return sizes.flatMap(({ steps, trees }) => {
    const places = game === 'shogi' ? shogiTrees(width, trees) : syntheticTrees(width, trees);
    return places.map((place) => ({
      place,
      depth: depth - 2 * steps,
      horizon: (plies) => Math.max(1, plies - steps),
      processors: (number) => Math.max(3, Math.round(number / DIVISORS[scale])),
    }));
  });
}
