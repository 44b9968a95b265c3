// Connect Four in plain TypeScript on the library's kernel, as the bench drives it.
import game from 'plyades/internal/examples/connect-four.js';
import { bindGame } from 'plyades/internal/games/plain/index.js';
import { compileKernel, Kernel, Searcher, Table } from 'plyades/internal/kernel/index.js';

const MAX_PLY = 64;
/** Nodes per slice: what a worker searches between two looks at its messages. */
const SLICE = 50_000;

/** The table of comparisons (b) and (c). */
export const TABLE_BYTES = 16 << 20;

/** A search that can be run at any depth; with `tableBytes` 0 it has no table. */
export async function openSearch(tableBytes) {
  const binding = bindGame(game);
  const module = await compileKernel('foreign');
  const kernel = new Kernel(module, { capacity: tableBytes + (4 << 20), imports: binding.imports });
  const table = tableBytes > 0 ? Table.create(kernel, tableBytes) : undefined;
  const searcher = new Searcher(kernel, MAX_PLY).attach(table);
  const slot = binding.reserve(MAX_PLY);

  /** Runs to the end; `between` is called after every slice. */
  return function search(options, between = () => {}) {
    table?.clear();
    searcher.start(binding.place(slot, game.start()), options);
    while (searcher.run(SLICE) === 'running') between();
    return { value: searcher.found.value, nodes: searcher.nodes };
  };
}
