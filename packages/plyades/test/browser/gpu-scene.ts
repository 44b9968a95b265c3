// What the page of the GPU test does: everything that a device calculates, for positions of random games, as
// plain numbers. The test has the same from the kernels in Node.
import { closeAll, search } from 'plyades';
import {
  Calculator,
  gpuService,
  openGpu,
  searchNodes,
  searchSharedTree,
  searchTrees,
} from 'plyades/gpu';
import { notationOf } from '../../dist/games/load.js';
import { separateBatch } from '../../dist/gpu/batch.js';

export interface Asked {
  readonly game: string;
  readonly records: readonly (readonly number[])[];
  readonly depth: number;
}

export async function calculate({ game, records, depth }: Asked) {
  const gpu = await openGpu();
  const calculator = await Calculator.make(gpu, game);
  const { toWords, limitOf } = calculator.shaders;
  const positions = records.map((record) => Uint8Array.from(record));
  const limit = limitOf(positions[0]!);
  const batch = separateBatch(positions, toWords, { limit });
  const opened = await calculator.open(batch);
  const branches = positions.map((_, i) => {
    const { counts, offsets, moves, values } = opened;
    const [from, end] = [offsets[i]!, offsets[i]! + counts[i]!];
    return counts[i] === 0 ? [from] : [...moves.subarray(from, end), ...values.subarray(from, end)];
  });
  const together = await searchSharedTree(calculator, positions[0]!, { depth, searchers: 3 });
  const found = {
    software: gpu.report.software,
    evaluated: Array.from(await calculator.evaluate(batch)),
    leaves: Array.from(await calculator.leaves(batch)),
    searched: Array.from(await calculator.search({ ...batch, depth: 1 })),
    branches,
    nodes: (await searchNodes(calculator, positions[0]!, { depth, lmax: 300, bmax: 300 })).value,
    trees: (await searchTrees(calculator, positions[0]!, { depth, plies: 1, few: 0 })).value,
    together: { value: together.value, move: together.move, searchers: together.searchers },
    lost: calculator.usage.lost ?? null,
    unfit: calculator.usage.unfit,
  };
  gpu.close();
  return found;
}

/** The service as a page would use it. */
export async function serve() {
  const notation = notationOf('chess');
  const service = await gpuService('chess');
  const values = Array.from(await service.evaluate([notation.start()]));
  const moves = (await service.expand([notation.start()]))[0]!.length;
  service.close();
  return { values, moves };
}

/** A search by `search()`: its device belongs to a thread, and the page goes on meanwhile. */
export async function searchOnThread(record: readonly number[], depth: number) {
  let frames = 0;
  let isOver = false;
  const count = () => {
    frames++;
    if (!isOver) setTimeout(count, 4);
  };
  count();
  const { status, value, nodes, device, workers } = await search({
    position: { game: 'chess', record: Uint8Array.from(record) },
    depth,
    algorithm: 'gpu',
    settings: { searchers: 3 },
  }).result;
  isOver = true;
  await closeAll();
  return { status, value, nodes, workers, searchers: device?.searchers, frames };
}

Object.assign(globalThis, { gpu: { calculate, serve, searchOnThread } });
