// Load balancing and exemptions (section 5.2.5): pieces of work go from the most overworked worker to
// workers that have nothing uncertain, small ones first, since what is moved is searched again; and
// pieces that are much larger than the others are split.
import type { ProcessId } from '../actor.js';
import type { LeafRecord } from './leaf.js';
import type { AphidLeaf } from './table.js';

/** The fields of a leaf that balancing reads. */
type Weighed = Pick<LeafRecord, 'owner' | 'moved' | 'size'>;

export interface LeafMove<E extends Weighed = AphidLeaf> {
  readonly entry: E;
  readonly to: ProcessId;
}

/** Which leaves to move; `uncertain` holds those of the last pass in the order of their visits. */
export function balance<E extends Weighed>(
  uncertain: readonly E[],
  workers: readonly ProcessId[],
): LeafMove<E>[] {
  const load = new Map<ProcessId, E[]>(workers.map((worker) => [worker, []]));
  for (const entry of uncertain) load.get(entry.owner!)?.push(entry);
  const idle = workers.filter((worker) => load.get(worker)!.length === 0);
  const movable = new Map<ProcessId, E[]>();
  for (const [worker, entries] of load) {
    // The first one is probably under way. The smallest is last, to be taken first.
    const later = entries.slice(1).filter((entry) => !entry.moved);
    movable.set(
      worker,
      later.sort((a, b) => b.size - a.size),
    );
  }
  const left = new Map([...load].map(([worker, entries]) => [worker, entries.length]));
  const moves: LeafMove<E>[] = [];
  for (const to of idle) {
    const from = mostLoaded(left, movable);
    if (from === undefined) break;
    moves.push({ entry: movable.get(from)!.pop()!, to });
    left.set(from, left.get(from)! - 1);
  }
  return moves;
}

/** The worker with the most uncertain leaves, of those that have one to give. */
function mostLoaded(
  left: ReadonlyMap<ProcessId, number>,
  movable: ReadonlyMap<ProcessId, readonly unknown[]>,
): ProcessId | undefined {
  let most: ProcessId | undefined;
  for (const [worker, count] of left) {
    if (movable.get(worker)!.length === 0) continue;
    if (most === undefined || count > left.get(most)!) most = worker;
  }
  return most;
}

/** The leaves that are `threshold` times as large as the average, of those that were searched. */
export function oversized<E extends Pick<LeafRecord, 'size' | 'exempted'>>(
  entries: Iterable<E>,
  threshold: number,
): E[] {
  const searched = [...entries].filter((entry) => entry.size > 0 && !entry.exempted);
  const total = searched.reduce((sum, entry) => sum + entry.size, 0);
  return searched.filter((entry) => entry.size * searched.length >= threshold * total);
}
