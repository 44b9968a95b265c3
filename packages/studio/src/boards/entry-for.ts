// The entry of moves for a position of a game: by the list of legal moves, or stone by stone where the game takes more
// moves than it lists.
import type { LoadedGame, Move, Position } from 'plyades';
import { type MoveEntry, pathEntry, stoneEntry } from './entry.js';
import type { BoardGame, BoardPicture, MoveShape } from './picture.js';

export interface EntryInput {
  readonly game: LoadedGame;
  readonly board: BoardGame;
  readonly position: Position;
  readonly picture: BoardPicture;
  /** The legal moves. */
  readonly shapes: readonly MoveShape[];
}

export function entryFor({ game, board, position, picture, shapes }: EntryInput): MoveEntry {
  if (board.placesStones === undefined) return pathEntry(shapes);
  const free = picture.squares.flatMap((piece, square) => (piece === undefined ? [square] : []));
  return stoneEntry(
    new Set(free),
    board.placesStones.count(picture),
    (points): Move | undefined => {
      const move = game.notation.parseMove(points.map((point) => board.squareName(point)).join(''));
      return move.ok && game.play(position, move.value).ok ? move.value : undefined;
    },
  );
}
