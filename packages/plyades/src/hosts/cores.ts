// The resources of this machine: threads that can run at the same time, and memory.
export { coreCount, freeMemory } from '#platform';
