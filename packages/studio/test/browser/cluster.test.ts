// The cluster view in Chromium, beside a real server with a real worker: who is there and what they search; without a
// cluster, what to run.
import type { Browser } from 'playwright-core';
import { closeAll, loadGame, search } from 'plyades';
import { watchCluster } from 'plyades/internal/studio/cluster-status.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  endAll,
  hasServer,
  startServer,
  startWorker,
} from '../../../plyades/test/cluster/support.js';
import {
  chromiumPath,
  launchChromium,
  openPage,
  serveIsolated,
  unlabelled,
} from '../support/studio.js';

describe.skipIf(chromiumPath === undefined)('the cluster in Chromium', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    await endAll();
    await closeAll();
  });

  test('without a cluster the view says what to run', async () => {
    const studio = await serveIsolated();
    const { page, complaints, close } = await openPage(browser, studio, '#/cluster');
    await page.getByRole('heading', { name: 'No cluster to watch' }).waitFor();
    await page.getByText('plyades cluster up').waitFor();
    expect(complaints).toEqual([]);
    await close();
    await studio.close();
  });

  test.skipIf(!hasServer)('workers, jobs and rates are shown while a search runs', async () => {
    const server = await startServer();
    const { id } = await startWorker(server.url);
    const source = await watchCluster({ server: server.url });
    const studio = await serveIsolated({ clusterStatus: source.status });
    const { page, complaints, close } = await openPage(browser, studio, '#/cluster');
    const worker = page.getByRole('region', { name: 'Workers' }).getByRole('row', { name: id });
    await worker.getByText('0 of 1').waitFor();
    await page.getByText(`plyades worker --server ${server.url}`).waitFor();
    const stop = new AbortController();
    const { notation } = await loadGame('othello');
    const { result } = search({
      position: notation.start(),
      signal: stop.signal,
      algorithm: 'root-split',
      mode: 'exact',
      cluster: { server: server.url, job: 'looked-at' },
    });
    const job = page.getByRole('region', { name: 'Jobs' }).getByRole('row', { name: /looked-at/ });
    await job.getByText('othello, root-split').waitFor();
    await worker.getByText('1 of 1').waitFor();
    await worker.getByText(/\d M nodes\/s/).waitFor();
    expect(await unlabelled(page)).toEqual([]);
    stop.abort();
    await result;
    await worker.getByText('0 of 1').waitFor();
    await server.stop();
    await page.getByText("The cluster's server does not answer.").waitFor();
    expect(complaints).toEqual([]);
    await close();
    await studio.close();
    await source.close();
  });
});
