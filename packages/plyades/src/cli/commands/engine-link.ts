// `plyades engine-link`: an engine of a cluster as an engine of this machine, for any program that starts engines. It is
// what `plyades gpp --cluster` starts for each of its workers.
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { type EngineGame, engineGames } from '../../engines/engine.js';
import { type JoinFlags, joinOptions, whereIs } from '../cluster/join.js';
import { choiceOption } from '../options.js';

interface Flags extends JoinFlags {
  readonly game: EngineGame;
  readonly engine: string;
}

export function engineLinkCommand(): Command {
  const command = new Command('engine-link')
    .description('be an engine of the cluster: UCI, or USI for shogi')
    .addOption(choiceOption('--game <game>', 'the game', engineGames).default('chess'))
    .option('--engine <name>', 'as its host names it; any if not given', '');
  return joinOptions(command).action(link);
}

async function link(flags: Flags): Promise<void> {
  const { linkEngine } = await import('../../cluster/engine-link.js');
  try {
    await linkEngine(await whereIs(flags), flags, {
      input: createInterface({ input: process.stdin }),
      write: (line) => process.stdout.write(`${line}\n`),
    });
  } finally {
    process.stdin.destroy();
  }
}
