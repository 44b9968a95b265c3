// Engines of other machines: hosts and links as real processes over a real nats-server. An engine that is far away
// answers as one that is near, a host that dies costs its engines, and users cannot set what is the host's own.
import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allowedLine, ENGINE_SERVICE } from '#dist/cluster/engine-session.js';
import { connectCluster } from '#dist/hosts/nats/client.js';
import { type FoundWorker, findWorkers } from '#dist/hosts/nats/find-workers.js';
import { drawKey } from '#dist/hosts/nats/mail.js';
import { masterSubjects, PROTOCOL, workerSubjects } from '#dist/hosts/nats/subjects.js';
import { mainFile } from '../cli/plyades.js';
import { until } from '../support/waiting.js';
import { end, endAll, hasServer, type Server, startServer } from './support.js';

const SLOW = 300_000;

test('users may say what is about the game, and nothing else', () => {
  expect(allowedLine('go movetime 100', 64)).toBe('go movetime 100');
  expect(allowedLine('position startpos moves e2e4', 64)).toBe('position startpos moves e2e4');
  expect(allowedLine('setoption name MultiPV value 4', 64)).toBe('setoption name MultiPV value 4');
  expect(allowedLine('setoption name Hash value 100000', 64)).toBe('setoption name Hash value 64');
  expect(allowedLine('setoption name USI_Hash value 16', 64)).toBe(
    'setoption name USI_Hash value 16',
  );
  for (const line of [
    'setoption name Debug Log File value /etc/passwd',
    'setoption name EvalFile value http://elsewhere',
    'setoption name Threads value 64',
    'setoption name Hash value much',
    'bench',
    'export_net file',
    'gone',
  ]) {
    expect(allowedLine(line, 64), line).toBeUndefined();
  }
});

describe.skipIf(!hasServer)('engines of a cluster', () => {
  let server: Server;
  const started: ChildProcess[] = [];
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(async () => {
    await Promise.all(started.map((child) => end(child, 'SIGKILL')));
    await endAll();
  });

  /** A program of ours, with what it has written. */
  function start(...words: string[]) {
    const child = spawn(process.execPath, [mainFile, ...words]);
    started.push(child);
    const seen = { out: '', log: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      seen.out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      seen.log += text;
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    return { child, seen, ended, say: (line: string) => child.stdin.write(`${line}\n`) };
  }

  async function host(...words: string[]) {
    const program = start('engine-host', '--engine', 'plyades', '--server', server.url, ...words);
    await until(() => program.seen.log.includes('is ready'), 'the host is ready');
    return program;
  }

  test(
    'one engine, far away',
    async () => {
      const one = await host('--slots', '1');
      const link = start('engine-link', '--server', server.url);
      link.say('uci');
      await until(() => link.seen.out.includes('uciok'), 'uciok');
      link.say('isready');
      await until(() => link.seen.out.includes('readyok'), 'readyok');
      // There is no second one.
      const other = start('engine-link', '--server', server.url);
      expect(await other.ended).toBe(3);
      expect(other.seen.log).toMatch(/busy/);
      link.say('position startpos moves e2e4');
      link.say('go depth 2');
      await until(() => /bestmove \S+/.test(link.seen.out), 'bestmove');
      link.say('quit');
      expect(await link.ended).toBe(0);
      await until(() => one.seen.log.includes('is over'), 'the session is over');
      await end(one.child, 'SIGTERM');
    },
    SLOW,
  );

  test(
    'a batch that comes twice is taken once, and one that is missing ends the session',
    async () => {
      const one = await host('--slots', '1');
      const { connection } = await connectCluster({ server: server.url }, 'test');
      const [{ address }] = (await findWorkers(connection, ENGINE_SERVICE)) as [FoundWorker];
      const key = drawKey().text;
      const lines: string[] = [];
      let ended: string | undefined;
      connection.subscribe(masterSubjects(key).mail, {
        callback(_, message) {
          const said = message.json<{ type: string; lines: string[]; reason: string }>();
          if (said.type === 'said') lines.push(...said.lines);
          else ended = said.reason;
        },
      });
      const { ask, command } = workerSubjects(address);
      const question = { protocol: PROTOCOL, game: 'chess', engine: '', key };
      const reply = await connection.request(ask, JSON.stringify(question));
      expect(reply.json()).toMatchObject({ type: 'open' });
      const say = (serial: number, ...words: string[]) =>
        connection.publish(command, JSON.stringify({ type: 'say', key, serial, lines: words }));
      say(0, 'uci');
      say(0, 'uci');
      say(1, 'isready');
      await until(() => lines.includes('readyok'), 'readyok');
      expect(lines.filter((line) => line === 'uciok')).toHaveLength(1);
      expect(ended).toBeUndefined();
      say(3, 'isready');
      expect(await until(() => ended, 'it ends')).toMatch(/lost on the way/);
      expect(lines.filter((line) => line === 'readyok')).toHaveLength(1);
      await connection.close();
      await end(one.child, 'SIGTERM');
    },
    SLOW,
  );

  test('a team of engines of two hosts, one of which is killed', { tags: 'long' }, async () => {
    const hosts = [await host('--slots', '1'), await host('--slots', '1')];
    const team = start('gpp', '--cluster', server.url, '--growth', 'pv');
    team.say('uci');
    await until(() => team.seen.out.includes('uciok'), 'uciok');
    expect(team.seen.out).toMatch(/2 of the cluster/);
    team.say('isready');
    await until(() => team.seen.out.includes('readyok'), 'readyok');
    team.say('position startpos');
    team.say('go movetime 1500');
    await until(() => /bestmove \S+/.test(team.seen.out), 'bestmove');
    await end(hosts[0]!.child, 'SIGKILL');
    team.say('position startpos moves e2e4 e7e5');
    team.say('go movetime 1500');
    await until(() => team.seen.out.match(/bestmove \S+/g)?.length === 2, 'again');
    team.say('quit');
    await team.ended;
    await end(hosts[1]!.child, 'SIGTERM');
  });
});
