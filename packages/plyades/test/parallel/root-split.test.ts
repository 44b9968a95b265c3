// Root splitting under the deterministic driver finds what the sequential search finds.

import { expect, test } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { synthetic } from '#dist/games/synthetic/index.js';
import { Cell } from '#dist/hosts/epochs/cell.js';
import { NODES_ONLY } from '#dist/hosts/epochs/costs.js';
import { drive, localCells, quietWorld } from '#dist/hosts/epochs/driver.js';
import { createPorts } from '#dist/hosts/ports.js';
import { compileKernel, Kernel, Rules, Searcher, Table } from '#dist/kernel/index.js';
import type { Outlet, SearchFinding } from '#dist/parallel/actor.js';
import { rootSplit } from '#dist/parallel/root-split/index.js';
import { recordBoard } from '#dist/search/board.js';

test('finds the sequential value', async () => {
  const module = await compileKernel('synthetic');
  for (let seed = 1; seed <= 20; seed++) {
    const kernel = new Kernel(module, { capacity: 16 << 20 });
    const board = recordBoard(new Rules(kernel));
    const { record } = unwrap(synthetic.parsePosition(`b=6,seed=${seed}`));
    const searcher = new Searcher(kernel, 40);
    searcher.start(record, { maxDepth: 7 });
    searcher.run(Number.POSITIVE_INFINITY);
    let finding: SearchFinding | undefined;
    const make = (self: number, incarnation: number, outlet: Outlet) => {
      const table = Table.create(kernel, 1 << 16);
      const ports = createPorts(kernel, board, record, table, { searches: 1, maxPly: 40 });
      const plan = { request: { depth: 7, mode: 'exact', table: 'local', seed } } as const;
      return rootSplit.createActor({ self, size: 4, incarnation }, outlet, ports, plan);
    };
    const cell = new Cell([0, 1, 2, 3], make, NODES_ONLY);
    const ending = await drive(
      localCells([cell], () => 0),
      {
        epochNs: 500,
        world: quietWorld(0),
        onReport(report) {
          if (report.type === 'depth') finding = report.finding;
        },
      },
    );
    expect(ending.end).toBe('done');
    expect(finding?.depth).toBe(7);
    expect(finding?.value).toBe(searcher.found?.value);
  }
});
