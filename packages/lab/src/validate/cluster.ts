// A cluster on this machine, as the benches start it: a real nats-server, and workers as processes of their own.

export interface LocalCluster {
  readonly url: string;
  startWorker(): Promise<unknown>;
  end(): void;
}

const support = new URL('../../bench/support/cluster.mjs', import.meta.url);

/** With this number of workers, of one slot each. */
export async function startCluster(workers: number): Promise<LocalCluster> {
  const { LocalCluster } = await import(support.href);
  const cluster: LocalCluster = await LocalCluster.start();
  try {
    for (let worker = 0; worker < workers; worker++) await cluster.startWorker();
    return cluster;
  } catch (error) {
    cluster.end();
    throw error;
  }
}
