// The header of traces in tests.
import type { TraceHeader } from '#dist/core/trace.js';
import { createTraceLog, type GrowingTraceLog } from '#dist/trace/growing-log.js';
import { RecordWriter } from '#dist/trace/records.js';

export const HEADER: TraceHeader = {
  version: 1,
  build: '0.0.0-test',
  game: 'othello',
  position: 'start',
  algorithm: 'aphid',
  processes: 8,
  hasMaster: true,
  clock: 'virtual',
};

/** A log with what `write` writes, in chunks of about `chunkBytes`. */
export function logOf(
  write: (out: RecordWriter, cut: () => void) => void,
  chunkBytes = 1 << 14,
): GrowingTraceLog {
  const log = createTraceLog(HEADER);
  const out = new RecordWriter();
  const flush = (least: number) => {
    if (out.length < least) return;
    const added = log.append(out.take());
    if (!added.ok) throw new Error(added.error.message);
  };
  write(out, () => flush(chunkBytes));
  flush(1);
  return log;
}
