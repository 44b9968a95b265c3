// Makes a change of keys take effect, and checks that it has: writes the configuration, makes the server reload it, and
// tries a connection with the key until the server decides as it should.
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { PlyadesError } from '../core/errors.js';
import { connectCluster } from '../hosts/nats/client.js';
import { makeCredential } from '../hosts/nats/credential.js';
import type { ClusterFolder, ClusterKey } from './folder.js';

/** A server reloads in some milliseconds; this is for a busy machine. */
const RELOAD_MS = 10_000;
const RETRY_MS = 100;

const RESTART = "restart it: end its 'plyades cluster up' and start that again";

/**
 * Reloads the server's keys. Resolves with false when no server runs from the folder. Rejects with ERR_CLUSTER when one
 * still accepts a removed key or does not accept a new one, and when its process runs but does not answer.
 */
export async function reloadKeys(
  folder: ClusterFolder,
  key: ClusterKey,
  expected: 'accepted' | 'refused',
): Promise<boolean> {
  await folder.configure();
  const pid = await folder.runningServer();
  if (pid !== undefined) signalReload(pid);
  for (const end = performance.now() + RELOAD_MS; ; await pause(RETRY_MS)) {
    const seen = await tryKey(folder, key);
    if (seen === expected) return true;
    if (seen instanceof PlyadesError) {
      const running = await folder.runningServer();
      if (running === undefined) return false;
      if (performance.now() > end) throw silent(key, running, expected, seen);
      continue;
    }
    // No server was made to reload: the answer will not change.
    if (pid === undefined || performance.now() > end) throw unchanged(folder, key, pid, expected);
  }
}

function signalReload(pid: number): void {
  try {
    process.kill(pid, 'SIGHUP');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    // It has ended meanwhile.
    if (code === 'ESRCH') return;
    const message = `the nats-server, process ${pid}, does not let this process make it reload its keys (${code}): run this as its user, or restart 'plyades cluster up'`;
    throw new PlyadesError('ERR_CLUSTER', message, { cause });
  }
}

/** What the server decides about a key, or why none could be reached. */
async function tryKey(
  folder: ClusterFolder,
  { role, name, seed }: ClusterKey,
): Promise<'accepted' | 'refused' | PlyadesError> {
  const { listen, port } = await folder.address();
  const address = {
    server: `tls://${listen === '0.0.0.0' ? '127.0.0.1' : listen}:${port}`,
    tlsCa: await readFile(folder.certificateFile, 'utf8'),
    creds: makeCredential(role, name, seed),
  };
  try {
    const { connection } = await connectCluster(address, 'plyades cluster');
    await connection.close();
    return 'accepted';
  } catch (error) {
    if (!(error instanceof PlyadesError)) throw error;
    // Another certificate is that of another server.
    return error.code === 'ERR_CREDENTIALS' ? 'refused' : error;
  }
}

function silent(
  { name }: ClusterKey,
  pid: number,
  expected: 'accepted' | 'refused',
  cause: PlyadesError,
): PlyadesError {
  const state =
    expected === 'refused'
      ? `the key '${name}' is removed from the folder but may still work until the server reloads its keys`
      : `the new key '${name}' is in the folder but does not work until the server reloads its keys`;
  const why = `process ${pid}, the nats-server of this folder, runs but could not be reached (${cause.message})`;
  return new PlyadesError('ERR_CLUSTER', `${state}: ${why}; ${RESTART}`, { cause });
}

function unchanged(
  folder: ClusterFolder,
  { name }: ClusterKey,
  pid: number | undefined,
  expected: 'accepted' | 'refused',
): PlyadesError {
  const state =
    expected === 'refused'
      ? `the server still accepts the key '${name}'`
      : `the server does not accept the new key '${name}' yet`;
  const why =
    pid === undefined
      ? `${folder.processFile} does not name its process, so the server has not reloaded its keys`
      : `process ${pid} did not reload ${folder.configurationFile}`;
  return new PlyadesError('ERR_CLUSTER', `${state}: ${why}; ${RESTART}`);
}
