// `plyades studio`: the page in which a search can be played with, watched and shared. The page searches by itself; this
// command serves its files on loopback until it is interrupted, or writes them for another server.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { PlyadesError } from '../../core/errors.js';
import type { ClusterStatusSource } from '../../studio/cluster-status.js';
import type { StudioServer } from '../../studio/server.js';
import { addressOf, type ClusterFlags, credsOption, tlsCaOption } from '../cluster-flags.js';
import { Refusal } from '../exit.js';
import { usingFile } from '../files.js';
import { waitForSignal } from '../interrupt.js';
import { integerOption } from '../options.js';
import { note, print } from '../terminal.js';

const EXAMPLES = `
Boards of all games, the tree and the processors of a parallel search while it runs, a laboratory of up to 1,536
simulated processors, and proofs. Everything runs in the page; the server is on loopback, and its address has a
random token. Ctrl-C ends it.

Examples:
  $ plyades studio
  $ plyades studio --port 8080 --no-open
  $ plyades studio --game my-game.js                 play and search your own game, compiled to JavaScript
  $ plyades studio --cluster ply1_...                watch a cluster too, with an observer's token
  $ plyades studio --out site                        the same page as files for any web server`;

interface Flags extends ClusterFlags {
  readonly cluster?: string;
  readonly port?: number;
  readonly open: boolean;
  readonly game?: readonly string[];
  readonly out?: string;
}

export function studioCommand(): Command {
  return new Command('studio')
    .description('play, analyse and watch parallel searches in a web page')
    .addOption(
      integerOption('--port <number>', 'port of the page (default: a free one)', 0, 65_535),
    )
    .option('--no-open', 'print the address and open no browser')
    .option('--game <file...>', 'modules of games in TypeScript, compiled to JavaScript')
    .option('--cluster <address>', 'watch a cluster: nats://HOST:PORT, or a token')
    .addOption(credsOption())
    .addOption(tlsCaOption())
    .option('--out <folder>', 'write the page for another web server instead')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(flags: Flags): Promise<void> {
  const { pageFolder, writeSite } = await import('../../studio/site.js');
  if (!existsSync(pageFolder)) {
    const message = "the studio's page is not built: run 'npm run build'";
    throw new PlyadesError('ERR_MISSING_PART', message);
  }
  const { out } = flags;
  if (out !== undefined) {
    await usingFile('--out', out, () => writeSite(out));
    print(`wrote the studio into ${resolve(out)}: serve the folder, and open its index.html there`);
    return;
  }
  for (const file of flags.game ?? []) checkModule(file);
  const cluster = flags.cluster === undefined ? undefined : await watch(flags.cluster, flags);
  const server = await start(flags, cluster);
  print(server.url);
  const signal = waitForSignal();
  const { openPage } = await import('../../studio/open-page.js');
  const opened = flags.open && (await openPage(server.url));
  note(opened ? 'opened in your browser; Ctrl-C ends it' : 'open this address; Ctrl-C ends it');
  await signal;
  await server.close();
  await cluster?.close();
}

async function watch(server: string, flags: ClusterFlags): Promise<ClusterStatusSource> {
  const { watchCluster } = await import('../../studio/cluster-status.js');
  return watchCluster(await addressOf(server, flags));
}

async function start(
  { port, game }: Flags,
  cluster: ClusterStatusSource | undefined,
): Promise<StudioServer> {
  const { serveStudio } = await import('../../studio/server.js');
  try {
    return await serveStudio({
      ...(port !== undefined && { port }),
      ...(game && { games: game }),
      ...(cluster && { clusterStatus: cluster.status }),
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const why = code === 'EACCES' ? 'needs a permission' : 'is taken';
    throw new Refusal('ERR_VALUE', `the port ${port} ${why}`, {
      where: '--port',
      advice: 'give another one, or none for a free one',
    });
  }
}

function checkModule(file: string): void {
  if (!/\.m?js$/.test(file)) {
    throw new Refusal('ERR_VALUE', `expected a compiled module such as my-game.js, not ${file}`, {
      where: '--game',
      advice: "compile it first, for example by 'tsc'",
    });
  }
  if (!existsSync(file)) {
    throw new Refusal('ERR_VALUE', `there is no file ${file}`, { where: '--game' });
  }
}
