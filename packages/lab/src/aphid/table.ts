// A table of the thesis's chapter 6 as an experiment: what it compares is data, and this file makes the
// simulated runs of it and puts the thesis's figures beside ours, under its protocol. Speedups and
// overheads are averaged over positions; all tables together are as large as the sequential search's, on
// any number of processors; a master is one of the processors.

import { inputError, PlyadesError, quote } from 'plyades/internal/core/errors.js';
import type { SearchMode } from 'plyades/internal/core/search-request.js';
import type { TableKind } from 'plyades/internal/parallel/algorithm.js';
import type { AlgorithmName } from 'plyades/internal/parallel/algorithms.js';
import { type ProfileName, profileNames } from 'plyades/internal/sim/index.js';
import type { Experiment, ExperimentSummary, PlotPoint, Scale } from '../experiment.js';
import { spread, type TestPosition } from '../positions.js';
import {
  type SimulatedResult,
  type SimulatedRow,
  type SimulatedSettings,
  simulatedExperiment,
  simulatedRun,
} from '../simulated.js';
import { average, type Estimate, estimate, groupBy, makeEstimate } from '../statistics.js';
import type { PrintedFigures, ThesisFigures } from './thesis.js';

/** MiB: the 16 million entries that the thesis gave its programs, but for a try. */
export const HASH: Readonly<Record<Scale, number>> = { smoke: 16, short: 256, full: 256 };

/** What is searched in some lines of a table. */
export interface TableSection {
  /** All of one game. */
  readonly places: readonly TestPosition[];
  readonly algorithm: AlgorithmName;
  readonly table: TableKind;
  /** Exact if not given. */
  readonly mode?: SearchMode;
  /** Plies, ascending; a place's extra ones are added. */
  readonly depths: Readonly<Record<Scale, readonly number[]>>;
  /** The thesis's figures beside a search of `depth` plies, without a game's extra ones. */
  readonly thesis: (depth: number) => readonly ThesisFigures[];
}

/** Variants of APHID that a table compares: our defaults, and the preset `thesis`. */
export const rules = ['ours', 'thesis'] as const;
type Rules = (typeof rules)[number];

export interface ThesisTable {
  /** Such as `table-6.1`. */
  readonly name: string;
  /** Such as `Table 6.1`. */
  readonly title: string;
  /** Which of them are made; all if not given. */
  readonly rules?: readonly Rules[];
  readonly about: string;
  readonly parts: readonly TableSection[];
  /** At each scale: how many positions of each part, and processors. */
  readonly positions: Readonly<Record<Scale, number>>;
  readonly processors: Readonly<Record<Scale, readonly number[]>>;
  readonly columns: readonly Column[];
  /** What the diagram's axis is. */
  readonly across: 'processors' | 'table';
}

/** Overheads that a table shows. */
type Column = Exclude<keyof PrintedFigures, 'speedup' | 'seconds'> | 'masterBusy';

const HEADS: Readonly<Record<Column, string>> = {
  total: 'total',
  master: 'master',
  search: 'search',
  speculative: 'speculative',
  totalSearch: 'total search',
  parallelization: 'parallelization',
  synchronization: 'synchronization',
  idle: 'idle',
  masterBusy: 'master busy',
};

/** A line of the table, ours or the thesis's; as such it is written for programs too. */
interface Line extends PrintedFigures {
  readonly game: string;
  readonly mode: SearchMode;
  readonly algorithm: string;
  readonly table: string;
  /** Of the runs it belongs to, without extra plies. */
  readonly depth: number;
  readonly processors: number;
  readonly source: string;
  readonly simulated: boolean;
  readonly plies: string;
  readonly positions: number;
  /** The interval of the speedup; the thesis gives none. */
  readonly estimate?: Estimate;
  /** Nodes of the sequential search and of the parallel one, on average. */
  readonly sequentialNodes?: number;
  readonly nodes?: number;
  readonly masterBusy?: number;
}

export function tableExperiment(
  table: ThesisTable,
): Experiment<SimulatedSettings, SimulatedResult> {
  return {
    name: `aphid/${table.name}`,
    about: table.about,
    choices: ['way'],
    profiled: true,
    // Searches that stand in several tables are made once.
    runsFile: 'aphid/tables',
    runs: (scale, profiles = profileNames, { way } = {}) =>
      runsOf(table, scale, profiles, rulesOf(table, way)),
    ...simulatedExperiment,
    summarize: (rows) => summarize(table, rows),
  };
}

/** The rules that `--way` names, of those that the table has. */
function rulesOf({ rules: own = rules }: ThesisTable, way: string | undefined): readonly Rules[] {
  const asked = way?.split(',').map((each) => each.trim());
  const unknown = asked?.find((each) => !own.some((name) => name === each));
  if (unknown !== undefined) {
    const message = `--way: ${quote(unknown)} is refused: expected some of ${own.join(', ')}`;
    throw PlyadesError.refusing(inputError('ERR_OPTION', message, unknown));
  }
  return own.filter((name) => asked === undefined || asked.includes(name));
}

/** By depth, so that an interrupted run has all of the smaller ones. */
function runsOf(
  table: ThesisTable,
  scale: Scale,
  profiles: readonly ProfileName[],
  chosen: readonly Rules[],
) {
  const steps = Math.max(...table.parts.map(({ depths }) => depths[scale].length));
  return Array.from({ length: steps }, (_, step) =>
    table.parts.flatMap(({ places, algorithm, table: kind, mode, depths }) => {
      const depth = depths[scale][step];
      if (depth === undefined) return [];
      // Young Brothers Wait has one set of rules.
      const variants = algorithm === 'aphid' ? chosen : chosen.slice(0, 1);
      return profiles.flatMap((profile) =>
        spread(places, Math.min(places.length, table.positions[scale])).flatMap((place) =>
          table.processors[scale].flatMap((processors) =>
            variants.map((variant) =>
              simulatedRun({
                place,
                algorithm,
                processors,
                depth: depth + (place.extra ?? 0),
                ...(mode === undefined ? {} : { mode }),
                ...(algorithm === 'aphid' && variant === 'thesis' ? { preset: 'thesis' } : {}),
                profile,
                table: kind,
                hash: HASH[scale],
              }),
            ),
          ),
        ),
      );
    }),
  ).flat();
}

/** What tells the parts of a table from each other. */
const KEYS = ['game', 'mode', 'algorithm', 'table', 'depth'] as const;

const baseDepth = ({ settings: { depth, place } }: SimulatedRow) => depth - (place.extra ?? 0);

function summarize(table: ThesisTable, rows: readonly SimulatedRow[]): ExperimentSummary {
  const lines = table.parts.flatMap((part) => {
    const own = rows.filter(
      ({ settings: { place, algorithm, table: kind, mode } }) =>
        place.game === part.places[0]!.game &&
        algorithm === part.algorithm &&
        kind === part.table &&
        mode === part.mode,
    );
    const depths = [...groupBy(own, (row) => String(baseDepth(row)))];
    return depths.flatMap(([depth, same]) => linesOf(part, Number(depth), same));
  });
  const shown = table.columns.filter((column) => lines.some((line) => line[column] !== undefined));
  const varied = KEYS.filter((key) => new Set(lines.map((line) => line[key])).size > 1);
  const facets = varied.filter((key) => key !== table.across);
  return {
    tables: [
      {
        title: `${table.title}. ${table.about} (accesses to a shared table cost nothing in the simulation)`,
        head: [
          ...varied,
          ...['processors', 'figures of', 'speedup', 'seconds'],
          ...shown.map((column) => HEADS[column]),
          ...['plies', 'M nodes alone', 'positions'],
        ],
        rows: lines.map((line) => [
          ...varied.map((key) => String(line[key])),
          ...textOf(line, shown),
        ]),
      },
    ],
    figures: lines,
    plot: {
      title: `${table.title}: speedup at ${pliesOf(lines, true)} plies (simulated), the thesis's at ${pliesOf(lines, false)}`,
      x:
        table.across === 'processors'
          ? { title: 'processors', scale: 'log' }
          : { title: 'tables', scale: 'names' },
      y: { title: 'speedup (thesis: measured)', scale: 'linear' },
      points: lines.map((line) => pointOf(line, table.across, facets)),
    },
  };
}

/** Such as `11, 14 to 17`: what a diagram compares is seldom of the same size. */
const pliesOf = (lines: readonly Line[], simulated: boolean): string =>
  [...new Set(lines.flatMap((line) => (line.simulated === simulated ? line.plies : [])))].join(
    ', ',
  );

/** The lines of a part at one depth: by processors, the thesis's before ours. */
function linesOf(part: TableSection, depth: number, rows: readonly SimulatedRow[]): Line[] {
  const byProcessors = groupBy(rows, ({ settings }) => String(settings.processors));
  return [...byProcessors].flatMap(([text, same]) => {
    const processors = Number(text);
    const common = {
      game: part.places[0]!.game,
      mode: part.mode ?? ('exact' as const),
      algorithm: part.algorithm,
      table: part.table,
      depth,
      processors,
    };
    const thesis = part.thesis(depth).flatMap(({ program, plies, positions, byProcessors }) => {
      const figures = byProcessors[processors];
      if (figures === undefined) return [];
      const source = `thesis, ${program}`;
      return { ...common, source, simulated: false, plies, positions, ...figures };
    });
    const sources = groupBy(same, ({ settings: { profile, preset } }) =>
      preset === undefined ? `simulated, ${profile}` : `simulated, ${profile}, ${preset}'s rules`,
    );
    const ours = [...sources].map(([source, group]) => ({
      ...common,
      source,
      simulated: true,
      ...figuresOf(part.algorithm, group),
    }));
    return [...thesis, ...ours];
  });
}

/** Means over positions, each overhead by itself as in section 6.2.7. */
function figuresOf(algorithm: AlgorithmName, rows: readonly SimulatedRow[]) {
  const mean = (pick: (result: SimulatedResult) => number) =>
    average(rows.map(({ result }) => pick(result)));
  const idle = ({ overheads: { startIdle, otherIdle } }: SimulatedResult) => startIdle + otherIdle;
  const depths = rows.map(({ settings }) => settings.depth);
  const [least, most] = [Math.min(...depths), Math.max(...depths)];
  const speedup = estimate(rows.map(({ result }) => result.speedup));
  const busy = rows.flatMap(({ result: { masterBusy } }) => masterBusy ?? []);
  return {
    speedup: speedup.mean,
    seconds: mean(({ virtualSeconds }) => virtualSeconds),
    total: mean(({ overheads }) => overheads.total),
    search: mean(({ overheads }) => overheads.search),
    totalSearch: mean(({ overheads: { search, speculative } }) => search + speculative),
    idle: mean(idle),
    // Table 6.4 tells waiting apart from parallelization, the tables of APHID do not.
    ...(algorithm === 'young-brothers'
      ? {
          synchronization: mean((result) => 1 / (1 - idle(result)) - 1),
          parallelization: mean(
            (result) => (1 + result.overheads.parallelization) * (1 - idle(result)) - 1,
          ),
        }
      : {
          master: mean(({ overheads }) => overheads.master),
          speculative: mean(({ overheads }) => overheads.speculative),
          parallelization: mean(({ overheads }) => overheads.parallelization),
        }),
    ...(busy.length > 0 ? { masterBusy: average(busy) } : {}),
    plies: least === most ? String(least) : `${least} to ${most}`,
    positions: rows.length,
    estimate: speedup,
    sequentialNodes: mean(({ sequential }) => sequential.nodes),
    nodes: mean(({ nodes }) => nodes),
  };
}

function textOf(line: Line, columns: readonly Column[]): string[] {
  const percent = (share: number | undefined) =>
    share === undefined ? '-' : `${(100 * share).toFixed(1)} %`;
  const { processors, source, estimate: interval, sequentialNodes, seconds } = line;
  return [
    ...[String(processors), source],
    interval === undefined ? line.speedup.toFixed(2) : makeEstimate(interval),
    seconds === undefined ? '-' : Number(seconds.toPrecision(3)).toString(),
    ...columns.map((column) => percent(line[column])),
    line.plies,
    sequentialNodes === undefined ? '-' : (sequentialNodes / 1e6).toFixed(2),
    String(line.positions),
  ];
}

function pointOf(
  line: Line,
  across: ThesisTable['across'],
  facets: readonly (typeof KEYS)[number][],
): PlotPoint {
  const { speedup, estimate: interval } = line;
  return {
    x: line[across],
    y: speedup,
    series: line.source,
    facet: facets.map((key) => (key === 'depth' ? `depth ${line.depth}` : line[key])).join(', '),
    ...(interval === undefined ? {} : { low: interval.low, high: interval.high }),
  };
}
