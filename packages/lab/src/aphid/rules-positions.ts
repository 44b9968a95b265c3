// The positions on which the rules of APHID are compared; tools/aphid-rules/draw.mjs draws them.
import { readFileSync } from 'node:fs';
import type { TestPosition } from '../positions.js';

const FILE = new URL('../../data/aphid-rules.txt', import.meta.url);

/** The positions of data/aphid-rules.txt, in the order of the file. */
export const rulesPositions = (): readonly TestPosition[] =>
  readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [game, name, text] = line.split(' | ') as [TestPosition['game'], string, string];
      return { game, name, ...(game === 'chess' ? { position: text } : { moves: text }) };
    });
