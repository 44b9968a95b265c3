// `plyades cluster`: a cluster of one's own. `up` starts a nats-server with TLS and keys of its own and a
// worker beside it, and prints the line that other machines paste; `keys` adds and shows credentials;
// `revoke` takes one away, and disconnects those that use it.
import { type ChildProcess, spawn } from 'node:child_process';
import { homedir, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import type { ClusterFolder, ClusterKey } from '../../cluster/folder.js';
import { PlyadesError } from '../../core/errors.js';
import { isToken } from '../../hosts/nats/subjects.js';
import { exitCodes, Refusal } from '../exit.js';
import { usingFile } from '../files.js';
import { waitForSignal } from '../interrupt.js';
import { choiceOption, integerOption, slotsOption } from '../options.js';
import { columns, note, print, printJson } from '../terminal.js';

const DEFAULT_PORT = 4222;
const ROLES = ['worker', 'master', 'observer'] as const;

const EXAMPLES = `
nats-server and openssl must be installed (apt-get install nats-server openssl). What the cluster is made of
lies in --dir: its certificate, its keys and its configuration; keep it, and tokens stay valid. Anyone who has a
token can act in its role until it is revoked, and in no other.

Examples:
  $ plyades cluster up                              a server and a worker on all cores, until Ctrl-C
  $ plyades cluster up --host hub.example --slots 0
  $ plyades cluster keys                            who may come in
  $ plyades cluster keys --role worker --name lab-3    a token of its own for another machine
  $ plyades cluster keys --role master              a token that searches, for --cluster
  $ plyades cluster revoke lab-3                    and no more`;

interface Flags {
  readonly dir: string;
}

interface UpFlags extends Flags {
  readonly slots: number | 'auto';
  readonly host?: string;
  readonly port: number;
}

interface KeyFlags extends Flags {
  readonly role?: (typeof ROLES)[number];
  readonly name?: string;
  readonly json?: boolean;
}

export function clusterCommand(): Command {
  const folder = join(homedir(), '.plyades', 'cluster');
  const dir = ['--dir <folder>', 'where the cluster is kept', folder] as const;
  const up = new Command('up')
    .description('start a server and a worker, and print how others join')
    .option(...dir)
    .option('--host <name>', 'name or number by which others reach this machine')
    .addOption(
      integerOption('--port <number>', 'port of the server', 1, 65_535).default(DEFAULT_PORT),
    )
    .addOption(slotsOption(0))
    .addOption(oldWorkersOption())
    .action(bringUp);
  const keys = new Command('keys')
    .description('show the credentials of the cluster, or add one')
    .option(...dir)
    .addOption(choiceOption('--role <name>', 'add a credential for this role', ROLES))
    .option('--name <name>', 'of the new credential: letters, digits, - and _')
    .option('--json', 'print one JSON object')
    .action(showKeys);
  const revoke = new Command('revoke')
    .description('take a credential away')
    .argument('<name>', 'of the credential')
    .option(...dir)
    .action(revokeKey);
  const command = new Command('cluster')
    .description('run a cluster: server, keys, tokens')
    .addHelpText('after', EXAMPLES);
  for (const each of [up, keys, revoke]) command.addCommand(each);
  return command;
}

/** The old name of `--slots`. */
const oldWorkersOption = (): Option =>
  new Option('--workers <number>').hideHelp().argParser(() => {
    const message = 'it is called --slots now, as for plyades worker';
    throw new Refusal('ERR_OPTION', message, { where: '--workers' });
  });

async function bringUp(flags: UpFlags): Promise<void> {
  const folder = await open(flags.dir);
  const host = flags.host ?? ownAddress();
  if (!/^[A-Za-z0-9.:-]+$/.test(host)) {
    throw new Refusal('ERR_VALUE', `'${host}' is no name of a machine`, { where: '--host' });
  }
  const listen = host === '127.0.0.1' || host === 'localhost' ? '127.0.0.1' : '0.0.0.0';
  const { requireFreePort, startServer } = await import('../../cluster/server.js');
  // First, so that the folder of a cluster that is up already stays as it is.
  await requireFreePort(folder, { listen, port: flags.port });
  const address = { listen, host, port: flags.port };
  await usingFile(
    '--dir',
    folder.path,
    () => folder.prepare(address),
    'give a folder you can write',
  );
  const stopping = waitForSignal();
  const server = await startServer(folder);
  let worker: ChildProcess | undefined;
  // They are in process groups of their own, and would outlive this program.
  process.once('exit', () => {
    for (const child of [worker, server]) child?.kill();
  });
  try {
    const keys = await folder.keys();
    const own = keys.find(({ role }) => role === 'worker')!;
    const master = keys.find(({ role }) => role === 'master')!;
    const token = await folder.token(own);
    const address = `tls://${host}:${flags.port}`;
    if (flags.slots !== 0) {
      // By its file and not by the token: every user of this machine can read the arguments of a program.
      const where = ['--server', address, '--creds', own.file, '--tls-ca', folder.certificateFile];
      const words = [process.argv[1]!, 'worker', ...where, '--slots', String(flags.slots)];
      const stdio = ['ignore', 'inherit', 'inherit'] as const;
      worker = spawn(process.execPath, words, { stdio: [...stdio], detached: true });
    }
    note(`the cluster is up at ${address}; Ctrl-C ends it. On other machines:\n`);
    print(USES.worker(token));
    note(
      `\nTo search with it: plyades search othello --depth 16 --algorithm aphid --cluster ${address} --tls-ca ${folder.certificateFile} --creds ${master.file}`,
    );
    const died = new Promise<'died'>((resolve) => server.once('exit', () => resolve('died')));
    const reason = await Promise.race([stopping, died]);
    if (reason === 'died') {
      const message = "the nats-server has ended by itself: start 'plyades cluster up' again";
      throw new PlyadesError('ERR_CLUSTER', message);
    }
    if (reason === 'SIGINT') process.exitCode = exitCodes.interrupted;
  } finally {
    await stopChild(worker);
    await stopChild(server);
    await folder.forgetServer();
  }
}

async function stopChild(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** The first number of this machine in its network. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
}

async function showKeys(flags: KeyFlags): Promise<void> {
  const folder = await open(flags.dir);
  await folder.address();
  if (flags.name !== undefined && !isToken(flags.name)) {
    const message = `'${flags.name}' is refused: expected letters, digits, - and _`;
    throw new Refusal('ERR_VALUE', message, { where: '--name' });
  }
  if (flags.role === undefined) {
    if (flags.name !== undefined) {
      throw new Refusal('ERR_MISSING', 'of which role?', { where: '--role' });
    }
    const keys = await folder.keys();
    const shown = keys.map(({ role, name, nkey, file }) => ({ role, name, nkey, file }));
    if (flags.json) printJson({ keys: shown });
    else print(columns(shown.map(({ role, name, nkey, file }) => [role, name, nkey, file])));
    return;
  }
  const name = flags.name ?? nextName(flags.role, await folder.keys());
  const { role } = flags;
  const key = await usingFile('--dir', folder.path, () => folder.addKey(role, name));
  await activate(folder, key, 'accepted');
  const token = await folder.token(key);
  if (flags.json) printJson({ role: key.role, name, file: key.file, token });
  else print(USES[key.role](token));
}

/** A command for each role's token, to paste. */
const USES: Readonly<Record<ClusterKey['role'], (token: string) => string>> = {
  worker: (token) => `plyades worker --join ${token}`,
  master: (token) => `plyades search othello --depth 16 --algorithm aphid --cluster ${token}`,
  observer: (token) => `plyades top --cluster ${token}`,
};

function nextName(role: string, keys: readonly ClusterKey[]): string {
  let number = 1;
  while (keys.some(({ name }) => name === `${role}-${number}`)) number++;
  return `${role}-${number}`;
}

async function revokeKey(name: string, flags: Flags): Promise<void> {
  const folder = await open(flags.dir);
  await folder.address();
  const key = await usingFile('--dir', folder.path, () => folder.removeKey(name));
  await activate(folder, key, 'refused');
  note(`${name} is no longer let in`);
}

/** The key is in force, or out of it, when this resolves. */
async function activate(
  folder: ClusterFolder,
  key: ClusterKey,
  expected: 'accepted' | 'refused',
): Promise<void> {
  const { reloadKeys } = await import('../../cluster/reload.js');
  const running = await usingFile('--dir', folder.path, () => reloadKeys(folder, key, expected));
  if (!running)
    note('no server runs from this folder now; the next one reads the keys when it starts');
}

async function open(dir: string): Promise<ClusterFolder> {
  await (await import('../../hosts/nats/client.js')).loadClient();
  const { ClusterFolder } = await import('../../cluster/folder.js');
  return new ClusterFolder(dir);
}
