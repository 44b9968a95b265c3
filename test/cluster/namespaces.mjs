// Run inside `unshare -rn`: a server here, two workers and a master in network namespaces of their own, joined by
// veth pairs. In the middle of a search the first worker's link is cut until the master has missed it, and healed;
// then the master's own. Says on stdout, as one JSON object, what came of it. Everything ends with this process's
// namespace.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [natsServer, main, ...words] = process.argv.slice(2);
/** How long the master's link is cut: longer than a worker may be silent. */
const CUT_MS = 2500;

const folder = mkdtempSync(join(tmpdir(), 'plyades-namespaces-'));
const children = [];
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const ip = (...args) => execFileSync('ip', args);
/** In the namespace of a process. */
const ipOf = ({ pid }, ...args) =>
  execFileSync('nsenter', ['-t', pid, '-n', 'ip', ...args].map(String));

async function until(look) {
  for (;;) {
    const found = look();
    if (found) return found;
    await wait(20);
  }
}

function start(program, args) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const running = { pid: child.pid, said: '', answer: '', over: false };
  child.stderr.setEncoding('utf8').on('data', (text) => {
    running.said += text;
  });
  child.stdout.setEncoding('utf8').on('data', (text) => {
    running.answer += text;
  });
  running.ended = new Promise((resolve) =>
    child.once('close', (code) => {
      running.over = true;
      resolve(code);
    }),
  );
  return running;
}

/** A namespace with a link to this one; `number` is that of its network. */
async function namespace(number) {
  const holder = start('unshare', ['-n', 'sleep', 'infinity']);
  const own = readlinkSync('/proc/self/ns/net');
  await until(() => readlinkSync(`/proc/${holder.pid}/ns/net`) !== own);
  const link = `link${number}`;
  ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(holder.pid));
  ip('address', 'add', `10.77.${number}.1/24`, 'dev', link);
  ip('link', 'set', link, 'up');
  ipOf(holder, 'address', 'add', `10.77.${number}.2/24`, 'dev', 'eth0');
  ipOf(holder, 'link', 'set', 'eth0', 'up');
  ipOf(holder, 'link', 'set', 'lo', 'up');
  return {
    server: `nats://10.77.${number}.1:4222`,
    cut: () => ip('link', 'set', link, 'down'),
    heal: () => ip('link', 'set', link, 'up'),
    start: (...args) =>
      start('nsenter', ['-t', String(holder.pid), '-n', process.execPath, main, ...args]),
  };
}

async function run() {
  ip('link', 'set', 'lo', 'up');
  const server = start(natsServer, ['-a', '0.0.0.0', '-p', '4222', '-js', '-sd', folder]);
  await until(() => server.said.includes('Server is ready'));
  const homes = [await namespace(1), await namespace(2)];
  const workers = homes.map((home) =>
    home.start('worker', '--server', home.server, '--slots', '1', '--log', 'json'),
  );
  await until(() => workers.every(({ said }) => said.includes('"ready"')));
  const [{ id }] = workers[0].said
    .split('\n')
    .filter((line) => line.includes('"ready"'))
    .map((line) => JSON.parse(line));
  const home = await namespace(3);
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
  for (const child of children.reverse()) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
