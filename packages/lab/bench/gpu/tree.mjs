// Positions of game trees for the benchmarks of the device: the roots of the paper, and nodes some plies below.
import { loadKernel, notationOf } from 'plyades/internal/games/load.js';
import { Kernel, Rules } from 'plyades/internal/kernel/index.js';

/** The paper's roots: one stone in the centre, and the start. */
const openings = { connect6: ['j10'], chess: [] };

async function rulesOf(game) {
  const { module } = await loadKernel(game);
  return new Rules(new Kernel(module, { capacity: 1 << 22 }));
}

export async function rootOf(game, { moves = openings[game], branching } = {}) {
  const notation = notationOf(game);
  const rules = await rulesOf(game);
  let { record } = notation.start();
  for (const move of moves) record = rules.play(record, notation.parseMove(move).value);
  if (branching !== undefined) {
    record = notation.branching.limit({ game, record }, branching).record;
  }
  return record;
}

/** All positions `plies` below a root, at most `most` of them. */
export async function below(game, root, plies, most = Number.POSITIVE_INFINITY) {
  const rules = await rulesOf(game);
  let level = [root];
  for (let i = 0; i < plies; i++) {
    const next = [];
    for (const record of level) {
      for (const move of rules.moves(record)) {
        next.push(rules.play(record, move));
        if (next.length === most) break;
      }
      if (next.length === most) break;
    }
    level = next;
  }
  return level;
}

/** Positions of random games, by a linear congruential generator. */
export async function randomPositions(game, count, seed = 12345) {
  const rules = await rulesOf(game);
  const { record: start } = notationOf(game).start();
  let state = seed;
  const draw = (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const found = [];
  while (found.length < count) {
    let record = start;
    const length = 1 + draw(game === 'chess' ? 120 : 24);
    for (let i = 0; i < length && found.length < count; i++) {
      const moves = rules.moves(record);
      if (moves.length === 0) break;
      let move = moves[draw(moves.length)];
      // Half of the stones of Connect6 anywhere, so that boards get full and shapes get odd.
      while (game === 'connect6' && i > 0 && draw(2) === 0) {
        const [one, two] = [draw(361), draw(361)];
        const other = Math.min(one, two) * 512 + Math.max(one, two);
        if (rules.legal(record, other)) {
          move = other;
          break;
        }
      }
      record = rules.play(record, move);
      if (i > 0 && draw(3) === 0) found.push(record);
    }
  }
  return found;
}
