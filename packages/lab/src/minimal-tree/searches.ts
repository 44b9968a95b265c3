// The runs of all tables and figures: searches of a tree on one processor, by the textbook or by the best
// that we have, and simulated searches on many. They stand in one file, so that a search which several
// tables need is made once. Sequential searches come first: parallel ones are compared with them.
import { PlyadesError } from 'plyades/internal/core/errors.js';
import type { Cut } from 'plyades/internal/kernel/index.js';
import { loadProfile, simulate } from 'plyades/internal/sim/index.js';
import type { ExperimentRow, ExperimentRun, RunContext } from '../experiment.js';
import { positionOf } from '../positions.js';
import { regrain } from '../simulated.js';
import { closeWorkbench, finish, openWorkbench } from './kernels.js';
import type { PaperTableLine } from './paper.js';
import type { TreeRoot, TreeWidth } from './trees.js';
import { configurationOf, type TreeVariant } from './variants.js';

/** Which tree is searched, and how deep. */
interface Searched {
  readonly place: TreeRoot;
  readonly width: TreeWidth;
  readonly depth: number;
  /** MiB of its table, or of all tables together. */
  readonly hash: number;
}

/** `textbook`: fail-hard alpha-beta with internal deepening by two; `best`: NegaScout that deepens by two. */
export type SequentialMethod = 'textbook' | 'best';

/** How subtrees share and what windows they have, as the textbook's search simulates it (section 5.2). */
export interface Supplement {
  readonly horizon: number;
  /** Plies below the horizon down to which results are shared; `all` of them. */
  readonly sharing: number | 'all';
  readonly openWindows: boolean;
}

interface SequentialRunSettings extends Searched {
  readonly kind: 'alone';
  readonly method: SequentialMethod;
  readonly cut?: Supplement;
}

interface ParallelRunSettings extends Searched {
  readonly kind: 'parallel';
  readonly horizon: number;
  readonly processors: number;
  readonly way: TreeVariant;
  /** The paper's search that it stands for. */
  readonly paper: Pick<PaperTableLine, 'depth' | 'horizon' | 'processors'>;
  readonly profile: string;
  /** Cost of a node over that of a message instead of the profile's. */
  readonly granularity?: number;
}

export type TreeRunSettings = SequentialRunSettings | ParallelRunSettings;

export interface SequentialRunResult {
  readonly kind: 'alone';
  readonly value: number;
  readonly nodes: number;
  readonly leaves: number;
  /** Subtrees at the horizon that were searched, where the tree is cut. */
  readonly tasks: number;
  /** Wall time. */
  readonly seconds: number;
}

interface ParallelRunResult {
  readonly kind: 'parallel';
  readonly simulated: true;
  readonly value: number;
  readonly virtualSeconds: number;
  /** Cost of a node, in nanoseconds, and of a node over a message. */
  readonly nodeNs: number;
  readonly granularity: number;
  readonly nodes: number;
  readonly leaves: number;
  readonly abandonedNodes: number;
  readonly tasks: number;
  readonly openTasks: number;
  readonly passes: number;
  readonly messages: number;
  readonly bytes: number;
  /** Seconds of a worker on average. */
  readonly startIdle: number;
  readonly otherIdle: number;
  /** Share of its time in which the master works. */
  readonly masterBusy: number;
  /** Wall time. */
  readonly seconds: number;
  /** Repeats the run; undefined with a cost of nodes that is in no profile. */
  readonly command?: string;
}

export type TreeRunResult = SequentialRunResult | ParallelRunResult;
export type TreeRunRow = ExperimentRow<TreeRunSettings, TreeRunResult>;
export type ParallelRow = ExperimentRow<ParallelRunSettings, ParallelRunResult>;
export type SequentialRow = ExperimentRow<SequentialRunSettings, SequentialRunResult>;

export function searchRun(settings: TreeRunSettings): ExperimentRun<TreeRunSettings> {
  const { place, depth, hash } = settings;
  const head = `${place.game}, ${place.name}, depth ${depth}, ${hash} MiB`;
  if (settings.kind === 'alone') {
    const { method, cut } = settings;
    const id = `${head}, ${method}${cut === undefined ? '' : `, ${makeCut(cut)}`}`;
    return { id, settings };
  }
  const { horizon, processors, way, profile, granularity } = settings;
  const costs = granularity === undefined ? profile : `${profile} at granularity ${granularity}`;
  return {
    id: `${head}, horizon ${horizon}, ${processors} processors, ${way}, ${costs}`,
    settings,
  };
}

const makeCut = ({ horizon, sharing, openWindows }: Supplement): string =>
  `horizon ${horizon}, shared ${sharing}${openWindows ? ', open windows' : ''}`;

/** Each run once, in the order in which they first come. */
export function unique(
  runs: readonly ExperimentRun<TreeRunSettings>[],
): ExperimentRun<TreeRunSettings>[] {
  return [...new Map(runs.map((run) => [run.id, run])).values()];
}

export async function performSearch(
  settings: TreeRunSettings,
  { signal, rows }: Pick<RunContext<TreeRunSettings, TreeRunResult>, 'signal' | 'rows'>,
): Promise<TreeRunResult> {
  return settings.kind === 'alone'
    ? searchAlone(settings, signal)
    : searchTogether(settings, rows, signal);
}

async function searchAlone(
  settings: SequentialRunSettings,
  signal: AbortSignal,
): Promise<SequentialRunResult> {
  const { place, depth, method, hash, cut } = settings;
  const { record } = await positionOf(place);
  const { searcher } = await openWorkbench(place.game, hash * 2 ** 20);
  const startedAt = performance.now();
  let [nodes, leaves] = [0, 0];
  const search = async (plies: number, how: Parameters<typeof searcher.start>[1]) => {
    searcher.start(record, { ...how, minDepth: plies });
    await finish(searcher, signal);
    nodes += searcher.nodes;
    leaves += searcher.leaves;
  };
  if (method === 'textbook') {
    const limits = { method, maxDepth: depth };
    await search(depth, { ...limits, ...(cut && { cut: asCut(cut) }) });
  } else {
    for (let plies = 2 - (depth % 2); plies <= depth; plies += 2) {
      await search(plies, { maxDepth: plies });
    }
  }
  const { value } = searcher.found!;
  const seconds = (performance.now() - startedAt) / 1000;
  return { kind: 'alone', value, nodes, leaves, tasks: searcher.tasks, seconds };
}

const asCut = ({ horizon, sharing, openWindows }: Supplement): Cut => ({
  horizon,
  sharing: sharing === 'all' ? Number.POSITIVE_INFINITY : sharing,
  openWindows,
});

async function searchTogether(
  settings: ParallelRunSettings,
  rows: readonly TreeRunRow[],
  signal: AbortSignal,
): Promise<ParallelRunResult> {
  const { place, width, depth, horizon, processors, way, hash, granularity } = settings;
  const position = await positionOf(place);
  const profile = regrain(await loadProfile(settings.profile), position, granularity);
  const { options, table } = configurationOf(way, place.game, width);
  const best = aloneOf(rows, settings, 'best', hash);
  if (best === undefined) throw new Error(`no sequential search of ${place.name}`);
  closeWorkbench();
  const simulation = await simulate(position, {
    ...{ algorithm: 'minimal-tree', processors, depth, horizon, table, hash, profile, signal },
    settings: options,
    sequential: { value: best.value, nodes: best.nodes },
  });
  const { value, failure, virtualSeconds, seconds, counters, times, command } = simulation;
  if (value === undefined || failure !== undefined) {
    throw new PlyadesError('ERR_SIMULATION', `${failure}; to see it again: ${command}`);
  }
  const { nodes, leaves, abandonedNodes, tasks, openTasks, passes, messages, bytes } = counters;
  const workers = times.slice(1);
  const mean = (pick: (time: (typeof times)[number]) => number) =>
    workers.reduce((sum, time) => sum + pick(time), 0) / workers.length;
  const { nodeNs, messageNs } = profile.games[place.game]!;
  return {
    kind: 'parallel',
    simulated: true,
    ...{ value, virtualSeconds, seconds, nodeNs, granularity: nodeNs / messageNs },
    ...{ nodes, leaves, abandonedNodes, tasks, openTasks, passes, messages, bytes },
    startIdle: mean(({ startIdle }) => startIdle),
    otherIdle: mean(({ otherIdle }) => otherIdle),
    masterBusy: times[0]!.busy / virtualSeconds,
    ...(granularity === undefined ? { command } : {}),
  };
}

/** The sequential search of the same tree to the same depth, if it has been made. */
export function aloneOf(
  rows: readonly TreeRunRow[],
  { place, depth }: Pick<Searched, 'place' | 'depth'>,
  method: SequentialMethod,
  hash: number,
  cut?: Supplement,
): SequentialRunResult | undefined {
  const { id } = searchRun({
    kind: 'alone',
    place,
    width: 5,
    depth,
    hash,
    method,
    ...(cut && { cut }),
  });
  const result = rows.find((row) => row.id === id)?.result;
  return result?.kind === 'alone' ? result : undefined;
}

export const parallelRows = (rows: readonly TreeRunRow[]): ParallelRow[] =>
  rows.filter((row): row is ParallelRow => row.settings.kind === 'parallel');
