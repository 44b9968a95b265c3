// The other thread of the shared-table scene: solves a position with a table that is not its own.
import { type Arena, Kernel, Searcher, Table } from 'plyades/kernel';

export interface TableJob {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly arena: Arena;
  readonly table: number;
  readonly record: Uint8Array;
}

self.onmessage = ({ data }: MessageEvent<TableJob>) => {
  const { module, memory, arena, table, record } = data;
  const kernel = new Kernel(module, { memory, arena });
  const searcher = new Searcher(kernel, 32).attach(Table.at(kernel, table));
  searcher.start(record, { minDepth: 9, maxDepth: 9 });
  while (searcher.run(100_000) === 'running');
  self.postMessage(searcher.nodes);
};
