// `plyades show`: draws a position and lists its legal moves.
import { Command } from 'commander';
import { loadGame } from '../../api/index.js';
import { addPositionOptions, gameArgument, type PositionFlags, setUp } from '../options.js';
import { makeRepetition } from '../repetition.js';
import { colours, print, printJson } from '../terminal.js';

const EXAMPLES = `
Examples:
  $ plyades show othello
  $ plyades show othello --moves "f5 d6 c3"
  $ plyades show tic-tac-toe --position "X---O---- X" --moves "c3"`;

interface Flags extends PositionFlags {
  readonly json?: boolean;
}

export function showCommand(): Command {
  const command = new Command('show')
    .description('draw the board and list the legal moves')
    .addArgument(gameArgument());
  return addPositionOptions(command)
    .option(
      '--json',
      'print one JSON object: game, position, turn, over, legalMoves, and repetition if it ended so',
    )
    .addHelpText('after', EXAMPLES)
    .action(show);
}

async function show(id: string, flags: Flags): Promise<void> {
  const game = await loadGame(id);
  const { notation } = game;
  const { position, played } = setUp(game, flags);
  const repetition = game.repetition(played);
  const moves = repetition ? [] : game.legalMoves(position);
  const legalMoves = moves.map(notation.makeMove);
  const over = repetition !== undefined || game.over(position);
  const text = notation.makePosition(position);
  if (flags.json) {
    const turn = game.turn(position);
    printJson({
      game: id,
      position: text,
      turn,
      over,
      legalMoves,
      ...(repetition && { repetition }),
    });
    return;
  }
  const { bold, dim } = colours(process.stdout);
  print(notation.draw(position, moves));
  print('');
  if (repetition) print(`The game is over: ${makeRepetition(game, repetition)}.`);
  else if (over) print('The game is over.');
  else print(`${bold('legal moves')}  ${legalMoves.join(' ')}`);
  print(`${bold('position')}     ${dim(text)}`);
}
