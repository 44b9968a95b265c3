// The messages between workers that help each other and the master that sends them; part of the
// messages of every algorithm that has such workers.
import { FULL_DEPTH, INFINITE } from '../../core/score.js';
import { ENTRY_BYTES, HANDED_ENTRIES } from '../ports.js';
import { MAX_NODES } from '../received.js';
import { bytes, count, flag, list, type MessageOf, signed } from '../wire.js';

const number = count(Number.MAX_SAFE_INTEGER);
const value = signed(INFINITE);
const move = count(2 ** 32 - 1);
const process = count(2 ** 16);

export const workSharingKinds = {
  /** Of master to worker: this process has nothing required to do; give it parts of yours. */
  help: { helper: process },
  /** Of master to worker: it has lost this process, so none should wait for it. */
  gone: { process },
  /** Of a worker to its helper, before a part: table entries at and below it. */
  known: { entries: bytes(HANDED_ENTRIES * ENTRY_BYTES) },
  /** Of a worker to its helper: a child of the search under way, and how it would search it. */
  part: {
    lease: number,
    path: list(move, 256),
    depth: count(FULL_DEPTH),
    alpha: value,
    beta: value,
    /** True when the same side moves again in the child. */
    same: flag,
    nodeType: count(3),
    scout: flag,
  },
  /** The window of a part has narrowed; a part is wanted no more. */
  window: { lease: number, alpha: value, beta: value },
  abort: { lease: number },
  /** Of helper to worker: the value of a part, and its size as that of a piece; or no value at all. */
  result: {
    lease: number,
    value,
    /** Index in `bounds`. */
    bound: count(2),
    complete: flag,
    pv: list(move, 256),
    size: count(MAX_NODES),
  },
  decline: { lease: number },
} as const;

export type WorkSharingMessage = MessageOf<typeof workSharingKinds>;

/** Messages that only the master sends. */
const masterKinds: readonly WorkSharingMessage['type'][] = ['gone'];

/** Whether workers send this message to each other; all others come from the master. */
export const isAmongWorkers = ({ type }: { readonly type: string }): boolean =>
  type in workSharingKinds && !masterKinds.some((kind) => kind === type);
