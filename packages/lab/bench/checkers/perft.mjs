// Move generation of English checkers against the same functions in C++.
import { checkers } from 'plyades/internal/games/checkers/index.js';
import { compareCounts } from '../support/native-perft.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';

const help = `Usage: npm run bench -- checkers/perft [options]

Counts from the start position, here and in C++. Needs g++.

Options:
  --depth N     plies, 1 to 14 (11)
  --rounds N    rounds, both programs in turn in each (5)
  --json FILE   write the figures`;

const options = {
  depth: { type: 'string', default: '11' },
  rounds: { type: 'string', default: '5' },
};

function run(values) {
  const depth = integer(values, 'depth', 1, 14);
  const rounds = integer(values, 'rounds', 1, 1000);
  const { record } = checkers.start();
  return compareCounts({ game: 'checkers', record, depth, rounds, least: 0.7 });
}

await runBench('checkers/perft', { help, options, run });
