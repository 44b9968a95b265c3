// Which run is made next. A run waits for the one it needs. One at a time, runs come in the experiment's order, so that
// an interrupted experiment has all of its smaller searches. Several at a time, runs that others need come first and
// then the largest ones, so that all jobs end at about the same time.
import type { Experiment, ExperimentRow, ExperimentRun } from './experiment.js';

export interface ScheduledRun<S, R> {
  readonly run: ExperimentRun<S>;
  /** The finished run that it needs. */
  readonly needed: ExperimentRow<S, R> | undefined;
  /** By the experiment's `sizeOf`. */
  readonly size: number | undefined;
  /** The experiment does not list it, but other runs need it. */
  readonly extra: boolean;
}

/** Some runs of an experiment that are not finished, and the runs that they need. */
export class RunSchedule<S, R> {
  readonly #experiment: Experiment<S, R>;
  readonly #largestFirst: boolean;
  readonly #finished: Map<string, ExperimentRow<S, R>>;
  /** Runs that have not been started, those that others need before them. */
  readonly #waiting = new Map<string, ExperimentRun<S>>();
  readonly #extra = new Set<string>();
  readonly #needed = new Set<string>();
  /** Runs that cannot be made because the one that they need failed. */
  readonly #failed = new Set<string>();

  constructor(
    experiment: Experiment<S, R>,
    missing: readonly ExperimentRun<S>[],
    rows: readonly ExperimentRow<S, R>[],
    largestFirst: boolean,
  ) {
    this.#experiment = experiment;
    this.#largestFirst = largestFirst;
    this.#finished = new Map(rows.map((row) => [row.id, row]));
    const listed = new Set(missing.map(({ id }) => id));
    for (const run of missing) {
      const needed = experiment.needs?.(run.settings);
      if (needed !== undefined && needed.id !== run.id) {
        this.#needed.add(needed.id);
        if (!this.#finished.has(needed.id)) {
          this.#waiting.set(needed.id, needed);
          if (!listed.has(needed.id)) this.#extra.add(needed.id);
        }
      }
      this.#waiting.set(run.id, run);
    }
  }

  /** Runs that wait for their turn. */
  get left(): number {
    return this.#waiting.size;
  }

  /** Takes the next run that can be made now and that `fits`; undefined when there is none at the moment. */
  next(fits: (size: number | undefined) => boolean = () => true): ScheduledRun<S, R> | undefined {
    let best: ScheduledRun<S, R> | undefined;
    for (const run of this.#waiting.values()) {
      const ready = this.#readyRun(run);
      if (ready === undefined || !fits(ready.size)) continue;
      if (best === undefined || this.#isBefore(ready, best)) best = ready;
      if (!this.#largestFirst) break;
    }
    if (best !== undefined) this.#waiting.delete(best.run.id);
    return best;
  }

  /** Runs that need this one can be made now. */
  finish(row: ExperimentRow<S, R>): void {
    this.#finished.set(row.id, row);
  }

  /** Runs that need this one cannot be made. */
  fail(id: string): void {
    this.#failed.add(id);
    for (const run of [...this.#waiting.values()]) {
      const needed = this.#experiment.needs?.(run.settings)?.id;
      if (needed !== undefined && this.#failed.has(needed)) this.#waiting.delete(run.id);
    }
  }

  #readyRun(run: ExperimentRun<S>): ScheduledRun<S, R> | undefined {
    const id = this.#experiment.needs?.(run.settings)?.id;
    const needed = id === undefined ? undefined : this.#finished.get(id);
    if (id !== undefined && id !== run.id && needed === undefined) return undefined;
    const size = this.#experiment.sizeOf?.(run.settings, needed?.result);
    return { run, needed, size, extra: this.#extra.has(run.id) };
  }

  #isBefore(one: ScheduledRun<S, R>, other: ScheduledRun<S, R>): boolean {
    const unlocks = ({ run }: ScheduledRun<S, R>) => Number(this.#needed.has(run.id));
    if (unlocks(one) !== unlocks(other)) return unlocks(one) > unlocks(other);
    return (one.size ?? 0) > (other.size ?? 0);
  }
}
