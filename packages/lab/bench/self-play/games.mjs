// Games of a game against itself: random openings, each twice with the sides exchanged. A position that
// repeats as often as the game's rules say, a rule such as fifty moves without progress in chess, and a game
// that is too long make a draw.
import { createRandom } from 'plyades/internal/core/random.js';
import { findGame } from 'plyades/internal/games/catalogue.js';
import { loadKernel } from 'plyades/internal/games/load.js';
import { Kernel, Rules, Searcher, Table } from 'plyades/internal/kernel/index.js';
import { badInput } from '../support/failure.mjs';
import { integer } from '../support/options.mjs';

/** Options of every bench of games; `opening` is the default number of random moves. */
export const gameOptions = (opening) => ({
  games: { type: 'string', default: '200' },
  opening: { type: 'string', default: String(opening) },
  plies: { type: 'string', default: '200' },
  seed: { type: 'string', default: '1' },
});

/**
 * Plays the games that the options ask for between two players. A player has `options`, a searcher and a table
 * of its own; `choose(player, record, before)` is its move. Resolves with the tally
 * of the first player, the scores of its pairs (0 to 1) and the players.
 */
export async function playGames(id, values, { players: sides, tableBytes, choose, onPair }) {
  const games = integer(values, 'games', 2, 1_000_000);
  if (games % 2 !== 0) throw badInput(`--games ${games}: expected an even number`);
  const before = integer(values, 'opening', 0, 60);
  const plies = integer(values, 'plies', 1, 10_000);
  const random = createRandom(integer(values, 'seed', 0, 2 ** 32 - 1));
  const found = findGame(id);
  if (!found.ok) throw badInput(found.error.message);

  const { module, data } = await loadKernel(id);
  const capacity = 2 * tableBytes + (64 << 20);
  const kernel = new Kernel(module, { capacity, ...(data && { data }) });
  const rules = new Rules(kernel);
  const players = sides.map((options) => {
    const table = Table.create(kernel, tableBytes);
    return { ...options, table, searcher: new Searcher(kernel, 160).attach(table) };
  });
  const tally = { won: 0, drawn: 0, lost: 0 };
  const pairs = [];
  for (let game = 0; game < games; game += 2) {
    const record = opening(rules, found.value.start().record, random, before);
    let pair = 0;
    for (const firstTurn of [0, 1]) {
      const result = play(rules, record, players, firstTurn, plies, choose);
      tally[result > 0 ? 'won' : result < 0 ? 'lost' : 'drawn']++;
      pair += (result + 1) / 4;
    }
    pairs.push(pair);
    onPair?.(game + 2, tally);
  }
  return { games, tally, pairs, players };
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
function play(rules, record, players, firstTurn, plies, choose) {
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
    const next = rules.play(record, choose(players[mover], record, before));
    before.unshift(record);
    record = next;
  }
  return 0;
}
