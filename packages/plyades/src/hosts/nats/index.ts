// The cluster as the library uses it. This module loads Node's modules, and the NATS client with the first connection.
export type { ClusterNote, GameReference } from '../../control-plane/index.js';
export { packageVersion } from '../package-version.js';
export { proveOnCluster } from '../proof/cluster.js';
export type { ClusterAddress } from './address.js';
export { type Cluster, type ConnectionEvent, connectCluster } from './client.js';
export type { GameRegistry } from './game-registry.js';
export { hashOf } from './modules.js';
export { connectAs } from './roles.js';
export { type ClusterResult, searchOnCluster } from './search.js';
export { siteProcesses } from './site.js';
export { ClusterWorker, type WorkerEvent } from './worker.js';
