// `plyades show`: draws a position and lists its legal moves, or the best of them where a search looks at
// no others.
import { Command } from 'commander';
import { loadGame } from '../../api/index.js';
import { branchingOf } from '../../core/game.js';
import { makeEnding } from '../ending.js';
import { movesTitle } from '../moves.js';
import { addPositionOptions, gameArgument, type PositionFlags, setUp } from '../options.js';
import { colours, print, printJson } from '../terminal.js';

const EXAMPLES = `
Examples:
  $ plyades show othello
  $ plyades show othello --moves "f5 d6 c3"
  $ plyades show connect6 --moves j10 --branching 12
  $ plyades show tic-tac-toe --position "X---O---- X" --moves "c3"`;

interface Flags extends PositionFlags {
  readonly json?: boolean;
}

export function showCommand(): Command {
  const command = new Command('show')
    .description(
      'draw the board and list the legal moves, or the best of them in trees of bounded width',
    )
    .addArgument(gameArgument());
  return addPositionOptions(command)
    .option(
      '--json',
      'print one JSON object: game, position, turn, over, legalMoves (where branching is not 0, the best that many at most), repetition if it ended so, ending (winner 0, 1 or null, reason) if it is over, claim (declare) if one wins',
    )
    .addHelpText('after', EXAMPLES)
    .action(show);
}

async function show(id: string, flags: Flags): Promise<void> {
  const game = await loadGame(id);
  const { notation } = game;
  const { position, played } = setUp(game, flags);
  const repetition = game.repetition(played);
  const ending = game.ending(played);
  const moves = ending ? [] : game.legalMoves(position);
  const claim = ending ? undefined : game.claim?.(position);
  const text = notation.makePosition(position);
  if (flags.json) {
    printJson({
      game: id,
      position: text,
      turn: game.turn(position),
      over: ending !== undefined,
      branching: branchingOf(notation, position),
      legalMoves: moves.map(notation.makeMove),
      ...(repetition && { repetition }),
      ...(ending && { ending: { ...ending, winner: ending.winner ?? null } }),
      ...(claim?.wins && { claim: claim.word }),
    });
    return;
  }
  const title = movesTitle(notation, position, moves.length);
  const { bold, dim } = colours(process.stdout);
  print(notation.draw(position, moves));
  print('');
  if (ending) print(`The game is over: ${makeEnding(ending)}.`);
  else print(`${bold(title)}  ${moves.map((move) => game.writeMove(position, move)).join(' ')}`);
  if (claim?.wins) print(`The side to move may ${claim.word} and wins: ${claim.why}.`);
  print(`${bold('position'.padEnd(title.length))}  ${dim(text)}`);
}
