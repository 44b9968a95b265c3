// The drawing of a position, without anything that can be operated: cells and buttons lie above it.
import { HandDrawing } from './hands.js';
import { isTurned, type Layout, type Point, SQUARE } from './layout.js';
import { Marks, type PlacedMark } from './marks.js';
import type { BoardGame, BoardPicture, Piece, Target } from './picture.js';
import { PieceDrawing } from './pieces/piece.js';
import { Coordinates, Surface } from './surface.js';

/** A piece that follows the pointer. */
export interface Drag {
  readonly piece: Piece;
  readonly from: Target;
  readonly at: Point;
}

export interface DrawingProps {
  readonly board: BoardGame;
  readonly layout: Layout;
  readonly picture: BoardPicture;
  readonly small: boolean;
  /** Squares of the last move. */
  readonly last: readonly Target[];
  readonly picked: readonly Target[];
  /** Targets to mark. */
  readonly targets: readonly Target[];
  readonly marks: readonly PlacedMark[];
  readonly drag: Drag | undefined;
}

export function BoardDrawing(props: DrawingProps) {
  const { board, layout, picture, small, last, picked, targets, marks, drag } = props;
  const corner = (target: Target): Point => {
    const { x, y } = layout.centre(target);
    return { x: x - SQUARE / 2, y: y - SQUARE / 2 };
  };
  const place = (target: Target) => `translate(${corner(target).x} ${corner(target).y})`;
  const square = { width: SQUARE, height: SQUARE };
  const draw = (piece: Piece) => (
    <PieceDrawing piece={piece} style={board.style} turned={isTurned(piece.side, layout.flipped)} />
  );
  return (
    <svg viewBox={`0 0 ${layout.width} ${layout.height}`} aria-hidden="true">
      <Surface board={board} layout={layout} />
      {!small && <Coordinates board={board} layout={layout} />}
      {last.map((target) => (
        <rect key={target} class={`last-move ${board.style}`} {...corner(target)} {...square} />
      ))}
      {picture.hands !== undefined && (
        <HandDrawing {...{ board, layout, hands: picture.hands, picked }} lifted={drag?.from} />
      )}
      {picked.map((target) => (
        <rect key={target} class="picked" {...corner(target)} {...square} />
      ))}
      {picture.squares.map((piece, target) =>
        piece === undefined ? null : (
          <g
            key={target}
            transform={place(target)}
            class={drag?.from === target ? 'lifted' : undefined}
          >
            {draw(piece)}
          </g>
        ),
      )}
      {board.placesStones !== undefined &&
        picked.map((target) => (
          <g key={target} class="lifted" transform={place(target)}>
            {draw(board.placesStones!.stone(picture.turn))}
          </g>
        ))}
      {targets.map((target) => (
        <TargetMark
          key={target}
          at={layout.centre(target)}
          takes={picture.squares[target] !== undefined}
        />
      ))}
      {hasDots(board) &&
        last.map((target) => {
          const { x, y } = layout.centre(target);
          return <circle key={target} class="last-dot" cx={x} cy={y} r={9} />;
        })}
      <Marks marks={marks} layout={layout} />
      {drag !== undefined && (
        <g class="dragged" transform={`translate(${drag.at.x - 50} ${drag.at.y - 50})`}>
          {draw(drag.piece)}
        </g>
      )}
    </svg>
  );
}

function TargetMark({ at, takes }: { readonly at: Point; readonly takes: boolean }) {
  return (
    <circle class={takes ? 'target taking' : 'target'} cx={at.x} cy={at.y} r={takes ? 45 : 14} />
  );
}

/** Where stones are placed, the last ones have a dot. */
const hasDots = ({ style }: BoardGame): boolean => style === 'felt' || style === 'points';
