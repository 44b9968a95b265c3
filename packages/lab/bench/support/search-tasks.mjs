// Positions for exact searches on several threads: a name, a position, a depth, and the final margin where it is known.
import { readFileSync } from 'node:fs';
import { notationOf } from 'plyades/internal/games/load.js';
import { readFfo } from './ffo.mjs';

const DEPTHS = { othello: '14', chess: '8', checkers: '15' };

/** Plies that take some seconds on one core, as an option's text. */
export const usualDepth = (game) => DEPTHS[game] ?? '6';

/** Positions instead of the start, which is easy in some games. */
const TEXTS = {
  chess: [
    'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3',
    'r2q1rk1/ppp2ppp/2npbn2/2b1p3/4P3/2PP1N2/PPB2PPP/RNBQ1RK1 w - - 0 9',
    '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
  ],
};

/** Lines of a file of test data without its comments: of each `each` in a row the one at place `first`. */
function linesOf(path, each, first) {
  const file = new URL(`../../../plyades/test/data/${path}`, import.meta.url);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !/^[%#]/.test(line))
    .filter((_, index) => index % each === first);
}

function textsOf(game) {
  // Middle games of several matches, from every stage of the file.
  if (game === 'othello')
    return linesOf('othello/positions.obf', 5, 2).map((line) => line.split(';', 1)[0]);
  if (game === 'checkers')
    return linesOf('checkers/positions.fen', 10, 2).map((line) => line.split(/[;#]/, 1)[0].trim());
  return TEXTS[game] ?? [];
}

/** The first `most` positions of a game. */
export function gameTasks(game, depth, most) {
  const notation = notationOf(game);
  const texts = textsOf(game);
  const positions =
    texts.length > 0 ? texts.map((text) => notation.parsePosition(text).value) : [notation.start()];
  return positions
    .slice(0, most)
    .map((position, index) => ({ name: `${game} ${index + 1}`, position, depth }));
}

/** The Othello endgames of these numbers, to the end of the game. */
export function endgameTasks(first, last) {
  const notation = notationOf('othello');
  const all = readFfo();
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const { text, best } = all.get(first + i);
    const empties = [...text.slice(0, 64)].filter((square) => square === '-').length;
    const position = notation.parsePosition(text).value;
    return { name: `FFO ${first + i}`, position, depth: empties, margin: best };
  });
}
