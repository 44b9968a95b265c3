// An experiment is a list of runs, each a function of its settings, and a summary of their results. Runs have ids, so
// that the laboratory keeps finished runs and resumes an experiment later.
import type { ProfileName } from 'plyades/internal/sim/index.js';

export const scales = ['smoke', 'short', 'full'] as const;
/** Seconds; minutes; hours. Where runs grow without an end, the smallest come first. */
export type Scale = (typeof scales)[number];

/** One run: `id` names all its settings, and `settings` is its only input. */
export interface ExperimentRun<S> {
  readonly id: string;
  readonly settings: S;
}

/** A finished run: one line of JSON in the file of runs. */
export interface ExperimentRow<S, R> extends ExperimentRun<S> {
  readonly result: R;
  /** The build of the program that made it; missing in old files. */
  readonly build?: string;
  /** Cores and processor of the machine that made it, and when it ended (ISO 8601); missing in old files. */
  readonly machine?: string;
  readonly date?: string;
  /** Wall time of the run. */
  readonly wallSeconds?: number;
}

export interface RunContext<S, R> {
  readonly signal: AbortSignal;
  /** All finished runs, those of earlier calls included. */
  readonly rows: readonly ExperimentRow<S, R>[];
  /** Threads for a simulation: 1 beside other runs on the same machine; as many as there are cores if not given. */
  readonly threads?: number;
}

/** By which a part of the runs can be chosen; an experiment has some of them. */
export interface RunDimensions {
  readonly game?: string;
  /** Name of the position; it belongs to the game. */
  readonly position?: string;
  /** Plies, without the extra ones of a position. */
  readonly depth?: number;
  readonly processors?: number;
}

/** Options that some experiments have. */
export interface EngineChoices {
  /** As `findEngine` takes it. */
  readonly engine?: string;
  /** Path of a file of games. */
  readonly games?: string;
  /** Names of the variants to compare, with commas between them; all if not given. */
  readonly way?: string;
  /** How often each search is measured; the scale's number if not given. */
  readonly repeats?: number;
}

export interface Experiment<S, R> {
  readonly name: string;
  readonly about: string;
  /** The options that `runs` takes; none if not given. */
  readonly choices?: readonly (keyof EngineChoices)[];
  /** Whether `runs` takes cost profiles; all of them if none are given. */
  readonly profiled?: boolean;
  /** Name of the file of runs, for experiments that share some; the experiment's own if not given. */
  readonly runsFile?: string;
  runs(
    scale: Scale,
    profiles?: readonly ProfileName[],
    choices?: EngineChoices,
  ): readonly ExperimentRun<S>[];
  /** Of a run; without it only the whole experiment can be run. */
  dimensions?(settings: S): RunDimensions;
  /**
   * The run whose result this one takes, such as the sequential search of its position; undefined for none. The
   * laboratory makes it first, once for all runs that need it. Only an experiment with this function can make several
   * runs at a time: its other runs take nothing from each other.
   */
  needs?(settings: S): ExperimentRun<S> | undefined;
  /** Duration of a run in any unit, as the needed run's result predicts it; undefined when it is unknown. */
  sizeOf?(settings: S, needed: R | undefined): number | undefined;
  /** Rejects when the signal is aborted or the run fails: then the run is not finished. */
  perform(settings: S, context: RunContext<S, R>): Promise<R>;
  /** Frees what runs keep for the next one. */
  close?(): Promise<void>;
  /** Tables and figures of the finished runs of a scale, which may be fewer than all. */
  summarize(rows: readonly ExperimentRow<S, R>[]): ExperimentSummary;
}

/** Figures are text already: rounded, with their unit. */
export interface TableOfFigures {
  /** Says "simulated" where the figures are. */
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface ExperimentSummary {
  readonly tables: readonly TableOfFigures[];
  /** The tables' lines as numbers, for programs; where there are curves, each with its points. */
  readonly figures?: readonly object[];
  readonly plot: Plot;
}

/** Lines of a diagram, each with its points. */
export interface Plot {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly points: readonly PlotPoint[];
  /** Series that are bare points or bare lines; the others are lines with their points. */
  readonly marks?: Readonly<Record<string, 'points' | 'line'>>;
  /** True when each facet has axes of its own. */
  readonly ownAxes?: boolean;
  /** Facets side by side in a row; all of them if not given. */
  readonly columns?: number;
}

export interface Axis {
  readonly title: string;
  /** `log10` for sizes over many decades, `log` for what doubles. */
  readonly scale: 'linear' | 'log' | 'log10' | 'names';
}

export interface PlotPoint {
  readonly x: number | string;
  readonly y: number;
  /** The line, in the legend. */
  readonly series: string;
  /** Points of other facets stand in a diagram of their own, side by side. */
  readonly facet?: string;
  /** An interval around y. */
  readonly low?: number;
  readonly high?: number;
  /** True for a figure of the literature: a diamond in the colour of its series, not part of the line. */
  readonly quoted?: boolean;
  /** True for a prediction: part of a dashed line in the colour of its series. */
  readonly predicted?: boolean;
}
