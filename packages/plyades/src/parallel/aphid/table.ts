// The APHID table (section 5.2.2), as the master has it: an entry for every leaf that was ever
// visited, with what the master decides (where it lies, who searches it) and what the workers found.
// Positions that are reached on several ways with the same depth remaining share an entry.
import type { ProcessId } from '../actor.js';
import type { Source } from '../checks.js';
import { combine } from '../known.js';
import type { LeafScore } from './score.js';
import type { Node } from './tree.js';

/** Where a leaf lies in the master's tree; what workers choose by. */
export interface Place {
  /**
   * 4 for each type-1 node of its path, 2 in the critical tree, 1 for the first uncertain ones; in a
   * program's own search 1 in the critical tree and 2 for the first ones.
   */
  readonly priority: number;
  /** Whether it is to be shown that the leaf is no better for the side of the root: (v, v + 1). */
  readonly leansRight: boolean;
}

/** The scorer of scores that more than one worker has found. */
export const SEVERAL = -1;

/** The place of a leaf that was not visited in the last pass. */
export const NOWHERE: Place = { priority: 0, leansRight: true };

export interface Entry {
  /** A node of the tree that leads to it, and all that passes have found. */
  readonly node: Node<unknown>;
  readonly nodes: Node<unknown>[];
  /** Ascending by iteration; the first is the evaluation, as the search to the leaf's own ply. */
  scores: LeafScore[];
  /** Who has found them, where results are checked. */
  readonly sources: Set<Source>;
  /** The worker that has found the scores, or SEVERAL; undefined when they come from an earlier search. */
  scorer: ProcessId | undefined;
  /** The worker, and the number under which it knows the piece; changes whenever the piece moves. */
  owner: ProcessId | undefined;
  /** Who had it in an earlier search, and has it in its table. */
  lastOwner: ProcessId | undefined;
  lease: number;
  /** The last pass that came there or left. */
  seen: number;
  /** Whether it belongs to the tree of the last pass, and was uncertain there. */
  present: boolean;
  uncertain: boolean;
  /** NOWHERE unless it is present. */
  place: Place;
  /** The window it is uncertain in. */
  alpha: number;
  beta: number;
  /** What the worker was told. */
  toldPlace: Place | undefined;
  toldWindow: { iteration: number; alpha: number; beta: number } | undefined;
  /** Nodes, leaves excepted, of the search for its last score. */
  size: number;
  /** True when it was moved and nothing has come back since. */
  moved: boolean;
  /** True when it was too large: the horizon lies deeper here. */
  exempted: boolean;
}

export class AphidTable {
  readonly #entries = new Map<string, Entry>();
  readonly #leases = new Map<number, Entry>();
  /** Leaves of each worker. */
  readonly #owned = new Map<ProcessId, number>();
  #lastLease = 0;

  /** The entry of a leaf; made when it is visited for the first time. */
  at(node: Node<unknown>): Entry {
    if (node.entry !== undefined) return node.entry;
    const key = node.key === undefined ? undefined : `${node.ply} ${node.key}`;
    const entry = (key === undefined ? undefined : this.#entries.get(key)) ?? createEntry(node);
    this.#entries.set(key ?? `path ${node.path.join(' ')}`, entry);
    node.entry = entry;
    entry.nodes.push(node);
    return entry;
  }

  /** Gives a leaf to a worker under a new lease. */
  lease(entry: Entry, owner: ProcessId): void {
    this.release(entry);
    entry.owner = owner;
    entry.lease = ++this.#lastLease;
    this.#owned.set(owner, (this.#owned.get(owner) ?? 0) + 1);
    this.#leases.set(entry.lease, entry);
  }

  release(entry: Entry): void {
    this.#leases.delete(entry.lease);
    const { owner } = entry;
    if (owner !== undefined) this.#owned.set(owner, this.#owned.get(owner)! - 1);
    entry.owner = undefined;
    entry.toldPlace = undefined;
    entry.toldWindow = undefined;
  }

  /** The leaf that a worker knows under a lease; undefined when it is no longer the worker's. */
  leased(lease: number, owner: ProcessId): Entry | undefined {
    const entry = this.#leases.get(lease);
    return entry?.owner === owner ? entry : undefined;
  }

  /** Whether a leaf was ever given away under this number. */
  hasLeased(lease: number): boolean {
    return lease >= 1 && lease <= this.#lastLease;
  }

  /** Whether some leaf is this worker's. */
  owns(worker: ProcessId): boolean {
    return (this.#owned.get(worker) ?? 0) > 0;
  }

  /** All leaves that were ever visited. */
  entries(): Iterable<Entry> {
    return this.#entries.values();
  }
}

function createEntry(node: Node<unknown>): Entry {
  return {
    node,
    nodes: [],
    scores: [evaluation(node)],
    sources: new Set(),
    scorer: undefined,
    owner: undefined,
    lastOwner: undefined,
    lease: 0,
    seen: -1,
    present: false,
    uncertain: false,
    place: NOWHERE,
    alpha: 0,
    beta: 0,
    toldPlace: undefined,
    toldWindow: undefined,
    size: 0,
    moved: false,
    exempted: false,
  };
}

function evaluation(node: Node<unknown>): LeafScore {
  const { ply, value } = node;
  return { iteration: ply, lower: value, upper: value, complete: false, pv: [] };
}

/** Writes a score into the worker's half of an entry. */
export function record(entry: Pick<Entry, 'scores' | 'moved'>, score: LeafScore): void {
  const { scores } = entry;
  let at = scores.length;
  while (at > 1 && scores[at - 1]!.iteration > score.iteration) at--;
  const same = scores[at - 1]!.iteration === score.iteration;
  if (same) scores[at - 1] = combine(scores[at - 1]!, score);
  else scores.splice(at, 0, score);
  entry.moved = false;
}

/** The score of exactly this iteration. */
export function scoreAt(entry: Pick<Entry, 'scores'>, iteration: number): LeafScore | undefined {
  const { scores } = entry;
  for (let i = scores.length - 1; i > 0; i--) {
    if (scores[i]!.iteration === iteration) return scores[i];
    if (scores[i]!.iteration < iteration) return undefined;
  }
  return undefined;
}

/** Forgets what the workers found. */
export function dropScores(entry: Pick<Entry, 'scores' | 'size' | 'scorer'>): void {
  entry.scores = [entry.scores[0]!];
  entry.scorer = undefined;
  entry.size = 0;
}
