// A look into the memory of a tree that provers have left: is everything as one thread would leave it?
import type { Kernel, ProofTree } from '#dist/kernel/index.js';

const LOCK = 1;
const BUSY = 2;
const USERS = 0xff00;

/** What is wrong with the tree; undefined when nothing is. */
export function faultOf(kernel: Kernel, tree: ProofTree): string | undefined {
  const word = (index: number, field: number) =>
    kernel.u32[(tree.nodesAddress + (index - 1) * 20 + 4 * field) >>> 2]!;
  let nodes = 0;
  let fault: string | undefined;
  const visit = (index: number) => {
    nodes++;
    const flags = word(index, 4);
    if (flags & (LOCK | BUSY | USERS)) fault = `node ${index} has flags ${flags.toString(16)}`;
    const first = word(index, 3);
    for (let i = 0; i < flags >>> 16; i++) visit(first + i);
  };
  visit(1);
  return (
    fault ?? (nodes === tree.live ? undefined : `${nodes} nodes, but ${tree.live} are counted`)
  );
}
