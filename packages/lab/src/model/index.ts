// Chapter 4 of M. G. Brockington's thesis (Asynchronous Parallel Game-Tree Search, 1998) as experiments: a
// model of synchronous and asynchronous search, and the measurements that it rests on.
import type { Experiment } from '../experiment.js';
import { figure41 } from './figure-4-1.js';
import { figure42, figure44, figure46 } from './perfect.js';
import { figure43, figure45, figure47 } from './realistic.js';

/** Each experiment has its own settings and results. */
// biome-ignore lint/suspicious/noExplicitAny: a list of experiments of different kinds
export const modelFigures: readonly Experiment<any, any>[] = [
  ...[figure41, figure42, figure43, figure44, figure45, figure46, figure47],
];
