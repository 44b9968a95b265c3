// The resources of this machine: threads that can run at the same time, and memory.
import { isNode } from './threads/port.js';

export async function coreCount(): Promise<number> {
  if (isNode) return (await import('node:os')).availableParallelism();
  return Math.max(1, globalThis.navigator?.hardwareConcurrency ?? 1);
}

/** Bytes of memory that are left on this machine; Infinity where that is unknown. */
export async function freeMemory(): Promise<number> {
  return isNode ? (await import('node:os')).freemem() : Number.POSITIVE_INFINITY;
}
