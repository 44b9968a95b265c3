// How many threads can run at the same time here.
import { isNode } from './threads/port.js';

export async function coreCount(): Promise<number> {
  if (isNode) return (await import('node:os')).availableParallelism();
  return Math.max(1, globalThis.navigator?.hardwareConcurrency ?? 1);
}
