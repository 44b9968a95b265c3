// Games of random legal moves, by seed, for tests of boards and game files.
import type { LoadedGame, Move, Position } from 'plyades';

/** Numbers below a bound, by seed (mulberry32). */
export function randomBelow(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

export interface RandomGame {
  readonly start: Position;
  readonly moves: readonly Move[];
  /** One more than moves. */
  readonly positions: readonly Position[];
}

/** At most `plies` moves from a position, fewer when the game ends. */
export function randomGame(
  game: LoadedGame,
  seed: number,
  plies: number,
  start: Position = game.notation.start(),
): RandomGame {
  const below = randomBelow(seed);
  const moves: Move[] = [];
  const positions = [start];
  while (moves.length < plies) {
    const position = positions.at(-1)!;
    const legal = game.legalMoves(position);
    if (legal.length === 0) break;
    const move = legal[below(legal.length)]!;
    const next = game.play(position, move);
    if (!next.ok) throw new Error(next.error.message);
    moves.push(move);
    positions.push(next.value);
  }
  return { start, moves, positions };
}
