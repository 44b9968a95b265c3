// `plyades check`: looks for mistakes in the rules of a game in TypeScript, by random games.
import { Argument, Command } from 'commander';
import { checkGame, isModulePath } from '../../api/index.js';
import { printable } from '../../core/errors.js';
import { findGame } from '../../games/catalogue.js';
import { Refusal } from '../exit.js';
import { makeCount } from '../numbers.js';
import { integerOption } from '../options.js';
import { print, printJson } from '../terminal.js';

const EXAMPLES = `
Plays random games of the module and asks everything twice, the second time of a copy of the state. It finds
functions that change a state or answer differently when asked again, keys that take two positions for one,
states that cannot be sent to a worker thread, and answers that no game may give. Each mistake is shown once,
with the moves that lead to it; the exit code is then 2.

With --json the last line of stdout is one object:
  game, games, seed, mistakes: a list of mistake, where, message and line

Examples:
  $ plyades check ./my-game.js                      a game of your own, compiled to JavaScript
  $ plyades check ./my-game.js --games 1000 --seed 7
  $ plyades check ./my-game.js --json`;

const KERNEL_ADVICE =
  'the rules of a game with a kernel are tested by its file in test/conformance';

const MAX_GAMES = 1_000_000;

interface Flags {
  readonly games: number;
  readonly seed: number;
  readonly json?: boolean;
}

export function checkCommand(): Command {
  return new Command('check')
    .description('look for mistakes in the rules of a game in TypeScript')
    .addArgument(new Argument('<game>', 'the module of the game, by its path or address'))
    .addOption(integerOption('--games <number>', 'random games to play', 1, MAX_GAMES).default(100))
    .addOption(
      integerOption(
        '--seed <number>',
        'the same seed plays the same games',
        0,
        2 ** 32 - 1,
      ).default(1),
    )
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(check);
}

async function check(game: string, { games, seed, json }: Flags): Promise<void> {
  if (!isModulePath(game)) {
    const why = 'expected the path of a module with a game in TypeScript, such as ./my-game.js';
    const advice = findGame(game).ok ? KERNEL_ADVICE : undefined;
    throw new Refusal('ERR_GAME', why, { where: 'GAME', text: game, ...(advice && { advice }) });
  }
  const found = await checkGame(game, { games, seed });
  const mistakes = found.map(({ mistake, where, message, line }) => ({
    mistake,
    where,
    message,
    line,
  }));
  if (json) printJson({ game, games, seed, mistakes });
  else for (const { mistake, message } of mistakes) print(`${mistake}: ${printable(message)}`);
  if (mistakes.length > 0) {
    const count = mistakes.length === 1 ? '1 mistake' : `${mistakes.length} mistakes`;
    throw new Refusal('ERR_RULES', `${count} in the rules, see above`, { where: 'GAME' });
  }
  if (!json) print(`no mistake in ${makeCount(games)} random games`);
}
