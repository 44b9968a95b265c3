// Asks which of several moves is meant, such as the piece that a pawn becomes. The first choice has the focus; arrow
// keys and Tab move it, Escape takes the move back.
import type { Move } from 'plyades';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { BoardStyle, MoveShape } from './picture.js';
import { PieceDrawing } from './pieces/piece.js';

export function ChoiceDialog(props: {
  readonly shapes: readonly MoveShape[];
  readonly style: BoardStyle;
  readonly onChoose: (move: Move) => void;
  readonly onCancel: () => void;
}) {
  const { shapes, style, onChoose, onCancel } = props;
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  useLayoutEffect(() => list.current?.querySelector('button')?.focus(), []);

  function onKeyDown(event: KeyboardEvent): void {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const back =
      event.key === 'ArrowLeft' ||
      event.key === 'ArrowUp' ||
      (event.key === 'Tab' && event.shiftKey);
    const on = event.key === 'ArrowRight' || event.key === 'ArrowDown' || event.key === 'Tab';
    if (event.key === 'Escape') onCancel();
    else if (back || on) {
      buttons[(at + (back ? buttons.length - 1 : 1)) % buttons.length]?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div class="choice-backdrop">
      <div
        class="choice-dialog"
        role="dialog"
        aria-modal="true"
        aria-labelledby={id}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        <p id={id}>Choose the piece</p>
        <div class="row" ref={list}>
          {shapes.map(({ move, choice }) => (
            <button key={move} type="button" onClick={() => onChoose(move)}>
              {choice !== undefined && (
                <svg viewBox="0 0 100 100" width="56" height="56" aria-hidden="true">
                  <PieceDrawing piece={choice.piece} style={style} />
                </svg>
              )}
              <span>{choice?.label ?? 'This move'}</span>
            </button>
          ))}
          <button type="button" class="cancel" onClick={onCancel}>
            Cancel
          </button>
        </div>
      </div>
    </div>
  );
}
