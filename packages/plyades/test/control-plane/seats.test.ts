// Seats of a job and their leases.
import { describe, expect, test } from 'vitest';
import { Seats } from '#dist/control-plane/index.js';

const a = { name: 'any', id: 'a' };
const b = { name: 'any', id: 'b' };
const seat = (self: number, incarnation: number) => ({ self, incarnation });
const numbers = (seats: readonly { readonly self: number }[]) => seats.map(({ self }) => self);

describe('a seat', () => {
  test('that is given away again has a greater incarnation', () => {
    const seats = new Seats(4, 1000);
    expect(seats.grant(a, [1, 2], 0, true)).toEqual([seat(1, 0), seat(2, 0)]);
    expect(seats.vacant).toEqual([3]);
    seats.release(1);
    expect(seats.grant(b, [1, 3], 10)).toEqual([seat(1, 1), seat(3, 1)]);
    seats.release(1);
    expect(seats.grant(a, [1], 20)).toEqual([seat(1, 2)]);
    expect(seats.workerAt(2)).toBe(a);
    expect(seats.losses).toBe(2);
    expect(seats.most).toBe(3);
    expect(seats.taken).toBe(3);
    expect(seats.hasVacant).toBe(false);
  });

  test('whose lease has run out can be renewed until another worker has it', () => {
    const seats = new Seats(3, 1000);
    seats.grant(a, [1], 0, true);
    seats.grant(b, [2], 0, true);
    expect(seats.renew(b, seat(2, 0), 900)).toBe('kept');
    expect(seats.expire(999)).toEqual([]);
    expect(seats.expire(1000)).toEqual([{ self: 1, incarnation: 0, worker: a }]);
    expect(seats.workers).toEqual([b]);
    expect(seats.renew(a, seat(1, 0), 1500)).toBe('back');
    expect(seats.workerAt(1)).toBe(a);
    expect(numbers(seats.expire(2600))).toEqual([1, 2]);
    seats.grant(b, [1], 2700);
    expect(seats.renew(a, seat(1, 0), 2800)).toBe('gone');
    expect(seats.renew(a, seat(7, 0), 2800)).toBe('gone');
  });

  test('has a lease of its own, though its worker renews others', () => {
    const seats = new Seats(3, 1000);
    seats.grant(a, [1], 0, true);
    seats.grant(a, [2], 500);
    for (let now = 500; now < 1500; now += 250) {
      expect(seats.renew(a, seat(1, 0), now)).toBe('kept');
      expect(seats.expire(now)).toEqual([]);
    }
    expect(numbers(seats.expire(1500))).toEqual([2]);
    expect(seats.heldBy('a')).toEqual([1]);
  });

  test('cannot be renewed by an incarnation that it had before', () => {
    const seats = new Seats(2, 1000);
    seats.grant(a, [1], 0, true);
    expect(numbers(seats.expire(1000))).toEqual([1]);
    expect(seats.grant(a, [1], 1100)).toEqual([seat(1, 1)]);
    expect(seats.renew(a, seat(1, 0), 1200)).toBe('gone');
    expect(seats.renew(a, seat(1, 2), 1200)).toBe('gone');
    expect(seats.renew(a, seat(1, 1), 1200)).toBe('kept');
  });

  test('that was released cannot be renewed by an old notice', () => {
    const seats = new Seats(2, 1000);
    seats.grant(a, [1], 0, true);
    seats.release(1);
    expect(seats.renew(a, seat(1, 0), 1)).toBe('gone');
    expect(seats.vacant).toEqual([1]);
  });
});
