// The order of runs: those that others need come first, then the largest; one at a time, the experiment's order.
import { expect, test } from 'vitest';
import type { Experiment, ExperimentRow, ExperimentRun } from '#dist/experiment.js';
import { RunSchedule } from '#dist/run-schedule.js';

interface Settings {
  readonly size: number;
  readonly base?: string;
}

const run = (id: string, size: number, base?: string): ExperimentRun<Settings> => ({
  id,
  settings: { size, ...(base === undefined ? {} : { base }) },
});

const experiment = {
  needs: ({ base }: Settings) => (base === undefined ? undefined : run(base, 0)),
  sizeOf: ({ size }: Settings) => size,
} as unknown as Experiment<Settings, number>;

const runs = [run('a', 1, 'x'), run('b', 3, 'y'), run('c', 2, 'x'), run('d', 9, 'y')];
const row = (id: string): ExperimentRow<Settings, number> => ({ ...run(id, 0), result: 0 });

/** Ids in the order in which runs are given out, each finished at once. */
function orderOf(schedule: RunSchedule<Settings, number>, most = 100): string[] {
  const ids: string[] = [];
  for (
    let next = schedule.next();
    next !== undefined && ids.length < most;
    next = schedule.next()
  ) {
    ids.push(next.run.id);
    schedule.finish(row(next.run.id));
  }
  return ids;
}

test('one at a time, runs come in order, each after the one that it needs', () => {
  const schedule = new RunSchedule(experiment, runs, [], false);
  expect(orderOf(schedule)).toEqual(['x', 'a', 'y', 'b', 'c', 'd']);
});

test('several at a time, needed runs come first, then the largest', () => {
  const schedule = new RunSchedule(experiment, runs, [], true);
  expect(schedule.left).toBe(6);
  expect(orderOf(schedule)).toEqual(['x', 'y', 'd', 'b', 'c', 'a']);
});

test('a run waits for the one that it needs, which may be finished already', () => {
  const schedule = new RunSchedule(experiment, runs, [row('x')], true);
  expect(schedule.next()?.run.id).toBe('y');
  expect(schedule.next()).toMatchObject({ run: { id: 'c' }, needed: { id: 'x' } });
  expect(schedule.next()?.run.id).toBe('a');
  expect(schedule.next()).toBeUndefined();
  expect(schedule.left).toBe(2);
});

test('runs that do not fit are left, and those that need a failed run are dropped', () => {
  const schedule = new RunSchedule(experiment, runs, [row('x'), row('y')], true);
  expect(schedule.next((size) => (size ?? 0) < 3)?.run.id).toBe('c');
  schedule.fail('y');
  expect(orderOf(schedule)).toEqual(['a']);
  expect(schedule.left).toBe(0);
});
