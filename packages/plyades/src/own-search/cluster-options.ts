// How a program's own search reaches a cluster. Apart from the host, so that its types need no optional package.
import type { ClusterNote } from '../control-plane/index.js';
import type { ClusterAddress } from '../hosts/nats/address.js';

/** A cluster whose workers search. */
export interface OwnClusterOptions extends ClusterAddress {
  /** The name of the job in `plyades top`: letters, digits, - and _; drawn if not given. */
  readonly job?: string;
  /** Called when workers join, are lost, or cannot take part. */
  readonly onNote?: (note: ClusterNote) => void;
}
