// A match between two engines: each opening is played twice, with the sides exchanged.
import { createRandom } from 'plyades/internal/core/random.js';

/**
 * Plays `games` games. `opening(random)` draws where one begins, `play(opening, engines)` returns its result
 * for the first of two engines, 1, 0 or -1. Returns the results for `one`, its score and the standard
 * error of that.
 */
export function playMatch({ one, two, games, seed, opening, play }) {
  const sums = { won: 0, drawn: 0, lost: 0 };
  const random = createRandom(seed);
  for (let i = 0; i < games; i += 2) {
    const begun = opening(random);
    for (const [engines, sign] of [
      [[one, two], 1],
      [[two, one], -1],
    ]) {
      const result = sign * play(begun, engines);
      sums[result > 0 ? 'won' : result < 0 ? 'lost' : 'drawn']++;
    }
  }
  const { won, drawn, lost } = sums;
  const score = (won + drawn / 2) / games;
  // The spread of a game's result around the score, and with it of the mean of all games.
  const squares = won * (1 - score) ** 2 + drawn * (0.5 - score) ** 2 + lost * score ** 2;
  return { ...sums, score, standardError: Math.sqrt(squares) / games };
}
