// A kernel for searches on one processor, in the calling thread. It is kept from one search to the next: a
// table of some GiB takes a second to make, and what is not used any more is not free at once.
import { loadKernel } from 'plyades/internal/games/load.js';
import { Kernel, Rules, Searcher, Table } from 'plyades/internal/kernel/index.js';

const MAX_PLY = 64;
/** Searchers, rules and rounding. */
const ROOM = 8 << 20;
/** Nodes between two looks at the signal. */
const SLICE = 2_000_000;

export interface Workbench {
  readonly rules: Rules;
  /** With an empty table, and nothing learnt. */
  readonly searcher: Searcher;
}

interface Kept {
  readonly game: string;
  readonly bytes: number;
  readonly kernel: Kernel;
  readonly address: number;
  readonly searcher: Searcher;
}

let kept: Kept | undefined;

/** A searcher of a game with a table of this many bytes; the one before must not be used any more. */
export async function openWorkbench(game: string, bytes: number): Promise<Workbench> {
  if (kept?.game !== game || kept.bytes < bytes) kept = await make(game, bytes);
  const { kernel, address, searcher } = kept;
  kernel.exports.tableInit(address, Table.buckets(bytes));
  searcher.reset();
  return { rules: new Rules(kernel), searcher: searcher.attach(Table.at(kernel, address)) };
}

/** Its memory is needed elsewhere. */
export function closeWorkbench(): void {
  kept = undefined;
}

async function make(game: string, bytes: number): Promise<Kept> {
  const { module, data } = await loadKernel(game);
  kept = undefined;
  const kernel = new Kernel(module, { capacity: bytes + ROOM, ...(data && { data }) });
  const { address } = Table.create(kernel, bytes);
  return { game, bytes, kernel, address, searcher: new Searcher(kernel, MAX_PLY) };
}

/** Runs a search that has been started; rejects when it is aborted. */
export async function finish(searcher: Searcher, signal: AbortSignal): Promise<void> {
  while (searcher.run(SLICE) === 'running') {
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
  }
}
