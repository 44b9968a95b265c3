// Move generation of Lines of Action against the same functions in C++.
import { loa } from 'plyades/internal/games/loa/index.js';
import { compareCounts } from '../support/native-perft.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';

const help = `Usage: npm run bench -- loa/perft [options]

Counts from the start position, here and in C++. Needs g++.

Options:
  --depth N     plies, 4 to 8 (6)
  --rounds N    rounds, both programs in turn in each (5)
  --json FILE   write the figures`;

const options = {
  depth: { type: 'string', default: '6' },
  rounds: { type: 'string', default: '5' },
};

function run(values) {
  const depth = integer(values, 'depth', 4, 8);
  const rounds = integer(values, 'rounds', 1, 1000);
  const { record } = loa.start();
  return compareCounts({ game: 'loa', record, depth, rounds });
}

await runBench('loa/perft', { help, options, run });
