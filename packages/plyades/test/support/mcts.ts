// Searches by random games for tests: in this thread, on threads, and the values that they must prove.

import { WIN } from '#dist/core/score.js';
import type { SearchRequest } from '#dist/core/search-request.js';
import { type GameSource, openGame } from '#dist/games/open.js';
import type { PlainGame } from '#dist/games/plain/index.js';
import { compileKernel, type MctsNode, MctsTree } from '#dist/kernel/index.js';
import { MctsSearch } from '#dist/mcts/search.js';

export interface Place {
  readonly seed: number;
  readonly x: number;
  readonly y: number;
}

/** The value of a state for side 0. */
export function valueForFirst<State, Move>(game: PlainGame<State, Move>, state: State): number {
  const winner = game.winner(state);
  if (winner !== undefined) return winner === 'draw' ? 0 : winner === 0 ? WIN : -WIN;
  const values = game.moves(state).map((move) => valueForFirst(game, game.play(state, move)));
  return game.turn(state) === 0 ? Math.max(...values) : Math.min(...values);
}

/** The value for the side to move. */
export function valueForMover<State, Move>(game: PlainGame<State, Move>, state: State): number {
  const value = valueForFirst(game, state);
  return (game.turn(state) === 0 ? value : -value) + 0;
}

export async function sourceOf({ url, exportName }: PlainGame): Promise<GameSource> {
  const module = await compileKernel('foreign');
  return { kind: 'plain', module, url, exportName: exportName ?? 'default' };
}

/** A search in this thread with a tree of its own. */
export async function openTree(source: GameSource, bytes = 1 << 20): Promise<MctsSearch> {
  const opened = await openGame(source, ({ data }) => ({ capacity: bytes + (1 << 20), data }));
  return new MctsSearch(opened, MctsTree.create(opened.kernel, bytes));
}

/** A node with everything below it, by moves instead of addresses. */
export interface Snapshot extends Omit<MctsNode, 'address'> {
  readonly below: readonly Snapshot[];
}

export function snapshot(tree: MctsTree, node: MctsNode): Snapshot {
  const { address: _, ...rest } = node;
  return { ...rest, below: tree.children(node).map((child) => snapshot(tree, child)) };
}

export const mctsRequest = (fields: Partial<SearchRequest>): SearchRequest => ({
  ...{ game: '', position: '', before: [], depth: 128, mode: 'play', selective: true },
  ...{ algorithm: 'mcts', settings: {}, workers: 1, table: 'shared', hash: 1, seed: 1 },
  deterministic: false,
  ...fields,
});
