// Do deeper searches beat shallower ones? Short games of a game against itself in play mode, each
// random opening twice with the sides exchanged. A repeated position (third time), fifty moves without
// progress in chess, and a game that is too long count as draws. Prints one JSON line.
//   node bench/self-play/run.mjs [--help]
import { createRandom } from '../../dist/core/random.js';
import { findGame } from '../../dist/games/catalogue.js';
import { loadKernel } from '../../dist/games/load.js';
import { Kernel, Rules, Searcher, Table } from '../../dist/kernel/index.js';

import { badInput } from '../support/failure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';

const help = `Usage: node bench/self-play/run.mjs [GAME] [options]

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
  $ node bench/self-play/run.mjs loa --deep 4 --shallow 2 --games 200`;

const options = {
  deep: { type: 'string', default: '4' },
  shallow: { type: 'string', default: '2' },
  games: { type: 'string', default: '200' },
  opening: { type: 'string', default: '6' },
  plies: { type: 'string', default: '200' },
  seed: { type: 'string', default: '1' },
};

/** A side: its depth, a searcher and a table of its own. */
function player(kernel, depth) {
  const table = Table.create(kernel, 8 << 20);
  const searcher = new Searcher(kernel, 160).attach(table);
  return { depth, table, searcher };
}

function choose({ depth, searcher }, record, before) {
  searcher.start(record, { maxDepth: depth, mode: 'play', before });
  while (searcher.run(100_000) === 'running');
  return searcher.found.move;
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
function play(rules, record, players, firstTurn, plies) {
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
    if (times === 3) return 0;
    seen.set(key, times);
    const next = rules.play(record, choose(players[mover], record, before));
    before.unshift(record);
    record = next;
  }
  return 0;
}

async function run(values, [id = 'othello']) {
  const [deep, shallow] = ['deep', 'shallow'].map((name) => integer(values, name, 1, 64));
  const games = integer(values, 'games', 2, 1_000_000);
  if (games % 2 !== 0) throw badInput(`--games ${games}: expected an even number`);
  const before = integer(values, 'opening', 0, 60);
  const plies = integer(values, 'plies', 1, 10_000);
  const random = createRandom(integer(values, 'seed', 0, 2 ** 32 - 1));
  const found = findGame(id);
  if (!found.ok) throw badInput(found.error.message);

  const { module, data } = await loadKernel(id);
  const kernel = new Kernel(module, { capacity: 64 << 20, ...(data && { data }) });
  const rules = new Rules(kernel);
  const players = [deep, shallow].map((depth) => player(kernel, depth));
  const tally = { won: 0, drawn: 0, lost: 0 };
  for (let game = 0; game < games; game += 2) {
    const record = opening(rules, found.value.start().record, random, before);
    for (const firstTurn of [0, 1]) {
      const result = play(rules, record, players, firstTurn, plies);
      tally[result > 0 ? 'won' : result < 0 ? 'lost' : 'drawn']++;
    }
  }
  const score = (tally.won + tally.drawn / 2) / games;
  const figures = { game: id, deep, shallow, games, ...tally, score };
  console.log(JSON.stringify(figures));
  return figures;
}

await runBench('self-play', { help, options, run, takesWords: true });
