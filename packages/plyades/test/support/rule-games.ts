// Random games in plain TypeScript for rules that a search must know: positions that occur again, margins, symmetric
// positions, and sides that move twice in a row in all of them.
import { createRandom } from '#dist/core/random.js';
import { defineGame, type PlainGame, type RepetitionRule } from '#dist/games/plain/index.js';

export interface Place {
  readonly node: number;
}

/** A move is an object, a new one each time. */
export interface Way {
  readonly to: number;
}

export interface GraphOptions {
  readonly nodes: number;
  /** One of so many nodes is the end of the game. */
  readonly ends: number;
  readonly repetition?: RepetitionRule;
  /** Whether it is played for a margin. */
  readonly scored?: boolean;
  /** A node's number as text. */
  readonly textKey?: boolean;
}

/** A stone on a random directed graph full of cycles; node, side to move, moves and values are random. */
export function randomGraph(seed: number, options: GraphOptions): PlainGame<Place, Way> {
  const { nodes, ends, repetition, scored = false, textKey = false } = options;
  const draw = (node: number, what: number) =>
    createRandom(seed * 1_000_003 + node * 8009 + what * 31_337).next();
  const margin = (node: number) => (draw(node, 6) % 31) - 15;
  return defineGame({
    url: import.meta.url,
    start: (): Place => ({ node: 0 }),
    turn: ({ node }) => (draw(node, 1) % 2 === 0 ? 0 : 1),
    moves: ({ node }) => {
      const targets = [2, 3, 4].map((what) => draw(node, what) % nodes);
      return [...new Set(targets.slice(0, 1 + (draw(node, 5) % 3)))].map((to) => ({ to }));
    },
    play: (_, { to }) => ({ node: to }),
    winner: ({ node }) => {
      if (node === 0 || draw(node, 7) % ends !== 0) return undefined;
      if (!scored) return ([0, 1, 'draw'] as const)[draw(node, 8) % 3];
      return margin(node) > 0 ? 0 : margin(node) < 0 ? 1 : 'draw';
    },
    evaluate: ({ node }) => (draw(node, 9) % 41) - 20,
    key: ({ node }) => (textKey ? `node ${node}` : node),
    ...(repetition && { repetition }),
    ...(scored && { score: ({ node }: Place) => margin(node) }),
  });
}

export interface Flipped {
  readonly x: number;
  readonly y: number;
  /** 1 for the mirror image. */
  readonly flip: 0 | 1;
}

export type Step = 'right' | 'up' | 'jump';

/** Like `randomWalk`, on a board of which every position has a mirror image with its moves in another order. */
export function mirroredWalk(seed: number, withSymmetries: boolean): PlainGame<Flipped, Step> {
  const draw = ({ x, y }: Flipped, what: number) =>
    createRandom(seed * 1_000_003 + x * 8009 + y * 97 + what * 31_337).next();
  const mirrored: Record<Step, Step> = { right: 'up', up: 'right', jump: 'jump' };
  const other = (flip: 0 | 1) => (flip === 0 ? 1 : 0);
  return defineGame({
    url: import.meta.url,
    start: (): Flipped => ({ x: 0, y: 0, flip: 0 }),
    turn: (s) => (draw(s, 1) % 2 === 0 ? 0 : 1),
    moves: (s) => {
      const steps: readonly Step[] = ['right', 'up', 'jump'];
      const from = draw(s, 2) % 3;
      const list = [...steps.slice(from), ...steps.slice(0, from)].slice(0, 1 + (draw(s, 3) % 3));
      return s.flip === 0 ? list : list.map((step) => mirrored[step]).reverse();
    },
    play: (s, step) => {
      const { x, y, flip } = s;
      const own = flip === 0 ? step : mirrored[step];
      // Which of the two images is reached differs from way to way.
      const next = draw(s, own === 'right' ? 10 : own === 'up' ? 11 : 12) % 2 ? other(flip) : flip;
      if (own === 'right') return { x: x + 1, y, flip: next };
      return own === 'up' ? { x, y: y + 1, flip: next } : { x: x + 1, y: y + 2, flip: next };
    },
    winner: (s) => ([0, 1, 'draw'] as const)[draw(s, 4) % 24],
    evaluate: (s) => (draw(s, 5) % 41) - 20,
    key: (s) => (s.x * 1000 + s.y) * 2 + s.flip,
    ...(withSymmetries && { symmetries: (s: Flipped) => [{ ...s, flip: other(s.flip) }] }),
  });
}

const LINES = ['012', '345', '678', '036', '147', '258', '048', '246'];
/** A quarter turn and a mirror, by the cells from which cells come. */
const QUARTER = [6, 3, 0, 7, 4, 1, 8, 5, 2];
const MIRROR = [2, 1, 0, 5, 4, 3, 8, 7, 6];
const image = (cells: string, from: readonly number[]) => from.map((i) => cells[i]).join('');

/** A state is its cells: X begins. */
export const ticTacToe: PlainGame<string, number> = defineGame({
  url: import.meta.url,
  start: () => '.........',
  turn: (cells) => (cells.replaceAll('.', '').length % 2 === 0 ? 0 : 1),
  moves: (cells) => [...cells].flatMap((cell, i) => (cell === '.' ? [i] : [])),
  play: (cells, i) =>
    cells.slice(0, i) + 'XO'[cells.replaceAll('.', '').length % 2] + cells.slice(i + 1),
  winner: (cells) => {
    const won = (stone: string) =>
      LINES.some((line) => [...line].every((i) => cells[+i] === stone));
    if (won('X')) return 0;
    return won('O') ? 1 : cells.includes('.') ? undefined : 'draw';
  },
  evaluate: () => 0,
  key: (cells) => cells,
  symmetries: (cells) => {
    const quarter = image(cells, QUARTER);
    const half = image(quarter, QUARTER);
    const turned = [quarter, half, image(half, QUARTER)];
    return [...turned, ...[cells, ...turned].map((each) => image(each, MIRROR))];
  },
});

/** States of a random game from the start, the last one not over; at least one. */
export function randomGame<State, Move>(
  game: PlainGame<State, Move>,
  plies: number,
  seed: number,
  isOver: (states: readonly State[]) => boolean,
): State[] {
  const random = createRandom(seed);
  const states = [game.start()];
  for (let i = 0; i < plies; i++) {
    const moves = game.moves(states.at(-1)!);
    const next = game.play(states.at(-1)!, moves[random.below(moves.length)]!);
    if (isOver([...states, next])) break;
    states.push(next);
  }
  return states;
}
