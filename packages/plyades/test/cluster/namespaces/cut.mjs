// Run inside `unshare -rn`, a network namespace of its own: a server, two workers and a master, each of which
// reaches the server by another address. In the middle of a search the first worker's address is taken away until
// the master has missed it, and given back; then the master's own. Packets to an address that no machine has vanish
// without a word, and connections live on, as with a cable that is pulled. Says on stdout, as one JSON object,
// what came of it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from '../running.mjs';

const [natsServer, ipProgram, main, ...words] = process.argv.slice(2);
/** How long the master's link is cut: longer than a worker may be silent. */
const CUT_MS = 2500;

const folder = mkdtempSync(join(tmpdir(), 'plyades-namespaces-'));
const children = new Set();
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const ip = (...args) => execFileSync(ipProgram, args);

async function until(look) {
  for (;;) {
    const found = look();
    if (found) return found;
    await wait(20);
  }
}

const start = (program, words) => startProgram(program, words, children);

/** A way to the server that can be cut. */
function connect(number) {
  const address = `10.77.${number}.1`;
  const heal = () => ip('address', 'add', `${address}/32`, 'dev', 'lo');
  heal();
  return {
    server: `nats://${address}:4222`,
    cut: () => ip('address', 'del', `${address}/32`, 'dev', 'lo'),
    heal,
    start: (...args) => start(process.execPath, [main, ...args]),
  };
}

async function run() {
  ip('link', 'set', 'lo', 'up');
  const server = start(natsServer, ['-a', '0.0.0.0', '-p', '4222', '-js', '-sd', folder]);
  await until(() => server.said.includes('Server is ready'));
  const homes = [connect(1), connect(2)];
  const workers = homes.map((home) =>
    home.start('worker', '--server', home.server, '--slots', '1', '--log', 'json'),
  );
  await until(() => workers.every(({ said }) => said.includes('"ready"')));
  const [{ id }] = workers[0].said
    .split('\n')
    .filter((line) => line.includes('"ready"'))
    .map((line) => JSON.parse(line));
  const home = connect(3);
  const master = home.start('search', ...words, '--cluster', home.server, '--json');
  const events = [];
  await until(() => master.over || workers.every(({ said }) => said.includes('"type":"job"')));
  if (!master.over) {
    homes[0].cut();
    events.push('worker cut');
    await until(() => master.over || master.said.includes(`${id} is lost`));
    homes[0].heal();
    if (!master.over) events.push('worker missed and healed');
  }
  if (!master.over) {
    home.cut();
    await wait(CUT_MS);
    home.heal();
    events.push(master.over ? 'master cut at the end' : 'master cut and healed');
  }
  const code = await master.ended;
  const answer = JSON.parse(master.answer.trim().split('\n').at(-1));
  console.log(JSON.stringify({ code, value: answer.value, events, said: master.said }));
}

try {
  await run();
} finally {
  for (const child of [...children].reverse()) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
