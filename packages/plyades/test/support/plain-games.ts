// Games in plain TypeScript to search: random graphs in which nothing is regular, and a kernel for
// any game.
import { createRandom, type Random } from '#dist/core/random.js';
import { type Binding, bindGame, defineGame, type PlainGame } from '#dist/games/plain/index.js';
import { compileKernel, Kernel, Searcher } from '#dist/kernel/index.js';

export interface Node {
  readonly x: number;
  readonly y: number;
}

export type Step = 'right' | 'up' | 'jump';

/**
 * A walk over a grid: every place has a random side to move, result, evaluation and list of moves, so
 * a side may move twice in a row, games end anywhere, and most places are reached on many ways.
 */
export function randomWalk(
  seed: number,
  kind: 'number' | 'string' | 'bigint' | 'none',
): PlainGame<Node, Step> {
  const draw = ({ x, y }: Node, what: number) =>
    createRandom(seed * 1_000_003 + x * 8009 + y * 97 + what * 31_337).next();
  const steps: readonly Step[] = ['right', 'up', 'jump'];
  const keys = {
    number: (s: Node) => s.x * 1000 + s.y,
    string: (s: Node) => `${s.x},${s.y}`,
    bigint: (s: Node) => BigInt(s.x) * 2n ** 70n - BigInt(s.y),
  };
  return defineGame({
    url: import.meta.url,
    start: (): Node => ({ x: 0, y: 0 }),
    turn: (s) => (draw(s, 1) % 2 === 0 ? 0 : 1),
    moves: (s) => {
      const from = draw(s, 2) % 3;
      const count = 1 + (draw(s, 3) % 3);
      return [...steps.slice(from), ...steps.slice(0, from)].slice(0, count);
    },
    play: ({ x, y }, step) => {
      if (step === 'right') return { x: x + 1, y };
      return step === 'up' ? { x, y: y + 1 } : { x: x + 1, y: y + 2 };
    },
    winner: (s) => ([0, 1, 'draw'] as const)[draw(s, 4) % 24],
    evaluate: (s) => (draw(s, 5) % 41) - 20,
    ...(kind !== 'none' && { key: keys[kind] }),
  });
}

export interface PlainBench<State, Move> {
  readonly game: PlainGame<State, Move>;
  readonly binding: Binding<State, Move>;
  readonly kernel: Kernel;
  readonly searcher: Searcher;
  /** Where the searcher's roots are placed. */
  readonly slot: number;
}

const MAX_PLY = 64;

export async function openPlain<State, Move>(
  game: PlainGame<State, Move>,
  capacity = 16 << 20,
): Promise<PlainBench<State, Move>> {
  const module = await compileKernel('foreign');
  const binding = bindGame(game);
  const kernel = new Kernel(module, { capacity, imports: binding.imports });
  const searcher = new Searcher(kernel, MAX_PLY);
  return { game, binding, kernel, searcher, slot: binding.reserve(MAX_PLY) };
}

/** The state after some random moves, or where the game ended. */
export function randomState<State, Move>(
  game: PlainGame<State, Move>,
  plies: number,
  random: Random,
): State {
  let state = game.start();
  for (let i = 0; i < plies && game.winner(state) === undefined; i++) {
    const moves = game.moves(state);
    state = game.play(state, moves[random.below(moves.length)]!);
  }
  return state;
}
