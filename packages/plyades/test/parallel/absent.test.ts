// Processes that have not begun when the others did: they are not up, nothing is sent to them, and when
// one begins it is `back` and gets what has waited for it.
import { describe, expect, test } from 'vitest';
import { createCounters } from '#dist/parallel/counters.js';
import { LINK_TIMES, Links } from '#dist/parallel/links.js';
import { workersOf } from '#dist/parallel/process.js';
import { count } from '#dist/parallel/wire.js';

interface Sent {
  readonly from: number;
  readonly to: number;
  readonly packet: Uint8Array;
}

function createEnd(self: number, incarnation: number, absent: readonly number[], sent: Sent[]) {
  const outlet = {
    send: (to: number, packet: Uint8Array) => sent.push({ from: self, to, packet }),
    report: () => {},
  };
  const watched = (peer: number) => self === 0 || peer === 0;
  return new Links(
    self,
    3,
    incarnation,
    count(1000),
    watched,
    outlet,
    createCounters(),
    LINK_TIMES,
    absent,
  );
}

describe('an absent process', () => {
  test.each([0, 1])('is not up for process %i before it greets, and then gets its mail', (self) => {
    const sent: Sent[] = [];
    const old = createEnd(self, 0, [2], sent);
    const other = self === 0 ? 1 : 0;
    expect(old.isUp(2)).toBe(false);
    expect(old.isUp(other)).toBe(true);
    old.post(2, 7);
    for (let now = 0; now < 10_000_000; now += 50_000) old.flush(now);
    expect(sent.filter(({ to }) => to === 2)).toEqual([]);
    expect(old.isUp(2)).toBe(false);

    const newcomer = createEnd(2, 1, [], sent);
    const ends = new Map([
      [self, old],
      [2, newcomer],
    ]);
    const arrivals = new Map<number, string[]>([
      [self, []],
      [2, []],
    ]);
    sent.length = 0;
    for (let now = 10_000_000; now < 11_000_000; now += 10_000) {
      for (const end of ends.values()) end.flush(now);
      for (const { to, packet } of sent.splice(0)) {
        for (const arrival of ends.get(to)?.receive(packet, now) ?? []) {
          const what = arrival.type === 'message' ? `message ${arrival.message}` : arrival.type;
          arrivals.get(to)!.push(what);
        }
      }
    }
    expect(arrivals.get(self)).toEqual(['back']);
    expect(arrivals.get(2)).toEqual(['message 7']);
    expect(old.isUp(2)).toBe(true);
  });

  test('is none of the workers that a master begins with', () => {
    expect(workersOf({ self: 0, size: 5, incarnation: 0, absent: [2, 4] })).toEqual([1, 3]);
    expect(workersOf({ self: 0, size: 3, incarnation: 0 })).toEqual([1, 2]);
  });
});
