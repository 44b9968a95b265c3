// What a board shows and takes, the same for every game with squares: a picture of a position, and moves as the
// targets that a player touches one after the other. Each game has a module in games/ that reads both from text.
import type { GameNotation, Move, Position, Side } from 'plyades';

/**
 * A square or a slot of a hand. Squares are numbered row by row from the top left of the board that is not flipped;
 * the slots of both hands follow the last square.
 */
export type Target = number;

export interface Piece {
  readonly side: Side;
  /** The game's letter for it, such as `n` for a knight. */
  readonly kind: string;
  /** Such as `white knight`. */
  readonly name: string;
}

/** A piece that can be dropped, and how many of it there are. */
export interface HandSlot {
  readonly target: Target;
  readonly piece: Piece;
  readonly count: number;
}

export interface BoardPicture {
  /** By square. */
  readonly squares: readonly (Piece | undefined)[];
  /** The side to move. */
  readonly turn: Side;
  /** By side, in games with pieces in hand: every slot, those without pieces too. */
  readonly hands?: readonly [readonly HandSlot[], readonly HandSlot[]];
}

/** Moves that touch the same targets differ in their choice, such as the piece that a pawn becomes. */
export interface Choice {
  /** Such as `Queen` or `Promote`. */
  readonly label: string;
  /** The piece that comes to stand on the last square. */
  readonly piece: Piece;
}

export interface MoveShape {
  readonly move: Move;
  /** Targets in the order in which they are touched; none for a pass. */
  readonly path: readonly Target[];
  readonly choice?: Choice;
  /** True when each target gets a stone and nothing moves from one to the next. */
  readonly stones?: true;
}

/** How squares look. */
export type BoardStyle = 'chequered' | 'felt' | 'points' | 'shogi' | 'cells';

/** What the boards know about a game with squares. */
export interface BoardGame {
  readonly columns: number;
  readonly rows: number;
  readonly style: BoardStyle;
  /** The sides as players call them, such as `Black`. */
  readonly sides: readonly [string, string];
  /** Names of columns from the left and of rows from the top; none where squares are numbered. */
  readonly columnNames: readonly string[];
  readonly rowNames: readonly string[];
  /** True when the names of squares are written on them. */
  readonly numbersSquares?: true;
  /** The name of a square in this game, such as `e4`; empty for squares that no move uses. */
  squareName(square: Target): string;
  /** Reads the text of `notation.makePosition`. */
  readPosition(text: string): BoardPicture;
  /** Reads the text of `notation.makeMove`; the picture is of the position before the move. */
  readMove(text: string, picture: BoardPicture): Omit<MoveShape, 'move'>;
  /** True when the squares on which a move can begin are marked before anything is touched. */
  readonly marksFirst?: boolean;
  /** In games in which any order of touching is the same move, and `legalMoves` leaves moves out. */
  readonly placesStones?: {
    /** How many stones a move places. */
    count(picture: BoardPicture): number;
    /** A stone of a side. */
    stone(side: Side): Piece;
  };
}

export function pictureOf(board: BoardGame, notation: GameNotation, position: Position) {
  return board.readPosition(notation.makePosition(position));
}

export function shapeOf(
  board: BoardGame,
  notation: GameNotation,
  picture: BoardPicture,
  move: Move,
): MoveShape {
  return { move, ...board.readMove(notation.makeMove(move), picture) };
}

/** The accessible name of a square: `e4, white knight` or `e4, empty`. */
export function describeSquare(board: BoardGame, picture: BoardPicture, square: Target): string {
  const name = board.squareName(square);
  return name === '' ? 'unused square' : `${name}, ${picture.squares[square]?.name ?? 'empty'}`;
}
