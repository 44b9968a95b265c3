// Draws the positions of aphid/rules by lot: Othello and checkers after random legal moves, chess from data/openings.epd.
// No constant was chosen by them, and they stand in none of the tables.
//
//   node packages/lab/tools/aphid-rules/draw.mjs > packages/lab/data/aphid-rules.txt
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadGame } from 'plyades/internal/api/games.js';
import { createRandom } from 'plyades/internal/core/random.js';
import { unwrap } from 'plyades/internal/core/result.js';

const OPENINGS = new URL('../../data/openings.epd', import.meta.url);
const SEED = 1998;
const OTHELLO = { count: 8, least: 18, most: 24 };
const CHECKERS = { count: 4, least: 6, most: 8 };
const CHESS = 4;

/** The text of the data file. */
export async function draw() {
  const random = createRandom(SEED);
  const lines = [
    ...(await afterRandomMoves('othello', OTHELLO, random)),
    ...(await afterRandomMoves('checkers', CHECKERS, random)),
    ...fromOpenings(random),
  ];
  return `${HEAD}${lines.join('\n')}\n`;
}

const HEAD = `# Positions of aphid/rules: game | name | moves from the start, or the position. Drawn by lot with seed ${SEED} by
# tools/aphid-rules/draw.mjs: Othello after ${OTHELLO.least} to ${OTHELLO.most} random legal moves, checkers after ${CHECKERS.least} to ${CHECKERS.most}, chess from openings.epd.
`;

async function afterRandomMoves(id, { count, least, most }, random) {
  const game = await loadGame(id);
  const lines = [];
  while (lines.length < count) {
    const plies = least + random.below(most - least + 1);
    let position = game.notation.start();
    const moves = [];
    while (moves.length < plies && !game.over(position)) {
      const legal = game.legalMoves(position);
      const move = legal[random.below(legal.length)];
      moves.push(game.writeMove(position, move));
      position = unwrap(game.play(position, move));
    }
    if (game.over(position)) continue;
    lines.push(`${id} | drawn ${lines.length + 1}, ply ${plies} | ${moves.join(' ')}`);
  }
  return lines;
}

function fromOpenings(random) {
  const openings = readFileSync(OPENINGS, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return Array.from({ length: CHESS }, (_, index) => {
    const [line] = openings.splice(random.below(openings.length), 1);
    return `chess | drawn ${index + 1} | ${line.split(' ').slice(0, 4).join(' ')}`;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(await draw());
