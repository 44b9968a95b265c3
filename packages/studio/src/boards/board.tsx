// The board of a game: its squares and pieces where the studio knows them, a list of children in synthetic trees, and
// for games in plain TypeScript the game's own picture and a list of moves.
import type { LoadedGame, Move, Position } from 'plyades';
import type { JSX } from 'preact';
import './boards.css';
import { boardGameOf } from './games/index.js';
import { GridBoard } from './grid-board.js';
import { PlainBoard } from './plain-board.js';
import { SyntheticBoard } from './synthetic-board.js';

export interface BoardProps {
  readonly game: LoadedGame;
  readonly position: Position;
  readonly lastMove?: Move | undefined;
  /** Legal moves that can be played by click, drag or keyboard; none: the board only shows. */
  readonly legal?: readonly Move[] | undefined;
  readonly onMove?: ((move: Move) => void) | undefined;
  /** Candidate moves to show as arrows or marked squares, with a share 0..1 that sets their weight, and a label. */
  readonly marks?: readonly {
    readonly move: Move;
    readonly share: number;
    readonly label?: string;
  }[];
  readonly flipped?: boolean;
  /** A small board without coordinates and input. */
  readonly small?: boolean;
}

export function Board(props: BoardProps): JSX.Element {
  const board = boardGameOf(props.game.id);
  if (board !== undefined) return <GridBoard key={props.game.id} {...props} board={board} />;
  if (props.game.id === 'synthetic') return <SyntheticBoard {...props} />;
  return <PlainBoard {...props} />;
}
