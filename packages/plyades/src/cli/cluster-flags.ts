// The options by which a command finds a cluster, and how it speaks of its workers.
import { Option } from 'commander';
import type { ClusterNote } from '../api/index.js';
import type { ClusterAddress } from '../hosts/nats/address.js';
import { Refusal } from './exit.js';
import { readText } from './files.js';

export interface ClusterFlags {
  readonly creds?: string;
  readonly tlsCa?: string;
}

export const credsOption = (): Option =>
  new Option(
    '--creds <file>',
    "credential for the server: of 'plyades cluster keys', or NATS's own",
  );

export const tlsCaOption = (): Option =>
  new Option('--tls-ca <file>', "certificate, in PEM, that the server's rests on");

/** What `--cluster` and `--server` give: an address with the texts of the files that the flags name, or a token. */
export async function addressOf(
  server: string,
  { creds, tlsCa }: ClusterFlags,
): Promise<ClusterAddress> {
  const { looksLikeToken, parseAddress } = await import('../hosts/nats/token.js');
  const where = creds !== undefined ? '--creds' : tlsCa !== undefined ? '--tls-ca' : undefined;
  if (where !== undefined && looksLikeToken(server)) {
    const message = 'the token has the credential and the fingerprint of the certificate';
    throw new Refusal('ERR_OPTION', message, { where });
  }
  return {
    ...parseAddress(server),
    ...(creds !== undefined && { creds: await readText('--creds', creds) }),
    ...(tlsCa !== undefined && { tlsCa: await readText('--tls-ca', tlsCa) }),
  };
}

export function makeNote(note: ClusterNote): string {
  switch (note.type) {
    case 'joined':
      return `worker ${note.worker} joins with ${note.seats} ${note.seats === 1 ? 'slot' : 'slots'}`;
    case 'lost':
      return `worker ${note.worker} is lost: ${note.reason}`;
    case 'refused':
      return `worker ${note.worker} cannot take part: ${note.reason}`;
    case 'unnamed':
      return `worker ${note.worker} and perhaps more cannot take part; they are not named any more`;
  }
}
