// The searches on one processor beside a simulated one: the sequential search that it is compared with, and
// the one that completes its line.
import { hashBytes } from '../core/search-request.js';
import type { RunEnding } from '../hosts/epochs/driver.js';
import { completeLine, openLineRules } from '../hosts/line.js';
import { openKeptSearch } from '../hosts/threads/kept-search.js';
import type { SearchCommand, SearchReport } from '../hosts/threads/protocol.js';
import type { SearchFinding } from '../parallel/actor.js';
import { sequential } from '../parallel/registry.js';
import { knownLine } from '../search/progress.js';
import { NO_FAULTS } from './faults.js';
import { MAX_TABLE_BYTES, type ResolvedSimulation } from './options.js';
import { run } from './run.js';
import type { Simulation } from './simulate.js';

/** MiB of the search that completes a line, if there are as many: it is a small one. */
const LINE_HASH = 64;
/** A sequential search reports nothing before its end, so its epochs may be long. */
const SEQUENTIAL_EPOCH_NODES = 1 << 20;

/**
 * The sequential search of the same position. Rejects when it is aborted. Where the simulation has an end in
 * virtual time, it may take as long as all processors together; its value is NaN when that is not enough.
 */
export async function searchAlone(
  settings: ResolvedSimulation,
  signal: AbortSignal | undefined,
): Promise<{ value: number; nodes: number }> {
  const { hash, threads, processors, limitMs } = settings;
  const { host: _host, ...costs } = settings.costs;
  const { settings: _, ...request } = settings.request;
  const { mode, seed } = request;
  // Where trees have a width, an odd depth says little of an even one, and the other way round.
  const deepening = settings.width > 0 && mode === 'exact' ? { step: 2 } : {};
  const deadlineNs = limitMs === undefined ? undefined : limitMs * processors * 1e6;
  const epochNs = SEQUENTIAL_EPOCH_NODES * costs.nodeNs;
  let value: number | undefined;
  const ending = await run(
    {
      game: settings.game,
      position: settings.state,
      algorithm: sequential.name,
      processes: 1,
      plan: { request: { ...request, table: 'local' }, ...deepening },
      tableBytes: Math.min(hashBytes({ hash }), MAX_TABLE_BYTES),
      costs,
      epochNs: Math.min(epochNs, deadlineNs ?? epochNs),
      ...(deadlineNs === undefined ? {} : { deadlineNs }),
    },
    {
      threads: Math.min(threads, 1),
      world: { seed, faults: NO_FAULTS },
      signal,
      onReport(report) {
        if (report.type === 'depth') value = report.finding.value;
      },
    },
  );
  if (ending.end === 'stopped') throw new DOMException('the simulation was aborted', 'AbortError');
  if (ending.end === 'late') value = Number.NaN;
  if (value === undefined) throw new Error(`the sequential search ended as ${ending.end}`);
  return { value, nodes: ending.processTotals[0]!.counters.nodes };
}

/**
 * The line of an exact search that has ended, to its full depth; of another one, as far as it is known: in
 * play mode a value need not come out the same again.
 */
export async function lineOf(
  finding: SearchFinding,
  { end }: RunEnding,
  { game, state, request, hash }: ResolvedSimulation,
  signal: AbortSignal | undefined,
): Promise<Pick<Simulation, 'line' | 'plainLine'>> {
  const { board, plainLine } = await openLineRules(game);
  const search = (command: SearchCommand) => searchHere(command, signal);
  const line =
    end === 'done' && request.mode === 'exact'
      ? await completeLine(game, board, state, finding, Math.min(hash, LINE_HASH), search)
      : knownLine(finding);
  return { line, ...(plainLine && { plainLine: plainLine(state, line) }) };
}

/** In the calling thread, which has nothing else to do, and checks the signal between two slices. */
async function searchHere(
  command: SearchCommand,
  signal: AbortSignal | undefined,
): Promise<SearchReport> {
  const kept = await openKeptSearch(command);
  kept.start(command);
  while (!kept.step()) {
    await new Promise((resolve) => setTimeout(resolve));
    if (signal?.aborted) kept.abort();
  }
  return kept.report();
}
