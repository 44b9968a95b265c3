// What programs that serve a cluster have in common: they stay until they are told to leave or their connection is
// closed for good, hand back what they have, and say in words what happens to the connection.
import { PlyadesError } from '../../core/errors.js';
import type { Cluster } from '../../hosts/nats/client.js';
import type { ConnectionEvent } from '../../hosts/nats/index.js';
import { exitCodes } from '../exit.js';
import { waitForSignal } from '../interrupt.js';

/**
 * Runs what serves on these connections, and closes them when it has ended, also by an error: an open one would keep the
 * program alive. `serve` is given what resolves when the program is told to leave, and may add connections.
 */
export async function serving(
  clusters: readonly Cluster[],
  serve: (leaving: Promise<NodeJS.Signals>) => Promise<void>,
): Promise<void> {
  try {
    await serve(waitForSignal());
  } finally {
    await Promise.all(clusters.map(({ connection }) => connection.close()));
  }
}

/** Waits for `leaving` or the end of the connection, then for `drain`; the exit code says which signal it was. */
export async function serveUntil(
  { connection }: Cluster,
  leaving: Promise<NodeJS.Signals>,
  drain: () => Promise<void>,
): Promise<void> {
  const signal = await Promise.race([leaving, connection.closed().then(() => undefined)]);
  await drain();
  if (signal === 'SIGINT') process.exitCode = exitCodes.interrupted;
  else if (signal === undefined) {
    throw new PlyadesError(
      'ERR_CLUSTER',
      'the connection to the server was closed: start this again',
    );
  }
}

export function connectionInWords(event: ConnectionEvent): string {
  switch (event.type) {
    case 'refused':
      return `refused: ${event.reason}`;
    case 'lost':
      return `the server ${event.server} is lost`;
    case 'waiting':
      return `next attempt in ${event.ms} ms`;
    case 'back':
      return `connected to ${event.server} again`;
  }
}
