// Trace files: what is written is read again, and a file that is cut, changed or made to do harm is refused with a code.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { createTraceLog } from '#dist/trace/growing-log.js';
import { makeTrace, parseTrace, type TraceLog } from '#dist/trace/index.js';
import { RecordWriter } from '#dist/trace/records.js';
import { anyCall, call } from './any-records.js';
import { HEADER, logOf } from './headers.js';

/** What readers see of a log. */
const contents = (log: TraceLog) => ({
  header: log.header,
  end: log.end,
  lanes: log.lanes.map(({ times, states }) => ({ times, states })),
  pieces: log.pieces,
  messages: log.messages,
  samples: log.samples,
  passes: log.passes,
  tree: log.tree,
  faults: log.faults,
  depths: log.depths,
  messageSampling: log.messageSampling,
});

test('a trace is read as it was written, and written as it was read', () => {
  fc.assert(
    fc.property(fc.array(anyCall, { maxLength: 60 }), (calls) => {
      const log = createTraceLog(HEADER);
      const out = new RecordWriter();
      for (const each of calls) {
        // States of a process are recorded in the order of time.
        if (each[0] === 'state') continue;
        call(out, each);
      }
      expect(log.append(out.take()).ok).toBe(true);
      log.finish();
      const file = makeTrace(log);
      const read = unwrap(parseTrace(file));
      expect(contents(read)).toEqual(contents(log));
      expect(read.complete).toBe(true);
      expect(makeTrace(read)).toEqual(file);
    }),
    { seed: 4, numRuns: 300 },
  );
});

test('lanes and the command are read again, and so is what was thinned out', () => {
  const header = { ...HEADER, command: 'plyades sim othello' };
  const log = createTraceLog(header);
  const out = new RecordWriter();
  out.sampling(8, 2);
  out.state(0, 3, 'starting');
  out.state(0, 9, 'searching');
  out.message({ from: 0, to: 1, sentAt: 4, receivedAt: 5, bytes: 6 });
  out.message({ from: 1, to: 0, sentAt: 6, receivedAt: 7, bytes: 6 });
  unwrap(log.append(out.take()));
  log.finish();
  const read = unwrap(parseTrace(makeTrace(log)));
  expect(contents(read)).toEqual(contents(log));
  expect(read.header.command).toBe('plyades sim othello');
  expect(read.messages.length).toBe(2);
  expect(read.messageSampling).toBe(8);
});

const small = () => {
  const log = logOf((out) => {
    out.state(1, 5, 'searching');
    out.message({ from: 1, to: 2, sentAt: 8, receivedAt: 9, bytes: 30 });
    out.depth({ at: 10, depth: 3, value: 4, bound: 'exact', pv: [1, 2] });
    out.endOfRun(11);
  });
  log.finish();
  return makeTrace(log);
};

test('a file that is cut anywhere is refused, or has fewer records', () => {
  const file = small();
  const end = file.indexOf(10, 20) + 1;
  for (let length = 0; length < file.length; length++) {
    const read = parseTrace(file.slice(0, length));
    if (length === end) continue;
    expect(read.ok, `${length} bytes`).toBe(false);
    if (!read.ok) expect(read.error.code).toBe('ERR_TRACE');
  }
});

test('a file with a wrong byte in its records is refused', () => {
  const file = small();
  const end = file.indexOf(10, 20) + 1;
  for (let at = end; at < file.length; at++) {
    for (const bit of [1, 16, 128]) {
      const changed = file.slice();
      changed[at]! ^= bit;
      expect(parseTrace(changed).ok, `byte ${at}`).toBe(false);
    }
  }
});

test.each([
  ['no bytes', ''],
  ['another file', 'plyades proof 1\n{}\n'],
  ['no header', 'plyades trace 1\n'],
  ['no JSON', 'plyades trace 1\nhello\n'],
  [
    'a header of another version',
    `plyades trace 1\n${JSON.stringify({ ...HEADER, version: 2 })}\n`,
  ],
  ['no processes', `plyades trace 1\n${JSON.stringify({ ...HEADER, processes: 0 })}\n`],
  ['too many processes', `plyades trace 1\n${JSON.stringify({ ...HEADER, processes: 1e9 })}\n`],
  ['a strange clock', `plyades trace 1\n${JSON.stringify({ ...HEADER, clock: 'wall' })}\n`],
  ['a field too many', `plyades trace 1\n${JSON.stringify({ ...HEADER, run: 'rm' })}\n`],
  ['a chunk longer than the file', `plyades trace 1\n${JSON.stringify(HEADER)}\n\u007f\u0001`],
])('%s is refused', (_, text) => {
  const read = parseTrace(new TextEncoder().encode(text));
  expect(read.ok).toBe(false);
  if (!read.ok) expect(read.error.code).toBe('ERR_TRACE');
});

test('bytes by lot behind a good header are refused or read, and do no other harm', () => {
  const head = new TextEncoder().encode(`plyades trace 1\n${JSON.stringify(HEADER)}\n`);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const file = new Uint8Array(head.length + bytes.length);
      file.set(head);
      file.set(bytes, head.length);
      const read = parseTrace(file);
      if (!read.ok) expect(read.error.code).toBe('ERR_TRACE');
    }),
    { seed: 6, numRuns: 1000 },
  );
});
