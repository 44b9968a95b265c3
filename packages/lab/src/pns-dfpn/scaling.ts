// How distributed proof-number search scales: endgames of Lines of Action on 16 to 1,024 simulated processors, beside
// df-pn on one with a table as large as all of theirs together. Every proof is shown by its workers and verified, and
// that time counts, too. PNS-PDFPN (2025) reports 332.9 on 1,024 real cores, on problems that take hours.
import { PlyadesError } from 'plyades/internal/core/errors.js';
import { unwrap } from 'plyades/internal/core/result.js';
import { notationOf } from 'plyades/internal/games/load.js';
import { type ProfileName, profileNames } from 'plyades/internal/sim/index.js';
import { simulateProof } from 'plyades/internal/sim/prove.js';
import type {
  Experiment,
  ExperimentRow,
  ExperimentRun,
  ExperimentSummary,
  PlotPoint,
  RunContext,
  Scale,
} from '../experiment.js';
import { stepCosts } from '../rp-pns/costs.js';
import { endgames } from '../rp-pns/endgames.js';
import { geometricMean, groupBy } from '../statistics.js';

export interface ScalingSettings {
  /** Name of the endgame. */
  readonly endgame: string;
  readonly processors: number;
  readonly profile: ProfileName;
}

export interface ScalingFigures {
  readonly speedup: number;
  /** Nodes over those of df-pn alone, less 1. */
  readonly overhead: number;
  /** Share of the workers' time without work, and of the master's with it. */
  readonly idle: number;
  readonly masterBusy: number;
  readonly messages: number;
  readonly bytes: number;
  /** Positions of the proof. */
  readonly positions: number;
  /** df-pn alone. */
  readonly alone: number;
}

const PROCESSORS: Readonly<Record<Scale, readonly number[]>> = {
  smoke: [4],
  short: [16, 64],
  full: [16, 64, 256, 1024],
};
const POSITIONS: Readonly<Record<Scale, number>> = { smoke: 1, short: 4, full: 150 };

function runsOf(scale: Scale, profiles: readonly ProfileName[] = profileNames) {
  const sorted = endgames().toSorted((a, b) => a.nodes - b.nodes);
  // The hardest say most about many processors.
  const chosen = scale === 'full' ? sorted.toReversed() : sorted;
  return chosen.slice(0, POSITIONS[scale]).flatMap(({ name }) =>
    PROCESSORS[scale].flatMap((processors) =>
      profiles.map((profile): ExperimentRun<ScalingSettings> => {
        const id = `${name}, ${processors} processors, ${profile}`;
        return { id, settings: { endgame: name, processors, profile } };
      }),
    ),
  );
}

async function perform(
  { endgame, processors, profile }: ScalingSettings,
  { signal, rows }: RunContext<ScalingSettings, ScalingFigures>,
): Promise<ScalingFigures> {
  const { position, result } = endgames().find(({ name }) => name === endgame)!;
  const root = unwrap(notationOf('loa').parsePosition(position));
  const before = rows.find(({ settings }) => settings.endgame === endgame);
  const nodeNs = stepCosts[profile].depthFirstNs;
  const run = await simulateProof(root, {
    processors,
    profile,
    nodeNs,
    hash: HASH,
    signal,
    ...(before && { sequential: { result, nodes: before.result.alone } }),
  });
  if (run.failure !== undefined) throw new PlyadesError('ERR_SIMULATION', run.failure);
  if (run.result !== result) {
    throw new PlyadesError(
      'ERR_SIMULATION',
      `${endgame} was found ${run.result}, but is ${result}`,
    );
  }
  const { speedup, searchOverhead: overhead, idle, masterBusy, counters } = run;
  const { messages, bytes } = counters;
  const alone = run.sequential.nodes;
  return { speedup, overhead, idle, masterBusy, messages, bytes, positions: run.positions!, alone };
}

/** MiB of all tables together, for any number of workers. */
const HASH = 1024;

function summarize(
  rows: readonly ExperimentRow<ScalingSettings, ScalingFigures>[],
): ExperimentSummary {
  const groups = groupBy(rows, ({ settings: s }) => `${s.profile} ${s.processors}`);
  const figures = [...groups.values()].map((group) => {
    const { profile, processors } = group[0]!.settings;
    const mean = (pick: (figures: ScalingFigures) => number) =>
      group.reduce((sum, { result }) => sum + pick(result), 0) / group.length;
    return {
      profile,
      processors,
      positions: group.length,
      speedup: geometricMean(group.map(({ result }) => result.speedup)),
      overhead: geometricMean(group.map(({ result }) => 1 + result.overhead)) - 1,
      idle: mean(({ idle }) => idle),
      masterBusy: mean(({ masterBusy }) => masterBusy),
      bytesPerMillion: mean(
        ({ bytes, alone, overhead }) => (1e6 * bytes) / (alone * (1 + overhead)),
      ),
    };
  });
  figures.sort((a, b) => a.profile.localeCompare(b.profile) || a.processors - b.processors);
  const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
  return {
    tables: [
      {
        title: 'distributed proof-number search, simulated: geometric means over endgames',
        head: [
          ...['costs', 'processors', 'endgames', 'speedup', 'more nodes', 'idle', 'master busy'],
          'bytes a million nodes',
        ],
        rows: figures.map((each) => [
          ...[each.profile, String(each.processors), String(each.positions)],
          ...[each.speedup.toFixed(1), percent(each.overhead), percent(each.idle)],
          ...[percent(each.masterBusy), each.bytesPerMillion.toFixed(0)],
        ]),
      },
    ],
    figures,
    plot: {
      title: 'distributed proof-number search (simulated)',
      x: { title: 'processors', scale: 'log' },
      y: { title: 'speedup over df-pn', scale: 'log' },
      points: figures.map(
        (each): PlotPoint => ({ x: each.processors, y: each.speedup, series: each.profile }),
      ),
    },
  };
}

export const proofScaling: Experiment<ScalingSettings, ScalingFigures> = {
  name: 'pns-dfpn/scaling',
  about: 'distributed proof-number search on 16 to 1,024 processors (simulated)',
  profiled: true,
  runs: runsOf,
  dimensions: ({ endgame, processors }) => ({ game: 'loa', position: endgame, processors }),
  perform,
  summarize,
};
