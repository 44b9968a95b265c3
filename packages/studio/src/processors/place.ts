// A place in a run as parameters of an address: `process=3&span=1000-2500`, in nanoseconds. What an address brings may
// be anything.
import type { TimeSpan } from './lane-bins.js';
import { MIN_SPAN } from './span.js';

export interface Place {
  readonly process: number | undefined;
  readonly span: TimeSpan | undefined;
}

export function parsePlace(parameters: ReadonlyMap<string, string>): Place {
  const process = parameters.get('process') ?? '';
  const [, from, to] = /^(\d{1,15})-(\d{1,15})$/.exec(parameters.get('span') ?? '') ?? [];
  const span = { from: Number(from), to: Number(to) };
  return {
    process: /^\d{1,5}$/.test(process) ? Number(process) : undefined,
    span: span.to - span.from >= MIN_SPAN ? span : undefined,
  };
}

export const makePlace = ({ process, span }: Place) => ({
  process: process === undefined ? undefined : String(process),
  span: span === undefined ? undefined : `${Math.floor(span.from)}-${Math.ceil(span.to)}`,
});
