// A trace as Trace Event JSON, which Chrome's and many other viewers read. They load all of it at once, so only traces
// of few processes are written; Perfetto's format has no such bound.
import { type InputError, inputError } from '../core/errors.js';
import { err, ok, type Result } from '../core/result.js';
import type { TraceLog } from './log.js';
import {
  counterValues,
  moments,
  PIECE_TRACKS,
  processName,
  slices,
  type TrackName,
} from './timeline.js';

/** Processes of the largest search that is written as JSON. */
export const MAX_JSON_PROCESSES = 64;

const PID = 1;
const TRACKS_OF_PROCESS = 2 + PIECE_TRACKS;

/** Threads of the viewer: the search, then the tracks of each process. */
const threadOf = (process: number | undefined, track: TrackName = 'states'): number => {
  if (process === undefined) return 0;
  const first = 1 + process * TRACKS_OF_PROCESS;
  return first + (track === 'states' ? 0 : track === 'passes' ? 1 : 2 + track);
};

/** JSON text, the same for the same log; ERR_LIMIT for a search of more than 64 processes. */
export function makeTraceJson(log: TraceLog): Result<string, InputError> {
  const { processes, algorithm, game } = log.header;
  if (processes > MAX_JSON_PROCESSES) {
    const most = `JSON holds at most ${MAX_JSON_PROCESSES}: write a .pftrace file instead`;
    return err(inputError('ERR_LIMIT', `the trace has ${processes} processes; ${most}`, ''));
  }
  const events: object[] = [
    { ph: 'M', name: 'process_name', pid: PID, tid: 0, args: { name: `${algorithm}, ${game}` } },
    { ph: 'M', name: 'thread_name', pid: PID, tid: 0, args: { name: 'search' } },
  ];
  const named = new Set<number>();
  const nameThread = (process: number, track: TrackName) => {
    const tid = threadOf(process, track);
    if (named.has(tid)) return;
    named.add(tid);
    const what = track === 'states' ? '' : track === 'passes' ? ': passes' : ': pieces';
    const args = { name: `${processName(log, process)}${what}` };
    events.push({ ph: 'M', name: 'thread_name', pid: PID, tid, args });
    events.push({ ph: 'M', name: 'thread_sort_index', pid: PID, tid, args: { sort_index: tid } });
  };
  for (const process of log.lanes.keys()) nameThread(process, 'states');
  for (const { process, track, from, to, name, facts } of slices(log)) {
    nameThread(process, track);
    const tid = threadOf(process, track);
    const span = { ts: from / 1000, dur: (to - from) / 1000 };
    events.push({ ph: 'X', name, pid: PID, tid, ...span, args: facts });
  }
  for (const { process, at, name, facts, flow } of moments(log)) {
    const where = { pid: PID, tid: threadOf(process), ts: at / 1000 };
    events.push({ ph: 'i', s: 't', name, ...where, args: facts });
    if (flow === undefined) continue;
    const { id, end } = flow;
    const arrow = { cat: 'message', name: 'message', id, ...where };
    events.push(end ? { ph: 'f', bp: 'e', ...arrow } : { ph: 's', ...arrow });
  }
  for (const { process, counter, at, value } of counterValues(log)) {
    const name = `${processName(log, process)}: ${counter}`;
    events.push({ ph: 'C', name, pid: PID, ts: at / 1000, args: { [counter]: value } });
  }
  const lines = events.map((event) => JSON.stringify(event)).join(',\n');
  return ok(`{"displayTimeUnit":"ns","traceEvents":[\n${lines}\n]}\n`);
}
