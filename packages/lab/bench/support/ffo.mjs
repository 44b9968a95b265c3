// The FFO endgames of test/data/othello, by number.
import { readFileSync } from 'node:fs';

const FILES = ['ffo-01-19.obf', 'ffo-20-39.obf', 'ffo.obf'];

/** Number -> text, best score and the moves that reach it. */
export function readFfo() {
  const positions = new Map();
  for (const name of FILES) {
    const file = new URL(`../../../plyades/test/data/othello/${name}`, import.meta.url);
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const number = /% FFO #(\d+)/.exec(line)?.[1];
      if (number === undefined) continue;
      const scores = [...line.matchAll(/\b([A-H][1-8]):([+-]\d+)/g)].map(([, move, score]) => ({
        move: move.toLowerCase(),
        score: Number(score),
      }));
      const best = Math.max(...scores.map(({ score }) => score));
      positions.set(Number(number), {
        text: line.split(';', 1)[0],
        best,
        moves: scores.filter(({ score }) => score === best).map(({ move }) => move),
      });
    }
  }
  return positions;
}
