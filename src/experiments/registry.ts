// The experiments by name.
import { allAlgorithms } from './algorithms.js';
import type { Experiment } from './experiment.js';
import { table63 } from './table-6-3.js';
import { realThreads } from './threads.js';

/** Settings and results are each experiment's own affair. */
// biome-ignore lint/suspicious/noExplicitAny: a list of experiments of different kinds
export const experiments: readonly Experiment<any, any>[] = [table63, allAlgorithms, realThreads];
