// `plyades games`: which games there are, and how their positions and moves are written.
import { Argument, Command } from 'commander';
import { loadGame } from '../../api/index.js';
import type { Example, GameNotation } from '../../core/game.js';
import { catalogue } from '../../games/catalogue.js';
import { parseGame } from '../options.js';
import { colours, print, printJson } from '../terminal.js';

const EXAMPLES = `
Examples:
  $ plyades games                 every game, with its notation
  $ plyades games othello         one of them
  $ plyades games ./my-game.js    a game of your own, compiled to JavaScript
  $ plyades games --json          the same for machines`;

export function gamesCommand(): Command {
  return new Command('games')
    .description('list the games with examples of their notation')
    .addArgument(new Argument('[game]', 'only this one').argParser(parseGame))
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(async (id: string | undefined, flags: { json?: boolean }) => {
      const games = id === undefined ? catalogue : [(await loadGame(id)).notation];
      if (flags.json) printJson({ games: games.map(asJson) });
      else print(games.map(asText).join('\n\n'));
    });
}

function asText(game: GameNotation): string {
  const { bold, dim } = colours(process.stdout);
  const examples = (list: readonly Example[]) =>
    list.map(({ text, about }) => `    ${text}  ${dim(about)}`);
  return [
    `${bold(game.id)}  ${game.title}`,
    `  position: ${game.positionFormat}`,
    ...examples(game.positionExamples),
    `  move: ${game.moveFormat}`,
    ...examples(game.moveExamples),
  ].join('\n');
}

function asJson(game: GameNotation): object {
  const { id, title, positionFormat, positionExamples, moveFormat, moveExamples } = game;
  return { id, title, positionFormat, positionExamples, moveFormat, moveExamples };
}
