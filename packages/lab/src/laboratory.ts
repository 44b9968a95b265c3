// Runs experiments. Every finished run is one line of JSON in a file and is not run again, so an experiment can be
// stopped at any time and resumed.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PlyadesError } from 'plyades/internal/core/errors.js';
import { build } from './build.js';
import type { Experiment, ExperimentRow, ExperimentSummary, Plot } from './experiment.js';
import { makeFolder } from './folder.js';
import { renderPlot } from './plot.js';
import { type RunSelection, selectRuns } from './selection.js';

export interface LaboratoryOptions extends RunSelection {
  /** Folder of the files. */
  readonly out: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: LaboratoryProgress) => void;
}

export interface LaboratoryProgress {
  readonly done: number;
  readonly total: number;
  /** The run under way. */
  readonly id: string;
  /** Estimated from the runs of this call; undefined before the first one ends. */
  readonly secondsLeft: number | undefined;
}

export interface ExperimentReport extends ExperimentSummary {
  readonly total: number;
  /** Runs found in the file, and those made by this call. */
  readonly skipped: number;
  readonly made: number;
  /** Builds of the program that made the runs; more than one should not stand in one table. */
  readonly builds: readonly string[];
  /** Files: the runs, the tables and their figures as one object, the diagram unless it was not drawn. */
  readonly data: string;
  readonly report: string;
  readonly picture: string | undefined;
  /** Why there is no diagram. */
  readonly notDrawn?: string;
}

/** Makes the missing runs and summarizes all. When the signal is aborted, the rest is left to another call. */
export async function runExperiment<S, R>(
  experiment: Experiment<S, R>,
  options: LaboratoryOptions,
): Promise<ExperimentReport> {
  const { scale, part, out, signal, onProgress } = options;
  const runs = selectRuns(experiment, options);
  const data = join(out, `${experiment.runsFile ?? experiment.name}.jsonl`);
  const report = join(out, `${experiment.name}.json`);
  makeFolder(dirname(data));
  makeFolder(dirname(report));
  const rows = readRows<S, R>(data);
  const finished = new Set(rows.map(({ id }) => id));
  const missing = runs.filter(({ id }) => !finished.has(id));
  const startedAt = performance.now();
  let made = 0;
  try {
    for (const { id, settings } of missing) {
      if (signal.aborted) break;
      const perRun = (performance.now() - startedAt) / 1000 / made;
      onProgress?.({
        done: runs.length - missing.length + made,
        total: runs.length,
        id,
        secondsLeft: made === 0 ? undefined : perRun * (missing.length - made),
      });
      try {
        const result = await experiment.perform(settings, { signal, rows });
        const row = { id, settings, result, build: build() };
        appendFileSync(data, `${JSON.stringify(row)}\n`);
        rows.push(row);
        made++;
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }
  } finally {
    await experiment.close?.();
  }
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
  return { ...summary, ...drawing, total: runs.length, skipped, made, builds, data, report };
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
