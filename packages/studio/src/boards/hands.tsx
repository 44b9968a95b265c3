// Pieces in hand beside the board: their drawing, and above it a button for each piece that can be dropped.

import { type AreaProps, areaOf } from './area.js';
import { isTurned, type Layout, SQUARE } from './layout.js';
import type { BoardGame, BoardPicture, HandSlot, Target } from './picture.js';
import { PieceDrawing } from './pieces/piece.js';
import type { EntryState } from './use-entry.js';

export function HandDrawing(props: {
  readonly board: BoardGame;
  readonly layout: Layout;
  readonly hands: NonNullable<BoardPicture['hands']>;
  readonly picked: readonly Target[];
  /** The slot whose piece is being dragged. */
  readonly lifted: Target | undefined;
}) {
  const { board, layout, hands, lifted } = props;
  return hands.flat().map(({ target, piece, count }) => {
    const { x, y } = layout.centre(target);
    const left = lifted === target ? count - 1 : count;
    return (
      <g key={target}>
        <rect
          class="hand-slot"
          x={x - SQUARE / 2}
          y={y - SQUARE / 2}
          width={SQUARE}
          height={SQUARE}
        />
        {left > 0 && (
          <g transform={`translate(${x - SQUARE / 2} ${y - SQUARE / 2})`}>
            <PieceDrawing
              piece={piece}
              style={board.style}
              turned={isTurned(piece.side, layout.flipped)}
            />
          </g>
        )}
        {left > 1 && (
          <g class="hand-count">
            <circle cx={x + 33} cy={y + 33} r={18} />
            <text class="hand-count-text" x={x + 33} y={y + 43}>
              {left}
            </text>
          </g>
        )}
      </g>
    );
  });
}

export function HandButtons(props: {
  readonly board: BoardGame;
  readonly layout: Layout;
  readonly hands: NonNullable<BoardPicture['hands']>;
  readonly entry: EntryState;
  /** After a piece was picked by keyboard. */
  readonly onPicked: () => void;
}) {
  const { board, layout, hands, entry, onPicked } = props;
  const area = (target: Target): AreaProps => {
    const { x, y } = layout.centre(target);
    return areaOf(layout, x - SQUARE / 2, y - SQUARE / 2, SQUARE, SQUARE);
  };
  const press = (target: Target) => {
    if (entry.touch(target).length > 0) onPicked();
  };
  return hands.map((slots, side) => (
    <ul key={board.sides[side]} class="hand" aria-label={`${board.sides[side]}'s pieces in hand`}>
      {slots
        .filter(({ count }) => count > 0)
        .map((slot) => (
          <li key={slot.target}>
            <HandButton slot={slot} entry={entry} style={area(slot.target)} onPress={press} />
          </li>
        ))}
    </ul>
  ));
}

function HandButton(props: {
  readonly slot: HandSlot;
  readonly entry: EntryState;
  readonly style: AreaProps;
  readonly onPress: (target: Target) => void;
}) {
  const { slot, entry, style, onPress } = props;
  const { target, piece, count } = slot;
  const picked = entry.picked.includes(target);
  const begins = entry.begins.has(target);
  return (
    <button
      type="button"
      class={begins ? 'cell usable' : 'cell'}
      data-target={target}
      style={style}
      disabled={!begins}
      aria-pressed={picked}
      aria-label={`${piece.name} in hand, ${count}`}
      // The pointer is read by the board; a click without one comes from the keyboard or a screen reader.
      onClick={(event) => {
        if (event.detail === 0) onPress(target);
      }}
    />
  );
}
