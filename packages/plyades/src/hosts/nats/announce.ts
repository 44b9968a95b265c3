// How somebody who serves a cluster is found and asked: by NATS's service API, with an endpoint `ask` that takes
// one question and gives one answer.
import type { NatsConnection } from '@nats-io/transport-node';
import { type WorkerAddress, workerSubjects } from './subjects.js';

export interface Service {
  readonly name: string;
  /** Of the package. */
  readonly version: string;
  readonly description: string;
  readonly address: WorkerAddress;
  readonly slots: number;
  /** Nodes a second of a slot; 0 where that means nothing. */
  readonly speed: number;
  /** What can be asked for. */
  readonly games: readonly string[];
  /** More that others may want to know. */
  readonly metadata?: Readonly<Record<string, string>>;
  readonly answer: (question: Uint8Array) => object;
  /** What the service API tells of it on request. */
  readonly stats?: () => object;
}

/** Announces a service; the result takes it back. */
export async function announce(
  connection: NatsConnection,
  service: Service,
): Promise<() => Promise<void>> {
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
  return async () => void (await added.stop());
}

export async function hostName(): Promise<string> {
  return (await import('node:os'))
    .hostname()
    .replace(/[^A-Za-z0-9._-]/g, '-')
    .slice(0, 200);
}
