// The parallel algorithms by name.
import type { Algorithm } from './algorithm.js';
import { rootSplit } from './root-split/index.js';

export const algorithms = {
  'root-split': rootSplit,
} as const satisfies Record<string, Algorithm>;

export type AlgorithmName = keyof typeof algorithms;

export const algorithmNames = Object.keys(algorithms) as readonly AlgorithmName[];
