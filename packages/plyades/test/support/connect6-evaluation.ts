// The evaluation of Connect6 and its threats once more, by the words of assembly/games/connect6 alone:
// every window of six is looked at, and defences are tried out on all points. Shares its weights with the
// kernel and nothing else.
import { type Connect6Game, otherSide, threatsOf, windows } from './connect6-rules.js';
import { weightOf } from './weights.js';

/** What a window is worth by the stones of its only side, none to five. */
const WORTH = [
  0,
  ...[1, 2, 3, 4, 5].map((stones) => weightOf('connect6/weights.ts', `W${stones}`)),
];
const FREE_STONE = weightOf('connect6/weights.ts', 'FREE_STONE');
const DECIDED = 200_000;

/** From the side to move, of a game that is not over. */
export function evaluateConnect6(game: Connect6Game): number {
  const { stones, side } = game;
  let value = 0;
  for (const window of windows) {
    const own = window.filter((point) => stones[point] === side).length;
    const theirs = window.filter((point) => stones[point] === otherSide(side)).length;
    if (theirs === 0) value += WORTH[own]!;
    if (own === 0) value -= WORTH[theirs]!;
  }
  if (threatsOf(game, side).length > 0) return value + DECIDED;
  const needed = stonesToStop(game);
  return needed > 2 ? value - DECIDED : value + (2 - needed) * FREE_STONE;
}

/** The least number of stones of the side to move that leave no threat; 3 stands for more than two. */
export function stonesToStop(game: Connect6Game): number {
  const threats = threatsOf(game, otherSide(game.side));
  if (threats.length === 0) return 0;
  const empty = game.stones.flatMap((stone, point) => (stone === '.' ? [point] : []));
  const stops = (...placed: number[]) =>
    threats.every((window) => placed.some((point) => window.includes(point)));
  if (empty.some((point) => stops(point))) return 1;
  // Points in no threat stop nothing.
  const useful = empty.filter((point) => threats.some((window) => window.includes(point)));
  return useful.some((one) => useful.some((two) => stops(one, two))) ? 2 : 3;
}
