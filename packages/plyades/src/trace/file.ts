// A trace as a file, `.plytrace`: a line that says what it is, a line of JSON that says what was searched, and the
// records in chunks, each with its length and a checksum. Whatever is read is checked: a file comes from anywhere.
import { type InputError, inputError, PlyadesError } from '../core/errors.js';
import { err, ok, type Result } from '../core/result.js';
import { boolean, choice, integer, makeRefusal, parseJson, record, text } from '../core/schema.js';
import type { TraceHeader } from '../core/trace.js';
import { TraceBytes, TraceDamage, TraceReader } from './bytes.js';
import { createTraceLog, damagedTrace } from './growing-log.js';
import { MAX_TRACE_PROCESSES } from './limits.js';
import type { TraceLog } from './log.js';
import { RecordWriter } from './records.js';

const MAGIC = 'plyades trace 1\n';
const MAX_HEADER = 1 << 18;
const MAX_TEXT = 100_000;
/** A chunk is written when it is this long; one that is read may be longer. */
const CHUNK_BYTES = 1 << 18;
const MAX_CHUNK = 1 << 24;

/** Bytes of the largest file that is read. */
export const MAX_TRACE_BYTES = 1 << 28;

const headerFields = record(
  {
    version: integer(1, 1),
    build: text(200),
    game: text(MAX_TEXT),
    position: text(MAX_TEXT),
    algorithm: text(200),
    processes: integer(1, MAX_TRACE_PROCESSES),
    hasMaster: boolean(),
    clock: choice(['virtual', 'real']),
  },
  { command: text(MAX_TEXT) },
);

/** The bytes of a file: the same for the same log. Throws ERR_UNWRITTEN when they would be too many to be read. */
export function makeTrace(log: TraceLog): Uint8Array<ArrayBuffer> {
  const out = new TraceBytes(1 << 16);
  const encoder = new TextEncoder();
  const { version, build, game, position, algorithm, processes } = log.header;
  const { hasMaster, clock, command } = log.header;
  const header: TraceHeader = {
    ...{ version, build, game, position, algorithm, processes, hasMaster, clock },
    ...(command !== undefined && { command }),
  };
  out.raw(encoder.encode(`${MAGIC}${JSON.stringify(header)}\n`));
  const chunk = new RecordWriter();
  const flush = (least: number) => {
    if (chunk.length < least) return;
    const bytes = chunk.take();
    out.unsigned(bytes.length);
    out.unsigned(checksum(bytes));
    out.raw(bytes);
  };
  for (const write of recordsOf(log)) {
    write(chunk);
    flush(CHUNK_BYTES);
  }
  flush(1);
  if (out.length > MAX_TRACE_BYTES) {
    const message = `the trace has ${out.length} bytes: a file has at most ${MAX_TRACE_BYTES}`;
    throw new PlyadesError('ERR_UNWRITTEN', message);
  }
  return out.take();
}

/** What writes the records of a log, one after the other. */
function* recordsOf(log: TraceLog): Generator<(out: RecordWriter) => void> {
  const { pieceSampling = 1 } = log as Partial<{ readonly pieceSampling: number }>;
  yield (out) => out.sampling(log.messageSampling, pieceSampling);
  for (const [process, { times, states }] of log.lanes.entries()) {
    for (let i = 0; i < times.length; i++) {
      yield (out) => out.state(process, times[i]!, states[i]!);
    }
  }
  for (const piece of log.pieces) {
    const { process, piece: number, outcome, nodes } = piece;
    yield (out) => {
      out.pieceBegin(piece);
      if (outcome !== undefined) out.pieceEnd({ ...piece, outcome });
      else out.progress(process, number, nodes);
    };
  }
  for (const message of log.messages) yield (out) => out.message(message);
  for (const sample of log.samples) yield (out) => out.sample(sample);
  for (const pass of log.passes) yield (out) => out.pass(pass);
  for (const change of log.tree) yield (out) => out.treeChange(change);
  for (const fault of log.faults) yield (out) => out.fault(fault);
  for (const depth of log.depths) yield (out) => out.depth(depth);
  yield (out) => out.endOfRun(log.end);
}

/** Reads a file; ERR_TRACE when it is none, or is cut or damaged. */
export function parseTrace(file: Uint8Array): Result<TraceLog, InputError> {
  if (file.length > MAX_TRACE_BYTES) {
    const message = `the file has ${file.length} bytes: a trace has at most ${MAX_TRACE_BYTES}`;
    return err(inputError('ERR_TOO_LONG', message, ''));
  }
  const magic = new TextDecoder().decode(file.subarray(0, MAGIC.length));
  if (magic !== MAGIC) {
    const message = `this is no trace: expected '${MAGIC.trim()}' in its first line`;
    return err(inputError('ERR_TRACE', message, ''));
  }
  const end = file.indexOf(10, MAGIC.length);
  if (end < 0 || end > MAX_HEADER) return err(damagedTrace('its header does not end'));
  const parsed = parseJson(headerFields, file.subarray(MAGIC.length, end), MAX_HEADER, 'header');
  if (!parsed.ok) return err(damagedTrace(makeRefusal(parsed.error)));
  const log = createTraceLog(parsed.value as TraceHeader);
  try {
    const from = new TraceReader(file.subarray(end + 1));
    while (!from.atEnd) {
      const length = from.unsigned(MAX_CHUNK);
      const sum = from.unsigned();
      const chunk = from.raw(length);
      if (checksum(chunk) !== sum) return err(damagedTrace('a checksum is wrong'));
      const added = log.append(chunk);
      if (!added.ok) return added;
    }
  } catch (error) {
    if (!(error instanceof TraceDamage)) throw error;
    return err(damagedTrace(error.message));
  }
  log.finish();
  return ok(log);
}

/** FNV-1a: a single wrong byte is always noticed. */
function checksum(bytes: Uint8Array): number {
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193);
  return sum >>> 0;
}
