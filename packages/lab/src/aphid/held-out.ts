// Held-out Othello middle games: no constant was chosen by them, so that a speedup on the positions of the tables cannot
// be one of these positions alone. tools/othello-held-out/draw.mjs draws them.
import { readFileSync } from 'node:fs';
import type { TestPosition } from '../positions.js';

const FILE = new URL('../../data/othello-held-out.txt', import.meta.url);

/** The positions of data/othello-held-out.txt, in the order of the file. */
export const heldOutPositions = (): readonly TestPosition[] =>
  readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name, moves] = line.split(' | ');
      return { game: 'othello', name: name!, moves: moves! };
    });
