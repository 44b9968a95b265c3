// What a master's state machine does with one event after another.
import { beforeEach, describe, expect, test } from 'vitest';
import {
  MASTER_TIMES,
  MasterControl,
  type MasterControlEffect,
  type MasterControlEvent,
  type MasterControlOptions,
  type SeatNotice,
} from '#dist/control-plane/index.js';
import {
  MAX_FREE_SLOT_NOTICES_PER_TICK,
  MAX_SCAN_REQUESTS,
} from '#dist/control-plane/recruiting.js';

const a = { name: 'any', id: 'a' };
const b = { name: 'any', id: 'b' };

type EffectOf<T extends string> = Extract<MasterControlEffect, { type: T }>;

let control: MasterControl;
let now: number;

beforeEach(() => {
  now = 1_000_000;
  create();
});

function create(options: Partial<MasterControlOptions> = {}): void {
  const common = { key: 'k', maxSeats: 100, startsWithoutWorkers: false, countMs: 1500 };
  control = new MasterControl({ ...common, ...options });
}

const handle = (event: MasterControlEvent) => control.handle(event, now);
const only = <T extends string>(effects: readonly MasterControlEffect[], type: T) =>
  effects.filter((effect): effect is EffectOf<T> => effect.type === type);
const found = (...workers: (typeof a)[]) =>
  handle({ type: 'scanned', found: workers.map((worker) => ({ worker, slots: 2 })) });
const room = (request: number, slots: number) =>
  handle({ type: 'replied', request, reply: { type: 'available', slots } });
const notice = (given: SeatNotice) => handle({ type: 'notice', notice: given });
const status = (worker: typeof a, seating: number, ...seats: (readonly [number, number])[]) =>
  notice({
    type: 'status',
    worker,
    seating,
    seats: seats.map(([self, incarnation]) => ({ self, incarnation, nodes: 1, leaves: 1 })),
  });

/** Ticks as they are due for this long; what they do. */
function pass(ms: number): MasterControlEffect[] {
  const effects: MasterControlEffect[] = [];
  const until = now + ms;
  while (control.nextTick <= until) {
    now = control.nextTick;
    effects.push(...handle({ type: 'tick' }));
  }
  now = until;
  return effects;
}

/** The job begins with these slots of two workers. */
function begin(ofA = 2, ofB = 1): MasterControlEffect[] {
  handle({ type: 'start' });
  const [first, second] = only(found(a, b), 'ask');
  room(first!.request, ofA);
  return room(second!.request, ofB);
}

describe('a master', () => {
  test('grants the slots that it was offered, and begins', () => {
    const effects = begin();
    const [begun] = only(effects, 'begin');
    expect(begun!.grants.map(({ worker, granted }) => [worker.id, granted])).toEqual([
      [
        'a',
        [
          { self: 1, incarnation: 0 },
          { self: 2, incarnation: 0 },
        ],
      ],
      ['b', [{ self: 3, incarnation: 0 }]],
    ]);
    expect(begun!.size).toBe(12);
    expect(begun!.absent).toEqual([4, 5, 6, 7, 8, 9, 10, 11]);
    expect(only(effects, 'note').map(({ note }) => note.type)).toEqual(['joined', 'joined']);
  });

  test('fails after some seconds when there is no worker, and says why', () => {
    handle({ type: 'start' });
    const failures: EffectOf<'failed'>[] = [];
    for (let round = 0; round < 4; round++) {
      failures.push(...only(found(), 'failed'));
      pass(MASTER_TIMES.retry);
    }
    expect(failures).toHaveLength(1);
    expect(failures[0]!.failure.message).toMatch(/no worker has answered/);
    expect(control.nextTick).toBe(Number.POSITIVE_INFINITY);
  });

  test('waits for workers that are busy, and asks when one says that it is free', () => {
    handle({ type: 'start' });
    for (let round = 0; round < 20; round++) {
      const [ask] = only(found(a), 'ask');
      expect(handle({ type: 'replied', request: ask!.request, reply: { type: 'busy' } })).toEqual(
        [],
      );
      expect(only(pass(MASTER_TIMES.retry), 'scan')).toHaveLength(1);
    }
    const [ask] = only(found(a), 'ask');
    handle({ type: 'replied', request: ask!.request, reply: { type: 'busy' } });
    expect(only(handle({ type: 'free-slots', worker: a }), 'scan')).toHaveLength(1);
  });

  test('begins without workers when it is cancelled', () => {
    handle({ type: 'start' });
    handle({ type: 'cancel' });
    expect(only(found(), 'begin')).toHaveLength(1);
  });

  test('gives the seats of a silent worker to another, with a greater incarnation', () => {
    create({ maxSeats: 3 });
    begin();
    for (let ms = 0; ms < MASTER_TIMES.seatLease; ms += 250) {
      status(b, 0, [3, 0]);
      pass(250);
    }
    expect(control.seats!.entries.map(({ self }) => self)).toEqual([3]);
    const [ask] = only(found(b), 'ask');
    const [granted] = only(room(ask!.request, 1), 'grant');
    expect(granted!.grant.granted).toEqual([{ self: 1, incarnation: 1 }]);
    // The old holder gets the list as often as it claims the seat.
    for (let times = 0; times < 2; times++) {
      const [sent] = only(status(a, 0, [1, 0]), 'command');
      expect(sent!.command).toEqual({
        type: 'end',
        key: 'k',
        seats: [{ self: 1, incarnation: 0 }],
      });
    }
  });

  test('takes back a seat whose start command was lost, though its worker renews another', () => {
    create({ maxSeats: 2 });
    begin(1, 0);
    const [ask] = only(handle({ type: 'free-slots', worker: a }), 'ask');
    expect(only(room(ask!.request, 1), 'grant')).toHaveLength(1);
    const lost: number[] = [];
    for (let ms = 0; ms < 2 * MASTER_TIMES.seatLease; ms += 250) {
      status(a, 0, [1, 0]);
      lost.push(...only(pass(250), 'lost').map(({ self }) => self));
    }
    expect(lost).toEqual([2]);
    expect(control.seats!.entries.map(({ self }) => self)).toEqual([1]);
  });

  test('sends the list of seats again to a worker that has missed a change', () => {
    begin();
    status(a, 0, [1, 0], [2, 0]);
    notice({ type: 'leaving', worker: b, seats: [3] });
    const moves = only(pass(300), 'command').map(({ command }) => command);
    expect(moves).toContainEqual({
      ...{ type: 'moves', key: 'k', from: 0, seating: 1, seats: [], gone: [3] },
    });
    const seats = () => only(status(a, 0, [1, 0], [2, 0]), 'command');
    for (let ms = 0; ms < 2 * MASTER_TIMES.alive; ms += 250) {
      status(a, 1, [1, 0], [2, 0]);
      pass(250);
    }
    expect(seats().map(({ command }) => command.type)).toEqual(['seats']);
    expect(only(status(a, 1, [1, 0], [2, 0]), 'command')).toEqual([]);
  });

  test('follows some free-slot notices of a tick, and scans when there are more', () => {
    begin();
    const asks = Array.from({ length: 100 }, (_, index) =>
      only(handle({ type: 'free-slots', worker: { name: 'any', id: `w${index}` } }), 'ask'),
    );
    expect(asks.flat()).toHaveLength(MAX_FREE_SLOT_NOTICES_PER_TICK);
    expect(only(pass(MASTER_TIMES.alive + 300), 'scan')).toHaveLength(1);
  });

  test('asks some workers of a scan at a time, and the next when one has replied', () => {
    begin();
    pass(MASTER_TIMES.rescan);
    const many = Array.from({ length: 40 }, (_, index) => ({ name: 'any', id: `w${index}` }));
    const asks = only(found(...many), 'ask');
    expect(asks).toHaveLength(MAX_SCAN_REQUESTS);
    expect(only(handle({ type: 'replied', request: asks[0]!.request }), 'ask')).toHaveLength(1);
  });

  test('ignores a reply that comes after its time, or twice', () => {
    begin();
    const [ask] = only(handle({ type: 'free-slots', worker: { name: 'any', id: 'c' } }), 'ask');
    pass(MASTER_TIMES.ask + 1);
    expect(room(ask!.request, 1)).toEqual([]);
    const [again] = only(handle({ type: 'free-slots', worker: { name: 'any', id: 'c' } }), 'ask');
    expect(only(room(again!.request, 1), 'grant')).toHaveLength(1);
    expect(room(again!.request, 1)).toEqual([]);
  });

  test('gives a liar no seats any more', () => {
    create({ maxSeats: 3 });
    begin();
    const effects = handle({ type: 'liars', seats: [1], claim: 'a false result' });
    expect(only(effects, 'lost').map(({ self }) => self)).toEqual([1, 2]);
    expect(only(handle({ type: 'liars', seats: [1], claim: 'a false result' }), 'lost')).toEqual(
      [],
    );
    expect(only(found(a, b), 'ask').map(({ worker }) => worker.id)).toEqual(['b']);
  });

  test('ends when every worker has answered, and resends the command to the others', () => {
    begin();
    const [sent] = only(handle({ type: 'search-over' }), 'command');
    expect(sent).toMatchObject({ to: [a, b], command: { type: 'end', key: 'k' } });
    expect(only(status(b, 0, [3, 0]), 'command')).toMatchObject([{ command: { type: 'end' } }]);
    const answer = (worker: typeof a, self: number) =>
      notice({
        ...{ type: 'answer', worker, self, incarnation: 0 },
        counters: { nodes: 5, leaves: 2 },
      });
    expect(only(answer(a, 1), 'finished')).toEqual([]);
    expect(only(answer(b, 3), 'finished')).toEqual([]);
    expect(only(answer(a, 2), 'finished')).toHaveLength(1);
    expect(control.nextTick).toBe(Number.POSITIVE_INFINITY);
  });

  test('takes the answer of a seat once, and from its holder only', () => {
    begin();
    const answer = (worker: typeof a, self: number, incarnation = 0) => {
      const counters = { nodes: 5, leaves: 2 };
      return notice({ type: 'answer', worker, self, incarnation, counters });
    };
    const answered = (effects: readonly MasterControlEffect[]) =>
      only(effects, 'answered').map(({ notice: { self } }) => self);
    expect(answered(answer(b, 1))).toEqual([]);
    expect(answered(answer(a, 1, 1))).toEqual([]);
    // A worker gives up one of its seats while the others search.
    expect(answered(answer(a, 1))).toEqual([1]);
    expect(answered(answer(a, 1))).toEqual([]);
    handle({ type: 'search-over' });
    expect(answered(answer(a, 3))).toEqual([]);
    expect(answered(answer(b, 3))).toEqual([3]);
    expect(answered(answer(b, 3))).toEqual([]);
  });

  test('ends without the answers of workers that are silent', () => {
    begin();
    handle({ type: 'search-over' });
    expect(only(pass(1499), 'finished')).toEqual([]);
    expect(only(pass(1), 'finished')).toHaveLength(1);
  });

  test('fails when the workers that it had cannot do the work, and there is no other', () => {
    create({ maxSeats: 1 });
    handle({ type: 'start' });
    const [ask] = only(found(a), 'ask');
    room(ask!.request, 1);
    const failure = { dead: false, code: 'ERR_MEMORY', message: 'too large' };
    notice({ type: 'failed', worker: a, self: 1, incarnation: 0, ...failure });
    const [failed] = only(found(a), 'failed');
    expect(failed!.failure).toEqual({ code: 'ERR_MEMORY', message: 'too large' });
  });
});
