// Where a row was made, in words for people: the wall times of two machines do not compare.
import { availableParallelism, cpus } from 'node:os';

/** Such as `16 cores, Intel Xeon Platinum 8481C, Node 20`. */
export function describeMachine(): string {
  const cores = availableParallelism();
  const model = cpus()[0]?.model.replace(/\s+/g, ' ').trim() || 'unknown processor';
  const [node] = process.versions.node.split('.');
  return `${cores} core${cores === 1 ? '' : 's'}, ${model}, Node ${node}`;
}
