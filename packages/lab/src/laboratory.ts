// Runs experiments. Every finished run is one line of JSON in a file and is not run again, so an experiment can be
// stopped at any time and resumed. Several runs at a time are made in processes of their own; this process alone
// writes the file.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inputError, PlyadesError } from 'plyades/internal/core/errors.js';
import { build } from './build.js';
import type {
  Experiment,
  ExperimentRow,
  ExperimentRun,
  ExperimentSummary,
  Plot,
} from './experiment.js';
import { makeFolder } from './folder.js';
import { performInChild, REGISTRY } from './jobs.js';
import { describeMachine } from './machine.js';
import { renderPlot } from './plot.js';
import { RunSchedule, type ScheduledRun } from './run-schedule.js';
import { type RunSelection, selectRuns } from './selection.js';

export interface LaboratoryOptions extends RunSelection {
  /** Folder of the files. */
  readonly out: string;
  readonly signal: AbortSignal;
  /** Runs at a time, each in a process of its own if there are several; 1 if not given. */
  readonly jobs?: number;
  /** No run starts later than this after the call, and none ends later than a minute after that. */
  readonly minutes?: number;
  /** URL of the module whose `experiments` the processes know; the laboratory's own if not given. */
  readonly registry?: string;
  readonly onProgress?: (progress: LaboratoryProgress) => void;
}

export interface LaboratoryProgress {
  readonly done: number;
  readonly total: number;
  /** The run that started last. */
  readonly id: string;
  /** Runs under way. */
  readonly running: number;
  /** Estimated from the runs of this call; undefined before the first one ends. */
  readonly secondsLeft: number | undefined;
}

export interface ExperimentReport extends ExperimentSummary {
  readonly total: number;
  /** Runs found in the file, and those made by this call. */
  readonly skipped: number;
  readonly made: number;
  /** Runs that failed beside others, each with the command that repeats it if the error names one. */
  readonly failures: readonly RunFailure[];
  /** Runs were left out because of `minutes`. */
  readonly late: boolean;
  /** Builds of the program that made the runs; more than one should not stand in one table. */
  readonly builds: readonly string[];
  /** Files: the runs, the tables and their figures as one object, the diagram unless it was not drawn. */
  readonly data: string;
  readonly report: string;
  readonly picture: string | undefined;
  /** Why there is no diagram. */
  readonly notDrawn?: string;
}

export interface RunFailure {
  readonly id: string;
  readonly message: string;
}

/** After the end of `minutes`, runs under way have this long to end. */
const GRACE_MS = 60_000;

/** Makes the missing runs and summarizes all. When the signal is aborted, the rest is left to another call. */
export async function runExperiment<S, R>(
  experiment: Experiment<S, R>,
  options: LaboratoryOptions,
): Promise<ExperimentReport> {
  const { scale, part, out } = options;
  const runs = selectRuns(experiment, options);
  const data = join(out, `${experiment.runsFile ?? experiment.name}.jsonl`);
  const report = join(out, `${experiment.name}.json`);
  makeFolder(dirname(data));
  makeFolder(dirname(report));
  const rows = readRows<S, R>(data);
  const finished = new Set(rows.map(({ id }) => id));
  const missing = runs.filter(({ id }) => !finished.has(id));
  const { made, failures, late } = await makeRuns(experiment, missing, rows, {
    ...{ data, options, before: runs.length - missing.length, total: runs.length },
  });
  // A run of another experiment is shown with the settings that this one has for it.
  const wanted = new Map(runs.map(({ id, settings }) => [id, settings]));
  const used = rows.flatMap((row) => {
    const settings = wanted.get(row.id);
    return settings === undefined ? [] : [{ ...row, settings }];
  });
  const builds = [...new Set(used.map((row) => row.build ?? 'unknown'))].sort();
  const summary = experiment.summarize(used);
  const skipped = runs.length - missing.length;
  const { tables, figures = [] } = summary;
  const head = { experiment: experiment.name, scale, ...(part === undefined ? {} : { part }) };
  const written = { ...head, total: runs.length, builds, tables, figures };
  writeFileSync(report, `${JSON.stringify({ ...written, finished: skipped + made }, null, 2)}\n`);
  const drawing = await draw(summary.plot, join(out, `${experiment.name}.svg`));
  const counts = { total: runs.length, skipped, made, failures, late };
  return { ...summary, ...drawing, ...counts, builds, data, report };
}

interface RunsToMake {
  readonly data: string;
  readonly options: LaboratoryOptions;
  /** Runs of the experiment that are finished, and all of them. */
  readonly before: number;
  readonly total: number;
}

/** Makes runs until none is left, the signal is aborted or the time is over; appends each to `rows` and to the file. */
async function makeRuns<S, R>(
  experiment: Experiment<S, R>,
  missing: readonly ExperimentRun<S>[],
  rows: ExperimentRow<S, R>[],
  { data, options, before, total }: RunsToMake,
): Promise<Pick<ExperimentReport, 'made' | 'failures' | 'late'>> {
  const { signal, jobs = 1, minutes, registry = REGISTRY, onProgress } = options;
  if (jobs > 1 && experiment.needs === undefined) {
    const message = `${experiment.name} makes one run at a time: its runs take results of earlier ones`;
    throw PlyadesError.refusing(inputError('ERR_OPTION', `jobs: ${message}`, String(jobs)));
  }
  const schedule = new RunSchedule(experiment, missing, rows, jobs > 1);
  const extra = schedule.left - missing.length;
  const clock = new RunClock(minutes);
  const lateSignal =
    minutes === undefined ? [] : [AbortSignal.timeout(minutes * 60_000 + GRACE_MS)];
  const ending = AbortSignal.any([signal, ...lateSignal]);
  const failures: RunFailure[] = [];
  const running = new Set<Promise<void>>();
  let ended = 0;
  let made = 0;

  const perform = async ({ run, needed }: ScheduledRun<S, R>): Promise<R> => {
    if (jobs === 1) return experiment.perform(run.settings, { signal: ending, rows });
    const known = needed === undefined ? [] : [needed];
    const { name } = experiment;
    return performInChild<R>({ registry, experiment: name, ...run, rows: known }, ending);
  };
  const make = async (scheduled: ScheduledRun<S, R>): Promise<void> => {
    const { id, settings } = scheduled.run;
    const startedAt = performance.now();
    try {
      const result = await perform(scheduled);
      const wallSeconds = Number(((performance.now() - startedAt) / 1000).toFixed(2));
      const origin = { build: build(), machine: describeMachine(), date: new Date().toISOString() };
      const row = { id, settings, result, ...origin, wallSeconds };
      appendFileSync(data, `${JSON.stringify(row)}\n`);
      rows.push(row);
      schedule.finish(row);
      clock.finish(scheduled.size, wallSeconds);
      ended++;
      if (!scheduled.extra) made++;
    } catch (error) {
      if (ending.aborted) return;
      // One at a time, the caller sees the error itself.
      if (jobs === 1) throw error;
      failures.push({ id, message: (error as Error).message });
      schedule.fail(id);
    }
  };

  try {
    while (!ending.aborted) {
      const next =
        running.size < jobs && !clock.isOver
          ? schedule.next((size) => clock.hasTimeFor(size))
          : undefined;
      if (next === undefined) {
        if (running.size === 0) break;
        await Promise.race(running);
        continue;
      }
      const left = schedule.left + running.size + 1;
      onProgress?.({
        done: before + ended,
        total: total + extra,
        id: next.run.id,
        running: running.size + 1,
        secondsLeft: clock.secondsLeft(ended, left),
      });
      const run = make(next).finally(() => running.delete(run));
      running.add(run);
      // The other runs are waited for before its error is thrown.
      run.catch(() => {});
    }
    await Promise.all(running);
  } finally {
    await Promise.allSettled(running);
    await experiment.close?.();
  }
  const left = schedule.left > 0 || ending.aborted;
  return { made, failures, late: left && minutes !== undefined && !signal.aborted };
}

/** The time that is left, and how long runs of a size take on this machine. */
class RunClock {
  readonly #startedAt = performance.now();
  readonly #minutes: number | undefined;
  #size = 0;
  #seconds = 0;

  constructor(minutes: number | undefined) {
    this.#minutes = minutes;
  }

  get #passedMs(): number {
    return performance.now() - this.#startedAt;
  }

  get isOver(): boolean {
    return this.#minutes !== undefined && this.#passedMs >= this.#minutes * 60_000;
  }

  finish(size: number | undefined, seconds: number): void {
    if (size === undefined) return;
    this.#size += size;
    this.#seconds += seconds;
  }

  /** False for a run that would not end in time, as finished runs of this call predict it. */
  hasTimeFor(size: number | undefined): boolean {
    if (this.#minutes === undefined || size === undefined || this.#size === 0) return true;
    const neededMs = (1000 * size * this.#seconds) / this.#size;
    return this.#passedMs + neededMs < this.#minutes * 60_000 + GRACE_MS;
  }

  /** Of all `left` runs, if they take as long as those that have `ended`; undefined before the first one has. */
  secondsLeft(ended: number, left: number): number | undefined {
    return ended === 0 ? undefined : (this.#passedMs / 1000 / ended) * left;
  }
}

/** Writes the diagram; without Vega there is none, and the report says so. */
async function draw(
  plot: Plot,
  picture: string,
): Promise<Pick<ExperimentReport, 'picture' | 'notDrawn'>> {
  try {
    if (plot.points.length > 0) writeFileSync(picture, await renderPlot(plot));
    return { picture };
  } catch (error) {
    if (!(error instanceof PlyadesError && error.code === 'ERR_MISSING_PART')) throw error;
    return { picture: undefined, notDrawn: error.message };
  }
}

/** The rows of a file. A last line without its end was being written when the program was killed. */
function readRows<S, R>(file: string): ExperimentRow<S, R>[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole !== text) writeFileSync(file, whole);
  return whole
    .split('\n')
    .slice(0, -1)
    .map((line, i) => parseRow(line, `${file}:${i + 1}`));
}

function parseRow<S, R>(line: string, where: string): ExperimentRow<S, R> {
  try {
    const row = JSON.parse(line);
    if (typeof row?.id === 'string' && row.result !== undefined) return row;
  } catch {}
  throw new PlyadesError('ERR_VALUE', `${where}: not a finished run; delete the line`);
}
