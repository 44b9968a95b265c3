// When a checkpoint is due.
import { expect, test } from 'vitest';
import { CheckpointSchedule } from '#dist/control-plane/index.js';

test('a checkpoint is due when a depth is finished, and at intervals in between', () => {
  const schedule = new CheckpointSchedule(0, 5000);
  const writes = (depth: number, now: number) => {
    const isDue = schedule.begin(depth, now);
    if (isDue) schedule.written();
    return isDue;
  };
  expect(writes(0, 99)).toBe(false);
  expect(writes(1, 100)).toBe(true);
  expect(writes(1, 5099)).toBe(false);
  expect(writes(2, 5099)).toBe(true);
  expect(writes(2, 10_098)).toBe(false);
  expect(writes(2, 10_099)).toBe(true);
});

test('no checkpoint begins while another one is being written', () => {
  const schedule = new CheckpointSchedule(0, 5000);
  expect(schedule.begin(1, 0)).toBe(true);
  expect(schedule.begin(2, 10)).toBe(false);
  expect(schedule.begin(2, 9000)).toBe(false);
  schedule.written();
  expect(schedule.begin(2, 9001)).toBe(true);
});
