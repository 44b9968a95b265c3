// Draws the held-out middle games of aphid/held-out by lot: games of the world championships of 1993 and 1994 without
// those between the finalists and those of src/training.ts, one position of each, before move 18 to 27 as in the
// positions of the tables.
//
//   node packages/lab/tools/othello-held-out/draw.mjs > packages/lab/data/othello-held-out.txt
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createRandom } from 'plyades/internal/core/random.js';
import { moreTraining, trainingPositions } from '#dist/training.js';

const GAMES = new URL('../../../plyades/test/data/othello/games-woc.txt', import.meta.url);
const SEED = 1993;
const COUNT = 20;
const FIRST_MOVE = 18;
const LAST_MOVE = 27;

/** The text of the data file. */
export function draw() {
  const training = [...trainingPositions.othello, ...(moreTraining.othello ?? [])];
  const games = readFileSync(GAMES, 'utf8')
    .split('\n')
    .filter((line) => /^\d{4}\|/.test(line) && !line.endsWith('|FINAL'))
    .map(gameOf)
    .filter(({ moves }) => moves.length >= LAST_MOVE)
    .filter(({ moves }) => !training.some((place) => moves.join(' ').startsWith(place.moves)));
  const random = createRandom(SEED);
  const lines = [];
  const seen = new Set();
  while (lines.length < COUNT) {
    const [{ year, players, moves }] = games.splice(random.below(games.length), 1);
    const move = FIRST_MOVE + random.below(LAST_MOVE - FIRST_MOVE + 1);
    const before = moves.slice(0, move - 1).join(' ');
    if (seen.has(before)) continue;
    seen.add(before);
    lines.push(`${year} ${players}, move ${move} | ${before}`);
  }
  return `${HEAD}${lines.join('\n')}\n`;
}

const HEAD = `# Othello middle games that no constant was chosen by: name | moves from the start. Drawn by lot with seed ${SEED} by
# tools/othello-held-out/draw.mjs from plyades/test/data/othello/games-woc.txt, the games of the world championships of
# 1993 and 1994 without the finals and the games of src/training.ts, before move ${FIRST_MOVE} to ${LAST_MOVE}.
# Source: WTHOR (French Othello Federation), by way of MartinMSPedersen/othello-games @5f4b0f03 (Unlicense).
`;

function gameOf(line) {
  const [year, black, white, , moves] = line.split('|');
  const players = [black, white].map((name) => name.split(' ')[0]).join('-');
  return { year, players, moves: moves.match(/../g) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(draw());
