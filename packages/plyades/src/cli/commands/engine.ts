// `plyades engine`: our search as an engine for programs with a board. It speaks UCI for chess, USI for shogi and
// GTP for Othello on its standard input and output.
import { Argument, Command } from 'commander';
import { analyst, loadGame } from '../../api/index.js';
import { type EngineGame, engineGames } from '../../engines/engine.js';
import { packageVersion } from '../../hosts/package-version.js';
import { protocolOf } from '../../protocols/index.js';

const EXAMPLES = `
Examples:
  $ plyades engine chess                            UCI, for a chess program
  $ plyades engine shogi                            USI, for a shogi program
  $ plyades engine othello                          GTP, for an Othello program such as Quarry
  $ plyades install-engine ./plyades-chess          a file for programs that want one without arguments
  $ printf 'position startpos\\ngo depth 8\\n' | plyades engine chess

A program starts it and sends commands; typed by hand, 'uci' or 'usi' lists the options (Hash, Threads,
MultiPV, Ponder, Algorithm, ...), 'go movetime 1000' searches, 'stop' and 'quit' end. Beside the protocol,
'plyades hash 10' lists the ten positions of the table that were searched deepest.`;

const OTHELLO = 'othello';

export function engineCommand(): Command {
  return new Command('engine')
    .description('be an engine: UCI for chess, USI for shogi, GTP for Othello')
    .addArgument(new Argument('<game>', 'what to play').choices([...engineGames, OTHELLO]))
    .addHelpText('after', EXAMPLES)
    .action(engine);
}

async function engine(id: EngineGame | typeof OTHELLO): Promise<void> {
  const { createOwnEngine, serve, serveGtp } = await import('../../engines/index.js');
  const game = await loadGame(id);
  const channel = {
    input: process.stdin,
    write: (line: string) => process.stdout.write(`${line}\n`),
  };
  const protocol = protocolOf(id);
  // The program that started this one ends it, by `quit` or by closing our input.
  process.on('SIGINT', () => {});
  if (id === OTHELLO) {
    const version = packageVersion();
    await serveGtp({ game, analyst: await analyst(id), version, ...channel });
    return;
  }
  await serve({
    protocol,
    game,
    engine: createOwnEngine(game, protocol, packageVersion()),
    ...channel,
  });
}
