// A host for the rules of one parallel process: a test hands in messages, ends the searches that the process starts, and
// looks at what the process posts and reports.
import type { ActorReport, SearchFinding } from '#dist/parallel/actor.js';
import { createCounters } from '#dist/parallel/counters.js';
import type { SearchPort, SubtreeRequest } from '#dist/parallel/ports.js';
import { type SmallPosition, smallRules } from './small-trees.js';

/** A search that ends with what a test says. */
export class ScriptedSearch implements Partial<SearchPort<SmallPosition>> {
  readonly started: SubtreeRequest[] = [];
  readonly nodes = 0;
  readonly leaves = 0;
  status: 'running' | 'done' = 'running';
  found: SearchFinding | undefined;

  start(_position: SmallPosition, request: SubtreeRequest): void {
    this.started.push(request);
    this.status = 'running';
    this.found = undefined;
  }

  run() {
    return this.status;
  }

  end(found: Pick<SearchFinding, 'depth' | 'value'> & Partial<SearchFinding>): void {
    this.status = 'done';
    this.found = { bound: 'exact', move: 0, pv: [0], complete: false, ...found };
  }
}

/** A process `self` of a master and two workers, on a root with three moves. */
export function openProcess<M>(self: number) {
  const search = new ScriptedSearch();
  const posted: (readonly [to: number, message: M])[] = [];
  const reported: ActorReport[] = [];
  const refused: number[] = [];
  const context = {
    ...{ self, size: 3, incarnation: 0, counters: createCounters(), isUp: () => true },
    post: (to: number, message: M) => void posted.push([to, message]),
    report: (report: ActorReport) => void reported.push(report),
    refuse: (process: number) => void refused.push(process),
  };
  const ports = {
    rules: smallRules([0, 1, 2, 3]),
    searches: [search as unknown as SearchPort<SmallPosition>],
  };
  return { search, posted, reported, refused, context, ports };
}
