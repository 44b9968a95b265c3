// What programs that serve a cluster have in common: they stay until they are told to leave or their connection is
// closed for good, hand back what they have, and say in words what happens to the connection.
import type { Cluster } from '../../hosts/nats/client.js';
import type { ConnectionEvent } from '../../hosts/nats/index.js';
import { exitCodes } from '../exit.js';

/** Waits for `leaving` or the end of the connection, then for `drain`; the exit code says which signal it was. */
export async function serveUntil(
  { connection }: Cluster,
  leaving: Promise<NodeJS.Signals>,
  drain: () => Promise<void>,
): Promise<void> {
  const signal = await Promise.race([leaving, connection.closed().then(() => undefined)]);
  await drain();
  if (signal === 'SIGINT') process.exitCode = exitCodes.interrupted;
  else if (signal === undefined) throw new Error('the connection to the server was closed');
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
