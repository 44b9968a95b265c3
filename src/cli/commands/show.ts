// `plyades show`: draws a position and lists its legal moves.
import { Command } from 'commander';
import { loadGame } from '../../api/index.js';
import { addPositionOptions, gameArgument, type PositionFlags, setUp } from '../options.js';
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
    .option('--json', 'print one JSON object: game, position, turn, over, legalMoves')
    .addHelpText('after', EXAMPLES)
    .action(show);
}

async function show(id: string, flags: Flags): Promise<void> {
  const game = await loadGame(id);
  const { notation } = game;
  const position = setUp(game, flags);
  const moves = game.legalMoves(position);
  const legalMoves = moves.map(notation.makeMove);
  const over = game.over(position);
  const text = notation.makePosition(position);
  if (flags.json) {
    printJson({ game: id, position: text, turn: game.turn(position), over, legalMoves });
    return;
  }
  const { bold, dim } = colours(process.stdout);
  print(notation.draw(position, moves));
  print('');
  if (over) print('The game is over.');
  else print(`${bold('legal moves')}  ${legalMoves.join(' ')}`);
  print(`${bold('position')}     ${dim(text)}`);
}
