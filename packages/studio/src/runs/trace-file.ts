// Traces as files: a run that was recorded elsewhere is opened as a run of its own, and a run that is shown is saved, for
// the studio or for other viewers of traces.
import { signal } from '@preact/signals';
import { unwrap } from 'plyades';
import {
  MAX_JSON_PROCESSES,
  MAX_TRACE_BYTES,
  makePerfetto,
  makeTrace,
  makeTraceJson,
  parseTrace,
  type TraceLog,
} from 'plyades/trace';
import { makeRunners } from './engine-team.js';
import { currentRun, type Run } from './run.js';

/** Ids of simulations count up from 1, those of files down. */
let lastId = 0;

/** The run of a recorded trace. */
export function runOfTrace(log: TraceLog, name: string): Run {
  const { header } = log;
  return {
    id: --lastId,
    title: `${name}: ${header.game}, ${makeRunners(header)}`,
    request: undefined,
    log: signal<TraceLog | undefined>(log),
    version: signal(log.version),
    status: signal('done'),
    result: signal(undefined),
    failure: signal(undefined),
    digestCheck: signal(undefined),
    stop: () => {},
  };
}

/** Opens a `.plytrace` file. Rejects with an Error whose message is for people. */
export async function openTraceFile(file: File): Promise<Run> {
  if (file.size > MAX_TRACE_BYTES) {
    const most = `${MAX_TRACE_BYTES / 2 ** 20} MiB`;
    throw new Error(`${file.name} cannot be opened: a trace has ${most} at most.`);
  }
  const parsed = parseTrace(new Uint8Array(await file.arrayBuffer()));
  if (!parsed.ok) throw new Error(`${file.name} cannot be opened: ${parsed.error.message}.`);
  const run = runOfTrace(parsed.value, file.name);
  currentRun.peek()?.stop();
  currentRun.value = run;
  return run;
}

/** What a trace can be saved as. */
export const traceFormats = [
  { ending: 'plytrace', text: 'for the studio (.plytrace)', type: 'application/octet-stream' },
  { ending: 'pftrace', text: 'for Perfetto (.pftrace)', type: 'application/octet-stream' },
  { ending: 'json', text: 'as JSON (.json)', type: 'application/json' },
] as const;
export type TraceEnding = (typeof traceFormats)[number]['ending'];

/** Why a trace cannot be saved so; undefined when it can. */
export const whyNotSaved = (ending: TraceEnding, processes: number): string | undefined =>
  ending === 'json' && processes > MAX_JSON_PROCESSES
    ? `JSON is for up to ${MAX_JSON_PROCESSES} processors`
    : undefined;

export function traceContent(log: TraceLog, ending: TraceEnding): string | Uint8Array<ArrayBuffer> {
  if (ending === 'plytrace') return makeTrace(log);
  return ending === 'pftrace' ? makePerfetto(log) : unwrap(makeTraceJson(log));
}
