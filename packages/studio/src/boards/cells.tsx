// The squares of a board as cells of an accessible grid above its drawing. One is reached by Tab, the others by arrow
// keys; Enter picks and drops, Escape cancels.
import type { RefObject } from 'preact';
import { areaOf } from './area.js';
import { type Layout, moveCursor } from './layout.js';
import { type BoardGame, type BoardPicture, describeSquare, type Target } from './picture.js';
import type { EntryState } from './use-entry.js';

export interface CellsProps {
  readonly table: RefObject<HTMLTableElement | null>;
  readonly board: BoardGame;
  readonly layout: Layout;
  readonly picture: BoardPicture;
  readonly entry: EntryState;
  readonly label: string;
  readonly cursor: Target;
  readonly onCursor: (square: Target) => void;
}

export function Cells(props: CellsProps) {
  const { table, board, layout, picture, entry, label, cursor, onCursor } = props;
  const { columns, rows } = board;
  const { left, top, boardWidth, boardHeight, flipped } = layout;
  const squares = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => {
      const shown = row * columns + column;
      return flipped ? rows * columns - 1 - shown : shown;
    }),
  );

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = moveCursor(board, flipped, cursor, event.key);
    if (next !== undefined) focusCell(table, next);
    else if (event.key === 'Enter' || event.key === ' ') entry.touch(cursor);
    else if (event.key === 'Escape' && entry.picked.length > 0) entry.cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <table
      ref={table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move in it, as in a grid
      role="grid"
      aria-label={label}
      aria-readonly={!entry.active}
      class="cells"
      style={areaOf(layout, left, top, boardWidth, boardHeight)}
      onKeyDown={onKeyDown}
    >
      <tbody>
        {squares.map((row) => (
          <tr key={row[0]}>
            {row.map((square) => (
              <td
                key={square}
                // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of that grid
                role="gridcell"
                class={entry.next.has(square) ? 'cell usable' : 'cell'}
                data-target={square}
                tabIndex={square === cursor ? 0 : -1}
                aria-label={describeSquare(board, picture, square)}
                aria-selected={entry.picked.includes(square)}
                onFocus={() => onCursor(square)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Moves the focus to the cell of a square. */
export function focusCell(table: RefObject<HTMLTableElement | null>, square: Target): void {
  table.current?.querySelector<HTMLElement>(`[data-target="${square}"]`)?.focus();
}
