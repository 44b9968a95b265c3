// The algorithms that can be simulated: the parallel ones, and the sequential search they are compared
// with.
import { inputError, PlyadesError } from '../core/errors.js';
import type { Algorithm } from '../parallel/algorithm.js';
import { algorithms } from '../parallel/algorithms.js';
import { sequential } from '../parallel/sequential/index.js';

const known: Readonly<Record<string, Algorithm>> = { sequential, ...algorithms };

export const simulatedAlgorithms: readonly string[] = Object.keys(known);

/** Throws a PlyadesError with ERR_OPTION when there is none of that name. */
export function findAlgorithm(name: string): Algorithm {
  if (Object.hasOwn(known, name)) return known[name]!;
  const message = `algorithm '${name}': expected one of ${simulatedAlgorithms.join(', ')}`;
  throw PlyadesError.refusing(inputError('ERR_OPTION', message, String(name)));
}
