// `plyades verify`: checks the file of a proof by the rules of its game alone.
import { Command, Option } from 'commander';
import { type Verified, verify } from '../../api/index.js';
import { printable } from '../../core/errors.js';
import { Refusal } from '../exit.js';
import { makeCount, makeSeconds, roundSeconds } from '../numbers.js';
import { parseGame } from '../options.js';
import { readProof } from '../proof-files.js';
import { print, printJson } from '../terminal.js';

const EXAMPLES = `
Every move of the proof is played: is there one move of the winning side, and an answer to every
move of the other? Do the games end as they should, and does no line of a win come back to itself? The
first hole is named with the moves that lead there, and the exit code is 2.

A file never chooses what code is run: of a game in TypeScript, --game says where its module is.

With --json the last line of stdout is one object:
  valid, game, position, goal, side, result, nodes, positions, seconds and, if not valid, hole and line

Example:
  $ plyades solve tic-tac-toe --goal draw --proof draw.proof && plyades verify draw.proof`;

const GOALS = { win: 'wins', draw: 'gets at least a draw', mate: 'gives mate' } as const;

export function verifyCommand(): Command {
  return new Command('verify')
    .description('check the file of a proof by the rules alone')
    .argument('<file>', 'what --proof of plyades solve has written')
    .addOption(
      new Option(
        '--game <game>',
        'the game of the proof; needed for a module of your own',
      ).argParser(parseGame),
    )
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(check);
}

interface Flags {
  readonly game?: string;
  readonly json?: boolean;
}

async function check(file: string, flags: Flags): Promise<void> {
  const bytes = await readProof(file);
  const startedAt = performance.now();
  const found = await verify(bytes, flags.game === undefined ? {} : { game: flags.game });
  const seconds = (performance.now() - startedAt) / 1000;
  if (flags.json) printJson(asJson(found, seconds));
  if (!found.valid) {
    const moves = printable(found.line.join(' '));
    const line = found.line.length === 0 ? 'at the root' : `after ${moves}`;
    throw new Refusal('ERR_PROOF', `not valid: ${found.hole}, ${line}`, { where: 'FILE' });
  }
  if (!flags.json) print(asText(found, seconds));
}

function asJson(found: Verified, seconds: number): object {
  const { valid, game, position, goal, side, result, nodes, positions, hole, line } = found;
  return {
    valid,
    game,
    position,
    goal,
    side,
    result,
    nodes,
    positions,
    seconds: roundSeconds(seconds),
    ...(!valid && { hole, line }),
  };
}

function asText(
  { game, position, goal, side, result, positions }: Verified,
  seconds: number,
): string {
  const who = side === 0 ? 'the side that begins' : 'the other side';
  const not = result === 'proved' ? '' : 'not ';
  return [
    `valid: in ${printable(game)}, at ${printable(position)},`,
    `it is ${not}true that ${who} ${GOALS[goal]}`,
    `${makeCount(positions)} positions checked in ${makeSeconds(seconds)}`,
  ].join('\n');
}
