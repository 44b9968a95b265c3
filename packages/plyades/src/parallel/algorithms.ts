// The parallel algorithms by name.
import type { Algorithm } from './algorithm.js';
import { aphid } from './aphid/index.js';
import { lazySmp } from './lazy-smp/index.js';
import { minimalTree } from './minimal-tree/index.js';
import { rootSplit } from './root-split/index.js';
import { youngBrothers } from './young-brothers/index.js';

export const algorithms = {
  aphid,
  'lazy-smp': lazySmp,
  'minimal-tree': minimalTree,
  'root-split': rootSplit,
  'young-brothers': youngBrothers,
} as const satisfies Record<string, Algorithm>;

export type AlgorithmName = keyof typeof algorithms;

export const algorithmNames = Object.keys(algorithms) as readonly AlgorithmName[];
