// The connection to a NATS server: loads the client, which is an optional package, connects, and says in one line why it
// could not. A connection that is lost is tried again without end, after waits that grow and differ (backoff.ts).
import type { ConnectionOptions } from 'node:tls';
import type { NatsConnection, NodeConnectionOptions } from '@nats-io/transport-node';
import { ANY_NAME } from '../../control-plane/index.js';
import { inputError, PlyadesError } from '../../core/errors.js';
import { createRandom } from '../../core/random.js';
import type { ClusterAddress } from './address.js';
import { Backoff } from './backoff.js';
import { type Credential, parseCredential } from './credential.js';
import { trustPinned } from './pinned.js';
import { SocketSet } from './sockets.js';

/** Events of a connection, for a log. */
export type ConnectionEvent =
  | { readonly type: 'lost'; readonly server: string }
  | { readonly type: 'waiting'; readonly ms: number }
  | { readonly type: 'back'; readonly server: string }
  | { readonly type: 'refused'; readonly reason: string };

/** A connection to the server of a cluster. */
export interface Cluster {
  readonly connection: NatsConnection;
  /** Of the credential; it stands in the subjects that the server lets it use. */
  readonly name: string;
}

const CONNECT_MS = 5000;

export async function connectCluster(
  address: ClusterAddress,
  program: string,
  onEvent: (event: ConnectionEvent) => void = () => {},
): Promise<Cluster> {
  const nats = await loadClient();
  const servers = address.server.split(',').map((each) => readServer(each.trim()));
  const credential = address.creds === undefined ? undefined : parseCredential(address.creds);
  const first = servers[0]!;
  const name = credential?.name ?? ANY_NAME;
  const backoff = new Backoff(createRandom(crypto.getRandomValues(new Uint32Array(1))[0]!));
  let connected = false;
  const options: NodeConnectionOptions = {
    servers: servers.map(({ host }) => host),
    name: program,
    timeout: CONNECT_MS,
    pingInterval: 10_000,
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    inboxPrefix: `_INBOX.${name}`,
    noAsyncTraces: true,
    // `reconnectToServer` waits and reports the wait, so the client must not wait a second time.
    reconnectDelayHandler: () => 0,
    reconnectToServer(pool) {
      if (!connected) return null;
      const ms = backoff.next();
      onEvent({ type: 'waiting', ms });
      return { server: pool[0]!, delay: ms };
    },
    ...authentication(nats, credential, first),
    ...(await security(address, first)),
  };
  const sockets = new SocketSet();
  let connection: NatsConnection;
  try {
    connection = await sockets.collect(() => nats.connect(options));
  } catch (error) {
    sockets.destroy();
    throw explain(error, address.server);
  }
  connected = true;
  // A connection may be closed while it tries to reach the server again.
  void connection.closed().then(() => sockets.destroy());
  void follow(connection, backoff, onEvent);
  return { connection, name };
}

async function follow(
  connection: NatsConnection,
  backoff: Backoff,
  onEvent: (event: ConnectionEvent) => void,
): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') onEvent({ type: 'lost', server: status.server });
    if (status.type === 'reconnect') {
      backoff.succeeded();
      onEvent({ type: 'back', server: status.server });
    }
    if (status.type === 'error') onEvent({ type: 'refused', reason: status.error.message });
  }
}

type Client = typeof import('@nats-io/transport-node');

/** Throws a PlyadesError that says how to install it, when it is not. */
export async function loadClient(): Promise<Client> {
  try {
    return await import('@nats-io/transport-node');
  } catch (cause) {
    const message =
      'the NATS client is not installed: npm install @nats-io/transport-node @nats-io/services';
    throw new PlyadesError('ERR_MISSING_PART', message, { cause });
  }
}

interface Server {
  readonly host: string;
  readonly secure: boolean;
  readonly user: string;
  readonly password: string;
}

function readServer(given: string): Server {
  const address = given.includes('://') ? given : `nats://${given}`;
  const refuse = () => {
    const message = `'${given}' is no address of a server: expected nats://HOST:PORT or tls://HOST:PORT`;
    return PlyadesError.refusing(inputError('ERR_VALUE', message, given));
  };
  if (!URL.canParse(address)) throw refuse();
  const url = new URL(address);
  if (!['nats:', 'tls:'].includes(url.protocol) || url.hostname === '') throw refuse();
  return {
    host: `${url.hostname}:${url.port || 4222}`,
    secure: url.protocol === 'tls:',
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}

function authentication(
  nats: Client,
  credential: Credential | undefined,
  { user, password }: Server,
): Partial<NodeConnectionOptions> {
  const encode = (text: string) => new TextEncoder().encode(text);
  if (credential?.kind === 'seed') {
    return { authenticator: nats.nkeyAuthenticator(encode(credential.seed)) };
  }
  if (credential?.kind === 'jwt') {
    return { authenticator: nats.credsAuthenticator(encode(credential.text)) };
  }
  if (user === '') return {};
  return password === '' ? { token: user } : { user, pass: password };
}

async function security(
  { tlsCa, fingerprint }: ClusterAddress,
  { host, secure }: Server,
): Promise<Partial<NodeConnectionOptions>> {
  if (fingerprint !== undefined) return { tls: await trustPinned(host, fingerprint) };
  if (tlsCa === undefined && !secure) return {};
  const { checkServerIdentity } = await import('node:tls');
  const { isIP } = await import('node:net');
  const name = host.slice(0, host.lastIndexOf(':')).replace(/^\[|\]$/g, '');
  // The client names no host to compare with when the address is a number.
  const identity: ConnectionOptions['checkServerIdentity'] = (asked, certificate) =>
    checkServerIdentity(isIP(name) === 0 ? asked : name, certificate);
  const tls = { ...(tlsCa !== undefined && { ca: tlsCa }), checkServerIdentity: identity };
  return { tls };
}

const CERTIFICATE =
  /certificate|self.signed|altnames|UNABLE_TO_(VERIFY|GET)|CERT_|DEPTH_ZERO|SELF_SIGNED/i;

/** Why a server could not be reached, with what to do. */
function explain(error: unknown, server: string): PlyadesError {
  const reason = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? '';
  const all = `${reason} ${cause} ${code}`;
  if (/authorization violation|authentication|nkey|user jwt/i.test(all)) {
    const message = `the server at ${server} does not accept these credentials: give a file of 'plyades cluster keys' with --creds, or a --join token that was not revoked`;
    return new PlyadesError('ERR_CREDENTIALS', message, { cause: error });
  }
  if (CERTIFICATE.test(all)) {
    const message = `the certificate of ${server} is not trusted (${(cause || reason).trim()}): give the certificate of its authority with --tls-ca`;
    return new PlyadesError('ERR_CERTIFICATE', message, { cause: error });
  }
  if (/tls|ssl|secure/i.test(all)) {
    const message = `no secure connection to ${server}: ${(cause || reason).trim()}`;
    return new PlyadesError('ERR_CERTIFICATE', message, { cause: error });
  }
  const message = `no NATS server answers at ${server} (${reason.trim()}): start one with 'plyades cluster up', or check the address`;
  return new PlyadesError('ERR_CLUSTER', message, { cause: error });
}
