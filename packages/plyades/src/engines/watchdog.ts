// A program that outlives the process that started it, however that ended: when its input ends, it ends the process
// groups on its list. Engines that obey the end of their own input are gone by then.
//
// Input, a line each: `+PID` to watch a group of processes, `-PID` to forget it.
import { createInterface } from 'node:readline';
import { endGroup, startedAt } from './process-group.js';

/** Time for engines to end by themselves. */
const GRACE_MS = 300;

/** Process id -> when it was started, so that no process that got the same number later is ended. */
const watched = new Map<number, string | undefined>();

// Signals to the terminal's other processes must not end this one.
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
