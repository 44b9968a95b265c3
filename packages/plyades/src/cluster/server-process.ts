// Which process is the nats-server of a cluster's folder. Its file server.pid alone proves nothing: it outlives a
// server that was killed, and the system gives the number to another program later. So the process is asked what it
// runs: it is ours when it is a nats-server with this very configuration.
import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { promisify } from 'node:util';

/** True when the process is a nats-server that was started with this configuration; false also when that is unknown. */
export async function runsConfiguration(pid: number, file: string): Promise<boolean> {
  const words = await wordsOf(pid);
  if (words !== undefined) {
    const [program = '', ...rest] = words;
    const given = rest[rest.findIndex((word) => word === '-c' || word === '--config') + 1];
    if (basename(program) !== 'nats-server' || given === undefined) return false;
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '/');
    return resolve(folder, given) === file;
  }
  const line = await lineOf(pid);
  return line.includes('nats-server') && line.includes(file);
}

/** The program and its arguments, where /proc tells. */
async function wordsOf(pid: number): Promise<string[] | undefined> {
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
  } catch {
    return undefined;
  }
}

/** The same as one line, from ps; empty where there is no such process or no ps. */
async function lineOf(pid: number): Promise<string> {
  try {
    const words = ['-ww', '-o', 'command=', '-p', String(pid)];
    return (await promisify(execFile)('ps', words)).stdout;
  } catch {
    return '';
  }
}
