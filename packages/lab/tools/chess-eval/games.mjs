// Games between two engines: a random opening, then searches with a number of nodes each. A third repetition, fifty
// moves without progress and 240 plies are draws; a game that both sides see as decided is not played on.
import { notationOf } from 'plyades/internal/games/load.js';

const MAX_PLIES = 240;
/** An advantage of this many centipawns, for this many plies in a row, is a win. */
const DECIDED = 1000;
const DECIDED_PLIES = 6;

const start = notationOf('chess').start().record;

/** Plies since a pawn moved or a piece was taken. */
const clockOf = (record) => record[40] + 256 * record[41];

/** The position after some random moves that is not too far from even; another one otherwise. */
export function opening({ rules, think, forget }, random) {
  let record = start;
  for (let ply = 6 + random.below(6); ply > 0; ply--) {
    const moves = rules.moves(record);
    if (moves.length === 0) return opening({ rules, think, forget }, random);
    record = rules.play(record, moves[random.below(moves.length)]);
  }
  if (rules.over(record)) return opening({ rules, think, forget }, random);
  forget();
  const even = Math.abs(think(record, 2000, []).value) <= 150;
  return even ? record : opening({ rules, think, forget }, random);
}

/**
 * Plays to the end: every position with the value and the move that its search found, both from the side
 * to move, and the result for White, 1, 0 or -1. Engines are White's and Black's.
 */
export function play(record, engines, nodes) {
  const steps = [];
  const seen = new Map();
  let before = [];
  let decided = 0;
  for (const { forget } of engines) forget();
  for (let ply = 0; ply < MAX_PLIES; ply++) {
    const side = engines[0].rules.turn(record);
    const sign = side === 0 ? 1 : -1;
    const { rules, think } = engines[side];
    if (rules.over(record)) return { steps, result: sign * Math.sign(rules.result(record)) };
    const key = rules.hash(record);
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    if (times === 3 || clockOf(record) >= 100) return { steps, result: 0 };
    const { value, move } = think(record, nodes, before);
    steps.push({ record, value, move });
    const winner = value >= DECIDED ? sign : value <= -DECIDED ? -sign : 0;
    decided = winner === 0 || winner * decided < 0 ? winner : decided + winner;
    if (Math.abs(decided) >= DECIDED_PLIES) return { steps, result: Math.sign(decided) };
    const next = rules.play(record, move);
    before = clockOf(next) === 0 ? [] : [record, ...before];
    record = next;
  }
  return { steps, result: 0 };
}
