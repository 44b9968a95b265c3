// What the studio shows of a cluster: the same as `plyades top`, as JSON for the page. The page never learns a credential;
// of the address it gets the server alone. Pages that look at the same time share one look, since rates are counted from
// one look to the next.
import type { ClusterAddress } from '../hosts/nats/address.js';
import type { ClusterView } from '../hosts/nats/watch.js';

/** A cluster at one moment, for the page. */
export interface ClusterStatus extends ClusterView {
  /** `nats://HOST:PORT` or `tls://HOST:PORT`, without any credential. */
  readonly server: string;
  /** Whether machines join with a token: the server wants a credential. */
  readonly wantsToken: boolean;
  /** False while the server does not answer; workers and jobs are those seen last. */
  readonly reachable: boolean;
}

/** Looks at a cluster when it is asked to. */
export interface ClusterStatusSource {
  status(): Promise<ClusterStatus>;
  close(): Promise<void>;
}

/** Milliseconds for which a look is good enough for others who ask. */
const SHARED_MS = 900;

/**
 * Connects as an observer. Rejects as `connect` of `plyades/cluster` does: ERR_CLUSTER when no server answers,
 * ERR_CREDENTIALS when the key is for another role, ERR_MISSING_PART when the NATS client is not installed.
 */
export async function watchCluster(address: ClusterAddress): Promise<ClusterStatusSource> {
  const { connectAs } = await import('../hosts/nats/roles.js');
  const { ClusterWatch } = await import('../hosts/nats/watch.js');
  // The client connects again by itself; until then the page shows what it saw last.
  let isConnected = true;
  const { connection } = await connectAs('observer', address, 'plyades studio', ({ type }) => {
    if (type === 'lost') isConnected = false;
    if (type === 'back') isConnected = true;
  });
  const watch = new ClusterWatch(connection);
  const server = publicServer(address.server);
  const wantsToken = address.creds !== undefined;
  let last: ClusterView = { workers: [], jobs: [] };
  let shared: { readonly at: number; readonly status: Promise<ClusterStatus> } | undefined;
  const look = async (): Promise<ClusterStatus> => {
    const found = isConnected ? await watch.look().catch(() => undefined) : undefined;
    const reachable = isConnected && found !== undefined;
    // Workers that do not answer because the server is away are not gone.
    if (reachable) last = found;
    return { server, wantsToken, reachable, ...last };
  };
  return {
    status() {
      const now = performance.now();
      if (shared === undefined || now - shared.at > SHARED_MS) shared = { at: now, status: look() };
      return shared.status;
    },
    close: () => connection.close(),
  };
}

/** The servers of an address without user names and passwords. */
const publicServer = (server: string): string =>
  server
    .split(',')
    .map((each) => each.replace(/^([a-z]+:\/\/)?[^@/]*@/, '$1'))
    .join(',');
