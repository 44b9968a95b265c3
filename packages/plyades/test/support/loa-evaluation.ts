// The evaluation of Lines of Action once more, by the words of assembly/games/loa/evaluation.ts alone: on
// an array of characters, with loops over stones, pairs of stones and quads. Shares its weights with the
// kernel and nothing else.
import { type LoaGame, loaMoves } from './loa-rules.js';
import { weightOf, weightsOf } from './weights.js';

const FILE = 'loa/evaluation.ts';
const [DISTANCE, WORTH, CONNECTION, QUAD, MOBILITY, TURN] = [
  'DISTANCE',
  'WORTH',
  'CONNECTION',
  'QUAD',
  'MOBILITY',
  'TURN',
].map((name) => weightOf(FILE, name)) as [number, number, number, number, number, number];
const SQUARES = weightsOf(FILE, 'SQUARES');
const LEAST = weightsOf(FILE, 'LEAST');

interface Stone {
  readonly x: number;
  readonly y: number;
}

/** From the side to move. */
export function evaluateLoa(game: LoaGame): number {
  const other = game.side === 'X' ? 'O' : 'X';
  return (
    formation(stonesOf(game, game.side)) -
    formation(stonesOf(game, other)) +
    MOBILITY * (mobility(game) - mobility({ ...game, side: other })) +
    TURN
  );
}

function stonesOf({ squares }: LoaGame, side: string): Stone[] {
  return squares.flatMap((stone, square) =>
    stone === side ? [{ x: square % 8, y: Math.floor(square / 8) }] : [],
  );
}

function formation(stones: readonly Stone[]): number {
  const sum = (of: (stone: Stone) => number) => stones.reduce((total, s) => total + of(s), 0);
  const count = stones.length;
  // In half squares, like all distances.
  const centreX = Math.round((2 * sum(({ x }) => x)) / count);
  const centreY = Math.round((2 * sum(({ y }) => y)) / count);
  const distance = sum(({ x, y }) =>
    Math.max(Math.abs(2 * x - centreX), Math.abs(2 * y - centreY)),
  );
  const worth = sum(({ x, y }) => SQUARES[8 * y + x]!);
  const average =
    WORTH * worth + CONNECTION * connections(stones) - DISTANCE * (distance - LEAST[count]!);
  return Math.trunc(average / count) + QUAD * solidQuads(stones);
}

/** Pairs of stones that touch, each counted once. */
function connections(stones: readonly Stone[]): number {
  let pairs = 0;
  for (const [i, one] of stones.entries()) {
    for (const two of stones.slice(i + 1)) {
      if (Math.abs(one.x - two.x) <= 1 && Math.abs(one.y - two.y) <= 1) pairs++;
    }
  }
  return pairs;
}

/** Blocks of 2 x 2 squares with three or four of the stones. */
function solidQuads(stones: readonly Stone[]): number {
  let quads = 0;
  for (let left = 0; left < 7; left++) {
    for (let low = 0; low < 7; low++) {
      const inside = stones.filter(
        ({ x, y }) => (x === left || x === left + 1) && (y === low || y === low + 1),
      );
      if (inside.length >= 3) quads++;
    }
  }
  return quads;
}

/** A move counts 2, one to the border 1, and a capture twice as much. */
function mobility(game: LoaGame): number {
  let sum = 0;
  for (const move of loaMoves(game)) {
    if (move === 'pass') continue;
    const to = move[1];
    const isBorder = [0, 7].includes(to % 8) || [0, 7].includes(Math.floor(to / 8));
    sum += (isBorder ? 1 : 2) * (game.squares[to] === '-' ? 1 : 2);
  }
  return sum;
}
