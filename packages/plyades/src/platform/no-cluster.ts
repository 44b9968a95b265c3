// In place of hosts/nats in a browser, which can reach no cluster.
import { PlyadesError } from '../core/errors.js';

function refuse(): never {
  const message = 'a browser reaches no cluster: search without `cluster`, or from Node';
  throw new PlyadesError('ERR_CLUSTER', message);
}

export const packageVersion = refuse;
export const hashOf = refuse;
export const connectAs = refuse;
export const searchOnCluster = refuse;
export const proveOnCluster = refuse;
