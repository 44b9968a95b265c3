// What the studio's server tells its page of a cluster, with a real server and a real worker.
import { closeAll, loadGame, search } from 'plyades';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ClusterStatus, watchCluster } from '#dist/studio/cluster-status.js';
import { serveStudio } from '#dist/studio/server.js';
import { until } from '../support/waiting.js';
import { endAll, hasServer, type Server, startServer, startWorker } from './support.js';

describe.skipIf(!hasServer)('a cluster in the studio', () => {
  let server: Server;

  beforeAll(async () => {
    server = await startServer();
  });

  afterAll(async () => {
    await endAll();
    await closeAll();
  });

  test('the page is told who is there, what they search, and when the server is away', async () => {
    const source = await watchCluster({ server: server.url });
    const studio = await serveStudio({ clusterStatus: source.status });
    const fetched = async (): Promise<ClusterStatus> => {
      const response = await fetch(`${studio.url}cluster.json`);
      return (await response.json()) as ClusterStatus;
    };
    expect(await fetched()).toEqual({
      ...{ server: server.url, wantsToken: false, reachable: true, workers: [], jobs: [] },
    });
    const { id } = await startWorker(server.url);
    const seen = async (fits: (status: ClusterStatus) => boolean, what: string) => {
      let found: ClusterStatus | undefined;
      await until(async () => {
        const status = await fetched();
        if (fits(status)) found = status;
        return found !== undefined;
      }, what);
      return found!;
    };
    const idle = await seen(({ workers }) => workers.length === 1, 'a worker is shown');
    expect(idle.workers[0]).toMatchObject({ id, slots: 1, busy: 0, job: '' });

    const stop = new AbortController();
    const { notation } = await loadGame('othello');
    const { result } = search({
      position: notation.start(),
      signal: stop.signal,
      algorithm: 'root-split',
      mode: 'exact',
      cluster: { server: server.url, job: 'watched' },
    });
    const busy = await seen(
      ({ jobs, workers }) => jobs.length === 1 && (workers[0]?.rate ?? 0) > 0,
      'a job and a rate are shown',
    );
    expect(busy.jobs[0]).toMatchObject({ job: 'watched', game: 'othello', state: 'searching' });
    expect(busy.workers[0]).toMatchObject({ id, busy: 1, job: 'watched' });
    stop.abort();
    await result;

    await server.stop();
    await seen(({ reachable }) => !reachable, 'the server is away');
    await studio.close();
    await source.close();
  });

  test('credentials do not reach the page', async () => {
    await server.start();
    const source = await watchCluster({ server: server.url.replace('//', '//someone:secret@') });
    const status = await source.status();
    expect(status.server).toBe(server.url);
    expect(JSON.stringify(status)).not.toContain('secret');
    await source.close();
  });
});
