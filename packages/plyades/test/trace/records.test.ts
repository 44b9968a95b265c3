// Records as bytes: what is written is read again, parts of several processes make one chunk, and what is no record is
// refused.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TraceDamage } from '#dist/trace/bytes.js';
import { RecordWriter, readRecords } from '#dist/trace/records.js';
import { anyCall, call, collector, type SinkCall } from './any-records.js';

function write(calls: readonly SinkCall[]): Uint8Array {
  const writer = new RecordWriter();
  for (const each of calls) call(writer, each);
  return writer.take();
}

function read(bytes: Uint8Array): SinkCall[] {
  const { sink, calls } = collector();
  readRecords(bytes, sink);
  return calls;
}

test('records are read as they were written', () => {
  fc.assert(
    fc.property(fc.array(anyCall, { maxLength: 40 }), (calls) => {
      expect(read(write(calls))).toEqual(calls);
    }),
    { seed: 1, numRuns: 500 },
  );
});

test('chunks can be put behind each other', () => {
  fc.assert(
    fc.property(fc.array(fc.array(anyCall, { maxLength: 8 }), { maxLength: 6 }), (parts) => {
      const whole = new RecordWriter();
      for (const part of parts) whole.append(write(part));
      expect(read(whole.take())).toEqual(parts.flat());
    }),
    { seed: 2, numRuns: 200 },
  );
});

test('times are rounded to whole nanoseconds, and a fault without an end has none', () => {
  const [state, fault] = read(
    write([
      ['state', 3, 1000.4, 'searching'],
      ['fault', { process: 3, at: 1001, type: 'crash', until: Number.POSITIVE_INFINITY }],
    ]),
  );
  expect(state).toEqual(['state', 3, 1000, 'searching']);
  expect(fault).toEqual(['fault', { process: 3, at: 1001, type: 'crash', until: Number.NaN }]);
});

test('bytes that are no records are refused, and do no other harm', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        read(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(TraceDamage);
      }
    }),
    { seed: 3, numRuns: 2000 },
  );
});

test.each([
  ['a kind that is not known', [99]],
  ['a record without a process', [1, 0, 0]],
  ['a state that is not known', [0, 0, 0, 1, 0, 17]],
  ['a number that never ends', [0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255]],
  ['a time before the beginning', [0, 0, 5, 1, 21, 0]],
  ['a process beyond all', [0, 255, 255, 127, 0]],
  ['a chunk that ends within a record', [0, 0, 5, 1]],
])('%s is refused', (_, bytes) => {
  expect(() => read(Uint8Array.from(bytes))).toThrow(TraceDamage);
});
