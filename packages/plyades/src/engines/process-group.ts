// Ends a process with all its children, and checks whether a process id still means the same process.
import { readFileSync } from 'node:fs';

/** On Windows there are no groups, and processes are ended one by one. */
export const hasGroups = process.platform !== 'win32';

/** Ends a process that leads a group, and the group, at once and by force. Nothing happens when it is gone. */
export function endGroup(pid: number): void {
  try {
    process.kill(hasGroups ? -pid : pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/**
 * When a process was started, in units of the system, where /proc tells; undefined elsewhere and when there
 * is no such process.
 */
export function startedAt(pid: number): string | undefined {
  try {
    // The name, in brackets, may have spaces and brackets itself; field 22 is the twentieth after it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
