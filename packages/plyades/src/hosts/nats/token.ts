// A token by which a machine joins: where the server is, the fingerprint of its certificate, and a
// credential, in one word to paste. A machine that has it can join, until the credential is revoked.
import { refuse } from '../../core/errors.js';
import { choice, record, text, tryJson } from '../../core/schema.js';
import type { ClusterAddress } from './address.js';
import { type ClusterRole, makeCredential, roles } from './credential.js';
import { plainFingerprint } from './pinned.js';

const PREFIX = 'ply1_';
const MAX_TOKEN = 2000;

const content = record(
  {
    /** HOST:PORT */
    at: text(300, /^[^\s/]+:\d+$/),
    cert: text(64, /^[0-9a-f]{64}$/),
    name: text(64, /^[A-Za-z0-9_-]+$/),
    seed: text(100, /^SU[A-Z2-7]{50,60}$/),
  },
  {
    /** A worker's if not given. */
    role: choice(roles),
  },
);

/** `at` is HOST:PORT; the fingerprint is the SHA-256 of the server's certificate. */
export function makeToken(
  at: string,
  fingerprint: string,
  name: string,
  seed: string,
  role: ClusterRole = 'worker',
): string {
  const whose = role === 'worker' ? {} : { role };
  const inside = JSON.stringify({ at, cert: plainFingerprint(fingerprint), name, seed, ...whose });
  return PREFIX + Buffer.from(inside).toString('base64url');
}

/** Whether the text is meant as a token; `parseToken` reads it. */
export const looksLikeToken = (text: string): boolean => text.startsWith(PREFIX);

/** The address that a text gives: a server, or a token with its server. */
export const parseAddress = (text: string): ClusterAddress =>
  looksLikeToken(text) ? parseToken(text) : { server: text };

/** Throws a PlyadesError with ERR_CREDENTIALS when the text is no token. */
export function parseToken(token: string): ClusterAddress {
  const inside = token.length <= MAX_TOKEN && token.startsWith(PREFIX);
  const bytes = inside ? Buffer.from(token.slice(PREFIX.length), 'base64url') : new Uint8Array(0);
  const read = tryJson(content, bytes);
  if (read === undefined) {
    const message =
      "that is no token, or not all of it: paste the whole line that 'plyades cluster up' or 'plyades cluster keys' printed";
    refuse('ERR_CREDENTIALS', message, '');
  }
  const { at, cert, name, seed, role = 'worker' } = read;
  return {
    server: `tls://${at}`,
    creds: makeCredential(role, name, seed),
    fingerprint: cert,
  };
}
