// The cluster as the library uses it. Whoever imports this loads Node's modules, and the NATS client as
// soon as it connects.
export {
  type Cluster,
  type ClusterAddress,
  type ConnectionEvent,
  connectCluster,
} from './client.js';
export { hashOf } from './modules.js';
export type { ClusterNote } from './note.js';
export type { GameReference } from './orders.js';
export { proveOnCluster } from './prove.js';
export { type ClusterAnswer, searchOnCluster } from './search.js';
export { siteProcesses } from './site.js';
export { packageVersion } from './version.js';
export { ClusterWorker, type GameShelf, type WorkerEvent } from './worker.js';
