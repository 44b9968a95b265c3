// Do deeper searches beat shallower ones? Short games of a game against itself in play mode. Prints one JSON
// line.
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { gameOptions, playGames } from './games.mjs';

const help = `Usage: npm run bench -- self-play/depths [GAME] [options]

Games between a deeper and a shallower search of the same game (othello), sides exchanged.

Options:
  --deep N      plies of the deeper search (4)
  --shallow N   plies of the other one (2)
  --games N     how many, an even number (200)
  --opening N   random moves before each pair of games (6)
  --plies N     a longer game is a draw (200)
  --seed N      of the openings (1)
  --json FILE   write the figures
Example:
  $ npm run bench -- self-play/depths loa --deep 4 --shallow 2 --games 200`;

const options = {
  deep: { type: 'string', default: '4' },
  shallow: { type: 'string', default: '2' },
  ...gameOptions(6),
};

function choose({ depth, searcher }, record, before) {
  searcher.start(record, { maxDepth: depth, mode: 'play', before });
  while (searcher.run(100_000) === 'running');
  return searcher.found.move;
}

async function run(values, [id = 'othello']) {
  const [deep, shallow] = ['deep', 'shallow'].map((name) => integer(values, name, 1, 64));
  const players = [{ depth: deep }, { depth: shallow }];
  const { games, tally } = await playGames(id, values, { players, tableBytes: 8 << 20, choose });
  const score = (tally.won + tally.drawn / 2) / games;
  const figures = { game: id, deep, shallow, games, ...tally, score };
  console.log(JSON.stringify(figures));
  return figures;
}

await runBench('self-play/depths', { help, options, run, takesWords: true });
