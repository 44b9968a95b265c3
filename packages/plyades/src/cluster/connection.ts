// A cluster as a program uses it: a connection that searches with the cluster's workers, shows what they do, and lists
// the jobs that its server keeps.
import {
  type ClusterSearchOptions,
  type PositionOptions,
  type SearchHandle,
  type SearchProgress,
  type SearchResult,
  search,
} from '../api/index.js';
import { PlyadesError } from '../core/errors.js';
import type { ClusterAddress } from '../hosts/nats/address.js';
import type { Cluster, ConnectionEvent } from '../hosts/nats/client.js';
import type { ClusterRole } from '../hosts/nats/credential.js';
import { connectAs } from '../hosts/nats/roles.js';
import { parseAddress } from '../hosts/nats/token.js';
import { type ClusterView, ClusterWatch } from '../hosts/nats/watch.js';

/** How to connect. */
export interface ConnectOptions {
  /** What the connection is for: a master searches, an observer only watches. `master` if not given. */
  readonly role?: Exclude<ClusterRole, 'worker'>;
  /** The name of this program for the server. */
  readonly program?: string;
  /** A lost server, and its return. */
  readonly onEvent?: (event: ConnectionEvent) => void;
}

/**
 * Connects to the server of a cluster, by its address or by a token of `plyades cluster keys`. Rejects with ERR_CLUSTER
 * when no server answers, ERR_CREDENTIALS when the key is for another role, ERR_CERTIFICATE when the server is not
 * trusted, ERR_MISSING_PART when the NATS client is not installed.
 */
export async function connect(
  address: ClusterAddress | string,
  { role = 'master', program = 'plyades', onEvent }: ConnectOptions = {},
): Promise<ClusterConnection> {
  const where = typeof address === 'string' ? parseAddress(address) : address;
  return new ClusterConnection(await connectAs(role, where, program, onEvent), where);
}

/** An open connection; close it, or let `await using` do so. */
export class ClusterConnection implements AsyncDisposable {
  readonly address: ClusterAddress;
  readonly #cluster: Cluster;
  readonly #closing = new AbortController();
  /** Searches that have not ended; none of them rejects. */
  readonly #searches = new Set<Promise<unknown>>();
  #watch: ClusterWatch | undefined;

  /** For `connect`. */
  constructor(cluster: Cluster, address: ClusterAddress) {
    this.#cluster = cluster;
    this.address = address;
  }

  /**
   * Searches with the workers of the cluster; as `search` of `plyades`, with a parallel algorithm. Throws ERR_CLUSTER
   * when the connection is closed.
   */
  search(
    query: PositionOptions & Omit<ClusterSearchOptions, 'cluster'>,
  ): SearchHandle<SearchProgress, SearchResult> {
    const closing = this.#closing.signal;
    if (closing.aborted) {
      throw new PlyadesError('ERR_CLUSTER', 'the connection is closed: connect again to search');
    }
    const cluster = this.address;
    // The search has a connection of its own, which ends with the search.
    const signal = query.signal === undefined ? closing : AbortSignal.any([closing, query.signal]);
    const handle = search({ ...query, cluster, signal } as PositionOptions & ClusterSearchOptions);
    const ended: Promise<unknown> = handle.result
      .catch(() => {})
      .finally(() => this.#searches.delete(ended));
    this.#searches.add(ended);
    return handle;
  }

  /** Workers and jobs as they are now; rates are those since the last call. */
  look(): Promise<ClusterView> {
    this.#watch ??= new ClusterWatch(this.#cluster.connection);
    return this.#watch.look();
  }

  /** Ends the searches on the connection, each with its best result so far, and closes it. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#searches);
    await this.#cluster.connection.close();
  }

  /** For `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
