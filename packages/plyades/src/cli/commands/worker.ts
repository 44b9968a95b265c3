// `plyades worker`: lends the cores of this machine to searches of a cluster, until it gets a signal.
// SIGTERM and Ctrl-C hand the work under way back first.
import { Command } from 'commander';
import type { ConnectionEvent, WorkerEvent } from '../../hosts/nats/index.js';
import { type JoinFlags, joinOptions, whereIs } from '../cluster/join.js';
import { connectionInWords, serveUntil } from '../cluster/serving.js';
import { waitForSignal } from '../interrupt.js';
import { createLog, type LogFormat, logOption } from '../log.js';
import { makeCount } from '../numbers.js';
import { collect, integerOption, ownSearchOption, slotsOption } from '../options.js';

const EXAMPLES = `
The worker takes part in searches of any game of the library, one job after another, and in those of games
in plain TypeScript whose modules it is given with --game, the same files as the master's. With --own-search it
lends itself to programs that bring their own search, too. It leaves after SIGTERM or Ctrl-C, when its work is
handed back. A lost server is looked for until it is there again.

Examples:
  $ plyades worker --join ply1_...                  the line that 'plyades cluster up' prints
  $ plyades worker --server nats://192.168.1.10:4222
  $ plyades worker --server tls://hub:4222 --tls-ca ca.pem --creds worker.key --slots 4
  $ plyades worker --server nats://hub:4222 --game ./connect-four.js --log json
  $ plyades worker --join ply1_... --own-search ./search.js    a module of plyades/own-search`;

interface Flags extends JoinFlags {
  readonly slots: number | 'auto';
  readonly game: readonly string[];
  readonly ownSearch: readonly string[];
  readonly maxHash?: number;
  readonly log: LogFormat;
}

export function workerCommand(): Command {
  return joinOptions(
    new Command('worker').description('lend this machine to the searches of a cluster'),
  )
    .addOption(slotsOption())
    .option('--game <module>', 'a game in plain TypeScript that may be searched here', collect, [])
    .addOption(ownSearchOption())
    .addOption(
      integerOption(
        '--max-hash <mib>',
        'largest tables of a job here (default: half the free memory)',
        1,
        2 ** 20,
      ),
    )
    .addOption(logOption())
    .addHelpText('after', EXAMPLES)
    .action(serve);
}

async function serve(flags: Flags): Promise<void> {
  const { lendWorker } = await import('../../cluster/worker.js');
  const { slots, game: games, ownSearch: programs, maxHash } = flags;
  const leaving = waitForSignal();
  const onEvent = createLog<WorkerEvent | ConnectionEvent>(flags.log, inWords);
  const options = { slots, games, programs, onEvent, ...(maxHash !== undefined && { maxHash }) };
  await serveUntil(await lendWorker(await whereIs(flags), options), leaving);
}

function inWords(event: WorkerEvent | ConnectionEvent): string | undefined {
  switch (event.type) {
    case 'ready':
      return `worker ${event.id} is ready: ${event.slots} ${event.slots === 1 ? 'slot' : 'slots'}, ${makeCount(Math.round(event.speed))} nodes/s each`;
    case 'job':
      return `job ${event.job}: ${event.game}, ${event.seats} processes`;
    case 'job-over':
      return `job ${event.job} is over here: ${event.reason}; ${makeCount(event.nodes)} nodes`;
    default:
      return connectionInWords(event);
  }
}
