import { expect, test } from 'vitest';
import {
  addRates,
  joinLine,
  MOST_LOOKS,
  parseStatus,
  type RateHistory,
  sparkline,
} from '../../src/cluster/status.js';

const worker = {
  ...{ id: 'w1', host: 'lab', version: '0.1.0', slots: 4, busy: 3, job: 'deep' },
  ...{ rate: 2e6, idle: 0.1 },
};
const job = {
  ...{ job: 'deep', host: 'desk', game: 'othello', algorithm: 'aphid', depth: 12, value: -3 },
  ...{ nodes: 1e9, seconds: 12.5, seats: 3, losses: 1, messages: 900, latencyMs: 0.4 },
  state: 'searching',
};
const status = {
  ...{ server: 'tls://hub:4222', wantsToken: true, reachable: true },
  ...{ workers: [worker], jobs: [job] },
};

test('a status of the server is read as it is', () => {
  expect(parseStatus(status)).toEqual({
    ...status,
    jobs: [{ ...job, pn: undefined, dn: undefined }],
  });
});

test.each([
  ['nothing', undefined],
  ['a text', 'hello'],
  ['a list', []],
  ['no server', { ...status, server: 7 }],
  ['no workers', { ...status, workers: 'many' }],
  ['jobs that are none', { ...status, jobs: [null] }],
])('%s is no status', (_, value) => {
  expect(parseStatus(value)).toBeUndefined();
});

test('wrong fields of a row become empty ones, and rows have an end', () => {
  const odd = { ...worker, id: { toString: 'x' }, rate: 'fast', idle: Number.POSITIVE_INFINITY };
  const workers = parseStatus({ ...status, workers: [odd] })!.workers;
  expect(workers[0]).toMatchObject({ id: '', rate: 0, idle: 0 });
  const many = parseStatus({ ...status, workers: Array.from({ length: 9999 }, () => worker) })!;
  expect(many.workers.length).toBe(2000);
});

test('rates of the last minute are kept for workers that are there', () => {
  const picture = parseStatus(status)!;
  let history: RateHistory = new Map([['gone', [1, 2]]]);
  for (let look = 0; look < 100; look++) history = addRates(history, picture);
  expect(history.get('w1')).toHaveLength(MOST_LOOKS);
  expect(history.get('')!.at(-1)).toBe(2e6);
  expect(history.has('gone')).toBe(false);
});

test('a sparkline ends at the right, and its greatest rate is at the top', () => {
  const points = sparkline([0, 5, 10], 100, 26)
    .split(' ')
    .map((point) => point.split(',').map(Number));
  expect(points.at(-1)).toEqual([100, 1]);
  expect(points[0]![1]).toBe(25);
  expect(sparkline([], 100, 26)).toBe('');
});

test('the line to join never has a token', () => {
  const picture = parseStatus(status)!;
  expect(joinLine(picture)).toBe('plyades worker --join ply1_…');
  expect(joinLine({ ...picture, wantsToken: false, server: 'nats://127.0.0.1:4222' })).toBe(
    'plyades worker --server nats://127.0.0.1:4222',
  );
});
