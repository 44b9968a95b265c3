// `plyades engine-host`: offers the engines of this machine to 'plyades gpp --cluster' elsewhere, until it gets a signal.
import { freemem } from 'node:os';
import { Command } from 'commander';
import type { EngineHostEvent } from '../../cluster/engine-host.js';
import { type EngineGame, engineGames } from '../../engines/engine.js';
import { coreCount } from '../../hosts/cores.js';
import type { ConnectionEvent } from '../../hosts/nats/index.js';
import { type JoinFlags, joinOptions, whereIs } from '../cluster/join.js';
import { connectionInWords, serveUntil } from '../cluster/serving.js';
import { waitForSignal } from '../interrupt.js';
import { createLog, type LogFormat, logOption } from '../log.js';
import { choiceOption, integerOption } from '../options.js';

const EXAMPLES = `
Each session of a user is a process of the engine, which ends with the session: when its user leaves, is silent for
some seconds, or lines are lost. Users choose moves and times; how many threads an engine has, and how large its table
may be, this machine says, and options that name files cannot be set from elsewhere.

Examples:
  $ plyades engine-host --engine stockfish --join ply1_...
  $ plyades engine-host --engine stockfish --engine glaurung --server nats://hub:4222 --slots 2 --threads 4
  $ plyades engine-host --game shogi --engine fairy-stockfish --server nats://hub:4222
  $ plyades gpp --cluster nats://hub:4222               on the analyst's machine`;

interface Flags extends JoinFlags {
  readonly engine: readonly string[];
  readonly game: EngineGame;
  readonly slots?: number;
  readonly threads: number;
  readonly maxHash?: number;
  readonly log: LogFormat;
}

export function engineHostCommand(): Command {
  const command = new Command('engine-host')
    .description("offer this machine's engines to 'plyades gpp --cluster'")
    .requiredOption(
      '--engine <name>',
      "a program, or 'plyades'; may be given again",
      (name: string, before: readonly string[] = []) => [...before, name],
    )
    .addOption(choiceOption('--game <game>', 'what they play', engineGames).default('chess'));
  return joinOptions(command)
    .addOption(
      integerOption('--slots <number>', 'engines at a time (default: cores / threads)', 1, 256),
    )
    .addOption(integerOption('--threads <number>', 'threads of each engine', 1, 1024).default(1))
    .addOption(
      integerOption(
        '--max-hash <mib>',
        'table of each engine at most (default: half the free memory, shared)',
        1,
        2 ** 20,
      ),
    )
    .addOption(logOption())
    .addHelpText('after', EXAMPLES)
    .action(serve);
}

async function serve(flags: Flags): Promise<void> {
  const { offerEngines } = await import('../../cluster/engine-host.js');
  const { findEngine } = await import('../../engines/find.js');
  const { game, threads } = flags;
  const engines = flags.engine.map((name) => ({ ...findEngine(name, game), name, game }));
  const slots = flags.slots ?? Math.max(1, Math.floor((await coreCount()) / threads));
  const maxHash = flags.maxHash ?? Math.max(16, Math.floor(freemem() / 2 ** 21 / slots));
  const log = createLog<EngineHostEvent | ConnectionEvent>(flags.log, inWords);
  const leaving = waitForSignal();
  const options = { engines, slots, maxHash, threads, log };
  const host = await offerEngines(await whereIs(flags), options, log);
  await serveUntil(host, leaving);
}

function inWords(event: EngineHostEvent | ConnectionEvent): string | undefined {
  switch (event.type) {
    case 'ready':
      return `engine host ${event.id} is ready: ${event.slots} engines at a time`;
    case 'session':
      return `a session with ${event.engine}; ${event.sessions} in all`;
    case 'session-over':
      return `a session with ${event.engine} is over: ${event.reason}`;
    default:
      return connectionInWords(event);
  }
}
