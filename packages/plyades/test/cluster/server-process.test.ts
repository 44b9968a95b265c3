// Whether a process is the server of a cluster's folder: the number in server.pid may belong to anything by now, also to
// the server of another cluster.
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runsConfiguration } from '#dist/cluster/server-process.js';

const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill();
});

/** A process that lists under this name with this configuration, and does nothing. */
function start(name: string, file: string): number {
  const words = ['-e', 'setInterval(() => {}, 1000)', '--', '-c', file];
  const child = spawn(process.execPath, words, { argv0: name, stdio: 'ignore' });
  started.push(child);
  return child.pid!;
}

test('a cluster’s server is the nats-server with its configuration, not that of another cluster', async () => {
  const ours = resolve('/clusters/ours/server.conf');
  const others = resolve('/clusters/others/server.conf');
  const server = start('nats-server', ours);
  expect(await runsConfiguration(server, ours)).toBe(true);
  expect(await runsConfiguration(server, others)).toBe(false);
  expect(await runsConfiguration(start('/usr/sbin/nats-server', others), ours)).toBe(false);
  expect(await runsConfiguration(start('editor', ours), ours)).toBe(false);
});
