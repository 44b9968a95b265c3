// Edges of synthetic trees: their sum along a path, with turning signs, is the score that the game evaluates.
import { loadGame } from 'plyades';
import { expect, test } from 'vitest';
import { syntheticNode } from '../../src/boards/synthetic.js';
import { randomGame } from './random-games.js';

test('edges along a path add up to the score of the game', async () => {
  const game = await loadGame('synthetic');
  const { moves, positions } = randomGame(game, 5, 30);
  let score = 0;
  for (const [i, move] of moves.entries()) {
    const node = syntheticNode(game, positions[i]!);
    expect(node.ply).toBe(i);
    expect(node.children.map((child) => child.move)).toEqual(game.legalMoves(positions[i]!));
    score = -(score + node.children.find((child) => child.move === move)!.edge);
    expect(game.evaluate(positions[i + 1]!)).toBe(score);
  }
  expect(score).not.toBe(0);
});
