// `plyades worker`: lends the cores of this machine to searches of a cluster, until it is told to stop.
// SIGTERM and Ctrl-C hand the work under way back first.
import { freemem } from 'node:os';
import { Command, Option } from 'commander';
import { closeAll, loadGame, search } from '../../api/index.js';
import { coreCount } from '../../hosts/cores.js';
import type { ConnectionEvent, WorkerEvent } from '../../hosts/nats/index.js';
import { type JoinFlags, joinOptions, whereIs } from '../cluster/join.js';
import { connectionInWords, serveUntil, serving } from '../cluster/serving.js';
import { Refusal } from '../exit.js';
import { createLog, type LogFormat, logOption } from '../log.js';
import { makeCount } from '../numbers.js';
import { integerOption, workersOption } from '../options.js';

const MAX_SLOTS = 256;
/** The speed is measured by a search of this long. */
const MEASURE_MS = 200;

const EXAMPLES = `
The worker takes part in searches of any game of the library, one job after another, and in those of games
in plain TypeScript whose modules it is given with --game, the same files as the master's. It leaves after
SIGTERM or Ctrl-C, when its work is handed back. A lost server is looked for until it is there again.

Examples:
  $ plyades worker --join ply1_...                  the line that 'plyades cluster up' prints
  $ plyades worker --server nats://192.168.1.10:4222
  $ plyades worker --server tls://hub:4222 --tls-ca ca.pem --creds worker.key --slots 4
  $ plyades worker --server nats://hub:4222 --game ./connect-four.js --log json`;

interface Flags extends JoinFlags {
  readonly slots: number | 'auto';
  readonly game: readonly string[];
  readonly maxHash?: number;
  readonly log: LogFormat;
}

export function workerCommand(): Command {
  return joinOptions(
    new Command('worker').description('lend this machine to the searches of a cluster'),
  )
    .addOption(slotsOption())
    .option('--game <module>', 'a game in plain TypeScript that may be searched here', collect, [])
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

function slotsOption(): Option {
  const { parseArg } = workersOption(MAX_SLOTS);
  return new Option('--slots <number>', 'processes that search here, or auto: one per core')
    .default('auto')
    .argParser((text) => {
      try {
        return parseArg!(text, undefined);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        throw new Refusal(error.code, error.message, { where: '--slots' });
      }
    });
}

const collect = (value: string, before: readonly string[]): string[] => [...before, value];

async function serve(flags: Flags): Promise<void> {
  const { ClusterWorker, connectAs, packageVersion } = await import('../../hosts/nats/index.js');
  const { openRegistry } = await import('../../api/cluster.js');
  const { threads } = await import('../../api/threads.js');
  const log = createLog<WorkerEvent | ConnectionEvent>(flags.log, inWords);
  const cluster = await connectAs('worker', await whereIs(flags), 'plyades worker', log);
  await serving([cluster], async (leaving) => {
    const registry = await openRegistry(flags.game);
    const worker = await ClusterWorker.start(cluster, threads, {
      slots: flags.slots === 'auto' ? await coreCount() : flags.slots,
      version: await packageVersion(),
      registry,
      speed: await measureSpeed(),
      maxTableBytes: flags.maxHash === undefined ? freemem() / 2 : flags.maxHash * 2 ** 20,
      log,
    });
    await serveUntil(cluster, leaving, async () => {
      await worker.drain();
      await closeAll();
    });
  });
}

/** Nodes a second of one slot, on Othello. */
export async function measureSpeed(): Promise<number> {
  const othello = await loadGame('othello');
  const options = { ms: MEASURE_MS, mode: 'exact', hash: 4 } as const;
  const { nodes, seconds } = await search({ position: othello.notation.start(), ...options })
    .result;
  return nodes / Math.max(seconds, 1e-3);
}

function inWords(event: WorkerEvent | ConnectionEvent): string | undefined {
  switch (event.type) {
    case 'ready':
      return `worker ${event.id} is ready: ${event.slots} slots, ${makeCount(Math.round(event.speed))} nodes/s each`;
    case 'job':
      return `job ${event.job}: ${event.game}, ${event.places} processes`;
    case 'job-over':
      return `job ${event.job} is over here: ${event.reason}; ${makeCount(event.nodes)} nodes`;
    default:
      return connectionInWords(event);
  }
}
