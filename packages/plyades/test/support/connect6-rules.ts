// The rules of Connect6 on an array of characters, and which moves a search looks at, as slow and plain
// as possible: what the kernel and the notation are compared with. Shares nothing with either.

export interface Connect6Game {
  /** x, o or . per point, from a1 along the rows. */
  readonly stones: readonly string[];
  readonly side: 'x' | 'o';
}

/** One point or two, the smaller first. */
export type Connect6Move = readonly number[];

export const connect6Start: Connect6Game = {
  stones: Array.from({ length: 361 }, () => '.'),
  side: 'x',
};

/** Every six points in a row. */
export const windows: readonly (readonly number[])[] = Array.from({ length: 361 }, (_, point) =>
  [
    [1, 0],
    [0, 1],
    [1, 1],
    [-1, 1],
  ].flatMap(([dx = 0, dy = 0]) => {
    const line = Array.from({ length: 6 }, (_, i) => [
      (point % 19) + i * dx,
      Math.floor(point / 19) + i * dy,
    ]);
    const inside = line.every(([x = 0, y = 0]) => x >= 0 && x < 19 && y < 19);
    return inside ? [line.map(([x = 0, y = 0]) => 19 * y + x)] : [];
  }),
).flat();

const windowsOf = Array.from({ length: 361 }, (_, point) =>
  windows.filter((window) => window.includes(point)),
);

export const otherSide = (side: 'x' | 'o') => (side === 'x' ? 'o' : 'x');

export function connect6Text({ stones, side }: Connect6Game): string {
  const ranks = Array.from({ length: 19 }, (_, i) =>
    stones
      .slice(19 * (18 - i), 19 * (19 - i))
      .join('')
      .replace(/\.+/g, (run) => String(run.length)),
  );
  return `${ranks.join('/')} ${side} ${stones.every((stone) => stone === '.') ? 1 : 2}`;
}

export function connect6Game(text: string): Connect6Game {
  const [board = '', side] = text.split(' ');
  const ranks = board.replace(/[0-9]+/g, (run) => '.'.repeat(Number(run))).split('/');
  return {
    stones: ranks.toReversed().flatMap((rank) => [...rank]),
    side: side === 'x' ? 'x' : 'o',
  };
}

const pointText = (point: number) =>
  'abcdefghijklmnopqrs'[point % 19]! + (Math.floor(point / 19) + 1);

export const moveText = (move: Connect6Move) => move.map(pointText).join('');

export function playConnect6(game: Connect6Game, move: Connect6Move): Connect6Game {
  const stones = [...game.stones];
  for (const point of move) stones[point] = game.side;
  return { stones, side: otherSide(game.side) };
}

export const hasSix = ({ stones }: Connect6Game, side: 'x' | 'o') =>
  windows.some((window) => window.every((point) => stones[point] === side));

export const isOver = (game: Connect6Game) =>
  hasSix(game, 'x') || hasSix(game, 'o') || !game.stones.includes('.');

/** All moves the rules allow, some 65,000. */
export function connect6Moves(game: Connect6Game): Connect6Move[] {
  if (isOver(game)) return [];
  const empty = emptyPoints(game.stones);
  return empty.length === 361 ? empty.map((point) => [point]) : pairs(empty);
}

// --- which of them a search looks at -------------------------------------------------------------

/** What a window is worth to the side that alone has stones in it, by their number. */
const WORTH = [0, 0, 10, 24, 111, 111, 111];

/** How many points are paired. */
const PAIRED = 24;

/** The best `limit` moves as the kernel lists them. */
export function connect6Branches(game: Connect6Game, limit: number): Connect6Move[] {
  if (isOver(game)) return [];
  const { stones, side } = game;
  const empty = emptyPoints(stones);
  if (empty.length === 361) {
    return inOrder.slice(0, limit).map((point) => [point]);
  }
  const singles = empty.map((point) => [point]);
  const points = best(singles, game, PAIRED);
  const candidates = points.map(([point]) => point!);

  const wins = threatsOf(game, side).map((window) => {
    const holes = window.filter((point) => stones[point] === '.');
    return holes.length === 2 ? holes : [holes[0]!, candidates.find((each) => each !== holes[0])!];
  });
  if (wins.length > 0) return best(wins, game, limit);

  const threats = threatsOf(game, otherSide(side));
  if (threats.length > 0) {
    const stops = (...placed: number[]) =>
      threats.every((window) => window.some((point) => placed.includes(point)));
    const holes = new Set(threats.flat().filter((point) => stones[point] === '.'));
    const alone = [...holes].filter((point) => stops(point));
    const withAny = alone.flatMap((point) =>
      candidates.filter((each) => each !== point).map((each) => [point, each]),
    );
    const together = pairs([...holes]).filter(
      ([one, two]) => stops(one!, two!) && !alone.includes(one!) && !alone.includes(two!),
    );
    const defences = [...withAny, ...together];
    return defences.length > 0 ? best(defences, game, limit) : best(pairs(candidates), game, 1);
  }
  return best(pairs(candidates), game, limit);
}

/** All points, those near the centre first: of equals the earlier one is better. */
const inOrder: readonly number[] = Array.from({ length: 361 }, (_, point) => ({
  point,
  distance: ((point % 19) - 9) ** 2 + (Math.floor(point / 19) - 9) ** 2,
  scrambled: (point * 156) % 361,
}))
  .toSorted((a, b) => a.distance - b.distance || a.scrambled - b.scrambled)
  .map(({ point }) => point);

/** The windows that the side can fill with two stones. */
export function threatsOf({ stones }: Connect6Game, side: 'x' | 'o'): (readonly number[])[] {
  return windows.filter((window) => {
    const own = window.filter((point) => stones[point] === side).length;
    return (own === 4 || own === 5) && window.every((point) => stones[point] !== otherSide(side));
  });
}

/** The sum over all windows, from the side to move. */
export function worthOf({ stones, side }: Connect6Game): number {
  return sumOf(windows, stones, side);
}

function sumOf(some: Iterable<readonly number[]>, stones: readonly string[], side: string): number {
  let sum = 0;
  for (const window of some) {
    const held = window.map((point) => stones[point]).filter((stone) => stone !== '.');
    if (held.every((stone) => stone === held[0])) {
      sum += (held[0] === side ? 1 : -1) * WORTH[held.length]!;
    }
  }
  return sum;
}

/** The moves that change the sum most, each once; of equals the one whose last point is the earliest. */
function best(moves: readonly Connect6Move[], game: Connect6Game, limit: number): Connect6Move[] {
  const scored = moves.map((move) => {
    const near = new Set(move.flatMap((point) => windowsOf[point]!));
    const after = playConnect6(game, move).stones;
    const score = sumOf(near, after, game.side) - sumOf(near, game.stones, game.side);
    const places = move.map((point) => inOrder.indexOf(point));
    const [last, first] = [Math.max(...places), Math.min(...places)];
    return { move: move.toSorted((a, b) => a - b), score, last, first };
  });
  scored.sort((a, b) => b.score - a.score || a.last - b.last || a.first - b.first);
  const unique = scored.filter(({ move }, i) => String(move) !== String(scored[i - 1]?.move));
  return unique.slice(0, limit).map(({ move }) => move);
}

function emptyPoints(stones: readonly string[]): number[] {
  return stones.flatMap((stone, point) => (stone === '.' ? [point] : []));
}

function pairs(points: readonly number[]): number[][] {
  const sorted = points.toSorted((a, b) => a - b);
  return sorted.flatMap((one, i) => sorted.slice(i + 1).map((two) => [one, two]));
}

// --- collections ---------------------------------------------------------------------------------

/** A point of the collections: column letter, row letter, both from A. */
const collectedPoint = (text: string) => text.charCodeAt(0) - 65 + 19 * (text.charCodeAt(1) - 65);

/** A turn of the collections: one point or two. */
export const collectedMove = (text: string) =>
  (text.match(/../g) ?? []).map(collectedPoint).toSorted((a, b) => a - b);
