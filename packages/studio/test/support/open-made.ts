// Shows a made trace in the page, for scripts that look at views and measure them.
import { signal } from '@preact/signals';
import type { TraceLog } from 'plyades/trace';
import { currentRun, type Run } from '../../src/runs/run.js';

export function openMade(log: TraceLog): Run {
  const run: Run = {
    id: Date.now(),
    title: `A made trace: ${log.header.algorithm} on ${log.header.processes} processors`,
    request: undefined,
    expected: undefined,
    log: signal<TraceLog | undefined>(log),
    version: signal(log.version),
    status: signal('done'),
    result: signal(undefined),
    failure: signal(undefined),
    digestCheck: signal(undefined),
    stop: () => {},
  };
  currentRun.value = run;
  return run;
}
