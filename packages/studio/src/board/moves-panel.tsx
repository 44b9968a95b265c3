// The list of moves. Clicking a move, or the arrow keys while the list has the focus, show the position after it.
import { useEffect, useRef } from 'preact/hooks';
import { type MoveCell, moveRows } from './move-rows.js';
import { lookAt, played, step } from './session.js';
import { sideNames } from './sides.js';

export function MovesPanel() {
  const now = played.value!;
  const list = useRef<HTMLDivElement>(null);
  const { at } = now;
  useEffect(() => {
    const cell = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (cell === null || cell === undefined || list.current === null) return;
    // Not scrollIntoView, which would scroll the page, too.
    const { offsetTop, offsetHeight } = cell;
    const { scrollTop, clientHeight } = list.current;
    if (offsetTop < scrollTop) list.current.scrollTop = offsetTop;
    else if (offsetTop + offsetHeight > scrollTop + clientHeight)
      list.current.scrollTop = offsetTop + offsetHeight - clientHeight;
  }, [at, now.moves.length]);
  const rows = moveRows(now);
  const [first, second] = sideNames(now.game.id);
  return (
    <section class="panel moves-panel" aria-label="Moves">
      <div class="move-heads muted" aria-hidden="true">
        <span />
        <span>{first}</span>
        <span>{second}</span>
      </div>
      <div
        class="move-rows"
        role="listbox"
        aria-label="Moves of the game"
        aria-activedescendant={`move-${at}`}
        tabIndex={0}
        ref={list}
        onKeyDown={onKey}
      >
        <button
          type="button"
          class="move-start"
          role="option"
          id="move-0"
          tabIndex={-1}
          aria-selected={at === 0}
          onClick={() => lookAt(0)}
        >
          Start
        </button>
        {rows.length === 0 && (
          <p class="muted">No moves yet: click a square, drag a piece, or type a move.</p>
        )}
        {rows.map(({ number, cells }) => (
          <div class="move-row" role="presentation" key={number}>
            <span class="muted move-number" aria-hidden="true">
              {number}.
            </span>
            {cells.map((cell, side) => (
              <MoveButton key={side} cell={cell} at={at} />
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}

function MoveButton({ cell, at }: { readonly cell: MoveCell | undefined; readonly at: number }) {
  if (cell === undefined) return <span />;
  return (
    <button
      type="button"
      role="option"
      id={`move-${cell.at}`}
      tabIndex={-1}
      aria-selected={cell.at === at}
      onClick={() => lookAt(cell.at)}
    >
      {cell.text}
    </button>
  );
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
  PageUp: -10,
  PageDown: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

function onKey(event: KeyboardEvent): void {
  const plies = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
  if (plies === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  step(plies);
}
