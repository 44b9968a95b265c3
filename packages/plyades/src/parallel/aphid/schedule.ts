// Which piece of work a worker searches next (section 5.2.3). Pieces lie in buckets by the iteration
// they have been searched to, and by priority. Work that the current iteration requires comes first,
// the highest priority first; when there is none, the piece that is least far, then by priority.
// Leaves that the master did not visit in its last pass are not searched.

export interface Scheduled {
  /** The iteration it has been searched to; 0 when to none. */
  done: number;
  /** 0 when it is not to be searched. */
  readonly priority: number;
  /** True when the master asks for another search of the iteration it has been searched to. */
  readonly again: boolean;
}

export class Schedule<T extends Scheduled> {
  /** By iteration, then by priority; within a bucket first come, first served. */
  readonly #buckets = new Map<number, Map<number, Set<T>>>();
  readonly #again = new Set<T>();

  add(piece: T): void {
    if (piece.priority === 0) return;
    const byPriority = this.#buckets.get(piece.done) ?? new Map<number, Set<T>>();
    this.#buckets.set(piece.done, byPriority);
    const bucket = byPriority.get(piece.priority);
    if (bucket === undefined) byPriority.set(piece.priority, new Set([piece]));
    else bucket.add(piece);
    if (piece.again) this.#again.add(piece);
  }

  /** Call before a piece changes, and `add` afterwards. */
  remove(piece: T): void {
    this.#again.delete(piece);
    const byPriority = this.#buckets.get(piece.done);
    const bucket = byPriority?.get(piece.priority);
    if (!bucket?.delete(piece) || bucket.size > 0) return;
    byPriority!.delete(piece.priority);
    if (byPriority!.size === 0) this.#buckets.delete(piece.done);
  }

  /** The most important piece that the iteration requires. */
  required(iteration: number): T | undefined {
    let best: T | undefined;
    for (const [done, byPriority] of this.#buckets) {
      if (done >= iteration) continue;
      const piece = highest(byPriority);
      if (best === undefined || piece.priority > best.priority) best = piece;
    }
    for (const piece of this.#again) {
      if (best === undefined || piece.priority > best.priority) best = piece;
    }
    return best;
  }

  /** Pieces that the iteration requires. */
  countRequired(iteration: number): number {
    let count = 0;
    for (const [done, byPriority] of this.#buckets) {
      if (done >= iteration) continue;
      for (const bucket of byPriority.values()) count += bucket.size;
    }
    for (const { done } of this.#again) if (done >= iteration) count++;
    return count;
  }

  /** The piece to search deeper when nothing is required; none that has been searched to `last`. */
  speculative(last: number): T | undefined {
    let least = last;
    for (const done of this.#buckets.keys()) least = Math.min(least, done);
    return least === last ? undefined : highest(this.#buckets.get(least)!);
  }

  clear(): void {
    this.#buckets.clear();
    this.#again.clear();
  }
}

function highest<T>(byPriority: ReadonlyMap<number, ReadonlySet<T>>): T {
  let priority = 0;
  for (const one of byPriority.keys()) priority = Math.max(priority, one);
  for (const piece of byPriority.get(priority)!) return piece;
  throw new Error('a bucket is empty');
}
