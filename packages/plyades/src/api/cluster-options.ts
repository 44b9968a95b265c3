// How a program names a cluster. The types stand alone, so that programs without one need no NATS client.
import type { ClusterNote } from '../control-plane/index.js';
import type { ClusterAddress } from '../hosts/nats/address.js';

export type { ClusterNote };

/** A cluster whose workers search. */
export interface ClusterOptions extends ClusterAddress {
  /** The name of the job in `plyades top`: letters, digits, - and _; drawn if not given. */
  readonly job?: string;
  /** Called when workers join, are lost, or cannot take part. */
  readonly onNote?: (note: ClusterNote) => void;
}
