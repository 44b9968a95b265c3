// The subjects that each role of a cluster may publish and subscribe to, as a NATS server enforces it. A worker receives what is sent to
// its own name and can reply; it cannot listen to masters or to other workers, and cannot send commands. A master sends to
// workers and receives what is sent to masters. An observer only reads.
import type { ClusterRole } from './credential.js';

export interface Permissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  /** Whether requests may be answered, on any subject of reply. */
  readonly answers: boolean;
}

const services = (verbs: readonly string[]) =>
  verbs.flatMap((verb) => [`$SRV.${verb}`, `$SRV.${verb}.>`]);

/** `name` is the credential's, one token of a subject. */
export function permissionsOf(role: ClusterRole, name: string): Permissions {
  const inbox = `_INBOX.${name}.>`;
  switch (role) {
    case 'worker':
      return {
        publish: ['plyades.free', 'plyades.m.*.notice', 'plyades.m.*.mail', 'plyades.w.*.*.mail'],
        subscribe: [`plyades.w.${name}.>`, ...services(['PING', 'INFO', 'STATS']), inbox],
        answers: true,
      };
    case 'master':
      return {
        publish: [
          ...['ask', 'command', 'mail'].map((end) => `plyades.w.*.*.${end}`),
          'plyades.jobs.*',
          ...services(['PING', 'INFO', 'STATS']),
          '$JS.API.>',
          '$KV.plyades-jobs.>',
        ],
        subscribe: ['plyades.m.>', 'plyades.free', 'plyades.jobs.*', inbox],
        answers: false,
      };
    case 'observer':
      return {
        publish: services(['PING', 'INFO', 'STATS']),
        subscribe: ['plyades.jobs.*', inbox],
        answers: false,
      };
  }
}

/** A user of a server's configuration, by its public nkey. */
export interface User {
  readonly role: ClusterRole;
  readonly name: string;
  readonly nkey: string;
}

/** The `authorization` block of a server's configuration. */
export function makeAuthorization(users: readonly User[]): string {
  const quoted = (subjects: readonly string[]) => subjects.map((each) => `"${each}"`).join(', ');
  const blocks = users.map(({ role, name, nkey }) => {
    const { publish, subscribe, answers } = permissionsOf(role, name);
    return `    { # ${role} ${name}
      nkey: ${nkey}
      permissions: {
        publish: { allow: [${quoted(publish)}] }
        subscribe: { allow: [${quoted(subscribe)}] }${answers ? '\n        allow_responses: true' : ''}
      }
    }`;
  });
  return `authorization {\n  users: [\n${blocks.join('\n')}\n  ]\n}\n`;
}
