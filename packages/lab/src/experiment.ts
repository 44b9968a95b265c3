// What an experiment is: a list of runs, each a function of its settings, and what they amount to. A run
// is known by its id, so that a laboratory can keep what is finished and go on another day.
import type { ProfileName } from 'plyades/internal/sim/index.js';

export const scales = ['smoke', 'short', 'full'] as const;
/** Seconds; a minute or some; hours, with an open end where runs grow: then the smallest come first. */
export type Scale = (typeof scales)[number];

/** One run: `id` names all its settings, and settings hold all that it needs. */
export interface Run<S> {
  readonly id: string;
  readonly settings: S;
}

/** A finished run, as it stands in the file: one line of JSON. */
export interface Row<S, R> extends Run<S> {
  readonly result: R;
  /** The build of the program that made it, where it was written down. */
  readonly build?: string;
}

export interface Context<S, R> {
  readonly signal: AbortSignal;
  /** All runs that are finished, of earlier calls too. */
  readonly rows: readonly Row<S, R>[];
}

/** What a run is one of many in, where an experiment has such a choice. */
export interface Dimensions {
  readonly game?: string;
  /** Name of the position; it belongs to the game. */
  readonly position?: string;
  /** Plies, without the extra ones of a position. */
  readonly depth?: number;
  readonly processors?: number;
}

/** What an experiment with engines may be told. */
export interface Choices {
  /** As `findEngine` takes it. */
  readonly engine?: string;
  /** Path of a file of games. */
  readonly games?: string;
  /** Names of what is compared, with commas between them; all if not given. */
  readonly way?: string;
}

export interface Experiment<S, R> {
  readonly name: string;
  readonly about: string;
  /** The choices that `runs` takes; none if not given. */
  readonly choices?: readonly (keyof Choices)[];
  /** Whether `runs` takes cost profiles; all of them if none are given. */
  readonly profiled?: boolean;
  /** Name of the file of runs, for experiments that share some; the experiment's own if not given. */
  readonly runsFile?: string;
  runs(scale: Scale, profiles?: readonly ProfileName[], choices?: Choices): readonly Run<S>[];
  /** Of a run; an experiment without it can be made as a whole only. */
  dimensions?(settings: S): Dimensions;
  /** Rejects when the signal is aborted, or when something is wrong: then the run is not finished. */
  perform(settings: S, context: Context<S, R>): Promise<R>;
  /** Ends what runs have kept for the next one. */
  close?(): Promise<void>;
  /** What the rows of a scale's runs amount to; there may be fewer than runs. */
  summarize(rows: readonly Row<S, R>[]): Summary;
}

/** Figures are text already: rounded, with their unit. */
export interface TableOfFigures {
  /** Says "simulated" where the figures are. */
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Summary {
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
}
