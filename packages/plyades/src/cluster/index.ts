// `plyades/cluster`: a cluster of machines as a program uses it. Connect and search, lend a machine, watch, keep jobs and
// resume them, offer engines, run a server with keys and tokens. Node only; the NATS client is loaded with the first
// connection.
export type { WorkerLogEntry } from '../control-plane/index.js';
export type { ClusterAddress } from '../hosts/nats/address.js';
export type { Cluster, ConnectionEvent } from '../hosts/nats/client.js';
export {
  type ClusterRole,
  type Credential,
  makeCredential,
  parseCredential,
  roles as clusterRoles,
} from '../hosts/nats/credential.js';
export { makeToken, parseToken } from '../hosts/nats/token.js';
export type { ClusterView, WorkerView } from '../hosts/nats/watch.js';
export type { WorkerEvent } from '../hosts/nats/worker.js';
export type { MiddleSettings } from '../parallel/hierarchy/settings.js';
export { ClusterConnection, type ConnectOptions, connect } from './connection.js';
export {
  type EngineHostEvent,
  type EngineHostOptions,
  type HostedEngine,
  type OfferedEngines,
  offerEngines,
} from './engine-host.js';
export { countEngines, type LinkPorts, linkEngine } from './engine-link.js';
export { ClusterFolder, type ClusterKey, type ServerAddress } from './folder.js';
export { findJob, JobsUnavailable, listJobs, openJobStore } from './jobs.js';
export { reloadKeys } from './reload.js';
export { requireFreePort, startServer } from './server.js';
export { type LendSiteOptions, lendSite } from './site.js';
export { type LendOptions, type LentWorker, lendWorker } from './worker.js';
