// What can be wrong with a cluster before a search begins: one line that says what to do, and the exit
// code of the design.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nkeys } from '@nats-io/transport-node';
import { closeAll, loadGame, search } from 'plyades';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectCluster } from '#dist/hosts/nats/client.js';
import { packageVersion } from '#dist/hosts/package-version.js';
import { plyades } from '../cli/plyades.js';
import { requestWith } from '../support/request.js';
import { until } from '../support/waiting.js';
import {
  endAll,
  folder,
  freePort,
  hasServer,
  position,
  type Server,
  startServer,
  startWorker,
  type WorkerProcess,
} from './support.js';

const parallel = ['--algorithm', 'aphid', '--depth', '6'];
const connectFour = fileURLToPath(new URL('../../dist/examples/connect-four.js', import.meta.url));

async function refused(words: readonly string[], code: number, ...said: RegExp[]) {
  const ended = await plyades(words);
  expect({ ...ended, stdout: '' }).toMatchObject({ code });
  const lines = ended.stderr.trim().split('\n');
  for (const pattern of said) expect(lines.at(-1)).toMatch(pattern);
  return lines;
}

/** A server that keeps jobs, as that of `plyades cluster up` does. */
const withJobs = (name: string) => `jetstream { store_dir: "${join(folder, name)}" }`;

// Side by side, since a search without workers waits three seconds for one.
describe.skipIf(!hasServer)('a cluster that cannot be used', { concurrent: true }, () => {
  let open: Server;
  let worker: WorkerProcess;
  beforeAll(async () => {
    open = await startServer();
    worker = await startWorker(open.url, '--game', connectFour);
  });
  afterAll(async () => {
    await endAll();
    await closeAll();
  });

  test('no server there', async () => {
    const nowhere = `nats://127.0.0.1:${await freePort()}`;
    const said = [/ERR_CLUSTER/, /no NATS server answers at nats:/, /plyades cluster up/];
    for (const words of [
      ['search', 'othello', ...parallel, '--cluster', nowhere],
      ['worker', '--server', nowhere],
    ]) {
      expect(await refused(words, 3, ...said)).toHaveLength(1);
    }
  });

  test('no worker there', { tags: 'long' }, async () => {
    const { url } = await startServer();
    const search = ['search', 'othello', ...parallel, '--json', '--cluster'];
    const lines = await refused([...search, url], 3, /ERR_CLUSTER/, /no worker has answered/);
    // That this server keeps no jobs is said first.
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/JetStream/);
  });

  test('no worker at a server that keeps jobs', { tags: 'long' }, async () => {
    const { url } = await startServer(withJobs('none'));
    const search = ['search', 'othello', ...parallel, '--json', '--cluster'];
    expect(await refused([...search, url], 3, /no worker has answered/)).toHaveLength(2);
  });

  test('a server that keeps a job but does not let it be read says so', {
    tags: 'long',
  }, async () => {
    const user = nkeys.createUser();
    const deny = '"$JS.API.DIRECT.>", "$JS.API.STREAM.MSG.GET.>"';
    const permissions = `permissions: { publish: { deny: [${deny}] } }`;
    const { url } = await startServer(
      `${withJobs('unreadable')}
      authorization { users: [{ nkey: ${user.getPublicKey()}, ${permissions} }] }`,
    );
    const file = join(folder, 'unreadable.key');
    writeFileSync(file, new TextDecoder().decode(user.getSeed()));
    const search = ['search', 'othello', ...parallel, '--json', '--cluster', url, '--creds', file];
    const lines = await refused(search, 3, /no worker has answered/);
    expect(lines).toEqual([expect.stringMatching(/cannot be resumed/), expect.anything()]);
  });

  test('Ctrl-C while all workers are busy', { tags: 'long' }, async () => {
    const { url } = await startServer(withJobs('busy'));
    const only = await startWorker(url);
    const stop = new AbortController();
    const options = { algorithm: 'root-split', mode: 'exact', cluster: { server: url } } as const;
    const first = search({ position, signal: stop.signal, ...options }).result;
    await until(() => only.events.some(({ type }) => type === 'job'), 'the worker is busy');
    const ended = await plyades(['search', 'othello', ...parallel, '--cluster', url], {
      during(child) {
        let said = '';
        child.stderr!.on('data', (text: string) => {
          if (said.length === 0) setTimeout(() => child.kill('SIGINT'), 1000);
          said += text;
        });
      },
    });
    expect(ended).toMatchObject({ code: 130, stderr: expect.stringMatching(/^interrupted/m) });
    expect(ended.stdout).toMatch(/on 0 workers of the cluster/);
    stop.abort();
    await first;
  });

  test('what goes wrong after connecting ends the program', { tags: 'long' }, async () => {
    const missing = join(folder, 'no-such-game.js');
    await refused(['worker', '--server', open.url, '--game', missing], 2, /no-such-game/);
    const config = join(folder, 'half.hierarchy');
    writeFileSync(config, `hub ${open.url}\nottawa nats://127.0.0.1:${await freePort()}\n`);
    await refused(['site', '--config', config], 3, /no NATS server answers/);
  });

  test('what is no address', { tags: 'long' }, async () => {
    for (const address of ['http://x', 'nats://', 'nats:// x']) {
      await refused(['worker', '--server', address], 2, /ERR_VALUE/, /no address of a server/);
    }
    await refused(['worker'], 2, /--server: the address of the cluster is missing/);
    await refused(['worker', '--server', open.url, '--slots', '0'], 2, /--slots/);
    await refused(
      ['worker', '--server', open.url, '--creds', '/no/such'],
      2,
      /--creds: '\/no\/such' is refused: there is no/,
    );
  });

  test('options that no cluster can meet', { tags: 'long' }, async () => {
    // They are refused before a server is asked to keep the job.
    const on = ['--cluster', 'nats://127.0.0.1:1', '--depth', '6'];
    const alone = ['search', 'othello', ...on, '--algorithm', 'sequential'];
    await refused(alone, 2, /ERR_OPTION/, /use aphid or/);
    const aphid = ['search', 'othello', ...on, '--algorithm', 'aphid'];
    await refused([...aphid, '--table', 'shared'], 2, /use local or ring/);
    await refused([...aphid, '--deterministic', '--workers', '2'], 2, /not deterministic/);
  });

  test('credentials that are wrong, and some that are none', { tags: 'long' }, async () => {
    const user = nkeys.createUser();
    const { url } = await startServer(
      `authorization { users: [{ nkey: ${user.getPublicKey()} }] }`,
    );
    const seedOf = (pair: typeof user) => new TextDecoder().decode(pair.getSeed());
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const wrong = file('wrong.key', seedOf(nkeys.createUser()));
    const none = file('none.key', 'hello');
    const search = ['search', 'othello', ...parallel, '--cluster', url];
    await refused(search, 2, /ERR_CREDENTIALS/, /does not accept these credentials/);
    await refused([...search, '--creds', wrong], 2, /ERR_CREDENTIALS/);
    await refused([...search, '--creds', none], 2, /ERR_CREDENTIALS/, /that is no credential/);
    const right = await connectCluster({ server: url, creds: seedOf(user) }, 'test');
    await right.connection.close();
  });

  test('a certificate that is not trusted, and the same with --tls-ca', {
    tags: 'long',
  }, async () => {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const words =
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=x';
    const more = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert];
    execFileSync('openssl', [...words.split(' '), ...more], { stdio: 'ignore' });
    const server = await startServer(`tls { cert_file: "${cert}", key_file: "${key}" }`);
    const ask = ['search', 'othello', ...parallel, '--cluster', server.url];
    await refused(ask, 2, /ERR_CERTIFICATE/, /is not trusted/, /--tls-ca/);
    await refused([...ask, '--tls-ca', cert], 3, /no worker has answered/);
  });

  test('a worker of another version is refused by name', { tags: 'long' }, async () => {
    const { searchOnCluster } = await import('#dist/hosts/nats/search.js');
    const { hashOf } = await import('#dist/hosts/nats/modules.js');
    const { ThreadPool } = await import('#dist/hosts/threads/pool.js');
    const { loadKernel } = await import('#dist/games/load.js');
    const othello = await loadGame('othello');
    const game = { kind: 'kernel', kernel: await loadKernel('othello') } as const;
    const start = othello.notation.start();
    const cluster = await connectCluster({ server: open.url }, 'test');
    const pool = new ThreadPool();
    const order = {
      game,
      reference: { id: 'othello', hash: await hashOf(game) },
      position: start.record,
      before: [],
      request: requestWith({
        ...{ algorithm: 'aphid', depth: 6, table: 'local' },
        position: othello.notation.makePosition(start),
      }),
      tableBytes: 1 << 20,
      askedAt: 0,
      version: '9.9.9',
    } as const;
    const failed = searchOnCluster(cluster, pool, order);
    const differs = searchOnCluster(cluster, pool, {
      ...order,
      version: await packageVersion(),
      reference: { id: 'othello', hash: '00' },
    });
    const isNamed = expect(failed).rejects.toMatchObject({
      code: 'ERR_CLUSTER',
      message: expect.stringMatching(
        new RegExp(
          `worker ${worker.id}: it runs plyades [0-9.]+ .*the master 9\\.9\\.9.*same version`,
        ),
      ),
    });
    await Promise.all([
      isNamed,
      expect(differs).rejects.toThrow(/its othello differs from the master's/),
    ]);
    await cluster.connection.close();
    await pool.close();
  });

  test('a game in plain TypeScript runs only where the same module is', {
    tags: 'long',
  }, async () => {
    const game = await loadGame(connectFour);
    const start = game.notation.start();
    const options = { mode: 'exact', algorithm: 'aphid', cluster: { server: open.url } } as const;
    const found = await search({ position: start, depth: 7, ...options }).result;
    expect(found.workers).toBe(1);
    expect(found.value).toBe(
      (await search({ position: start, depth: 7, mode: 'exact' }).result).value,
    );
    const copy = fileURLToPath(new URL('../../dist/examples/other-four.js', import.meta.url));
    const { readFileSync, rmSync } = await import('node:fs');
    writeFileSync(copy, `${readFileSync(connectFour, 'utf8')}\n// another line\n`);
    try {
      const words = ['search', copy, ...parallel, '--cluster', open.url];
      await refused(words, 3, /ERR_CLUSTER/, /other-four\.js is not installed there/);
    } finally {
      rmSync(copy);
    }
  });
});
