// How to reach a cluster. The type stands alone, so that programs without a cluster need no NATS client.

/** How to reach a cluster. */
export interface ClusterAddress {
  /** `nats://HOST:PORT` or `tls://HOST:PORT`; several servers of one cluster separated by commas. */
  readonly server: string;
  /** Text of a credential: what `plyades cluster keys` writes, an nkey seed, or a NATS .creds file. */
  readonly creds?: string | undefined;
  /** Certificates, in PEM, that the server's certificate may rest on, beside those the system trusts. */
  readonly tlsCa?: string | undefined;
  /** SHA-256 of the server's certificate, 64 hexadecimal digits; if given, nothing else is checked. */
  readonly fingerprint?: string | undefined;
}
