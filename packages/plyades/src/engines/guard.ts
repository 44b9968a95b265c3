// No engine outlives this process. When it ends normally, its engines are ended with it; when it is
// killed, a watchdog does that: one small process for all engines, started with the first of them.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endGroup } from './process-group.js';

const engines = new Set<number>();
let watchdog: ChildProcess | undefined;
let listening = false;

/** Watches over a process that leads a group of its own. */
export function guard(pid: number): void {
  engines.add(pid);
  if (!listening) {
    listening = true;
    process.on('exit', () => {
      for (const each of engines) endGroup(each);
    });
  }
  if (watchdog === undefined) startWatchdog();
  else tell(`+${pid}`);
}

/** The process has ended. */
export function release(pid: number): void {
  if (!engines.delete(pid)) return;
  tell(`-${pid}`);
  if (engines.size === 0) {
    watchdog?.stdin?.end();
    watchdog = undefined;
  }
}

function tell(line: string): void {
  watchdog?.stdin?.write(`${line}\n`);
}

function startWatchdog(): void {
  const program = fileURLToPath(new URL('./watchdog.js', import.meta.url));
  const child = spawn(process.execPath, [program], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // In a session of its own, it is not reached by what ends this one.
    detached: true,
    windowsHide: true,
  });
  watchdog = child;
  // It must not keep this process alive.
  child.unref();
  (child.stdin as { unref?(): void } | null)?.unref?.();
  const lost = () => {
    if (watchdog !== child) return;
    watchdog = undefined;
    // The watchdog was ended from outside: start another one.
    if (engines.size > 0) startWatchdog();
  };
  child.on('exit', lost);
  // Without a watchdog engines are still ended by the end of their input.
  child.on('error', () => {});
  child.stdin?.on('error', () => {});
  for (const pid of engines) tell(`+${pid}`);
}
