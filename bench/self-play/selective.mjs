// Is play mode stronger for what it leaves out? Games of a game against itself at equal time for each
// move, one side selective (ProbCut in Othello; null move, reductions in chess) and the other not, each
// random opening twice with the sides exchanged. Time is that of the processor, so a busy machine does
// no harm. Prints one JSON line: the score with a 95 % interval over pairs of games, and mean depths.
//   node bench/self-play/selective.mjs [--help]
import { createRandom } from '../../dist/core/random.js';
import { findGame } from '../../dist/games/catalogue.js';
import { loadKernel } from '../../dist/games/load.js';
import { Kernel, Rules, Searcher, Table } from '../../dist/kernel/index.js';
import { badInput } from '../support/failure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';

const help = `Usage: node bench/self-play/selective.mjs [GAME] [options]

Games of play mode with what it leaves out against play mode without (othello), sides exchanged.

Options:
  --ms N        milliseconds of the processor for a move (20)
  --games N     how many, an even number (200)
  --opening N   random moves before each pair of games (8)
  --plies N     a longer game is a draw (200)
  --seed N      of the openings (1)
  --json FILE   write the figures
Example:
  $ node bench/self-play/selective.mjs othello --ms 20 --games 200`;

const options = {
  ms: { type: 'string', default: '20' },
  games: { type: 'string', default: '200' },
  opening: { type: 'string', default: '8' },
  plies: { type: 'string', default: '200' },
  seed: { type: 'string', default: '1' },
};

/** Nodes between two looks at the clock. */
const SLICE = 4000;

/** Depths that count for the mean: a search to the end of the game says nothing about them. */
const DEEPEST = 60;

const spentMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** A side: whether it is selective, and a searcher and a table of its own. */
function player(kernel, selective) {
  const table = Table.create(kernel, 16 << 20);
  const searcher = new Searcher(kernel, 160).attach(table);
  return { selective, table, searcher, depths: 0, moves: 0 };
}

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

/** A position after this many random moves, at which the game is not over. */
function opening(rules, start, random, plies) {
  let record = start;
  for (let ply = 0; ply < plies; ply++) {
    const moves = rules.moves(record);
    if (moves.length === 0) return opening(rules, start, random, plies);
    record = rules.play(record, moves[random.below(moves.length)]);
  }
  return rules.over(record) ? opening(rules, start, random, plies) : record;
}

/** 1 when the first player wins, -1 when the second one does, 0 for a draw. */
function play(rules, record, players, firstTurn, { plies, ms }) {
  const seen = new Map();
  const before = [];
  for (const { table, searcher } of players) {
    table.clear();
    searcher.reset();
  }
  for (let ply = 0; ply < plies; ply++) {
    const mover = rules.turn(record) === firstTurn ? 0 : 1;
    if (rules.over(record)) return Math.sign(rules.result(record)) * (mover === 0 ? 1 : -1);
    if (rules.pliesToDraw(record) === 0) return 0;
    const key = rules.hash(record);
    const times = (seen.get(key) ?? 0) + 1;
    if (rules.repeats > 0 && times === rules.repeats) return 0;
    seen.set(key, times);
    const next = rules.play(record, choose(players[mover], record, before, ms));
    before.unshift(record);
    record = next;
  }
  return 0;
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
  const games = integer(values, 'games', 2, 1_000_000);
  if (games % 2 !== 0) throw badInput(`--games ${games}: expected an even number`);
  const before = integer(values, 'opening', 0, 60);
  const plies = integer(values, 'plies', 1, 10_000);
  const random = createRandom(integer(values, 'seed', 0, 2 ** 32 - 1));
  const found = findGame(id);
  if (!found.ok) throw badInput(found.error.message);

  const { module, data } = await loadKernel(id);
  const kernel = new Kernel(module, { capacity: 96 << 20, ...(data && { data }) });
  const rules = new Rules(kernel);
  const players = [true, false].map((selective) => player(kernel, selective));
  const tally = { won: 0, drawn: 0, lost: 0 };
  const pairs = [];
  for (let game = 0; game < games; game += 2) {
    const record = opening(rules, found.value.start().record, random, before);
    let pair = 0;
    for (const firstTurn of [0, 1]) {
      const result = play(rules, record, players, firstTurn, { plies, ms });
      tally[result > 0 ? 'won' : result < 0 ? 'lost' : 'drawn']++;
      pair += (result + 1) / 4;
    }
    pairs.push(pair);
    if (game % 20 === 18) console.error(JSON.stringify({ games: game + 2, ...tally }));
  }
  const depths = players.map((side) => side.depths / Math.max(1, side.moves));
  const figures = { game: id, ms, games, ...tally, ...judge(pairs), depths };
  console.log(JSON.stringify(figures));
  return figures;
}

await runBench('self-play', { help, options, run, takesWords: true });
