// How a service of a cluster is found, asked and taken back: NATS's service API lists it, its endpoint `ask` replies to
// one request with one message, and it listens on subjects of its own. Workers and engine hosts are such services.
import type { NatsConnection } from '@nats-io/transport-node';
import type { WorkerAddress } from '../../control-plane/index.js';
import { workerSubjects } from './subjects.js';

export interface ClusterService {
  readonly name: string;
  /** Version of the package. */
  readonly version: string;
  readonly description: string;
  readonly address: WorkerAddress;
  readonly slots: number;
  /** Nodes a second of a slot; 0 where that means nothing. */
  readonly speed: number;
  /** Games that can be requested. */
  readonly games: readonly string[];
  /** More data for other programs. */
  readonly metadata?: Readonly<Record<string, string>>;
  readonly answer: (request: Uint8Array) => object;
  /** Statistics for the service API. */
  readonly stats?: () => object;
  /** Handlers of messages, by subject. */
  readonly subscriptions?: Readonly<Record<string, (data: Uint8Array) => void>>;
}

export interface Announcement {
  /** Takes the service off the list, sends what is left to send, and closes the connection. */
  withdraw(): Promise<void>;
}

/** Resolves when the server has registered the service. */
export async function announce(
  connection: NatsConnection,
  service: ClusterService,
): Promise<Announcement> {
  const { Svcm } = await import('@nats-io/services');
  const { name, version, description, address, slots, speed, games, answer, stats } = service;
  // The package brings a copy of the client's types of its own.
  const its = connection as unknown as ConstructorParameters<typeof Svcm>[0];
  const added = await new Svcm(its).add({
    name,
    version,
    description,
    metadata: {
      name: address.name,
      worker: address.id,
      host: await hostName(),
      slots: String(slots),
      speed: String(Math.round(speed)),
      games: games.join(' '),
      ...service.metadata,
    },
    ...(stats && { statsHandler: async () => stats() }),
  });
  added.addEndpoint('ask', {
    subject: workerSubjects(address).ask,
    queue: '',
    handler: (error, message) => {
      if (error === null) message.respond(JSON.stringify(answer(message.data)));
    },
  });
  for (const [subject, take] of Object.entries(service.subscriptions ?? {})) {
    const callback = (error: Error | null, message: { data: Uint8Array }) => {
      if (error === null) take(message.data);
    };
    connection.subscribe(subject, { callback });
  }
  await connection.flush();
  return {
    async withdraw() {
      try {
        await added.stop();
        await connection.drain();
      } catch {
        // The server is away, and nothing can be sent any more.
        await connection.close();
      }
    },
  };
}

export async function hostName(): Promise<string> {
  return (await import('node:os'))
    .hostname()
    .replace(/[^A-Za-z0-9._-]/g, '-')
    .slice(0, 200);
}

/** For workers, jobs and engine hosts. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
