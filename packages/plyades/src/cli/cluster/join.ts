// How a program that serves a cluster gets its address: from a token, or with its credential.
import type { Command } from 'commander';
import type { ClusterAddress } from '../../hosts/nats/index.js';
import { addressOf, type ClusterFlags, credsOption, tlsCaOption } from '../cluster-flags.js';
import { Refusal } from '../exit.js';

export interface JoinFlags extends ClusterFlags {
  readonly join?: string;
  readonly server?: string;
}

export function joinOptions(command: Command): Command {
  return command
    .option('--join <token>', "what 'plyades cluster up' printed on another machine")
    .option('--server <address>', 'or the NATS server itself: nats://HOST:PORT')
    .addOption(credsOption())
    .addOption(tlsCaOption());
}

/**
 * `plyades gpp` gives its engine links a token here: other users can read the arguments of a program, and messages about
 * an engine repeat them.
 */
export const TOKEN_VARIABLE = 'PLYADES_TOKEN';

export async function whereIs(flags: JoinFlags): Promise<ClusterAddress> {
  const { server } = flags;
  const join = flags.join ?? (server === undefined ? process.env[TOKEN_VARIABLE] : undefined);
  if (join !== undefined) {
    if (server !== undefined) {
      throw new Refusal('ERR_OPTION', 'the token says where the server is', { where: '--server' });
    }
    return (await import('../../hosts/nats/token.js')).parseToken(join);
  }
  if (server !== undefined) return addressOf(server, flags);
  const advice = 'give --join TOKEN, or --server nats://HOST:PORT';
  throw new Refusal('ERR_MISSING', 'the address of the cluster is missing', {
    where: '--server',
    advice,
  });
}
