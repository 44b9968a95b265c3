// The folder of a cluster that we run: the server's key and certificate, made by openssl, the users with
// their permissions, and the configuration that puts them together. Seeds of users are in files that only
// their owner can read; the server knows public keys only.
import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type InputErrorCode, inputError, PlyadesError, quotePath } from '../core/errors.js';
import { integer, parseJson, record, text } from '../core/schema.js';
import { loadClient } from '../hosts/nats/client.js';
import {
  type ClusterRole,
  makeCredential,
  parseCredential,
  roles,
} from '../hosts/nats/credential.js';
import { makeAuthorization, type User } from '../hosts/nats/permissions.js';
import { makeToken } from '../hosts/nats/token.js';
import { replaceFile } from '../hosts/regular-file.js';
import { runsConfiguration } from './server-process.js';

/** A key of a cluster: what belongs to a user beside what the server knows. */
export interface ClusterKey extends User {
  readonly file: string;
  readonly seed: string;
}

/** Where the server of a folder listens. */
export interface ServerAddress {
  /** Where the server listens. */
  readonly listen: string;
  /** How others reach it: a name or a number. */
  readonly host: string;
  readonly port: number;
}

const serverAddress = record({
  listen: text(300),
  host: text(300),
  port: integer(0, 65535),
});

const CERTIFICATE_DAYS = 3650;

/** The folder; nothing is read or written before a method is called. */
export class ClusterFolder {
  /** Absolute: the server reads it from a working directory of its own. */
  readonly path: string;

  constructor(path: string) {
    this.path = resolve(path);
  }

  get certificateFile(): string {
    return join(this.path, 'cert.pem');
  }

  get configurationFile(): string {
    return join(this.path, 'server.conf');
  }

  get processFile(): string {
    return join(this.path, 'server.pid');
  }

  /** True when the folder has been prepared. */
  async exists(): Promise<boolean> {
    return isThere(join(this.path, 'address.json'));
  }

  /** Makes what is missing: the certificate, and a key of each role. */
  async prepare(address: ServerAddress): Promise<void> {
    await mkdir(join(this.path, 'keys'), { recursive: true, mode: 0o700 });
    await replaceFile(join(this.path, 'address.json'), JSON.stringify(address));
    await this.#certify(address);
    const names = new Set((await this.keys()).map(({ role }) => role));
    for (const role of roles) if (!names.has(role)) await this.addKey(role, `${role}-1`);
    await this.configure();
  }

  /** Where the server of the folder listens. */
  async address(): Promise<ServerAddress> {
    if (!(await this.exists())) {
      throw refusal(
        'ERR_VALUE',
        `there is no cluster in ${quotePath(this.path)}: 'plyades cluster up' makes one`,
      );
    }
    const file = join(this.path, 'address.json');
    const read = parseJson(serverAddress, await readFile(file), 10_000, 'address');
    if (read.ok) return read.value;
    const advice = "remove it and run 'plyades cluster up' again";
    throw refusal('ERR_VALUE', `${quotePath(file)} is damaged: ${advice}`);
  }

  /** A certificate for this name, kept as long as the name is the same. */
  async #certify({ host }: ServerAddress): Promise<void> {
    if (await isThere(this.certificateFile)) {
      const known = new X509Certificate(await readFile(this.certificateFile));
      if (isIP(host) ? known.checkIP(host) : known.checkHost(host)) return;
    }
    const kind = isIP(host) ? 'IP' : 'DNS';
    const words = [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-days', String(CERTIFICATE_DAYS), '-subj', '/CN=plyades cluster'],
      ...['-addext', `subjectAltName=${kind}:${host},IP:127.0.0.1,DNS:localhost`],
      ...['-keyout', join(this.path, 'key.pem'), '-out', this.certificateFile],
    ];
    try {
      await promisify(execFile)('openssl', words);
    } catch (cause) {
      const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
      const message = missing
        ? 'openssl is not installed, which makes the certificate: apt-get install openssl'
        : `openssl could not make a certificate for '${host}'`;
      throw new PlyadesError('ERR_MISSING_PART', message, { cause });
    }
  }

  /** All keys, by name. */
  async keys(): Promise<ClusterKey[]> {
    const names = (await readdir(join(this.path, 'keys'))).filter((name) => name.endsWith('.key'));
    return Promise.all(names.sort().map((name) => this.#readKey(join(this.path, 'keys', name))));
  }

  async #readKey(file: string): Promise<ClusterKey> {
    const text = await readFile(file, 'utf8');
    const credential = parseCredential(text);
    const role = roles.find((each) => text.startsWith(`# plyades ${each} `));
    if (credential.kind !== 'seed' || role === undefined) {
      throw refusal('ERR_CREDENTIALS', `${quotePath(file)} is no key of a cluster`);
    }
    const { name, seed } = credential;
    const { nkeys } = await loadClient();
    const nkey = nkeys.fromSeed(new TextEncoder().encode(seed)).getPublicKey();
    return { role, name, nkey, seed, file };
  }

  /** Makes a key; ERR_VALUE when there is one of that name. */
  async addKey(role: ClusterRole, name: string): Promise<ClusterKey> {
    const file = join(this.path, 'keys', `${name}.key`);
    if (await isThere(file)) {
      throw refusal('ERR_VALUE', `there is a key '${name}' already: give another name`);
    }
    const { nkeys } = await loadClient();
    const seed = new TextDecoder().decode(nkeys.createUser().getSeed());
    await writeFile(file, makeCredential(role, name, seed), { mode: 0o600 });
    return this.#readKey(file);
  }

  /** Removes a key; the server accepts it until it has reloaded a new configuration. */
  async removeKey(name: string): Promise<ClusterKey> {
    const keys = await this.keys();
    const key = keys.find((each) => each.name === name);
    if (key === undefined) {
      const names = keys.map((each) => each.name).join(', ');
      throw refusal('ERR_VALUE', `there is no key '${name}': expected one of ${names}`);
    }
    await rm(key.file);
    return key;
  }

  /** The text to paste on another machine. */
  async token({ name, seed, role }: ClusterKey): Promise<string> {
    const { host, port } = await this.address();
    const { fingerprint256 } = new X509Certificate(await readFile(this.certificateFile));
    return makeToken(`${host}:${port}`, fingerprint256, name, seed, role);
  }

  /** Writes the server's configuration, with the keys that are there now. */
  async configure(): Promise<void> {
    const { listen, port } = await this.address();
    const lines = [
      `# Written by plyades; 'plyades cluster keys' adds users and takes them away.`,
      `listen: ${JSON.stringify(`${listen}:${port}`)}`,
      `server_name: "plyades-${port}"`,
      `pid_file: ${JSON.stringify(this.processFile)}`,
      `tls { cert_file: ${JSON.stringify(this.certificateFile)}, key_file: ${JSON.stringify(join(this.path, 'key.pem'))} }`,
      `jetstream { store_dir: ${JSON.stringify(join(this.path, 'jetstream'))} }`,
      makeAuthorization(await this.keys()),
    ];
    await writeFile(this.configurationFile, lines.join('\n'), { mode: 0o600 });
  }

  /** The process of the server that runs from this folder; undefined when none does, or when it cannot be known. */
  async runningServer(): Promise<number | undefined> {
    const text = await readFile(this.processFile, 'utf8').catch(() => '');
    const pid = Number(text);
    if (!Number.isInteger(pid) || pid <= 1) return undefined;
    return (await runsConfiguration(pid, this.configurationFile)) ? pid : undefined;
  }

  /** The server has ended: another process may get the number in its file some day. */
  async forgetServer(): Promise<void> {
    await rm(this.processFile, { force: true });
  }
}

function refusal(code: InputErrorCode, message: string): PlyadesError {
  return PlyadesError.refusing(inputError(code, message, ''));
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
