// Connects as a role: a worker's key cannot search, an observer's key cannot lend a machine. The server would refuse each
// message on its own, long after the program has reported that it is ready. So the role in a key's file is compared first, and
// then the subjects that the role needs are tried once; a credential without a role in its file is found out that way.
import type { NatsConnection } from '@nats-io/transport-node';
import { inputError, PlyadesError } from '../../core/errors.js';
import type { ClusterAddress } from './address.js';
import { type Cluster, type ConnectionEvent, connectCluster } from './client.js';
import { type ClusterRole, parseCredential } from './credential.js';
import { ALL_JOBS, masterSubjects, workerSubjects } from './subjects.js';

/** Which roles' keys may do what a role does: a master's key can watch, too. */
const KEYS: Readonly<Record<ClusterRole, readonly ClusterRole[]>> = {
  worker: ['worker'],
  master: ['master'],
  observer: ['observer', 'master'],
};

/** Subjects that each role must be allowed; no other program receives a probe. */
const PROBES: Readonly<
  Record<ClusterRole, (name: string) => { publish?: string; subscribe: string }>
> = {
  worker: (name) => ({ subscribe: workerSubjects({ name, id: 'probe' }).ask }),
  master: () => ({ subscribe: masterSubjects('probe').mail, publish: '$SRV.PING.plyades-probe' }),
  observer: () => ({ subscribe: ALL_JOBS, publish: '$SRV.PING.plyades-probe' }),
};

/** As `connectCluster`. Throws a PlyadesError with ERR_CREDENTIALS when the credential is for another role. */
export async function connectAs(
  role: ClusterRole,
  address: ClusterAddress,
  program: string,
  onEvent: (event: ConnectionEvent) => void = () => {},
): Promise<Cluster> {
  const credential = address.creds === undefined ? undefined : parseCredential(address.creds);
  if (credential?.role !== undefined && !KEYS[role].includes(credential.role)) {
    throw refusal(role, program, `the key '${credential.name}' is for ${article(credential.role)}`);
  }
  let probing = true;
  const cluster = await connectCluster(address, program, (event) => {
    if (!probing) onEvent(event);
  });
  const refused = await probe(cluster, role);
  probing = false;
  if (refused === undefined) return cluster;
  await cluster.connection.close();
  throw refusal(
    role,
    program,
    `the server does not let this credential in as ${article(role)} (${refused})`,
  );
}

const article = (role: ClusterRole): string => `${role === 'observer' ? 'an' : 'a'} ${role}`;

function refusal(role: ClusterRole, program: string, what: string): PlyadesError {
  const advice = `make one with 'plyades cluster keys --role ${role}' and give its file with --creds`;
  const message = `${what}, and '${program}' needs ${article(role)}'s: ${advice}`;
  return PlyadesError.refusing(inputError('ERR_CREDENTIALS', message, ''));
}

/** Why the server refuses a subject of the role; undefined when it refuses none. */
async function probe(
  { connection, name }: Cluster,
  role: ClusterRole,
): Promise<string | undefined> {
  const { subscribe, publish } = PROBES[role](name);
  const refused = firstRefusal(connection);
  const subscription = connection.subscribe(subscribe, { callback: () => {} });
  if (publish !== undefined) connection.publish(publish);
  // The server answers in order: a refusal comes before the answer to this.
  await connection.flush();
  await new Promise((resolve) => setImmediate(resolve));
  subscription.unsubscribe();
  return refused();
}

function firstRefusal(connection: NatsConnection): () => string | undefined {
  let reason: string | undefined;
  const statuses = connection.status()[Symbol.asyncIterator]();
  let over = false;
  const follow = async () => {
    for (let next = await statuses.next(); !next.done && !over; next = await statuses.next()) {
      if (next.value.type === 'error') reason ??= next.value.error.message;
    }
  };
  void follow();
  return () => {
    over = true;
    void statuses.return?.();
    return reason;
  };
}
