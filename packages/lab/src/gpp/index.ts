// P-GPP's table and figures as experiments.
import type { Experiment } from '../experiment.js';
import { figure4a } from './figure-4a.js';
import { figure4b } from './figure-4b.js';
import { moves } from './moves.js';
import { table2 } from './table-2.js';

/** Each experiment has its own settings and results. */
// biome-ignore lint/suspicious/noExplicitAny: a list of experiments of different kinds
export const gppFigures: readonly Experiment<any, any>[] = [table2, figure4a, figure4b, moves];
