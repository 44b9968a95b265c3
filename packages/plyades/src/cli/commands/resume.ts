// `plyades resume`: goes on with a search that was interrupted or whose program died, from a checkpoint.
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { isModulePath } from '../../api/index.js';
import { quote } from '../../core/errors.js';
import { type Checkpoint, parseCheckpoint } from '../checkpoint.js';
import { addressOf, type ClusterFlags, credsOption, tlsCaOption } from '../cluster-flags.js';
import { Refusal } from '../exit.js';
import { usingFile } from '../files.js';
import { makeCount, makeSeconds } from '../numbers.js';
import { parseGame } from '../options.js';
import { note } from '../terminal.js';
import { find } from './search.js';

const EXAMPLES = `
The search goes on with the options it had, at the depth after the last one that was finished; counts of nodes
and times are those of the new run. On a cluster give --cluster, --creds and --tls-ca as for the search.

Examples:
  $ plyades search othello --depth 18 --algorithm aphid --checkpoint deep.json
  $ plyades resume --file deep.json
  $ plyades jobs --cluster nats://hub:4222
  $ plyades resume --job 1f2e3d4c5b --cluster nats://hub:4222`;

interface Flags extends ClusterFlags {
  readonly file?: string;
  readonly job?: string;
  readonly cluster?: string;
  readonly game?: string;
  readonly json?: boolean;
}

export function resumeCommand(): Command {
  return new Command('resume')
    .description('go on with a search from its checkpoint')
    .option('--file <file>', 'a checkpoint of --checkpoint')
    .option('--job <id>', 'a job of the cluster')
    .option(
      '--cluster <address>',
      'where the job is, or who searches from now on: nats://HOST:PORT',
    )
    .option('--game <module>', 'the module of the game, when it is one in plain TypeScript')
    .addOption(credsOption())
    .addOption(tlsCaOption())
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(resume);
}

async function resume(flags: Flags): Promise<void> {
  const checkpoint = await load(flags);
  const { found, game, job, nodes, seconds, version } = checkpoint;
  const { packageVersion } = await import('../../hosts/nats/version.js');
  const ours = await packageVersion();
  if (version !== ours) {
    const message = `the search was begun by plyades ${version}, this is ${ours}`;
    throw new Refusal('ERR_JOB', message, { where: `job ${job}`, advice: 'install that version' });
  }
  const searched = `${makeCount(nodes)} nodes in ${makeSeconds(seconds)} so far`;
  note(
    `job ${job}: ${found === undefined ? 'no depth' : `depth ${found.depth}`} is known, ${searched}`,
  );
  // A checkpoint names no file of this machine, neither to read or write nor to run: who resumes does.
  const { cluster, checkpoint: _, ...before } = checkpoint.flags;
  const where = flags.cluster ?? cluster;
  await find(
    gameOf(game, flags.game),
    {
      ...before,
      ...(where !== undefined && { cluster: where }),
      ...(flags.creds !== undefined && { creds: flags.creds }),
      ...(flags.tlsCa !== undefined && { tlsCa: flags.tlsCa }),
      ...(flags.file !== undefined && { checkpoint: flags.file }),
      ...(flags.json && { json: true }),
    },
    checkpoint,
  );
}

function gameOf(game: string, module: string | undefined): string {
  if (!isModulePath(game)) return game;
  if (module !== undefined) return parseGame(module);
  const message = `the search is of a game in plain TypeScript, ${quote(game)}`;
  throw new Refusal('ERR_MISSING', message, { where: '--game', advice: 'give its module here' });
}

async function load({ file, job, cluster, ...flags }: Flags): Promise<Checkpoint> {
  if ((file === undefined) === (job === undefined)) {
    throw new Refusal('ERR_MISSING', 'expected --file FILE, or --job ID with --cluster ADDRESS');
  }
  if (file !== undefined) {
    return parseCheckpoint(await usingFile('--file', file, () => readFile(file)), file);
  }
  if (cluster === undefined) {
    throw new Refusal('ERR_MISSING', 'where is the job?', { where: '--cluster' });
  }
  const { findJob } = await import('../cluster/jobs.js');
  return findJob(await addressOf(cluster, flags), job!);
}
