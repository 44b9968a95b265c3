// A board with squares: the drawing, above it the cells and hands that take moves, and what a move still needs to be
// complete (a pass, a choice).
import type { LoadedGame } from 'plyades';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { BoardProps } from './board.js';
import { Cells, focusCell } from './cells.js';
import { ChoiceDialog } from './choice-dialog.js';
import { BoardDrawing } from './drawing.js';
import { HandButtons } from './hands.js';
import { layoutOf } from './layout.js';
import { type BoardGame, shapeOf, type Target } from './picture.js';
import { useEntry } from './use-entry.js';
import { usePointer } from './use-pointer.js';

export function GridBoard(props: BoardProps & { readonly board: BoardGame }) {
  const { board, game, position, lastMove, legal, onMove, marks = [] } = props;
  const small = props.small === true;
  const flipped = props.flipped === true;
  const text = game.notation.makePosition(position);
  const picture = useMemo(() => board.readPosition(text), [board, text]);
  const layout = useMemo(
    () => layoutOf(board, picture, { flipped, small }),
    [board, picture, flipped, small],
  );
  const entry = useEntry({
    ...{ game, board, position, picture, text, onMove },
    legal: small ? undefined : legal,
  });
  const { drag, handlers } = usePointer(layout, picture, entry);
  const [cursor, setCursor] = useState(Math.floor(((board.rows + 1) * board.columns) / 2));
  const table = useRef<HTMLTableElement>(null);

  const last = useMemo(() => lastSquares(board, game, lastMove), [board, game, lastMove]);
  const placed = marks.map((mark) => ({
    ...mark,
    shape: shapeOf(board, game.notation, picture, mark.move),
  }));
  const marksTargets =
    entry.picked.length > 0 ? board.placesStones === undefined : board.marksFirst === true;
  const label = `${game.notation.title} board, ${board.sides[picture.turn]} to move`;
  const ratio = layout.width / layout.height;

  return (
    <div
      class={`board${small ? ' small' : ''}${entry.active ? ' active' : ''}`}
      style={{ aspectRatio: ratio, '--board-ratio': ratio }}
      {...handlers}
    >
      <BoardDrawing
        {...{ board, layout, picture, small, last, drag, marks: placed, picked: entry.picked }}
        targets={marksTargets ? [...entry.next] : []}
      />
      {small ? (
        <p class="visually-hidden">{label}</p>
      ) : (
        <>
          <Cells
            {...{ table, board, layout, picture, entry, label, cursor }}
            onCursor={setCursor}
          />
          {picture.hands !== undefined && (
            <HandButtons
              {...{ board, layout, hands: picture.hands, entry }}
              onPicked={() => focusCell(table, cursor)}
            />
          )}
          <p class="visually-hidden" role="status" aria-live="polite">
            {describeEntry(board, entry.picked, entry.next)}
          </p>
        </>
      )}
      {entry.pass !== undefined && (
        <div class="pass-offer">
          <button type="button" class="primary" onClick={() => entry.choose(entry.pass!)}>
            {board.sides[picture.turn]} cannot move: pass
          </button>
        </div>
      )}
      {entry.choosing.length > 0 && (
        <ChoiceDialog
          shapes={entry.choosing}
          style={board.style}
          onChoose={(move) => {
            entry.choose(move);
            focusCell(table, cursor);
          }}
          onCancel={() => {
            entry.cancel();
            focusCell(table, cursor);
          }}
        />
      )}
    </div>
  );
}

/** Squares of the move that led here; slots of a hand are left out. */
function lastSquares(
  board: BoardGame,
  game: LoadedGame,
  move: number | undefined,
): readonly Target[] {
  if (move === undefined) return [];
  const { path } = shapeOf(board, game.notation, { squares: [], turn: 0 }, move);
  return path.filter((target) => target < board.columns * board.rows);
}

/** More targets than this are counted, not named. */
const MAX_NAMED = 12;

/** For screen readers: what is picked, and where it can go. */
function describeEntry(
  board: BoardGame,
  picked: readonly Target[],
  next: ReadonlySet<Target>,
): string {
  if (picked.length === 0) return '';
  const isSquare = (target: Target) => target < board.columns * board.rows;
  const names = picked.map((target) =>
    isSquare(target) ? board.squareName(target) : 'a piece in hand',
  );
  const squares = [...next].filter(isSquare);
  const targets =
    squares.length <= MAX_NAMED
      ? squares.map((square) => board.squareName(square)).join(', ')
      : `${squares.length} squares`;
  return `${names.join(', ')} picked. Next: ${targets}. Escape cancels.`;
}
