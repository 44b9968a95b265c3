// The processor of the same machine, by the project's own searches and by the paper's: what the device is compared with.
import { availableParallelism } from 'node:os';
import { loadKernel } from 'plyades/internal/games/load.js';
import { Reference } from 'plyades/internal/gpu/index.js';
import { Kernel, Searcher, Table } from 'plyades/internal/kernel/index.js';

/** Without a table it is no rival there, and takes minutes. */
const isRival = (game, depth, withTable) => withTable || game !== 'chess' || depth <= 7;
/** The paper's algorithm 1 takes half a minute beyond these. */
const PLAIN_DEPTHS = { connect6: 7, chess: 7 };

/** Who searches on the processor: a name, and a function that searches once and says seconds, nodes and the value. */
export async function processorSearches(game, root, depth) {
  const { module } = await loadKernel(game);
  const kernel = new Kernel(module, { capacity: 300 << 20 });
  const table = Table.create(kernel, 256 << 20);
  const searcher = new Searcher(kernel, 96);
  const own = (method, attached) => () => {
    searcher.reset();
    searcher.attach(attached);
    attached?.clear();
    const began = performance.now();
    searcher.start(root, { maxDepth: depth, minDepth: attached ? 1 : depth, method });
    searcher.run(Number.POSITIVE_INFINITY);
    const seconds = (performance.now() - began) / 1000;
    const { nodes, leaves } = searcher;
    return { seconds, nodes, leaves, value: searcher.found.value };
  };
  const found = {};
  if (isRival(game, depth, false)) {
    found.alphabeta = own('alphabeta', undefined);
    found.negascout = own('negascout', undefined);
  }
  found['negascout and table'] = own('negascout', table);
  if (depth <= PLAIN_DEPTHS[game]) {
    const reference = await Reference.load(game);
    found['algorithm 1'] = () => plainSearch(reference, root, depth);
  }
  return found;
}

/** The paper's algorithm 1: alpha-beta with the static order and nothing else. */
export function plainSearch(reference, root, depth) {
  const before = reference.nodes;
  const began = performance.now();
  const value = reference.search(root, [], { depth });
  const seconds = (performance.now() - began) / 1000;
  return { seconds, nodes: reference.nodes - before, value };
}

/** One core: seconds, nodes and the value by each of the project's own searches, the fastest of three. */
export async function ownSearches(game, root, depth) {
  const found = {};
  for (const [name, search] of Object.entries(await processorSearches(game, root, depth))) {
    if (name === 'algorithm 1') continue;
    for (let i = 0; i < 3; i++) {
      const once = search();
      if (!(found[name]?.seconds <= once.seconds)) found[name] = once;
      if (once.seconds > 1) break;
    }
  }
  return found;
}

/** All cores of the machine by a parallel algorithm of the project, in exact mode, with fresh threads and tables. */
export async function searchOnAllCores(game, record, depth, algorithm) {
  const { closeAll, search } = await import('plyades/internal/api/index.js');
  // Threads keep their table: a second search of the same tree would only look it up.
  await closeAll();
  const workers = availableParallelism();
  const options = { mode: 'exact', algorithm, workers, hash: 256, table: 'shared' };
  const { value, seconds, nodes } = await search({ position: { game, record }, depth, ...options })
    .result;
  await closeAll();
  return { seconds, nodes, value, workers };
}
