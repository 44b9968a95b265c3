// Do deeper searches beat shallower ones? Short games of a game against itself in play mode, each
// random opening twice with the sides exchanged. A repeated position (third time), fifty moves without
// progress in chess, and a game that is too long count as draws. Prints one JSON line.
//   node bench/self-play/run.mjs loa --deep 4 --shallow 2 --games 200
import { parseArgs } from 'node:util';
import { createRandom } from '../../dist/core/random.js';
import { loadKernel, notationOf } from '../../dist/games/load.js';
import { Kernel, Rules, Searcher, Table } from '../../dist/kernel/index.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    deep: { type: 'string', default: '4' },
    shallow: { type: 'string', default: '2' },
    games: { type: 'string', default: '200' },
    opening: { type: 'string', default: '6' },
    plies: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
});
const id = positionals[0] ?? 'othello';
const { module, data } = await loadKernel(id);
const kernel = new Kernel(module, { capacity: 64 << 20, ...(data && { data }) });
const rules = new Rules(kernel);
const start = notationOf(id).start().record;
const random = createRandom(Number(options.seed));

/** A side: its depth, a searcher and a table of its own. */
function player(depth) {
  const table = Table.create(kernel, 8 << 20);
  const searcher = new Searcher(kernel, 160).attach(table);
  return { depth, table, searcher };
}

function choose({ depth, searcher }, record, before) {
  searcher.start(record, { maxDepth: depth, mode: 'play', before });
  while (searcher.run(100_000) === 'running');
  return searcher.found.move;
}

function opening() {
  let record = start;
  for (let ply = 0; ply < Number(options.opening); ply++) {
    const moves = rules.moves(record);
    if (moves.length === 0) return opening();
    record = rules.play(record, moves[random.below(moves.length)]);
  }
  return rules.over(record) ? opening() : record;
}

/** 1 when the first player wins, -1 when the second one does, 0 for a draw. */
function play(record, players, firstTurn) {
  const seen = new Map();
  const before = [];
  for (const { table, searcher } of players) {
    table.clear();
    searcher.reset();
  }
  for (let ply = 0; ply < Number(options.plies); ply++) {
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

const players = [player(Number(options.deep)), player(Number(options.shallow))];
const tally = { won: 0, drawn: 0, lost: 0 };
const games = Number(options.games);
for (let game = 0; game < games; game += 2) {
  const record = opening();
  for (const firstTurn of [0, 1]) {
    const result = play(record, players, firstTurn);
    tally[result > 0 ? 'won' : result < 0 ? 'lost' : 'drawn']++;
  }
}
const score = (tally.won + tally.drawn / 2) / games;
console.log(
  JSON.stringify({
    game: id,
    deep: options.deep,
    shallow: options.shallow,
    games,
    ...tally,
    score,
  }),
);
