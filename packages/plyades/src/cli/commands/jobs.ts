// `plyades jobs`: the searches that the server of a cluster knows, and how far they have come.
import { Command } from 'commander';
import type { Checkpoint } from '../../checkpoints/index.js';
import { addressOf, type ClusterFlags, credsOption, tlsCaOption } from '../cluster-flags.js';
import { makeCount, makeSeconds } from '../numbers.js';
import { columns, note, print, printJson } from '../terminal.js';

const EXAMPLES = `
A job is 'searching' until it ends; one whose program has died stays so, and 'plyades resume' goes on with it.

Examples:
  $ plyades jobs --cluster nats://hub:4222
  $ plyades jobs --cluster tls://hub:4222 --tls-ca cert.pem --creds master-1.key --json`;

interface Flags extends ClusterFlags {
  readonly cluster: string;
  readonly json?: boolean;
}

export function jobsCommand(): Command {
  return new Command('jobs')
    .description('list the searches that a cluster keeps')
    .requiredOption('--cluster <address>', 'the server: nats://HOST:PORT, or a token')
    .addOption(credsOption())
    .addOption(tlsCaOption())
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(show);
}

async function show(flags: Flags): Promise<void> {
  const { listJobs } = await import('../../cluster/jobs.js');
  const address = await addressOf(flags.cluster, flags);
  const jobs = await listJobs(address, (job) => note(`job ${job}: its checkpoint makes no sense`));
  if (flags.json) printJson({ jobs });
  else if (jobs.length === 0) note('no jobs are kept there');
  else print(columns([HEADS, ...jobs.map(asRow)], [4, 5, 6, 7]));
}

const HEADS = ['job', 'state', 'game', 'algorithm', 'depth', 'value', 'nodes', 'time', 'saved'];

function asRow({ job, state, request, found, nodes, seconds, savedAt }: Checkpoint): string[] {
  const { game, algorithm } = request;
  const known = found === undefined ? ['', ''] : [String(found.depth), String(found.value)];
  const counts = [makeCount(nodes), makeSeconds(seconds)];
  return [job, state, game, algorithm, ...known, ...counts, savedAt.slice(0, 19)];
}
