// perft(): counts the leaves of the full game tree, spread over threads by the first two plies.
import type { Position } from '../core/game.js';
import { checkNames, integer, optionNames, requireValue } from '../core/schema.js';
import { choiceFields } from '../core/search-request.js';
import { autoWorkers } from '../hosts/threads/thread-group.js';
import { checkPosition, type LoadedGame, playable } from './games.js';
import { threads } from './threads.js';

/** How leaves are counted. */
export interface PerftOptions {
  /** Threads, 1 to 256, or `auto`: one for each core. 1 if not given. */
  readonly workers?: number | 'auto';
  /** Aborting rejects with an AbortError. */
  readonly signal?: AbortSignal;
}

/** How many leaves there are, and how long it took to count them. */
export interface PerftResult {
  readonly nodes: number;
  readonly seconds: number;
}

const perftOptionNames = optionNames<PerftOptions>({ workers: true, signal: true });

/** The deepest perft, in plies. */
export const MAX_PERFT_DEPTH = 64;
/**
 * Leaves of the tree of the given depth, 0 to 64; at depth 0 that is the position itself. A game that
 * ends earlier counts one leaf in Othello and none in the other games. Exact up to 2^53.
 */
export async function perft(
  position: Position,
  depth: number,
  options: PerftOptions = {},
): Promise<PerftResult> {
  checkNames('', options, perftOptionNames);
  const { workers: asked = 1, signal } = options;
  requireValue(integer(0, MAX_PERFT_DEPTH), depth, 'depth', 'ERR_LIMIT');
  requireValue(choiceFields.workers, asked, 'workers', 'ERR_LIMIT');
  checkPosition(position);
  const game = await playable(position.game);
  const workers = asked === 'auto' ? await autoWorkers() : asked;
  const pieces = workers === 1 ? [{ position, depth }] : split(game, position, depth);
  const startedAt = performance.now();
  const failed = new AbortController();
  const stop = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  let next = 0;
  let nodes = 0;
  const work = async () => {
    const thread = await threads.lease();
    try {
      while (next < pieces.length) {
        const piece = pieces[next++]!;
        const at = game.sourcePosition(piece.position);
        const command = {
          type: 'perft',
          game: game.source,
          position: at,
          depth: piece.depth,
        } as const;
        const counted = (await thread.run(command, { signal: stop })) as number;
        nodes += counted;
      }
    } catch (error) {
      failed.abort();
      throw error;
    } finally {
      threads.giveBack(thread);
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, pieces.length) }, work));
  return { nodes, seconds: (performance.now() - startedAt) / 1000 };
}

/** The positions two plies below, where at least one is left; a finished game stays whole. */
function split(
  game: LoadedGame,
  position: Position,
  depth: number,
): { position: Position; depth: number }[] {
  let pieces = [{ position, depth }];
  for (let ply = 0; ply < Math.min(2, depth - 1); ply++) {
    pieces = pieces.flatMap((piece) => {
      const moves = game.legalMoves(piece.position);
      if (moves.length === 0) return [piece];
      return moves.map((move) => {
        const played = game.play(piece.position, move);
        if (!played.ok) throw new Error('a generated move was refused');
        return { position: played.value, depth: piece.depth - 1 };
      });
    });
  }
  return pieces;
}
