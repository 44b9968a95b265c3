// Positions of the test data, as the benches read them.
import { readFileSync } from 'node:fs';
import { shogi } from 'plyades/internal/games/shogi/index.js';

function lines(file) {
  const text = readFileSync(
    new URL(`../../../plyades/test/data/shogi/${file}`, import.meta.url),
    'utf8',
  );
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('|').map((part) => part.trim()));
}

/** Positions with their known counts, the deepest of at most `most` leaves. */
export function knownCounts(most) {
  return lines('perft.txt').map(([name, text, counts]) => {
    const known = counts.split(' ').map((count) => count.split(':').map(Number));
    const [depth, leaves] = known.filter(([, each]) => each <= most).at(-1);
    return { name, text, record: shogi.parsePosition(text).value.record, depth, leaves };
  });
}

/** Middle games of professionals, in the tree that keeps this many moves of a node (0: all). */
export function middleGames(branching) {
  return lines('positions.sfen').map(([text]) => {
    const { value } = shogi.parsePosition(text);
    return shogi.branching.limit(value, branching).record;
  });
}
