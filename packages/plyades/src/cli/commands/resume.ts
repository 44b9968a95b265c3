// `plyades resume`: goes on with a search that was interrupted or whose program died, from a checkpoint.
import { Command } from 'commander';
import { playable } from '../../api/games.js';
import { isModulePath } from '../../api/index.js';
import { type Checkpoint, checkVersion, loadCheckpoint, queryOf } from '../../checkpoints/index.js';
import { quote } from '../../core/errors.js';
import { unwrap } from '../../core/result.js';
import { addressOf, type ClusterFlags, credsOption, tlsCaOption } from '../cluster-flags.js';
import { Refusal } from '../exit.js';
import { usingFile } from '../files.js';
import { makeCount, makeSeconds } from '../numbers.js';
import { parseGame } from '../options.js';
import { runSearch, type SearchRunFlags } from '../search-run.js';
import { note } from '../terminal.js';

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
      'where the job is, or who searches from now on: nats://HOST:PORT, or a token',
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
  const { found, job, nodes, seconds, request } = checkpoint;
  if (isModulePath(request.game) && flags.game === undefined) {
    // A checkpoint names no file of this machine: the person who resumes does.
    const message = `the search is of a game in plain TypeScript, ${quote(request.game)}`;
    throw new Refusal('ERR_MISSING', message, { where: '--game', advice: 'give its module here' });
  }
  const searched = `${makeCount(nodes)} nodes in ${makeSeconds(seconds)} so far`;
  const known = found === undefined ? 'no depth' : `depth ${found.depth}`;
  note(`job ${job}: ${known} is known, ${searched}`);
  const { file, creds, tlsCa, json } = flags;
  const cluster = flags.cluster ?? checkpoint.server;
  await resumeFrom(checkpoint, {
    ...(flags.game !== undefined && { game: parseGame(flags.game) }),
    ...(cluster !== undefined && { cluster }),
    ...(creds !== undefined && { creds }),
    ...(tlsCa !== undefined && { tlsCa }),
    ...(file !== undefined && { checkpoint: file }),
    ...(json && { json: true }),
  });
}

async function load({ file, job, cluster, ...flags }: Flags): Promise<Checkpoint> {
  if ((file === undefined) === (job === undefined)) {
    throw new Refusal('ERR_MISSING', 'expected --file FILE, or --job ID with --cluster ADDRESS');
  }
  if (file !== undefined) return usingFile('--file', file, () => loadCheckpoint(file));
  if (cluster === undefined) {
    throw new Refusal('ERR_MISSING', 'the address of the cluster that keeps the job is missing', {
      where: '--cluster',
    });
  }
  const { findJob } = await import('../../cluster/jobs.js');
  return findJob(await addressOf(cluster, flags), job!);
}

/** Goes on with a search, and prints what was found; `game` is the module of a game in plain TypeScript. */
async function resumeFrom(
  earlier: Checkpoint,
  { game: module, ...flags }: SearchRunFlags & { readonly game?: string },
): Promise<void> {
  await checkVersion(earlier);
  const game = await playable(module ?? earlier.request.game);
  const read = (text: string) => unwrap(game.notation.parsePosition(text));
  const played = [...earlier.request.before, earlier.request.position].map(read);
  const cluster = flags.cluster === undefined ? undefined : { server: flags.cluster };
  const query = queryOf(earlier, { game: module, cluster });
  await runSearch(game, played, query, flags, earlier);
}
