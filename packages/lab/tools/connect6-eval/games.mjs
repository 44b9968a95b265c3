// Games between two engines: a random opening, then searches of a fixed depth to the end of the game.
import { randomOpening } from '../support/opening.mjs';
import { start } from './engine.mjs';

/** After some moves drawn from the best 48. */
export const opening = (rules, random, plies) => randomOpening(rules, start(), random, plies);

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
