// Nodes that the node-based search calculates with pruning, by the order of its branches (src/gpu/node-search.ts), with
// the processor in the device's place: counts need no device. One JSON line each, beside serial alpha-beta (table 3).
//
//   npm run bench -- gpu/orders [--game chess] [--depth 5]
import { parseArgs } from 'node:util';
import { HostCalculator, searchNodes } from 'plyades/internal/gpu/index.js';
import { rootOf } from './tree.mjs';

const { values: flags } = parseArgs({
  options: { game: { type: 'string' }, depth: { type: 'string' } },
});
/** The paper's best sizes with pruning, and a small one. */
const runs = [
  ['connect6', 5, [40, 7424]],
  ['chess', 5, [40, 7680]],
  ['chess', 6, [40, 7680]],
];
for (const [game, depth, sizes] of runs) {
  if ((flags.game ?? game) !== game || Number(flags.depth ?? depth) !== depth) continue;
  const calculator = await HostCalculator.make(game);
  const { reference } = calculator;
  const root = await rootOf(game);
  const before = reference.nodes;
  const value = reference.search(root, [], { depth });
  const serial = reference.nodes - before;
  for (const size of sizes) {
    for (const order of ['depth-first', 'by-level']) {
      const found = await searchNodes(calculator, root, { depth, order, lmax: size, bmax: size });
      const { nodes, leaves, hostNodes, leafBatches, branchBatches, mostNodes } = found;
      const counts = { nodes, leaves, hostNodes, leafBatches, branchBatches, mostNodes };
      const right = found.value === value;
      console.log(
        JSON.stringify({ part: 'orders', game, depth, size, order, ...counts, serial, right }),
      );
      if (!right) process.exitCode = 1;
    }
  }
}
