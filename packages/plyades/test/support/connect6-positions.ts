// Positions of Connect6 to test with: puzzles, real games, and random ones in which stones lie close
// enough to threaten each other.
import { readFileSync } from 'node:fs';
import type { Random } from '#dist/core/random.js';
import {
  type Connect6Game,
  collectedMove,
  connect6Branches,
  connect6Start,
  isOver,
  playConnect6,
} from './connect6-rules.js';
import { dataLines } from './data.js';

export interface Puzzle {
  readonly name: string;
  readonly side: string;
  /** Turns of the attacker until he has more threats than can be stopped. */
  readonly turns: number;
  readonly proved: boolean;
  readonly game: Connect6Game;
  readonly line: readonly number[][];
}

const playAll = (moves: readonly number[][]) => moves.reduce(playConnect6, connect6Start);

export function puzzles(): Puzzle[] {
  return dataLines('connect6/puzzles.txt').map((text) => {
    const [name, side, turns, status, moves, line] = text.split('|');
    return {
      name: name!,
      side: side!,
      turns: Number(turns),
      proved: status === 'proved',
      game: playAll(moves!.split(' ').map(collectedMove)),
      line: (line ?? '').split(' ').map(collectedMove),
    };
  });
}

/**
 * The moves of each game of the collection. A game that was won with the first stone of a turn has no
 * second one there; it is put on a1.
 */
export function collectedGames(): number[][][] {
  const text = readFileSync(new URL('../data/connect6/games.sgf', import.meta.url), 'utf8');
  return [...text.matchAll(/^\(.*\)$/gm)].map(([game]) => {
    const stones = [...game.matchAll(/;[BW]\[(..)\]/g)].map(([, point]) => point!);
    const turns = [stones[0]!];
    for (let i = 1; i < stones.length; i += 2) turns.push(stones[i]! + (stones[i + 1] ?? 'AA'));
    return turns.map(collectedMove);
  });
}

/** Every position of a random game of moves that a search would look at. */
export function randomGame(random: Random, limit: number): Connect6Game[] {
  const met = [connect6Start];
  for (let game = connect6Start; !isOver(game); met.push(game)) {
    const moves = connect6Branches(game, limit);
    game = playConnect6(game, moves[random.below(moves.length)]!);
  }
  return met;
}

/** Stones at random in a corner or a band of the board, no six and no game over. */
export function crowdedPosition(random: Random): Connect6Game {
  for (;;) {
    const [width, height] = [6 + random.below(14), 6 + random.below(14)];
    const [left, low] = [random.below(20 - width), random.below(20 - height)];
    const moves = 1 + 2 * random.below(Math.floor((width * height) / 3));
    const stones = [...connect6Start.stones];
    for (let placed = 0; placed < moves; ) {
      const point = left + random.below(width) + 19 * (low + random.below(height));
      if (stones[point] !== '.') continue;
      stones[point] = ((placed + 1) >> 1) % 2 === 0 ? 'x' : 'o';
      placed++;
    }
    const game: Connect6Game = { stones, side: ((moves + 1) >> 1) % 2 === 0 ? 'x' : 'o' };
    if (!isOver(game)) return game;
  }
}
