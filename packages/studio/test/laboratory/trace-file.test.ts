import { loadGame, unwrap } from 'plyades';
import { simulate } from 'plyades/sim';
import { makeTrace, parseTrace, type TraceLog } from 'plyades/trace';
import { expect, test } from 'vitest';
import { FIRST_REQUEST } from '../../src/runs/request.js';
import { currentRun } from '../../src/runs/run.js';
import { openTraceFile, traceContent, whyNotSaved } from '../../src/runs/trace-file.js';

async function recorded(): Promise<TraceLog> {
  const { notation } = await loadGame('othello');
  const { game: _, position, settings: __, ...options } = FIRST_REQUEST;
  let found: TraceLog | undefined;
  await simulate(unwrap(notation.parsePosition(position)), {
    ...options,
    ...{ depth: 5, processors: 4, threads: 0 },
    trace: (log) => {
      found = log;
    },
  });
  return found!;
}

test('a saved trace is opened as a run with the same records', async () => {
  const log = await recorded();
  const bytes = traceContent(log, 'plytrace') as Uint8Array<ArrayBuffer>;
  const run = await openTraceFile(new File([bytes], 'run.plytrace'));
  expect(currentRun.peek()).toBe(run);
  expect(run.title).toBe('run.plytrace: othello, minimal-tree on 4 processors');
  const opened = run.log.peek()!;
  expect(opened.end).toBe(log.end);
  expect(opened.pieces.length).toBe(log.pieces.length);
  expect(makeTrace(opened)).toEqual(makeTrace(unwrap(parseTrace(bytes))));
  expect(JSON.parse(traceContent(log, 'json') as string)).toBeTypeOf('object');
  expect((traceContent(log, 'pftrace') as Uint8Array).length).toBeGreaterThan(100);
});

test.each([
  ['an empty file', new Uint8Array(0)],
  ['another file', new TextEncoder().encode('GIF89a and so on')],
])('%s is one message', async (_, bytes) => {
  const before = currentRun.peek();
  await expect(openTraceFile(new File([bytes], 'x.plytrace'))).rejects.toThrow(
    /^x\.plytrace cannot be opened: /,
  );
  expect(currentRun.peek()).toBe(before);
});

test('JSON is for few processors', () => {
  expect(whyNotSaved('json', 64)).toBeUndefined();
  expect(whyNotSaved('json', 65)).toContain('64');
  expect(whyNotSaved('pftrace', 1536)).toBeUndefined();
});
