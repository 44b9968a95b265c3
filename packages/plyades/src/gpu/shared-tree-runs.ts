// One search of the searchers of one tree, run after run until the root is decided. What a run has proved is in the
// table, and the next begins with it; between two of them a search can be stopped and a display drawn. So a run is
// bounded in time: the device counts nodes alone, and how many fit is measured in the run before.
import type { ShaderOutput } from './program.js';

/** Words of what is decided and counted, as src/gpu/shaders/shared-tree-table.wgsl has them. */
export const CONTROL = 16;
/** From this word on they are of one run alone: counts of 32 bits, added up here. */
export const COUNTED_FROM = 4;

/** Seconds that a run should take. */
const RUN_SECONDS = 0.25;
/** After a long time it may take this part of it, so that any tree is decided at last, even when the table loses entries. */
const PART_OF_ALL = 1 / 256;
/** A run has at most this multiple of the nodes of the one before. */
const MOST_GROWTH = 16;
/** Nodes of all searchers in a run at most: the device counts them in 32 bits. */
const MOST_COUNTED = 2 ** 31;

/** How many nodes of a searcher fit into a run; kept from one search to the next. */
export class RunBudget {
  readonly #least: number;
  /** The last run of each number of searchers. */
  readonly #known = new Map<number, { readonly nodes: number; readonly seconds: number }>();

  /** Runs never have fewer nodes than `least`: it is enough to prove something new, and few for any device. */
  constructor(least: number) {
    this.#least = least;
  }

  /** Nodes of the next run of a search that has lasted `all` seconds; the least when nothing is known. */
  nodesFor(searchers: number, all: number): number {
    const known = this.#known.get(searchers);
    if (known === undefined) return this.#least;
    const allowed = Math.max(RUN_SECONDS, all * PART_OF_ALL);
    const fitting = Math.floor((known.nodes * allowed) / known.seconds);
    const most = Math.min(MOST_GROWTH * known.nodes, Math.floor(MOST_COUNTED / searchers));
    return Math.max(this.#least, Math.min(fitting, most));
  }

  /** A run of `searchers` searchers used up its nodes. */
  note(searchers: number, nodes: number, seconds: number): void {
    this.#known.set(searchers, { nodes, seconds: Math.max(seconds, 1e-6) });
  }
}

export interface DeviceRunsRequest {
  readonly depth: number;
  readonly searchers: number;
  readonly budget: RunBudget;
  /** Nodes of a searcher in the first run; the budget's if not given. */
  readonly nodesInRun?: number | undefined;
  /** After this number of runs the search ends without a value. */
  readonly mostRuns?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds. */
  readonly now?: () => number;
}

export interface DeviceRunsReply {
  /** Undefined when a line did not fit into the memory of a searcher, or the runs were not enough. */
  readonly value: number | undefined;
  readonly move: number;
  readonly nodes: number;
  readonly runs: number;
  readonly searchers: number;
  /** Asked of the table, found there, and enough to decide a node. */
  readonly probes: number;
  readonly hits: number;
  readonly cuts: number;
  /** Nodes that were left when another had decided one above them; moves that another was at. */
  readonly left: number;
  readonly joined: number;
  /** Seconds of the whole search, of its longest run, and those that the device was at work, if it can tell. */
  readonly seconds: number;
  readonly longestRun: number;
  readonly deviceSeconds: number;
}

/** Runs one after the other; `run` gets the nodes of a searcher. Throws what `run` throws, and an abort. */
export async function searchInRuns(
  run: (nodesInRun: number, number: number) => Promise<ShaderOutput>,
  asked: DeviceRunsRequest,
): Promise<DeviceRunsReply> {
  const { depth, searchers, budget, signal, now = () => performance.now() } = asked;
  const { mostRuns = Number.POSITIVE_INFINITY } = asked;
  const began = now();
  const counts = { nodes: 0, probes: 0, hits: 0, cuts: 0, left: 0, joined: 0 };
  let deviceSeconds = 0;
  let longestRun = 0;
  let nodesInRun = asked.nodesInRun ?? budget.nodesFor(searchers, 0);
  for (let runs = 1; ; runs++) {
    if (signal?.aborted) throw signal.reason;
    const begun = now();
    const ran = await run(nodesInRun, runs);
    const seconds = (now() - begun) / 1000;
    longestRun = Math.max(longestRun, seconds);
    deviceSeconds += ran.deviceSeconds ?? 0;
    const [decided, value, move, overflows, probes, hits, cuts, left, joined] = ran.output;
    counts.nodes += ran.nodes;
    counts.probes += probes!;
    counts.hits += hits!;
    counts.cuts += cuts!;
    counts.left += left!;
    counts.joined += joined!;
    const all = (now() - began) / 1000;
    const open = decided! < depth;
    if (open && overflows === 0 && runs < mostRuns) {
      budget.note(searchers, nodesInRun, seconds);
      nodesInRun = budget.nodesFor(searchers, all);
      continue;
    }
    return {
      value: open ? undefined : value! | 0,
      move: move!,
      runs,
      searchers,
      ...counts,
      seconds: all,
      longestRun,
      deviceSeconds,
    };
  }
}
