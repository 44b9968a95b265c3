// How a graphics device was used by a search, for people and for machines.
import type { SearchResult } from '../api/index.js';
import { makeCount } from './numbers.js';
import { note } from './terminal.js';

/** Notes that the device was missing, was lost, or could do less than was asked. */
export function noteDevice({ device }: SearchResult): void {
  if (device === undefined) return;
  const { missing, lost, searchers, searchersAsked } = device;
  if (missing !== undefined) note(`${missing}: the processor takes its place`);
  if (lost !== undefined) note(`the device was lost (${lost}): the processor went on`);
  if (searchersAsked !== undefined) {
    note(`${searchers} searchers, not ${searchersAsked}: this adapter is the processor`);
  }
}

/** The name of the device as `device`, and how it was used. */
export function deviceJson({ device }: SearchResult): object {
  if (device === undefined) return {};
  const { name, missing: _, ...use } = device;
  return { device: name, ...use };
}

/** A line of the answer that says what was calculated in batches. */
export function deviceText({ device }: SearchResult): [string, string][] {
  const batches = device && makeBatches(device);
  return batches === undefined ? [] : [['batches', batches]];
}

/** Undefined of a search that was aborted before it could tell. */
function makeBatches(device: Readonly<Record<string, unknown>>): string | undefined {
  const count = (name: string) => makeCount(device[name] as number);
  if ('leafBatches' in device)
    return `${count('leafBatches')} of leaves, ${count('branchBatches')} of branches`;
  if ('searchers' in device)
    return `${count('runs')} of ${count('searchers')} searchers of one tree`;
  if (!('tasks' in device)) return undefined;
  return `${count('batches')}, ${count('tasks')} subtrees in ${count('rounds')} rounds`;
}
