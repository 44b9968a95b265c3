// Searches positions of self-play to every depth in exact mode and writes their values, one JSON line a
// position. Position i depends only on seed and i; a file that is there already is continued.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createRandom } from 'plyades/internal/core/random.js';
import { loadKernel } from 'plyades/internal/games/load.js';
import { othello } from 'plyades/internal/games/othello/index.js';
import { Kernel, Rules, Searcher, Table } from 'plyades/internal/kernel/index.js';
import { options } from '../support/options.mjs';

/** Plies of the searches that play the games, and the share of their moves that is drawn by lot. */
const PLAYED_DEPTH = 3;
const RANDOM_MOVES = 0.08;

const { out, positions, depth, seed, least, most } = options({
  out: 'values.jsonl',
  positions: 1000,
  depth: 9,
  seed: 1,
  /** Empty squares of the positions. */
  least: 14,
  most: 54,
});

const { module, data } = await loadKernel('othello');
const kernel = new Kernel(module, { capacity: 192 << 20, data });
const rules = new Rules(kernel);
const table = Table.create(kernel, 128 << 20);
const searcher = new Searcher(kernel, 96).attach(table);

const emptiesOf = (record) => {
  let empties = 0;
  for (let i = 0; i < 8; i++) {
    for (let bits = ~(record[i] | record[i + 8]) & 255; bits > 0; bits &= bits - 1) empties++;
  }
  return empties;
};

function search(record, plies) {
  searcher.start(record, { minDepth: plies, maxDepth: plies });
  while (searcher.run(1_000_000) === 'running');
  return searcher.found;
}

/** A position with as many empty squares, of a game by shallow searches and some random moves. */
function positionOf(random, empties) {
  let record = othello.start().record;
  while (emptiesOf(record) > empties) {
    const moves = rules.moves(record);
    if (moves.length === 0) return positionOf(random, empties);
    const early = emptiesOf(record) > 52;
    const byLot = early || random.below(1000) < 1000 * RANDOM_MOVES;
    const move = byLot ? moves[random.below(moves.length)] : search(record, PLAYED_DEPTH).move;
    record = rules.play(record, move);
  }
  const moves = rules.moves(record);
  // A side that must pass has nothing to choose.
  return moves.length < 2 ? positionOf(random, empties) : record;
}

const done = existsSync(out) ? readFileSync(out, 'utf8').split('\n').length - 1 : 0;
for (let i = done; i < positions; i++) {
  const random = createRandom(seed * 1_000_003 + i);
  const empties = least + random.below(most - least + 1);
  const record = positionOf(random, empties);
  table.clear();
  const values = [rules.evaluate(record)];
  for (let plies = 1; plies <= Math.min(depth, empties - 2); plies++) {
    values.push(search(record, plies).value);
  }
  appendFileSync(out, `${JSON.stringify({ empties, values })}\n`);
}
