// A master's tree as bytes that outlive its process: of each leaf the results of its searches, which stay true whether
// the search goes on or not. A resumed search begins with a tree that has them. Only for exact mode: in
// play mode what a search finds depends on its window. Guesses, leases and windows are not kept: a search makes new ones.
import { FULL_DEPTH, INFINITE } from '../core/score.js';
import type { ProcessId } from './actor.js';
import type { KnownValue } from './value-bounds.js';
import {
  count,
  type Field,
  flag,
  list,
  Malformed,
  Reader,
  record,
  signed,
  Writer,
} from './wire.js';

/** The result of a search of a leaf. */
export interface SavedResult extends KnownValue {
  /** Plies below the leaf, or FULL_DEPTH. */
  readonly depth: number;
}

export interface SavedLeaf {
  /** Moves from the root. */
  readonly path: readonly number[];
  /** Ascending by depth. */
  readonly results: readonly SavedResult[];
  /** The worker that searched it last, and has it in its table; not written down. */
  readonly owner?: ProcessId | undefined;
}

export interface SavedTree {
  /** Plies of the tree, and the least plies of a search below it. */
  readonly horizon: number;
  readonly granularity: number;
  readonly leaves: readonly SavedLeaf[];
}

const VERSION = 1;
/** No server of a cluster takes more in one message; the deepest results come first. */
const MAX_BYTES = 1 << 19;
const MAX_LEAVES = MAX_BYTES;
const MAX_PLIES = 1000;

const moves = list(count(2 ** 32 - 1), MAX_PLIES);
const result: Field<SavedResult> = record({
  depth: count(FULL_DEPTH),
  lower: signed(INFINITE),
  upper: signed(INFINITE),
  complete: flag,
  pv: moves,
});
const leaf: Field<SavedLeaf> = record({ path: moves, results: list(result, MAX_PLIES) });
const head = record({
  version: count(VERSION),
  horizon: count(MAX_PLIES),
  granularity: count(MAX_PLIES),
});

export function packTree({ horizon, granularity, leaves }: SavedTree): Uint8Array {
  const deepest = ({ results }: SavedLeaf) => results.at(-1)?.depth ?? 0;
  const body = new Writer();
  let fit = 0;
  for (const each of leaves.toSorted((a, b) => deepest(b) - deepest(a))) {
    if (body.length > MAX_BYTES) break;
    leaf.write(body, each);
    fit++;
  }
  const out = new Writer();
  head.write(out, { version: VERSION, horizon, granularity });
  out.unsigned(fit);
  out.append(body);
  return out.takeChecked();
}

/** Undefined for what is no tree, or of another version. */
export function readTree(bytes: Uint8Array): SavedTree | undefined {
  try {
    const from = new Reader(bytes);
    from.checksum();
    const { version, horizon, granularity } = head.read(from);
    if (version !== VERSION) return undefined;
    const leaves = list(leaf, MAX_LEAVES).read(from);
    return from.atEnd ? { horizon, granularity, leaves } : undefined;
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}
