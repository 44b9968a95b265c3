// What a worker's state machine does with one event after another.
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type CapacityReply,
  type SeatingCommand,
  type StartFields,
  WORKER_TIMES,
  WorkerControl,
  type WorkerControlEffect,
  type WorkerControlEvent,
} from '#dist/control-plane/index.js';

type Effect = WorkerControlEffect<StartFields>;
type EffectOf<T extends string> = Extract<Effect, { type: T }>;

const answer = { counters: { nodes: 7, leaves: 3 } };
const game = { id: 'chess', hash: 'aa' };
const other = { name: 'any', id: 'other' };

let control: WorkerControl<StartFields>;
let now: number;

beforeEach(() => {
  now = 5_000_000;
  const options = { slots: 2, protocol: 3, version: '1.0.0', games: [game], maxTableBytes: 1000 };
  control = new WorkerControl(options);
  handle({ type: 'ready' });
});

const handle = (event: WorkerControlEvent<StartFields>) => control.handle(event, now);
const only = <T extends string>(effects: readonly Effect[], type: T) =>
  effects.filter((effect): effect is EffectOf<T> => effect.type === type);

function ask(job: string, changes: object = {}): CapacityReply {
  const request = { protocol: 3, version: '1.0.0', job, game, ...changes };
  return only(handle({ type: 'capacity-request', request }), 'reply')[0]!.reply;
}

const command = (job: string, selves: readonly number[], changes: Partial<StartFields> = {}) => ({
  ...{
    key: `key of ${job}`,
    job,
    game,
    tableBytes: 10,
    size: 9,
    absent: [],
    seats: [],
    seating: 0,
  },
  granted: selves.map((self) => ({ self, incarnation: 0 })),
  ...changes,
});

const start = (...given: Parameters<typeof command>) =>
  handle({ type: 'start', command: command(...given) });

/** The job runs in these seats. */
function run(job: string, selves: readonly number[], changes: Partial<StartFields> = {}): Effect[] {
  ask(job);
  const [open] = only(start(job, selves, changes), 'open');
  return handle({ type: 'opened', opening: open!.opening });
}

function pass(ms: number): Effect[] {
  const effects: Effect[] = [];
  const until = now + ms;
  for (let ticks = 0; control.nextTick <= until; ticks++) {
    expect(ticks).toBeLessThan(1000);
    now = control.nextTick;
    effects.push(...handle({ type: 'tick' }));
  }
  now = until;
  return effects;
}

/** The master of the job ends it, or does something else with its seats. */
const obey = (given: object = { type: 'end' }) =>
  handle({ type: 'command', command: { key: 'key of job', ...given } as SeatingCommand });

const held = (seats: readonly number[], incarnation = 0) =>
  seats.map((self) => ({ self, incarnation, worker: other }));

const selves = (effects: readonly { readonly self: number }[]) => effects.map(({ self }) => self);

describe('a worker', () => {
  test('promises its slots to one job at a time', () => {
    expect(ask('one')).toEqual({ type: 'available', slots: 2 });
    expect(ask('two')).toEqual({ type: 'busy' });
    expect(ask('one')).toEqual({ type: 'available', slots: 2 });
    now += WORKER_TIMES.reservation;
    expect(ask('two')).toEqual({ type: 'available', slots: 2 });
  });

  test.each([
    ['another version', { version: '1.0.1' }, /install the same version/],
    ['another protocol', { protocol: 2 }, /install the same version/],
    ['another build of the game', { game: { id: 'chess', hash: 'bb' } }, /the same build/],
    ['a game that it does not have', { game: { id: 'go', hash: 'bb' } }, /--game MODULE/],
  ])('refuses %s, and says what to do', (_, changes, reason) => {
    expect(ask('job', changes)).toEqual({ type: 'refused', reason: expect.stringMatching(reason) });
  });

  test('takes seats of the job that its slots are reserved for, and of no other', () => {
    ask('one');
    expect(start('two', [1])).toEqual([]);
    expect(only(start('one', [1]), 'open')).toHaveLength(1);
  });

  test('obeys a start command once', () => {
    expect(selves(only(run('job', [1, 2]), 'start-process'))).toEqual([1, 2]);
    expect(start('job', [1, 2])).toEqual([]);
    expect(start('job', [2, 3])).toEqual([]);
    obey();
    for (const self of [1, 2]) handle({ type: 'process-ended', self, incarnation: 0, answer });
    ask('job');
    expect(start('job', [1])).toEqual([]);
  });

  test('promises no slots while a game is being opened', () => {
    ask('job');
    start('job', [1, 2]);
    expect(ask('job')).toEqual({ type: 'busy' });
  });

  test('takes no seat of a job that is over here', () => {
    run('job', [1]);
    obey();
    expect(start('job', [2])).toEqual([]);
    expect(ask('job')).toEqual({ type: 'busy' });
  });

  test('is free for another job as soon as its seats are', () => {
    run('job', [1]);
    obey();
    handle({ type: 'process-ended', self: 1, incarnation: 0, answer });
    expect(ask('two')).toEqual({ type: 'available', slots: 2 });
  });

  test('starts no process for a seat that the job does not have, or that has one', () => {
    expect(selves(only(run('job', [9, 1]), 'start-process'))).toEqual([1]);
    const again = run('job', [], { granted: [{ self: 1, incarnation: 1 }] });
    expect(only(again, 'start-process')).toEqual([]);
  });

  test('starts no process when the job has ended while its game was being opened', () => {
    ask('job');
    const [open] = only(start('job', [1]), 'open');
    obey();
    expect(only(handle({ type: 'opened', opening: open!.opening }), 'start-process')).toEqual([]);
    expect(control.job).toBeUndefined();
  });

  test('starts no process in a seat that was ended while its game was being opened', () => {
    ask('job');
    const [open] = only(start('job', [1, 2]), 'open');
    obey({ type: 'end', seats: [{ self: 1, incarnation: 0 }] });
    const [status] = only(pass(WORKER_TIMES.status), 'status');
    expect(selves(status!.seats)).toEqual([2]);
    const opened = handle({ type: 'opened', opening: open!.opening });
    expect(selves(only(opened, 'start-process'))).toEqual([2]);
  });

  test('obeys nobody but the master of its job', () => {
    run('job', [1]);
    expect(obey({ type: 'end', key: 'another key' })).toEqual([]);
    expect(start('job', [2], { key: 'another key' })).toEqual([]);
  });

  test('takes changes of seats that follow what it knows, and no others', () => {
    run('job', [1], { seats: held([1, 2, 3]), seating: 4 });
    const lost = (given: object) => only(obey(given), 'lost').map(({ process }) => process);
    const moves = (from: number, seating: number, gone: number[], seats = held([])) =>
      lost({ type: 'moves', from, seating, gone, seats });
    expect(moves(4, 6, [3], held([5]))).toEqual([3]);
    expect(moves(7, 8, [2])).toEqual([]);
    expect(moves(2, 5, [5])).toEqual([]);
    expect(lost({ type: 'seats', seating: 5, seats: held([1]) })).toEqual([]);
    expect(moves(5, 7, [], held([5], 1))).toEqual([5]);
    expect(lost({ type: 'seats', seating: 9, seats: held([1, 5], 1) })).toEqual([2]);
  });

  test('renews seats whose game is still being opened, and knows the list of its start command', () => {
    ask('job');
    start('job', [1], { seats: held([2]), seating: 7 });
    const [status] = only(pass(WORKER_TIMES.status), 'status');
    expect(status).toMatchObject({ seating: 7, seats: [{ self: 1, incarnation: 0 }] });
  });

  test('tells a process what has changed while its game was being opened', () => {
    ask('job');
    const [open] = only(start('job', [1], { seats: held([2]), seating: 7 }), 'open');
    obey({ type: 'moves', from: 7, seating: 8, seats: [], gone: [2] });
    const effects = handle({ type: 'opened', opening: open!.opening });
    expect(only(effects, 'lost')).toEqual([{ type: 'lost', seat: 1, process: 2 }]);
  });

  test('gives its seats up when the master is silent, and is free when its processes have ended', () => {
    run('job', [1]);
    pass(WORKER_TIMES.masterLease - 1000);
    obey({ type: 'alive' });
    obey({ type: 'alive', key: 'another key' });
    expect(only(pass(WORKER_TIMES.masterLease), 'stop-process')).toEqual([]);
    expect(selves(only(pass(500), 'stop-process'))).toEqual([1]);
    expect(ask('two')).toEqual({ type: 'busy' });
    const ended = handle({ type: 'process-ended', self: 1, incarnation: 0, answer });
    expect(only(ended, 'free-slots')).toHaveLength(1);
    expect(ask('two')).toEqual({ type: 'available', slots: 2 });
    expect(control.nextTick).toBe(Number.POSITIVE_INFINITY);
  });

  test('takes a start command as a sign of its master', () => {
    run('job', [1]);
    pass(WORKER_TIMES.masterLease - 1000);
    start('job', [2]);
    expect(only(pass(WORKER_TIMES.masterLease), 'stop-process')).toEqual([]);
  });

  test('ends only the seats that are meant', () => {
    run('job', [1, 2]);
    const end = (incarnation: number) => obey({ type: 'end', seats: [{ self: 1, incarnation }] });
    expect(only(end(1), 'stop-process')).toEqual([]);
    expect(selves(only(end(0), 'stop-process'))).toEqual([1]);
    expect(only(end(0), 'stop-process')).toEqual([]);
  });

  test('says that a process has failed, unless it was stopped', () => {
    run('job', [1, 2]);
    const failure = { code: 'ERR_WORKER', message: 'its thread died' };
    const died = handle({ type: 'process-ended', self: 1, incarnation: 0, failure });
    expect(only(died, 'failed')).toMatchObject([{ self: 1, dead: true, failure }]);
    obey();
    const ended = handle({ type: 'process-ended', self: 2, incarnation: 0, failure });
    expect(only(ended, 'failed')).toEqual([]);
  });

  test('answers for a process that it has stopped, once', () => {
    run('job', [1, 2]);
    obey();
    const seat = { self: 2, incarnation: 0 };
    expect(handle({ type: 'process-ended', ...seat, incarnation: 1, answer })).toEqual([]);
    const ended = handle({ type: 'process-ended', ...seat, answer });
    expect(only(ended, 'answer')).toEqual([{ type: 'answer', key: 'key of job', ...seat, answer }]);
    expect(handle({ type: 'process-ended', ...seat, answer })).toEqual([]);
  });

  test.each([
    ['more seats than slots', [1, 2, 3], {}, 'ERR_CLUSTER', true],
    ['a table that is too large', [1], { tableBytes: 501 }, 'ERR_MEMORY', false],
  ])('refuses %s', (_, seats, changes, code, dead) => {
    ask('job');
    const effects = start('job', seats, changes);
    expect(selves(only(effects, 'failed'))).toEqual(seats);
    expect(only(effects, 'failed')[0]).toMatchObject({ dead, failure: { code } });
    expect(control.job).toBeUndefined();
  });

  test('hands its seats back before it leaves, and takes none', () => {
    run('job', [1]);
    const effects = handle({ type: 'drain' });
    expect(effects).toMatchObject([
      { type: 'leaving', seats: [1] },
      { type: 'stop-process', self: 1 },
    ]);
    expect(ask('job')).toEqual({ type: 'busy' });
    expect(start('job', [2])).toEqual([]);
    const ended = handle({ type: 'process-ended', self: 1, incarnation: 0, answer });
    expect(only(ended, 'drained')).toHaveLength(1);
    expect(only(ended, 'free-slots')).toEqual([]);
  });

  test('leaves without processes that do not end', () => {
    run('job', [1]);
    handle({ type: 'drain' });
    expect(only(pass(WORKER_TIMES.drain - 1), 'drained')).toEqual([]);
    expect(only(pass(1), 'drained')).toHaveLength(1);
    expect(only(pass(10_000), 'drained')).toEqual([]);
  });

  test('that has nothing to do leaves at once', () => {
    expect(only(handle({ type: 'drain' }), 'drained')).toHaveLength(1);
    expect(handle({ type: 'drain' })).toEqual([]);
  });
});
