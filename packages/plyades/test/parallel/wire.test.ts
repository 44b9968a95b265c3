// Messages as bytes: what is written is read again, and nothing else is read.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  count,
  defineMessages,
  type Field,
  flag,
  list,
  MAX_PACKET,
  Malformed,
  optional,
  Reader,
  signed,
  Writer,
} from '#dist/parallel/wire.js';

const messages = defineMessages({
  job: {
    lease: count(Number.MAX_SAFE_INTEGER),
    pv: list(count(2 ** 32 - 1), 8),
    value: signed(99),
  },
  done: { final: flag, value: optional(signed(2 ** 52)) },
});

const job = fc.record({
  type: fc.constant('job' as const),
  lease: fc.maxSafeNat(),
  pv: fc.array(fc.nat({ max: 2 ** 32 - 1 }), { maxLength: 8 }),
  value: fc.integer({ min: -99, max: 99 }),
});
const done = fc.record({
  type: fc.constant('done' as const),
  final: fc.boolean(),
  value: fc.option(
    fc.maxSafeInteger().map((n) => Math.floor(n / 2)),
    { nil: undefined },
  ),
});

function write<T>(field: Field<T>, value: T): Uint8Array {
  const out = new Writer();
  field.write(out, value);
  return out.take();
}

function read<T>(field: Field<T>, bytes: Uint8Array): T {
  const reader = new Reader(bytes);
  const value = field.read(reader);
  if (!reader.atEnd) throw new Malformed('bytes are left');
  return value;
}

describe('messages', () => {
  test('are read as they were written', () => {
    fc.assert(
      fc.property(fc.oneof(job, done), (message) => {
        expect(read(messages, write(messages, message))).toEqual(message);
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  test('of random bytes are refused or in range', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        try {
          const message = read(messages, bytes);
          if (message.type === 'job') {
            expect(Number.isSafeInteger(message.lease)).toBe(true);
            expect(message.pv.length).toBeLessThanOrEqual(8);
            expect(Math.abs(message.value)).toBeLessThanOrEqual(99);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(Malformed);
        }
      }),
      { seed: 2, numRuns: 5000 },
    );
  });

  test('take few bytes when their numbers are small', () => {
    expect(write(messages, { type: 'job', lease: 5, pv: [], value: -3 })).toHaveLength(4);
  });
});

describe('numbers', () => {
  test('end after eight bytes', () => {
    const long = (length: number) => Uint8Array.from([...Array(length).fill(0x80), 0]);
    expect(read(count(9), long(7))).toBe(0);
    expect(() => read(count(9), long(8))).toThrow(Malformed);
    expect(() => read(count(9), long(400))).toThrow(Malformed);
  });

  test('reach as far as they can be exact', () => {
    const most = count(Number.MAX_SAFE_INTEGER);
    expect(read(most, write(most, Number.MAX_SAFE_INTEGER))).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => read(most, Uint8Array.from([...Array(7).fill(0xff), 0x7f]))).toThrow(Malformed);
  });

  test.each([-1, 0.5, Number.NaN, 2 ** 53])('are never written as %s', (value) => {
    expect(() => write(count(5), value)).toThrow(RangeError);
  });

  test('out of range are refused', () => {
    expect(() => read(count(5), Uint8Array.of(6))).toThrow(Malformed);
    expect(() => read(signed(5), Uint8Array.of(12))).toThrow(Malformed);
    expect(() => read(flag, Uint8Array.of(2))).toThrow(Malformed);
    expect(() => read(list(flag, 1), Uint8Array.of(2, 0, 0))).toThrow(Malformed);
    expect(() => read(flag, Uint8Array.of())).toThrow(Malformed);
  });
});

describe('packets', () => {
  test('that are too long are not read at all', () => {
    expect(() => new Reader(new Uint8Array(MAX_PACKET + 1))).toThrow(Malformed);
  });

  test('with a checksum are read, and without a right one refused', () => {
    const out = new Writer();
    out.unsigned(300);
    const packet = out.takeChecked();
    const reader = new Reader(packet);
    reader.checksum();
    expect(reader.unsigned()).toBe(300);
    packet[4]! ^= 1;
    expect(() => new Reader(packet).checksum()).toThrow(Malformed);
    expect(() => new Reader(packet.subarray(0, 3)).checksum()).toThrow(Malformed);
  });
});
