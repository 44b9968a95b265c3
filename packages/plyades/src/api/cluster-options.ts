// How a program names a cluster. The types stand alone, so that programs without one need no NATS client.
import type { ClusterNote } from '../control-plane/index.js';

export type { ClusterNote };

/** A cluster whose workers search. */
export interface ClusterOptions {
  /** `nats://HOST:PORT` or `tls://HOST:PORT`; several servers of one cluster separated by commas. */
  readonly server: string;
  /** Text of a credential: what `plyades cluster keys` writes, an nkey seed, or a NATS .creds file. */
  readonly creds?: string;
  /** Certificates of authorities that the server's may rest on, in PEM. */
  readonly tlsCa?: string;
  /** The name of the job in `plyades top`: letters, digits, - and _; drawn if not given. */
  readonly job?: string;
  /** Called when workers join, are lost, or cannot take part. */
  readonly onNote?: (note: ClusterNote) => void;
}
