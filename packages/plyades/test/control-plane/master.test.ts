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
  for (let ticks = 0; control.nextTick <= until; ticks++) {
    expect(ticks).toBeLessThan(1000);
    now = control.nextTick;
    effects.push(...handle({ type: 'tick' }));
  }
  now = until;
  return effects;
}

/** The same while workers renew their seats. */
function passWith(ms: number, renew: () => void): MasterControlEffect[] {
  const effects: MasterControlEffect[] = [];
  for (let passed = 0; passed < ms; passed += MASTER_TIMES.tick) {
    renew();
    effects.push(...pass(MASTER_TIMES.tick));
  }
  return effects;
}

/** The job begins with these slots of two workers. */
function begin(ofA = 2, ofB = 1): MasterControlEffect[] {
  handle({ type: 'start' });
  const [first, second] = only(found(a, b), 'ask');
  room(first!.request, ofA);
  return room(second!.request, ofB);
}

/** The job begins with the only slot of one worker, and has no other seat. */
function beginAlone(): void {
  create({ maxSeats: 1 });
  handle({ type: 'start' });
  const [ask] = only(found(a), 'ask');
  room(ask!.request, 1);
}

/** The lease of the first worker runs out; the other renews its seat. */
const loseFirst = () => passWith(MASTER_TIMES.seatLease, () => status(b, 0, [3, 0]));

const answer = (worker: typeof a, self: number, incarnation = 0) =>
  notice({ type: 'answer', worker, self, incarnation, counters: { nodes: 5, leaves: 2 } });
const cannot = () => {
  const failure = { dead: false, code: 'ERR_MEMORY', message: 'too large' };
  return notice({ type: 'failed', worker: a, self: 1, incarnation: 0, ...failure });
};
const lie = () => handle({ type: 'liars', seats: [1], claim: 'a false result' });

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
    loseFirst();
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
    const effects = passWith(2 * MASTER_TIMES.seatLease, () => status(a, 0, [1, 0]));
    expect(only(effects, 'lost').map(({ self }) => self)).toEqual([2]);
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
    passWith(2 * MASTER_TIMES.alive, () => status(a, 1, [1, 0], [2, 0]));
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
    const effects = lie();
    expect(only(effects, 'command')).toMatchObject([{ to: [a], command: { type: 'end' } }]);
    expect(only(effects, 'lost').map(({ self }) => self)).toEqual([1, 2]);
    expect(only(lie(), 'lost')).toEqual([]);
    expect(only(found(a, b), 'ask').map(({ worker }) => worker.id)).toEqual(['b']);
  });

  test('does not take the worker that gets the seat of a liar for one', () => {
    create({ maxSeats: 3 });
    begin();
    lie();
    const [ask] = only(found(b), 'ask');
    expect(only(room(ask!.request, 2), 'grant')).toHaveLength(1);
    expect(lie()).toEqual([]);
    expect(control.workerAt(1)).toEqual(b);
  });

  test('gives no more seats to a worker after the fourth death', () => {
    beginAlone();
    const asked = [0, 1, 2, 3].map((incarnation) => {
      const death = { incarnation, dead: true, message: 'it died' };
      notice({ type: 'failed', worker: a, self: 1, ...death });
      const asks = only(found(a), 'ask');
      for (const { request } of asks) room(request, 1);
      return asks.length;
    });
    expect(asked).toEqual([1, 1, 1, 0]);
  });

  test('renews the leases of its workers once a second', () => {
    begin();
    const renew = () => void status(b, 0, [3, 0]);
    const sent = only(passWith(3 * MASTER_TIMES.alive, renew), 'command');
    expect(sent.filter(({ command }) => command.type === 'alive')).toHaveLength(3);
  });

  test('gives no seat to a worker that is excluded while it is asked', () => {
    begin();
    const [ask] = only(handle({ type: 'free-slots', worker: a }), 'ask');
    lie();
    expect(only(room(ask!.request, 1), 'grant')).toEqual([]);
  });

  test('takes back no seat when another worker says that it leaves it', () => {
    begin();
    expect(notice({ type: 'leaving', worker: b, seats: [1] })).toEqual([]);
    expect(control.workerAt(1)).toEqual(a);
  });

  test('announces leases that have run out or are renewed late, and seats that it grants', () => {
    begin();
    const moves = (effects: readonly MasterControlEffect[]) =>
      only(effects, 'command').filter(({ command }) => command.type === 'moves');
    expect(moves(loseFirst())).toMatchObject([
      { to: [b], command: { gone: [1, 2], from: 0, seating: 1 } },
    ]);
    status(a, 1, [2, 0]);
    const seats = [{ self: 2, incarnation: 0, worker: a }];
    expect(moves(pass(MASTER_TIMES.tick))).toMatchObject([
      { to: [a, b], command: { gone: [], seats, from: 1, seating: 2 } },
    ]);
    const [ask] = only(found(b), 'ask');
    const [granted] = only(room(ask!.request, 1), 'grant');
    expect(granted!.grant).toMatchObject({ granted: [{ self: 1 }], seating: 3 });
    expect(moves(pass(MASTER_TIMES.tick))).toMatchObject([
      { to: [b, a], command: { gone: [], seats: [{ self: 1, worker: b }], from: 2, seating: 3 } },
    ]);
  });

  test('adds up what one holder of a seat after another has searched', () => {
    create({ maxSeats: 3 });
    begin();
    status(a, 0, [1, 0]);
    notice({ type: 'leaving', worker: a, seats: [1] });
    const [ask] = only(found(b), 'ask');
    room(ask!.request, 1);
    const [searched] = only(status(b, 0, [1, 1]), 'searched');
    expect(searched).toMatchObject({ self: 1, total: { nodes: 2, leaves: 2 } });
  });

  test('uses no more seats than it may', () => {
    create({ maxSeats: 2 });
    const [begun] = only(begin(), 'begin');
    expect(begun!.size).toBe(3);
    expect(begun!.grants.flatMap(({ granted }) => granted)).toHaveLength(2);
  });

  test('gives up a scan without a result', () => {
    handle({ type: 'start' });
    expect(only(pass(MASTER_TIMES.scanLimit - 1), 'failed')).toEqual([]);
    expect(only(pass(1), 'failed')).toHaveLength(1);
  });

  test('scans again for seats that become vacant during a scan', () => {
    begin();
    const renew = () => {
      status(a, 0, [1, 0], [2, 0]);
      status(b, 0, [3, 0]);
    };
    expect(only(passWith(MASTER_TIMES.rescan, renew), 'scan')).toHaveLength(1);
    expect(only(notice({ type: 'leaving', worker: b, seats: [3] }), 'scan')).toEqual([]);
    expect(only(found(), 'scan')).toHaveLength(1);
  });

  test('does not wait for a busy worker that has gone', () => {
    handle({ type: 'start' });
    const [ask] = only(found(a), 'ask');
    handle({ type: 'replied', request: ask!.request, reply: { type: 'busy' } });
    const failures: object[] = [];
    for (let round = 0; round < 5; round++) {
      pass(MASTER_TIMES.retry);
      failures.push(...only(found(), 'failed'));
    }
    expect(failures).toHaveLength(1);
  });

  test('has one request to a worker under way', () => {
    begin();
    const asks = () => only(handle({ type: 'free-slots', worker: a }), 'ask');
    expect(asks()).toHaveLength(1);
    expect(asks()).toEqual([]);
  });

  test('begins at once when it is cancelled while it waits', () => {
    handle({ type: 'start' });
    found();
    expect(only(handle({ type: 'cancel' }), 'begin')).toHaveLength(1);
  });

  test('ends the job also at workers whose leases have run out', () => {
    begin();
    loseFirst();
    expect(only(handle({ type: 'search-over' }), 'command')).toMatchObject([
      { to: [a, b], command: { type: 'end' } },
    ]);
  });

  test('ends the job at all workers when its host gives it up', () => {
    begin();
    expect(only(handle({ type: 'stop' }), 'command')).toMatchObject([
      { to: [a, b], command: { type: 'end', key: 'k' } },
    ]);
  });

  test('ends when every worker has answered, and resends the command to the others', () => {
    begin();
    const [sent] = only(handle({ type: 'search-over' }), 'command');
    expect(sent).toMatchObject({ to: [a, b], command: { type: 'end', key: 'k' } });
    expect(only(status(b, 0, [3, 0]), 'command')).toMatchObject([{ command: { type: 'end' } }]);
    expect(only(answer(a, 1), 'finished')).toEqual([]);
    expect(only(answer(b, 3), 'finished')).toEqual([]);
    expect(only(answer(a, 2), 'finished')).toHaveLength(1);
    expect(control.nextTick).toBe(Number.POSITIVE_INFINITY);
  });

  test('takes the answer of a seat once, and from its holder only', () => {
    begin();
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

  test('does not count a late answer of a worker that does not hold the seat', () => {
    begin(1, 1);
    handle({ type: 'search-over' });
    expect(answer(b, 1)).toEqual([]);
    expect(answer(a, 1, 1)).toEqual([]);
    expect(only(answer(a, 1), 'finished')).toEqual([]);
    expect(only(answer(b, 2), 'finished')).toHaveLength(1);
  });

  test('ends without the answers of workers that are silent', () => {
    begin();
    handle({ type: 'search-over' });
    expect(only(pass(1499), 'finished')).toEqual([]);
    expect(only(pass(1), 'finished')).toHaveLength(1);
  });

  test('fails when the workers that it had cannot do the work, and there is no other', () => {
    beginAlone();
    cannot();
    const effects = found(a);
    const [failed] = only(effects, 'failed');
    expect(failed!.failure).toEqual({ code: 'ERR_MEMORY', message: 'too large' });
    expect(only(effects, 'command')).toMatchObject([{ to: [a], command: { type: 'end' } }]);
  });

  test('does not fail while a worker may still offer slots', () => {
    beginAlone();
    cannot();
    const [ask] = only(handle({ type: 'free-slots', worker: b }), 'ask');
    expect(only(found(), 'failed')).toEqual([]);
    expect(only(room(ask!.request, 1), 'grant')).toHaveLength(1);
  });
});
