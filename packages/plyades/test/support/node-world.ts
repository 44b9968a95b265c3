// A world in which nothing takes time but nodes: whether a search keeps to its limits there is no matter of
// the machine.
import { recordBoard } from '#dist/search/board.js';
import type { Limits } from '#dist/search/limits.js';
import { SequentialSearch, type SequentialSettings } from '#dist/search/sequential.js';
import { openBench } from './kernels.js';

const play: SequentialSettings = { mode: 'play', method: 'negascout' };

/** A searcher of a position; `elapsed` is the time that a search took, in milliseconds of this world. */
export async function nodeWorld(id: string, text: string | undefined, nodesPerMs: number) {
  const bench = await openBench(id, text);
  const board = recordBoard(bench.rules);
  let now = 0;
  const search = new SequentialSearch(bench.kernel, board, undefined, { now: () => now });
  const { exports } = bench.kernel;
  const searcherRun = (searcher: number, budget: number) => {
    const before = search.progress.nodes;
    const status = exports.searcherRun(searcher, budget);
    // What completes a line does not count among the nodes of the search.
    now += (search.progress.nodes - before || budget) / nodesPerMs;
    return status;
  };
  Object.defineProperty(bench.kernel, 'exports', { value: { ...exports, searcherRun } });
  return (limits: Limits) => {
    const startedAt = now;
    search.start(bench.start, limits, play);
    while (!search.step());
    return { ...search.progress, stopped: search.stopped, elapsed: now - startedAt };
  };
}
