// The algorithms that can be simulated: the parallel ones, and the sequential search they are compared with.
import type { Algorithm } from '../parallel/algorithm.js';
import { algorithmsOn, findAlgorithm as find } from '../parallel/algorithms.js';

/** Names of the algorithms that can be simulated. */
export const simulatedAlgorithms: readonly string[] = algorithmsOn('simulation');

/** Throws a PlyadesError with ERR_OPTION when there is none of that name. */
export const findAlgorithm = (name: string): Algorithm => find(name, 'simulation');
