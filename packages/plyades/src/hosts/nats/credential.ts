// A credential as a file or a token carries it: NATS's own form (a JWT and a seed), the seed of an nkey
// alone, or that seed under a line with the name that the server's permissions go by.

import { ANY_NAME } from '../../control-plane/index.js';
import { refuse } from '../../core/errors.js';
import { isToken } from './subjects.js';

/** Roles of keys: what a client may do on the server. */
export const roles = ['worker', 'master', 'observer'] as const;
/** A role of a key. */
export type ClusterRole = (typeof roles)[number];

/** A key with its role, as its file has it. */
export type Credential = {
  readonly name: string;
  /** Undefined where the text does not say. */
  readonly role: ClusterRole | undefined;
} & (
  | { readonly kind: 'jwt'; readonly text: string }
  | { readonly kind: 'seed'; readonly seed: string }
);

const HEADER = /^# plyades (worker|master|observer) (\S+)$/m;
const SEED = /^SU[A-Z2-7]{50,60}$/m;

/** Throws a PlyadesError with ERR_CREDENTIALS when the text is none. */
export function parseCredential(text: string): Credential {
  if (text.includes('BEGIN NATS USER JWT')) {
    return { kind: 'jwt', name: ANY_NAME, role: undefined, text };
  }
  const seed = SEED.exec(text)?.[0];
  const [, role, name = ANY_NAME] = HEADER.exec(text) ?? [];
  if (seed !== undefined && isToken(name)) {
    return { kind: 'seed', name, role: role as ClusterRole | undefined, seed };
  }
  const message =
    "that is no credential: expected a file of 'plyades cluster keys', an nkey seed or a NATS .creds file";
  refuse('ERR_CREDENTIALS', message, '');
}

/** The file of a credential; read it with `parseCredential`. */
export function makeCredential(role: ClusterRole, name: string, seed: string): string {
  return `# plyades ${role} ${name}\n${seed}\n`;
}
