// The trace of a search on a real clock, and what its header says. Loaded when a search is traced: a page that traces none
// does without.
import { BUILD_ID } from '#build-id';
import type { SearchRequest } from '../../core/search-request.js';
import { LiveTrace } from '../../hosts/live-trace.js';
import { findDescription } from '../../parallel/described.js';
import type { SearchContext } from './backend.js';

/** A trace of this many processes, given to the caller; undefined when none was asked for. */
export function createTrace(
  { game, position, algorithm }: SearchRequest,
  { trace: give }: SearchContext,
  processes: number,
): LiveTrace | undefined {
  if (give === undefined) return undefined;
  const { hasMaster } = findDescription(algorithm);
  const searched = { game, position, algorithm, processes, hasMaster };
  return new LiveTrace({ version: 1, build: BUILD_ID, ...searched, clock: 'real' }, give);
}
