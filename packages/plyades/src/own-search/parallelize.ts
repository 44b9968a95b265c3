// Starts the workers of a program with a search of its own.

import { availableParallelism } from 'node:os';
import { refuse } from '../core/errors.js';
import { checkNames, requireValue } from '../core/schema.js';
import { MAX_WORKERS } from '../core/search-request.js';
import { settings } from '../parallel/aphid/options.js';

import type { ClusterHost } from './cluster-host.js';
import type { OwnClusterOptions } from './cluster-options.js';
import { checkSearch, type OwnSearch } from './definition.js';
import { ParallelSearch } from './parallel-search.js';
import { OWN_NAMES, type OwnOptions } from './processes.js';
import { SimulatedHost, type SimulationOptions } from './simulated.js';
import { ThreadHost } from './threads.js';

/** How a program's search is made parallel. */
export interface ParallelizeOptions {
  /**
   * Threads that search; as many as the machine has cores if not given. 0 searches on this thread. On a cluster the
   * slots to use at most; all free ones if not given.
   */
  readonly workers?: number;
  /** Memory for all processes to share, such as a transposition table: `aphid.shared`. */
  readonly shared?: SharedArrayBuffer;
  /** Settings of the algorithm. */
  readonly aphid?: OwnOptions;
  /**
   * Searches with the workers of a cluster that were given the same module; an address or a token. The workers are this
   * program's until it closes the search.
   */
  readonly cluster?: OwnClusterOptions | string;
  /** Runs all processes in this thread, in an order that a seed decides: for tests of a program. */
  readonly simulate?: SimulationOptions;
}

const NAMES = ['workers', 'shared', 'aphid', 'cluster', 'simulate'];
const CLUSTER_NAMES = ['server', 'creds', 'tlsCa', 'fingerprint', 'job', 'onNote'];
const SIMULATION_NAMES = ['seed', 'loss', 'deaths', 'sites'];

/** Starts the workers of a program; resolves when all have loaded it, or hold the first seats of a cluster. */
export async function parallelize<Position, Move, Entry>(
  search: OwnSearch<Position, Move, Entry>,
  options: ParallelizeOptions = {},
): Promise<ParallelSearch<Position, Move>> {
  checkSearch(search);
  checkNames('', options, NAMES);
  const { cluster, shared, aphid = {}, simulate } = options;
  const { workers = availableParallelism() } = options;
  if (!(Number.isInteger(workers) && workers >= 0 && workers <= MAX_WORKERS)) {
    refuse(
      'ERR_OPTION',
      `workers ${workers}: expected an integer from 0 to ${MAX_WORKERS}`,
      workers,
    );
  }
  if (shared !== undefined && !(shared instanceof SharedArrayBuffer)) {
    refuse('ERR_OPTION', `shared ${shared}: expected a SharedArrayBuffer`, shared);
  }
  checkNames('aphid', aphid, OWN_NAMES);
  requireValue(settings, aphid, 'aphid');
  if (cluster !== undefined) {
    const host = await startOnCluster(search, cluster, options);
    return new ParallelSearch<Position, Move>(host as never, host.workers);
  }
  if (simulate !== undefined) checkSimulation(simulate);
  if (simulate === undefined) {
    const host = await ThreadHost.start(search, workers, aphid, shared);
    return new ParallelSearch<Position, Move>(host as never, workers);
  }
  const host = new SimulatedHost(search, workers, aphid, shared, simulate);
  return new ParallelSearch<Position, Move>(host as never, sum(simulate.sites) ?? workers);
}

async function startOnCluster<Position, Move, Entry>(
  search: OwnSearch<Position, Move, Entry>,
  cluster: OwnClusterOptions | string,
  { workers, shared, aphid = {}, simulate }: ParallelizeOptions,
): Promise<ClusterHost<Position, Move, Entry>> {
  if (workers === 0) {
    refuse(
      'ERR_OPTION',
      'workers 0: a cluster needs a worker at least; leave out cluster',
      workers,
    );
  }
  if (shared !== undefined) {
    refuse('ERR_OPTION', 'shared: machines share no memory; entries travel by shareEntry', shared);
  }
  if (simulate !== undefined) {
    refuse('ERR_OPTION', 'simulate: a cluster is not simulated; leave out one of both', simulate);
  }
  const { parseAddress } = await import('../hosts/nats/token.js');
  const given = typeof cluster === 'string' ? parseAddress(cluster) : cluster;
  checkNames('cluster', given, CLUSTER_NAMES);
  const { server, job } = given as OwnClusterOptions;
  if (typeof server !== 'string') {
    refuse('ERR_OPTION', `cluster.server ${server}: expected nats://HOST:PORT`, server);
  }
  const { isToken } = await import('../hosts/nats/subjects.js');
  if (job !== undefined && !isToken(job)) {
    refuse('ERR_OPTION', `cluster.job ${job}: expected letters, digits, - and _`, job);
  }
  const { ClusterHost } = await import('./cluster-host.js');
  return ClusterHost.start(search, given, workers, aphid);
}

const sum = (numbers: readonly number[] | undefined): number | undefined =>
  numbers?.reduce((all, each) => all + each, 0);

function checkSimulation(simulate: SimulationOptions): void {
  checkNames('simulate', simulate, SIMULATION_NAMES);
  const { seed, loss = 0, deaths = 0, sites = [1] } = simulate;
  if (!Number.isSafeInteger(seed))
    refuse('ERR_OPTION', `simulate.seed ${seed}: expected an integer`, seed);
  if (!(loss >= 0 && loss < 1))
    refuse('ERR_OPTION', `simulate.loss ${loss}: expected a number from 0 to less than 1`, loss);
  if (!(Number.isSafeInteger(deaths) && deaths >= 0))
    refuse('ERR_OPTION', `simulate.deaths ${deaths}: expected a number of workers`, deaths);
  const isSite = (workers: number) =>
    Number.isSafeInteger(workers) && workers >= 0 && workers <= MAX_WORKERS;
  if (
    !(
      Array.isArray(sites) &&
      sites.length > 0 &&
      sites.length <= MAX_WORKERS &&
      sites.every(isSite)
    )
  )
    refuse('ERR_OPTION', `simulate.sites ${sites}: expected the workers of each site`, `${sites}`);
}
