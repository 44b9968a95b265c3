// Games between two engines: a random opening, then searches of a fixed depth to the end of the game.
import { start } from './engine.mjs';

/** The position after some moves drawn from the best 48; another one when the game ends within them. */
export function opening(rules, random, plies) {
  let record = start();
  for (let ply = 0; ply < plies; ply++) {
    const moves = rules.moves(record);
    if (moves.length === 0) return opening(rules, random, plies);
    record = rules.play(record, moves[random.below(moves.length)]);
  }
  return rules.over(record) ? opening(rules, random, plies) : record;
}

/** Plays to the end: all positions, and the result for Black, 1, 0 or -1. */
export function play(record, engines, depth) {
  const positions = [];
  for (const { forget } of engines) forget();
  for (;;) {
    const turn = engines[0].rules.turn(record);
    const { rules, think } = engines[turn];
    if (rules.over(record)) {
      const value = Math.sign(rules.result(record));
      return { positions, result: turn === 0 ? value : -value };
    }
    positions.push(record);
    record = rules.play(record, think(record, depth).move);
  }
}
