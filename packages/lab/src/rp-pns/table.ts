// Table 1 of the paper on RP-PNS as an experiment: total time, scaling, nodes evaluated and nodes in memory
// over endgames of Lines of Action, the paper's figures beside ours. Ours are simulated, by the paper's costs
// and by this machine's; an experiment of its own measures them on threads of this machine. `paper` is the
// paper's selection, `virtual` ours. The limit of PN2's second level shrinks with the number of threads, so scaling
// is also given against PNS, and against PN2 on one thread with the limit that is best for it.
import { type ProfileName, profileNames } from 'plyades/internal/sim/index.js';
import type {
  Experiment,
  ExperimentRow,
  ExperimentRun,
  ExperimentSummary,
  PlotPoint,
  Scale,
} from '../experiment.js';
import { bootstrap, groupBy } from '../statistics.js';
import { endgames } from './endgames.js';
import { paperTable } from './paper.js';
import {
  type ProofRunFigures,
  type ProofRunSettings,
  performProof,
  type TableAlgorithm,
  tableAlgorithms,
} from './run.js';

type ProofRow = ExperimentRow<ProofRunSettings, ProofRunFigures>;

/** Endgames, from the smallest on. */
const POSITIONS: Readonly<Record<Scale, number>> = { smoke: 2, short: 6, full: 150 };
const THREADS: Readonly<Record<Scale, readonly number[]>> = {
  smoke: [1, 2, 8],
  short: [1, 2, 4, 8],
  full: [1, 2, 4, 8, 16, 32, 64],
};

const NAMES: Readonly<Record<TableAlgorithm, string>> = {
  'rp-pns': 'PNS',
  'rp-pn2': 'PN2',
  'parallel-dfpn': 'df-pn',
};

/** PN2 on one thread is also tried with its limit divided by these. */
const DIVISORS: Readonly<Record<Scale, readonly number[]>> = {
  smoke: [8],
  short: [2, 4, 8],
  full: [2, 4, 8, 16, 64],
};

/** What the threads of this machine are compared on: neither too short to measure nor too long to wait for. */
const MEASURED_NODES = { least: 3_000_000, most: 8_000_000 };
const MEASURED: Readonly<Record<Scale, number>> = { smoke: 1, short: 4, full: 150 };

const common = {
  dimensions: ({ endgame, threads }: ProofRunSettings) => ({
    game: 'loa',
    position: endgame.name,
    processors: threads,
  }),
  perform: (settings: ProofRunSettings, { signal }: { readonly signal: AbortSignal }) =>
    performProof(settings, signal),
  summarize,
};

export const table1: Experiment<ProofRunSettings, ProofRunFigures> = {
  ...common,
  name: 'rp-pns/table-1',
  about: 'PNS, RP-PNS, PN2, RP-PN2 and parallel df-pn on endgames of Lines of Action (simulated)',
  profiled: true,
  runs: runsOf,
};

export const table1OnThreads: Experiment<ProofRunSettings, ProofRunFigures> = {
  ...common,
  name: 'rp-pns/threads',
  about: 'the same on one and two threads of this machine, by the clock',
  runs: measuredRuns,
};

/** The algorithms on these numbers of threads, with each selection that they have. */
function waysOf(
  threads: readonly number[],
): Pick<ProofRunSettings, 'algorithm' | 'threads' | 'selection'>[] {
  return tableAlgorithms.flatMap((algorithm) =>
    threads.flatMap((count) => {
      const alone = count === 1 || algorithm === 'parallel-dfpn';
      const rules = alone ? (['virtual'] as const) : (['paper', 'virtual'] as const);
      return rules.map((selection) => ({ algorithm, threads: count, selection }));
    }),
  );
}

function measuredRuns(scale: Scale) {
  const { least, most } = MEASURED_NODES;
  return endgames()
    .filter(({ nodes }) => nodes >= least && nodes <= most)
    .slice(0, MEASURED[scale])
    .flatMap((endgame) =>
      waysOf([1, 2]).map((way) => proofRun({ endgame, ...way, source: 'threads', seed: 1 })),
    );
}

function runsOf(scale: Scale, profiles: readonly ProfileName[] = profileNames) {
  const sorted = endgames().toSorted((a, b) => a.nodes - b.nodes);
  // At full scale in the order of the file, so that an interrupted run has some of every size.
  const chosen = scale === 'full' ? endgames() : sorted.slice(0, POSITIONS[scale]);
  const limits = DIVISORS[scale].map(
    (divisor) => ({ algorithm: 'rp-pn2', threads: 1, selection: 'virtual', divisor }) as const,
  );
  return chosen
    .slice(0, POSITIONS[scale])
    .flatMap((endgame) =>
      [...waysOf(THREADS[scale]), ...limits].flatMap((way) =>
        profiles.map((source) => proofRun({ endgame, ...way, source, seed: 1 })),
      ),
    );
}

function proofRun(settings: ProofRunSettings): ExperimentRun<ProofRunSettings> {
  const { endgame, algorithm, threads, selection, source, seed, divisor } = settings;
  const limit = divisor === undefined ? '' : `, limit divided by ${divisor}`;
  const how = `${algorithm} on ${threads}, ${selection} selection, seed ${seed}${limit}`;
  return { id: `${endgame.name}, ${how}, ${source}`, settings };
}

type Interval = readonly [low: number, high: number];

/** A line of the table, the paper's or ours. */
interface Line {
  readonly algorithm: TableAlgorithm;
  readonly selection: string;
  readonly threads: number;
  readonly source: string;
  readonly positions: number;
  readonly seconds: number;
  /** PN2 on one thread: what its limit is divided by. */
  readonly divisor?: number;
  /** Time with one thread over this: of the same algorithm, of PNS, and of PN2 with the limit that is best. */
  readonly scaling: number;
  /** Between these lie scaling and overhead with a probability of 95 %: endgames drawn again. */
  readonly scalingInterval?: Interval;
  readonly overheadInterval?: Interval;
  readonly againstPns: number;
  readonly againstBest?: number;
  /** Million nodes. */
  readonly evaluated: number;
  readonly memory: number;
  /** Nodes more than with one thread, as a share. */
  readonly overhead: number;
  readonly waited?: number;
}

function summarize(rows: readonly ProofRow[]): ExperimentSummary {
  const lines = [...paperLines(), ...ownLines(rows)];
  const facet = ({ algorithm }: Line) => algorithm;
  return {
    tables: [
      {
        title: `Table 1. Sums over ${positionsOf(rows)} endgames; the paper's over its own 143, measured`,
        head: [
          ...['algorithm', 'threads', 'selection', 'figures of', 'seconds', 'scaling'],
          ...[
            'against PNS',
            'best PN2',
            'M evaluated',
            'overhead',
            'M in memory',
            'waiting',
            'endgames',
          ],
        ],
        rows: lines.map(textOf),
      },
    ],
    figures: lines,
    plot: {
      title: 'Table 1: scaling (ours simulated, or measured on threads)',
      x: { title: 'threads', scale: 'log' },
      y: { title: 'scaling against one thread', scale: 'linear' },
      points: lines.map(
        (line): PlotPoint => ({
          x: line.threads,
          y: line.scaling,
          series:
            line.source === 'paper, measured' ? line.source : `${line.source}, ${line.selection}`,
          facet: facet(line),
        }),
      ),
    },
  };
}

const positionsOf = (rows: readonly ProofRow[]) =>
  new Set(rows.map(({ settings }) => settings.endgame.name)).size;

function paperLines(): Line[] {
  const pns = paperTable[0]!;
  return paperTable.map((figures) => {
    const { algorithm, threads, seconds, evaluated, memory } = figures;
    const alone = paperTable.find((each) => each.algorithm === algorithm && each.threads === 1)!;
    return {
      algorithm,
      selection: 'paper',
      threads,
      source: 'paper, measured',
      positions: 143,
      seconds,
      scaling: alone.seconds / seconds,
      againstPns: pns.seconds / seconds,
      evaluated,
      memory,
      overhead: evaluated / alone.evaluated - 1,
    };
  });
}

/** Only endgames of which all runs of a line's source are finished count: sums must be of the same. */
function ownLines(rows: readonly ProofRow[]): Line[] {
  return [...groupBy(rows, ({ settings }) => settings.source)].flatMap(([source, same]) => {
    const lineKey = ({ settings: { algorithm, threads, selection, divisor } }: ProofRow) =>
      [algorithm, threads, selection, ...(divisor === undefined ? [] : [divisor])].join(' ');
    const kinds = new Set(same.map(lineKey)).size;
    const whole = [...groupBy(same, ({ settings }) => settings.endgame.name).values()].filter(
      (runs) => runs.length === kinds,
    );
    const lines = groupBy(whole.flat(), lineKey);
    const byLine = whole.map((runs) => new Map(runs.map((row) => [lineKey(row), row.result])));
    /** A sum over endgames for one line over that for another. */
    const ratio = (over: string, under: string, pick: (figures: ProofRunFigures) => number) => {
      const sum = (runs: readonly (typeof byLine)[number][], key: string) =>
        runs.reduce((all, each) => all + pick(each.get(key)!), 0);
      return bootstrap(byLine, (runs) => sum(runs, over) / sum(runs, under));
    };
    const total = (group: readonly ProofRow[], pick: (figures: ProofRunFigures) => number) =>
      group.reduce((sum, { result }) => sum + pick(result), 0);
    const seconds = (key: string) => total(lines.get(key) ?? [], (figures) => figures.seconds);
    const best = Math.min(
      ...[...lines.keys()].filter((key) => key.startsWith('rp-pn2 1 ')).map(seconds),
    );
    return [...lines].map(([key, group]): Line => {
      const { algorithm, threads, selection, divisor } = group[0]!.settings;
      const alone = `${algorithm} 1 virtual`;
      const own = total(group, (figures) => figures.seconds);
      const evaluated = total(group, (figures) => figures.evaluated);
      const base = lines.has(alone) ? alone : key;
      const scaling = ratio(base, key, (figures) => figures.seconds);
      const more = ratio(key, base, (figures) => figures.evaluated);
      return {
        algorithm,
        selection: threads === 1 ? '-' : algorithm === 'parallel-dfpn' ? 'virtual' : selection,
        threads,
        source: source === 'threads' ? 'measured, threads' : `simulated, ${source}`,
        positions: group.length,
        seconds: own,
        scaling: scaling.mean,
        scalingInterval: [scaling.low, scaling.high],
        againstPns: seconds('rp-pns 1 virtual') / own,
        ...(divisor !== undefined && { divisor }),
        ...(algorithm === 'rp-pn2' && { againstBest: best / own }),
        evaluated: evaluated / 1e6,
        memory: total(group, (figures) => figures.memory) / 1e6,
        overhead: more.mean - 1,
        overheadInterval: [more.low - 1, more.high - 1],
        ...(source !== 'threads' && {
          waited: total(group, (figures) => figures.waited * figures.seconds) / own,
        }),
      };
    });
  });
}

const withInterval = (
  value: number,
  interval: Interval | undefined,
  write: (value: number) => string,
): string =>
  interval === undefined || interval[0] === interval[1]
    ? write(value)
    : `${write(value)} (${interval.map(write).join(' to ')})`;

function textOf(line: Line): string[] {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const alone =
    NAMES[line.algorithm] + (line.divisor === undefined ? '' : `, limit/${line.divisor}`);
  const name = line.threads === 1 ? alone : line.algorithm;
  return [
    ...[name, String(line.threads), line.selection, line.source],
    Number(line.seconds.toPrecision(4)).toString(),
    withInterval(line.scaling, line.scalingInterval, (value) => value.toFixed(2)),
    line.againstPns.toFixed(2),
    line.againstBest?.toFixed(2) ?? '-',
    line.evaluated.toFixed(1),
    withInterval(line.overhead, line.overheadInterval, percent),
    line.memory.toFixed(1),
    line.waited === undefined ? '-' : percent(line.waited),
    String(line.positions),
  ];
}
