// Hierarchies against one level on the same machines: sites whose processors are near each other, far from the
// top. In a flat search all of them are workers of one master far away; in a hierarchy every site has a middle
// master. Both have the same number of processors in the same places, middle masters included.
import { inputError, PlyadesError, quote } from 'plyades/internal/core/errors.js';
import { unwrap } from 'plyades/internal/core/result.js';
import { notationOf } from 'plyades/internal/games/load.js';
import { policies } from 'plyades/internal/parallel/hierarchy/settings.js';
import { minimalLeaves } from 'plyades/internal/parallel/minimal-tree/horizon.js';
import { costsOf, loadProfile, simulate } from 'plyades/internal/sim/index.js';
import type {
  EngineChoices,
  Experiment,
  ExperimentRow,
  ExperimentRun,
  ExperimentSummary,
  PlotPoint,
  RunContext,
  Scale,
} from './experiment.js';
import { syntheticTree } from './minimal-tree/trees.js';
import { groupBy } from './statistics.js';

const algorithms = ['minimal-tree', 'aphid'] as const;

export interface HierarchySettings {
  readonly algorithm: (typeof algorithms)[number];
  /** `flat`, or the policy of the middle level. */
  readonly way: string;
  /** Milliseconds from the top to a site. */
  readonly wan: number;
  readonly processors: number;
  readonly sites: number;
  readonly depth: number;
}

export interface HierarchyFigures {
  readonly simulated: true;
  readonly value: number;
  readonly speedup: number;
  readonly virtualSeconds: number;
  /** Nodes over those of the sequential search, less 1. */
  readonly overhead: number;
  /** Share of all processors' time without work. */
  readonly idle: number;
  /** Share of the top's time with work. */
  readonly topBusy: number;
  readonly messages: number;
  readonly bytes: number;
  readonly sequential: { readonly value: number; readonly nodes: number };
}

/** Where the top is far from its sites: a region, a country, a continent. */
const WANS = [10, 50, 1];
/** Within a site. */
const LAN = '50us';
const WIDTH = 5;
/** Processors look at their messages this often. */
const EPOCH_NS = 500_000;
/** A node costs as much as one of the paper's shogi trees with this many moves: 90 us. */
const COSTS = { game: 'shogi', width: 5 };

type Size = Pick<HierarchySettings, 'processors' | 'sites' | 'depth'>;

const SIZES: Readonly<Record<Scale, readonly Size[]>> = {
  smoke: [{ processors: 13, sites: 3, depth: 8 }],
  short: [{ processors: 193, sites: 8, depth: 14 }],
  full: [16, 18, 20, 22].map((depth) => ({ processors: 1536, sites: 32, depth })),
};

const WAYS = ['flat', ...policies];

function runsOf(
  scale: Scale,
  { way: asked }: EngineChoices = {},
): ExperimentRun<HierarchySettings>[] {
  const wanted = asked?.split(',').map((each) => each.trim());
  const unknown = wanted?.find((each) => !WAYS.includes(each));
  if (unknown !== undefined) {
    const message = `--way: ${quote(unknown)} is refused: expected some of ${WAYS.join(', ')}`;
    throw PlyadesError.refusing(inputError('ERR_OPTION', message, unknown));
  }
  const ways = scale === 'smoke' ? WAYS.slice(0, 2) : WAYS;
  const runs: ExperimentRun<HierarchySettings>[] = [];
  for (const size of SIZES[scale]) {
    // What is compared first: one policy, then the others.
    for (const some of [ways.slice(0, 2), ways.slice(2)]) {
      for (const wan of WANS) {
        for (const algorithm of algorithms) {
          for (const way of some) {
            const { processors, sites, depth } = size;
            if (wanted !== undefined && !wanted.includes(way)) continue;
            const id = `${algorithm}, ${way}, ${wan} ms, ${processors} processors, ${sites} sites, depth ${depth}`;
            runs.push({ id, settings: { algorithm, way, wan, ...size } });
          }
        }
      }
    }
  }
  return runs;
}

/** The file of a hierarchy with this many processors, the top included, in sites of nearly equal size. */
function sitesOf(processors: number, sites: number): string {
  const each = Math.floor((processors - 1) / sites);
  const larger = processors - 1 - each * sites;
  const group = (count: number, size: number) =>
    count === 0 ? '' : `site x${count}\n\tworker x${size - 1}\n`;
  return group(larger, each + 1) + group(sites - larger, each);
}

/** Leaves or pieces of each worker of a flat search: with more, its master is busy with its tree alone. */
const FLAT_PIECES = 2;

/** Trees of these sizes are too small for what the algorithms choose themselves on this many processors. */
function flatSettings(algorithm: HierarchySettings['algorithm'], processors: number) {
  if (algorithm === 'aphid') return { settings: { minPieces: FLAT_PIECES } };
  let horizon = 1;
  while (minimalLeaves(WIDTH, horizon) < FLAT_PIECES * processors) horizon++;
  return { horizon };
}

async function perform(
  { algorithm, way, wan, processors, sites, depth }: HierarchySettings,
  { signal, rows }: RunContext<HierarchySettings, HierarchyFigures>,
): Promise<HierarchyFigures> {
  const position = syntheticTree(WIDTH, 1).position!;
  const root = unwrap(notationOf('synthetic').parsePosition(position));
  const policy = way === 'flat' ? '' : `policy ${way}\n`;
  const known = rows.find(({ settings }) => settings.depth === depth)?.result.sequential;
  const paper = await loadProfile('paper');
  const costs = costsOf(paper, COSTS.game, COSTS.width);
  const run = await simulate(root, {
    algorithm,
    processors,
    depth,
    profile: { ...paper, games: { synthetic: costs } },
    epochNs: EPOCH_NS,
    // Other programs run here, too, for as long as it takes.
    threads: 1,
    hierarchy: `${policy}latency ${wan}ms ${LAN}\n${sitesOf(processors, sites)}`,
    ...(way === 'flat' && { flat: true, ...flatSettings(algorithm, processors) }),
    signal,
    ...(known && { sequential: known }),
  });
  if (run.failure !== undefined || run.value === undefined) {
    throw new PlyadesError('ERR_SIMULATION', `${algorithm}, ${way}, ${wan} ms: ${run.failure}`);
  }
  const { value, speedup, virtualSeconds, counters, times } = run;
  const { nodes } = run.sequential;
  const busy = times.reduce((sum, each) => sum + each.busy, 0);
  return {
    simulated: true,
    value,
    speedup,
    virtualSeconds,
    overhead: counters.nodes / nodes - 1,
    idle: 1 - busy / (processors * virtualSeconds),
    topBusy: times[0]!.busy / virtualSeconds,
    messages: counters.messages,
    bytes: counters.bytes,
    sequential: { value: run.sequential.value, nodes },
  };
}

function summarize(
  rows: readonly ExperimentRow<HierarchySettings, HierarchyFigures>[],
): ExperimentSummary {
  const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
  const groups = groupBy(rows, ({ settings: { processors, depth } }) => `${processors} ${depth}`);
  const tables = [...groups.values()].map((group) => {
    const { processors, sites, depth } = group[0]!.settings;
    return {
      title: `${processors} processors in ${sites} sites, synthetic b=5, ${depth} plies, simulated`,
      head: [
        ...['algorithm', 'way there', 'levels', 'speedup', 'more nodes', 'idle', 'top busy'],
        'messages',
      ],
      rows: group.map(({ settings: { algorithm, way, wan }, result }) => [
        ...[algorithm, `${wan} ms`, way === 'flat' ? 'one' : `two, ${way}`],
        ...[result.speedup.toFixed(1), percent(result.overhead), percent(result.idle)],
        ...[percent(result.topBusy), String(result.messages)],
      ]),
    };
  });
  return {
    tables,
    figures: rows.map(({ settings, result }) => ({ ...settings, ...result })),
    plot: {
      title: 'hierarchies against one level (simulated)',
      x: { title: 'milliseconds from the top to a site', scale: 'log' },
      y: { title: 'speedup', scale: 'linear' },
      points: rows.map(
        ({ settings: { algorithm, way, wan, processors, depth }, result }): PlotPoint => ({
          x: wan,
          y: result.speedup,
          series: way === 'flat' ? 'one level' : `two, ${way}`,
          facet: `${algorithm}, ${processors} processors, ${depth} plies`,
        }),
      ),
    },
  };
}

export const hierarchyExperiment: Experiment<HierarchySettings, HierarchyFigures> = {
  name: 'parallel/hierarchy',
  about: 'hierarchies against one level, sites 1 to 50 ms away from the top (simulated)',
  choices: ['way'],
  runs: (scale, _profiles, choices) => runsOf(scale, choices),
  dimensions: ({ depth, processors }) => ({ depth, processors }),
  perform,
  summarize,
};
