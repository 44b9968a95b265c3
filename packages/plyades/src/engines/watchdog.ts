// A program of its own that outlives whoever started it, however that died: when its input ends, it ends
// the processes that it was told of and not told to forget. An engine that heeds the end of its own input
// is gone by then; this is for the others.
//
// Input, a line each: `+PID` to watch a group of processes, `-PID` to forget it.
import { createInterface } from 'node:readline';
import { endGroup, startedAt } from './process-group.js';

/** Time for engines to end by themselves. */
const GRACE_MS = 300;

/** Process id -> when it was started, so that no process that got the same number later is ended. */
const watched = new Map<number, string | undefined>();

// What ends the terminal's other processes must not end this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const input = createInterface({ input: process.stdin });
input.on('line', (line) => {
  const pid = Number(line.slice(1));
  if (!Number.isInteger(pid) || pid <= 1) return;
  if (line.startsWith('+')) watched.set(pid, startedAt(pid));
  else watched.delete(pid);
});
input.on('close', () => {
  setTimeout(
    () => {
      for (const [pid, started] of watched) {
        if (startedAt(pid) === started) endGroup(pid);
      }
    },
    watched.size > 0 ? GRACE_MS : 0,
  );
});
