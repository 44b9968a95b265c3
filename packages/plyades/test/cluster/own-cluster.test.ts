// A cluster of one's own: server, keys and tokens as `plyades cluster` makes them, and what the server
// then lets each role do.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { NatsConnection } from '@nats-io/transport-node';
import {
  closeAll,
  loadGame,
  PlyadesError,
  type SearchQuery,
  type SearchResult,
  search,
} from 'plyades';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectCluster } from '#dist/hosts/nats/client.js';
import { makeToken, parseToken } from '#dist/hosts/nats/token.js';
import { plyadesHere } from '../cli/in-process.js';
import { mainFile, plyades } from '../cli/plyades.js';
import { until, wait } from '../support/waiting.js';
import { end, endAll, folder, freePort, hasServer, startServing } from './support.js';

const dir = join(folder, 'own');
let port: number;
let cluster: ChildProcess;
let token = '';
let said = '';

const address = () => ({
  server: `tls://127.0.0.1:${port}`,
  tlsCa: readFileSync(join(dir, 'cert.pem'), 'utf8'),
});
const creds = (name: string) => readFileSync(join(dir, 'keys', `${name}.key`), 'utf8');

/** A subject that a connection may not use is reported by the server as an error. */
async function isRefused(connection: NatsConnection, use: () => void): Promise<boolean> {
  let refused = false;
  const watch = (async () => {
    for await (const status of connection.status()) {
      if (status.type === 'error') refused = true;
      if (refused) return;
    }
  })();
  use();
  await connection.flush();
  await Promise.race([watch, wait(150)]);
  return refused;
}

/** A search; undefined when no worker has answered in time, as may be on a busy machine. */
async function answered(query: SearchQuery): Promise<SearchResult | undefined> {
  try {
    return await search(query).result;
  } catch (error) {
    if (error instanceof PlyadesError && /no worker/.test(error.message)) return undefined;
    throw error;
  }
}

describe.skipIf(!hasServer)('a cluster of one’s own', () => {
  beforeAll(async () => {
    port = await freePort();
    const words = ['cluster', 'up', '--dir', dir, '--host', '127.0.0.1', '--port', String(port)];
    cluster = spawn(process.execPath, [mainFile, ...words, '--slots', '1']);
    let printed = '';
    cluster.stdout!.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    cluster.stderr!.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const found = () => /^plyades worker --join (\S+)$/m.exec(printed)?.[1];
    token = await until(found, `the token is printed: ${said}`);
    await until(() => said.includes('is ready'), 'the worker is ready');
  });
  afterAll(async () => {
    await end(cluster, 'SIGTERM');
    await endAll();
    await closeAll();
  });

  test('searches with the worker beside the server and one that joins by a token', async () => {
    const added = await plyades([
      'cluster',
      'keys',
      '--dir',
      dir,
      '--role',
      'worker',
      '--name',
      'lab',
    ]);
    const [, lab] = /^plyades worker --join (\S+)$/m.exec(added.stdout)!;
    const words = [mainFile, 'worker', '--join', lab!, '--slots', '1', '--log', 'json'];
    const joined = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] });
    let log = '';
    joined.stderr!.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    await until(() => log.includes('"ready"'), `it joins: ${log}`);
    const othello = await loadGame('othello');
    const options = { mode: 'exact', algorithm: 'young-brothers' } as const;
    const remote = { ...address(), creds: creds('master-1') };
    const start = othello.notation.start();
    const { value } = await search({ position: start, depth: 9, mode: 'exact' }).result;
    await until(async () => {
      const found = await answered({ position: start, depth: 9, ...options, cluster: remote });
      if (found !== undefined) expect(found.value).toBe(value);
      return found?.workers === 2;
    }, 'both workers have part in it');

    const revoked = await plyades(['cluster', 'revoke', 'lab', '--dir', dir]);
    expect(revoked.code).toBe(0);
    await until(() => log.includes('"lost"'), `it is thrown out: ${log}`);
    await end(joined, 'SIGKILL');
    const again = await plyades(['worker', '--join', lab!, '--slots', '1']);
    expect(again.code).toBe(2);
    expect(again.stderr).toMatch(/ERR_CREDENTIALS.*not revoked/s);
    const alone = await until(
      () => answered({ position: start, depth: 8, ...options, cluster: remote }),
      'the other worker has part in it',
    );
    expect(alone.workers).toBe(1);
  });

  test('a token of each role is printed, and --cluster takes it', { tags: 'long' }, async () => {
    const add = async (role: string, ...more: string[]) => {
      const words = ['cluster', 'keys', '--dir', dir, '--role', role, '--name', `by-${role}`];
      const added = await plyadesHere([...words, ...more]);
      expect(added.code, added.stderr).toBe(0);
      return added.stdout;
    };
    const [, master] = /--cluster (ply1_\S+)$/m.exec(await add('master'))!;
    const [, observer] = /^plyades top --cluster (ply1_\S+)$/m.exec(await add('observer'))!;
    const { token: worker } = JSON.parse(await add('worker', '--json'));
    const query = ['search', 'othello', '--depth', '6', '--algorithm', 'root-split'];
    await until(async () => {
      const found = await plyades([...query, '--json', '--cluster', master!]);
      if (found.code !== 0) expect(found.stderr).toMatch(/no worker/);
      return found.code === 0;
    }, 'a worker has part in it');
    expect(await plyades(['top', '--json', '--cluster', observer!])).toMatchObject({ code: 0 });
    for (const [token, words] of [
      [observer, query],
      [worker, query],
      [worker, ['top', '--json']],
      [observer, ['jobs']],
    ] as const) {
      const refused = await plyadesHere([...words, '--cluster', token!]);
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/ERR_CREDENTIALS/) });
      expect(refused.stderr).not.toContain(token);
    }
    const twice = await plyadesHere(['jobs', '--cluster', master!, '--creds', 'x']);
    expect(twice).toMatchObject({ code: 2, stderr: expect.stringMatching(/--creds.*the token/) });
    const half = await plyadesHere(['jobs', '--cluster', master!.slice(0, 90)]);
    expect(half).toMatchObject({ code: 2, stderr: expect.stringMatching(/no token/) });
    for (const role of ['master', 'observer', 'worker']) {
      const revoked = await plyadesHere(['cluster', 'revoke', `by-${role}`, '--dir', dir]);
      expect(revoked.code).toBe(0);
    }
  });

  test('gpp takes a token, and gives none to its links as an argument', {
    tags: 'long',
  }, async () => {
    const flags = ['--slots', '1', '--threads', '1', '--max-hash', '16', '--log', 'json'];
    const host = await startServing([
      'engine-host',
      '--engine',
      'plyades',
      '--join',
      token,
      ...flags,
    ]);
    const added = await plyadesHere([
      'cluster',
      'keys',
      '--dir',
      dir,
      '--role',
      'master',
      '--json',
    ]);
    const { token: master, name } = JSON.parse(added.stdout);
    const team = spawn(process.execPath, [mainFile, 'gpp', '--cluster', master]);
    try {
      let output = '';
      for (const stream of [team.stdout, team.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
        });
      }
      team.stdin.write('uci\nisready\n');
      await until(() => output.includes('readyok'), 'its engine is ready');
      expect(output).toContain('1 of the cluster');
      expect(output).not.toContain(master);
      const all = execFileSync('ps', ['-eo', 'ppid=,args='], {
        encoding: 'utf8',
        maxBuffer: 1 << 26,
      });
      const links = all.split('\n').filter((line) => {
        return line.trim().startsWith(`${team.pid} `) && line.includes('engine-link');
      });
      expect(links).toHaveLength(1);
      expect(links[0]).not.toContain(master);
      team.stdin.write('quit\n');
      await until(() => team.exitCode !== null, 'it ends');
    } finally {
      await end(team, 'SIGKILL');
      await end(host.child);
      await plyadesHere(['cluster', 'revoke', name, '--dir', dir]);
    }
  });

  test('a key of a relative folder is revoked, or the program says that it is not', {
    tags: 'long',
  }, async () => {
    const cwd = folder;
    const free = await freePort();
    const where = ['--dir', 'relative'];
    const words = [...where, '--host', '127.0.0.1', '--port', String(free), '--slots', '0'];
    const up = spawn(process.execPath, [mainFile, 'cluster', 'up', ...words], { cwd });
    let printed = '';
    up.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    await until(() => printed.includes('--join'), 'it is up');
    const file = (...names: string[]) => join(folder, 'relative', ...names);
    const add = async (name: string) => {
      const more = [...where, '--role', 'worker', '--name', name];
      expect((await plyades(['cluster', 'keys', ...more], { cwd })).code).toBe(0);
      return readFileSync(file('keys', `${name}.key`), 'utf8');
    };
    const enter = async (creds: string) => {
      const tlsCa = readFileSync(file('cert.pem'), 'utf8');
      const server = `tls://127.0.0.1:${free}`;
      await (await connectCluster({ server, tlsCa, creds }, 'test')).connection.close();
    };
    try {
      const first = await add('first');
      await enter(first);
      const elsewhere = ['--dir', join(basename(folder), 'relative')];
      const revoked = await plyades(['cluster', 'revoke', 'first', ...elsewhere], {
        cwd: dirname(folder),
      });
      expect(revoked).toMatchObject({ code: 0, stderr: 'first is no longer let in\n' });
      await expect(enter(first)).rejects.toMatchObject({ code: 'ERR_CREDENTIALS' });
      // A server whose process is unknown cannot be made to reload.
      const second = await add('second');
      const pid = readFileSync(file('server.pid'), 'utf8');
      rmSync(file('server.pid'));
      const unchanged = await plyades(['cluster', 'revoke', 'second', ...where], { cwd });
      expect(unchanged.code).toBe(3);
      expect(unchanged.stderr).toMatch(/^plyades: ERR_CLUSTER: .*still accepts.*restart it.*\n$/);
      await enter(second);
      writeFileSync(file('server.pid'), pid);
    } finally {
      await end(up, 'SIGTERM');
    }
    expect(existsSync(file('server.pid'))).toBe(false);
  });

  test('a process with the number of a dead server gets no signal', async () => {
    const where = join(folder, 'stale');
    const free = String(await freePort());
    const words = ['--dir', where, '--host', '127.0.0.1', '--port', free, '--slots', '0'];
    const up = spawn(process.execPath, [mainFile, 'cluster', 'up', ...words]);
    let printed = '';
    up.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    await until(() => printed.includes('--join'), 'it is up');
    await end(up, 'SIGTERM');
    // SIGHUP would end it.
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'nats-server']);
    try {
      writeFileSync(join(where, 'server.pid'), String(stranger.pid));
      const revoked = await plyades(['cluster', 'revoke', 'worker-1', '--dir', where]);
      expect(revoked.code).toBe(0);
      expect(revoked.stderr).toMatch(/no server runs from this folder/);
      await wait(100);
      expect(stranger.signalCode).toBe(null);
    } finally {
      await end(stranger, 'SIGKILL');
    }
  });

  test('a worker receives commands for its own name only, and sends none', async () => {
    const { connection } = await connectCluster({ ...parseToken(token) }, 'test');
    const listen = (subject: string) => () => void connection.subscribe(subject, { callback() {} });
    const speak = (subject: string) => () => connection.publish(subject, 'x');
    for (const subject of ['plyades.m.>', 'plyades.w.>', 'plyades.w.lab.x.mail', '>', '_INBOX.>']) {
      expect(await isRefused(connection, listen(subject)), subject).toBe(true);
    }
    for (const subject of [
      ...['plyades.w.a.b.command', 'plyades.w.a.b.ask', 'plyades.jobs.x'],
      // Only masters read what is kept of jobs.
      ...['$JS.API.INFO', '$JS.API.STREAM.DELETE.KV_plyades-jobs', '$KV.plyades-jobs.x'],
    ]) {
      expect(await isRefused(connection, speak(subject)), subject).toBe(true);
    }
    expect(await isRefused(connection, listen('plyades.w.worker-1.x.mail'))).toBe(false);
    expect(await isRefused(connection, speak('plyades.m.key.notice'))).toBe(false);
    await connection.close();
  });

  test('an observer only watches', async () => {
    const watcher = { ...address(), creds: creds('observer-1') };
    const { connection } = await connectCluster(watcher, 'test');
    const speak = (subject: string) => () => connection.publish(subject, 'x');
    for (const subject of [
      'plyades.w.a.b.command',
      'plyades.m.k.notice',
      'plyades.free',
      'plyades.jobs.x',
      '$JS.API.INFO',
      '$KV.plyades-jobs.x',
    ]) {
      expect(await isRefused(connection, speak(subject)), subject).toBe(true);
    }
    const listen = (subject: string) => () => void connection.subscribe(subject, { callback() {} });
    for (const subject of [
      ...['plyades.>', 'plyades.w.>', 'plyades.w.a.b.command', 'plyades.w.a.b.mail'],
      ...['plyades.m.>', 'plyades.m.k.notice', 'plyades.free', '_INBOX.>', '$KV.>', '>'],
    ]) {
      expect(await isRefused(connection, listen(subject)), subject).toBe(true);
    }
    expect(await isRefused(connection, listen('plyades.jobs.*'))).toBe(false);
    await connection.close();
  });

  describe('a key of another role is refused, and the line says which one is needed', () => {
    const key = (name: string) => join(dir, 'keys', `${name}.key`);
    const bare = (name: string) => {
      const file = join(folder, `${name}.seed`);
      writeFileSync(file, /^SU.*$/m.exec(creds(name))![0]);
      return file;
    };
    const at = (option: string, file: string) => {
      return [option, address().server, '--tls-ca', join(dir, 'cert.pem'), '--creds', file];
    };
    const search = ['search', 'othello', '--algorithm', 'aphid', '--depth', '6'];
    const host = ['engine-host', '--engine', 'plyades'];

    const refuses = async (role: string, words: readonly string[]) => {
      const ended = await plyadesHere(words);
      const needs = `'plyades ${words[0]}' needs an? ${role}'s`;
      const line = `^plyades: ERR_CREDENTIALS: .* ${needs}: .*--role ${role}.*--creds\n$`;
      expect(ended.stderr, words.join(' ')).toMatch(new RegExp(line));
      expect(ended.code).toBe(2);
    };

    test('by search, top, jobs and workers', async () => {
      await refuses('master', [...search, ...at('--cluster', key('worker-1'))]);
      await refuses('master', [...search, ...at('--cluster', key('observer-1'))]);
      await refuses('master', [...search, ...at('--cluster', bare('worker-1'))]);
      await refuses('observer', ['top', ...at('--cluster', key('worker-1'))]);
      await refuses('observer', ['top', ...at('--cluster', bare('worker-1'))]);
      await refuses('master', ['jobs', ...at('--cluster', key('observer-1'))]);
      await refuses('worker', ['worker', ...at('--server', key('observer-1'))]);
      await refuses('worker', ['worker', ...at('--server', bare('observer-1'))]);
    });

    test('by engines', async () => {
      await refuses('worker', [...host, ...at('--server', key('master-1'))]);
      await refuses('master', ['gpp', ...at('--cluster', key('worker-1'))]);
    });

    test('but a master may watch', async () => {
      const watched = await plyades(['top', ...at('--cluster', key('master-1')), '--json']);
      expect(watched).toMatchObject({ code: 0, stderr: '' });
    });
  });

  test('a token with another fingerprint, or half of one, leads nowhere', async () => {
    const { server, creds } = parseToken(token);
    const [, name, seed] = /worker (\S+)\n(\S+)/.exec(creds!)!;
    const wrong = makeToken(server.slice('tls://'.length), 'ab'.repeat(32), name!, seed!);
    const other = await plyadesHere(['worker', '--join', wrong]);
    expect(other.code).toBe(2);
    expect(other.stderr).toMatch(/ERR_CERTIFICATE.*not the one of the token/);
    const half = await plyadesHere(['worker', '--join', token.slice(0, 100)]);
    expect(half.code).toBe(2);
    expect(half.stderr).toMatch(/ERR_CREDENTIALS.*no token/);
    expect(() => parseToken('x')).toThrow(/no token/);
  });

  test('keys are listed, and names are checked', async () => {
    const listed = await plyadesHere(['cluster', 'keys', '--dir', dir, '--json']);
    const { keys } = JSON.parse(listed.stdout);
    const names = keys.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['master-1', 'observer-1', 'worker-1']));
    expect(listed.stdout).not.toMatch(/\bSU[A-Z2-7]{50}/);
    for (const [words, reason] of [
      [['cluster', 'revoke', 'nobody', '--dir', dir], /there is no key 'nobody'/],
      [['cluster', 'keys', '--dir', join(folder, 'nowhere')], /there is no cluster in/],
      [['cluster', 'keys', '--dir', dir, '--role', 'worker', '--name', 'a.b'], /--name/],
      [['cluster', 'keys', '--dir', dir, '--role', 'king'], /--role/],
      [['cluster', 'up', '--dir', dir, '--workers', '0'], /--workers: it is called --slots now/],
    ] as const) {
      const ended = await plyadesHere(words);
      expect(ended.code).toBe(2);
      expect(ended.stderr).toMatch(reason);
    }
  });

  test('the token is not among the arguments that every user can read', () => {
    const words = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8', maxBuffer: 1 << 26 });
    expect(words).toContain(`worker --server tls://127.0.0.1:${port}`);
    expect(words).not.toContain(token);
  });

  test('a port that another program has is refused, and what is up stays as it is', async () => {
    const taken = ['--host', '127.0.0.1', '--port', String(port), '--slots', '0'];
    const before = readFileSync(join(dir, 'server.conf'), 'utf8');
    const again = await plyades(['cluster', 'up', '--dir', dir, ...taken]);
    expect(again).toMatchObject({ code: 3, stdout: '' });
    expect(again.stderr).toMatch(/^plyades: ERR_CLUSTER: .*runs already, process \d+.*\n$/);
    expect(readFileSync(join(dir, 'server.conf'), 'utf8')).toBe(before);
    const other = await plyades(['cluster', 'up', '--dir', join(folder, 'other'), ...taken]);
    expect(other).toMatchObject({ code: 3, stdout: '' });
    expect(other.stderr).toMatch(/port \d+ cannot be used \(EADDRINUSE\).*--port/);
  });

  const leavesNothing = async (signal: 'SIGHUP' | 'SIGKILL') => {
    const where = join(folder, signal);
    const free = String(await freePort());
    const words = ['--dir', where, '--host', '127.0.0.1', '--port', free, '--slots', '0'];
    const up = spawn(process.execPath, [mainFile, 'cluster', 'up', ...words]);
    let printed = '';
    up.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    const closed = new Promise((resolve) => up.once('close', resolve));
    await until(() => printed.includes('--join'), 'it is up');
    const server = Number(readFileSync(join(where, 'server.pid'), 'utf8'));
    up.kill(signal);
    if (signal === 'SIGKILL') {
      // Nothing can be done then; but the next one says so, and does not pass for the one that was left.
      await until(() => up.signalCode !== null, 'it is dead');
      const next = await plyades(['cluster', 'up', ...words]);
      expect(next.code).toBe(3);
      expect(next.stderr).toContain(`runs already, process ${server}`);
      process.kill(server, 'SIGKILL');
    }
    await closed;
    await until(() => !isThere(server), 'the server is gone');
  };
  test('nothing is left in secret by SIGHUP', () => leavesNothing('SIGHUP'));
  test('nothing is left in secret by SIGKILL', { tags: 'long' }, () => leavesNothing('SIGKILL'));
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
