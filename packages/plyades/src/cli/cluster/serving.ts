// Programs that serve a cluster: they run until a signal or until their connection is closed and not opened again, hand
// their work back, and log what happens to the connection.
import { PlyadesError } from '../../core/errors.js';
import type { ConnectionEvent } from '../../hosts/nats/index.js';
import { exitCodes } from '../exit.js';

/** A program that can hand its work back, and whose connection may end. */
interface Serving {
  readonly closed: Promise<unknown>;
  drain(): Promise<void>;
}

/** Waits for `leaving` or the end of the connection, then drains; the exit code says which signal it was. */
export async function serveUntil(
  { closed, drain }: Serving,
  leaving: Promise<NodeJS.Signals>,
): Promise<void> {
  const signal = await Promise.race([leaving, closed.then(() => undefined)]);
  await drain();
  if (signal === 'SIGINT') process.exitCode = exitCodes.interrupted;
  else if (signal === undefined) {
    const message = 'the connection to the server was closed: start this again';
    throw new PlyadesError('ERR_CLUSTER', message);
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
