// Positions to compare evaluations on: every position of random games that is not finished.
import { type Bench, createRandom } from './kernels.js';

/** From the bench's start or the given records, one game for each seed below `games`. */
export function ongoingPositions(
  { rules, start }: Bench,
  games: number,
  plies: number,
  starts: readonly Uint8Array[] = [start],
): Uint8Array[] {
  const met: Uint8Array[] = [];
  for (const [index, first] of starts.entries()) {
    for (let seed = 0; seed < games; seed++) {
      const random = createRandom(1000 * index + seed);
      let record = first;
      for (let ply = 0; ply <= plies; ply++) {
        const moves = rules.moves(record);
        if (moves.length === 0) break;
        met.push(record);
        record = rules.play(record, moves[random.below(moves.length)]!);
      }
    }
  }
  return met;
}

/** The positions on which two answers differ, as text, each with both answers. */
export function differences<T>(
  positions: readonly Uint8Array[],
  text: (record: Uint8Array) => string,
  one: (record: Uint8Array) => T,
  two: (text: string) => T,
): { text: string; one: T; two: T }[] {
  return positions
    .map((record) => {
      const written = text(record);
      return { text: written, one: one(record), two: two(written) };
    })
    .filter((found) => JSON.stringify(found.one) !== JSON.stringify(found.two));
}
