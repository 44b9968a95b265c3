// Is play mode stronger for what it leaves out? Games of a game against itself at equal time for each
// move, one side selective (ProbCut in Othello; null move, reductions in chess) and the other not. Time is
// that of the processor, so a busy machine does no harm. Prints one JSON line: the score with a 95 % interval
// over pairs of games, and mean depths.
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { gameOptions, playGames } from './games.mjs';

const help = `Usage: npm run bench -- self-play/selective [GAME] [options]

Games of play mode with what it leaves out against play mode without (othello), sides exchanged.

Options:
  --ms N        milliseconds of the processor for a move (20)
  --games N     how many, an even number (200)
  --opening N   random moves before each pair of games (8)
  --plies N     a longer game is a draw (200)
  --seed N      of the openings (1)
  --json FILE   write the figures
Example:
  $ npm run bench -- self-play/selective othello --ms 20 --games 200`;

const options = {
  ms: { type: 'string', default: '20' },
  ...gameOptions(8),
};

/** Nodes between two looks at the clock. */
const SLICE = 4000;

/** Depths that count for the mean: a search to the end of the game says nothing about them. */
const DEEPEST = 60;

const spentMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

function choose(side, record, before, ms) {
  const { selective, searcher, table } = side;
  const end = spentMs() + ms;
  table.age();
  searcher.start(record, { maxDepth: 100, mode: 'play', selective, before });
  while (searcher.run(SLICE) === 'running' && (spentMs() < end || !searcher.found));
  const { depth, move } = searcher.found;
  if (depth <= DEEPEST) {
    side.depths += depth;
    side.moves++;
  }
  return move;
}

/** Mean of the scores of pairs, and half of the 95 % interval. */
function judge(pairs) {
  const mean = pairs.reduce((sum, score) => sum + score, 0) / pairs.length;
  const square = pairs.reduce((sum, score) => sum + (score - mean) ** 2, 0);
  const error = Math.sqrt(square / Math.max(1, pairs.length - 1) / pairs.length);
  return { score: mean, interval: 1.96 * error };
}

async function run(values, [id = 'othello']) {
  const ms = integer(values, 'ms', 1, 1_000_000);
  const played = await playGames(id, values, {
    players: [true, false].map((selective) => ({ selective, depths: 0, moves: 0 })),
    tableBytes: 16 << 20,
    choose: (side, record, before) => choose(side, record, before, ms),
    onPair: (games, tally) => {
      if (games % 20 === 0) console.error(JSON.stringify({ games, ...tally }));
    },
  });
  const { games, tally, pairs, players } = played;
  const depths = players.map((side) => side.depths / Math.max(1, side.moves));
  const figures = { game: id, ms, games, ...tally, ...judge(pairs), depths };
  console.log(JSON.stringify(figures));
  return figures;
}

await runBench('self-play/selective', { help, options, run, takesWords: true });
