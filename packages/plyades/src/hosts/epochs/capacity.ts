// Memory of kernels in which several virtual processes live, beside their tables and searchers.
import { DATA_RESERVE, MAX_CAPACITY } from '../../kernel/index.js';

/** Memory of a kernel beside tables and searchers: scratch for rules, rounding. */
export const KERNEL_BYTES = 20 << 20;
/** Rounding of a process's tables and searchers, and the records of its roots. */
export const PROCESS_BYTES = 16 << 10;

/** One kernel cannot address more than 4 GiB: how many processes fit into one, if they share no table. */
export const processesOfKernel = (each: number): number =>
  Math.max(1, Math.floor((MAX_CAPACITY - DATA_RESERVE - KERNEL_BYTES) / each));

/** Bytes of a kernel for `bytes` of tables and searchers, beside its game's data. */
export const capacityFor = (bytes: number): number => bytes + KERNEL_BYTES;
