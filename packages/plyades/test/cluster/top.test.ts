// `plyades top` on a terminal, which `script` makes for it: the table is drawn again and again, and the terminal is
// restored when it ends.
import { spawn, spawnSync } from 'node:child_process';
import { closeAll, loadGame, search } from 'plyades';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mainFile } from '../cli/plyades.js';
import { until } from '../support/waiting.js';
import { endAll, hasServer, type Server, startServer, startWorker } from './support.js';

const hasTerminal = spawnSync('script', ['--version']).status === 0;

/** A terminal in which a command runs, and then tells how it was left. */
function terminal(words: readonly string[]) {
  const quoted = [process.execPath, mainFile, ...words].map((word) => `'${word}'`).join(' ');
  const command = `stty rows 20 cols 100; ${quoted}; echo "left with $?"; stty -a`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    env: { ...process.env, TERM: 'xterm', SHELL: '/bin/sh' },
  });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  return { shown: () => shown, press: (key: string) => child.stdin.write(key), child, ended };
}

const CTRL_C = '\x03';
const SHOW_CURSOR = '\x1b[?25h';
const HIDE_CURSOR = '\x1b[?25l';

describe.skipIf(!hasServer || !hasTerminal)('plyades top on a terminal (needs script)', () => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer();
    await startWorker(server.url);
  });
  afterAll(async () => {
    await endAll();
    await closeAll();
  });

  const drawsUntil = async (_name: string, key: string, code: number) => {
    const { shown, press, child, ended } = terminal(['top', '--cluster', server.url]);
    await until(() => /1 workers, 0 of 1 slots busy/.test(shown()), 'an idle worker is shown');
    const stop = new AbortController();
    const othello = await loadGame('othello');
    const { result } = search({
      position: othello.notation.start(),
      signal: stop.signal,
      algorithm: 'root-split',
      mode: 'exact',
      cluster: { server: server.url, job: 'seen' },
    });
    await until(() => /1 of 1 slots busy/.test(shown()), 'a busy one is shown');
    await until(() => /seen .*othello +root-split/.test(shown()), 'its job is shown');
    await until(() => /\d\.\d\d M/.test(shown()), 'how fast it is is shown');
    stop.abort();
    await result;
    const before = shown().length;
    await until(() => /0 of 1 slots busy/.test(shown().slice(before)), 'it is idle again');
    press(key);
    await until(() => shown().includes(`left with ${code}`), 'it ends');
    await until(() => /icanon/.test(shown()), 'the terminal is described');
    child.stdin.end();
    await ended;
    const after = shown().slice(shown().indexOf('left with'));
    expect(after).toMatch(/[ ;]icanon/);
    expect(after).toMatch(/[ ;]echo /);
    expect(after).not.toMatch(/-icanon|-echo /);
    expect(shown().lastIndexOf(SHOW_CURSOR)).toBeGreaterThan(shown().lastIndexOf(HIDE_CURSOR));
  };
  test.each([['q', 'q', 0]])('draws what happens until %s', drawsUntil);
  test.each([['Ctrl-C', CTRL_C, 130]])('draws what happens until %s', { tags: 'long' }, drawsUntil);

  test('waits for a server that is away', { tags: 'long' }, async () => {
    const { shown, press, child, ended } = terminal(['top', '--cluster', server.url]);
    await until(() => /1 workers/.test(shown()), 'a worker is shown');
    await server.stop();
    await until(() => /0 workers|does not answer/.test(shown()), 'no worker answers');
    const before = shown().length;
    await server.start();
    await until(() => /1 workers/.test(shown().slice(before)), 'it is there again');
    press('q');
    await until(() => shown().includes('left with 0'), 'it ends');
    child.stdin.end();
    await ended;
  });
});
