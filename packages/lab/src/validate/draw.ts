// Draws the positions of `lab/validate` by lot: random openings, searched as deep as gives them about as many nodes each.
// An opening whose searches do not come out in that range is drawn again, whatever its speedup would be.
import { loadGame } from 'plyades/internal/api/games.js';
import { search } from 'plyades/internal/api/search.js';
import { createRandom, type Random } from 'plyades/internal/core/random.js';
import { unwrap } from 'plyades/internal/core/result.js';
import type { DrawnPosition, ValidationPlan, ValidationRound } from './settings.js';

type Game = Awaited<ReturnType<typeof loadGame>>;

/** Random moves from the start; undefined when the game is over after them. */
export function drawMoves(game: Game, plies: number, random: Random): string | undefined {
  const moves: string[] = [];
  let position = game.notation.start();
  for (let ply = 0; ply < plies; ply++) {
    const legal = game.legalMoves(position);
    if (legal.length === 0) return undefined;
    const move = legal[random.below(legal.length)]!;
    moves.push(game.writeMove(position, move));
    position = unwrap(game.play(position, move));
  }
  return game.legalMoves(position).length === 0 ? undefined : moves.join(' ');
}

/** The openings of a game in the order of the lot, as many as were asked for and as its searches allow. */
export async function drawPositions(
  id: string,
  count: number,
  { seed }: Pick<ValidationRound, 'seed'>,
  { plies, nodes, hash }: Pick<ValidationPlan, 'plies' | 'nodes' | 'hash'>,
): Promise<DrawnPosition[]> {
  const game = await loadGame(id);
  const random = createRandom(seed);
  const [least, most] = nodes[id]!;
  const drawn: DrawnPosition[] = [];
  while (drawn.length < count) {
    const moves = drawMoves(game, plies, random);
    if (moves === undefined) continue;
    const sized = await depthOf(game, moves, least, most, hash);
    if (sized !== undefined) drawn.push({ moves, ...sized });
  }
  return drawn;
}

async function depthOf(game: Game, moves: string, least: number, most: number, hash: number) {
  const start = game.notation.makePosition(game.notation.start());
  const position = unwrap(game.parsePosition(start, moves));
  for (let depth = 6; depth < 60; depth++) {
    const query = { position, depth, mode: 'exact', hash, nodes: most } as const;
    const { nodes, status } = await search(query).result;
    if (status !== 'depth') return undefined;
    if (nodes >= least) return { depth, nodes };
  }
  return undefined;
}
