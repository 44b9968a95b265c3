// Move generation of Connect6 against the same functions in C++.
import { connect6 } from 'plyades/internal/games/connect6/index.js';
import { compareCounts } from '../support/native-perft.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';

const help = `Usage: npm run bench -- connect6/perft [options]

Counts the best moves of every node after a black stone in the centre, here and in C++. Needs g++.

Options:
  --depth N       plies, 2 to 8 (4)
  --branching N   moves kept of a node, 1 to 255 (48)
  --rounds N      rounds, both programs in turn in each (5)
  --json FILE     write the figures`;

const options = {
  depth: { type: 'string', default: '4' },
  branching: { type: 'string', default: '48' },
  rounds: { type: 'string', default: '5' },
};

async function run(values) {
  const depth = integer(values, 'depth', 2, 8);
  const branching = integer(values, 'branching', 1, 255);
  const rounds = integer(values, 'rounds', 1, 1000);
  const text = `${'19/'.repeat(9)}9x9${'/19'.repeat(9)} o 2 w=${branching}`;
  const { record } = connect6.parsePosition(text).value;
  const settings = [branching];
  const figures = { game: 'connect6', record, depth, rounds, settings, least: 0.7 };
  return { branching, ...(await compareCounts(figures)) };
}

await runBench('connect6/perft', { help, options, run });
