// Numbers on the command line of a bench.
import { badInput } from './failure.mjs';

/** The whole number given as `--name`, within the range. */
export function integer(values, name, least, most) {
  const text = values[name];
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) {
    throw badInput(`--${name} ${text}: expected a whole number from ${least} to ${most}`);
  }
  return value;
}
