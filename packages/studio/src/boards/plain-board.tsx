// A game in plain TypeScript: the picture that its module draws, as SVG or as text, and the legal moves as buttons.
import { h, type VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { BoardProps } from './board.js';
import { isSvg, parseSvg, type SafeShape } from './safe-svg.js';

export function PlainBoard(props: BoardProps) {
  const { game, position, lastMove, legal = [], onMove, marks = [], small } = props;
  const picture = useMemo(
    () => game.picture?.(position) ?? game.notation.draw(position),
    [game, position],
  );
  // The moves of the picture's shapes; the buttons below take the same moves by keyboard.
  const playable = new Map(
    isSmallOrClosed(props) ? [] : legal.map((move) => [game.notation.makeMove(move), move]),
  );
  const isSmall = small === true;
  const marked = new Map(marks.map((mark) => [mark.move, mark]));
  return (
    <div class={`plain-board${isSmall ? ' small' : ''}`}>
      <Picture
        picture={picture}
        label={`${game.notation.title}, the position`}
        onMove={(text) => {
          const move = playable.get(text);
          return move === undefined ? undefined : () => onMove?.(move);
        }}
      />
      {!isSmall && lastMove !== undefined && (
        <p class="muted">Last move: {game.notation.makeMove(lastMove)}</p>
      )}
      {!isSmall && legal.length > 0 && (
        <ul class="move-list" aria-label="Legal moves">
          {legal.map((move) => (
            <li key={move} style={{ '--share': marked.get(move)?.share ?? 0 }}>
              <button type="button" disabled={onMove === undefined} onClick={() => onMove?.(move)}>
                {game.writeMove(position, move)}
                {marked.get(move)?.label !== undefined && (
                  <span class="muted"> {marked.get(move)!.label}</span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const isSmallOrClosed = ({ small, onMove }: BoardProps): boolean =>
  small === true || onMove === undefined;

/** What a click on a shape with the text of a move does; undefined when it is no legal one. */
type ClickOf = (text: string) => (() => void) | undefined;

function Picture(props: {
  readonly picture: string;
  readonly label: string;
  readonly onMove: ClickOf;
}) {
  const { picture, label, onMove } = props;
  const read = useMemo(
    () => (isSvg(picture) ? parseSvg(picture, new DOMParser()) : undefined),
    [picture],
  );
  if (read === undefined) return <pre>{picture}</pre>;
  if (!read.ok) return <p class="notice warning">{read.error.message}</p>;
  return (
    <figure>
      {drawShape(read.value, onMove)}
      <figcaption class="visually-hidden">{label}</figcaption>
    </figure>
  );
}

function drawShape({ name, attributes, move, children }: SafeShape, onMove: ClickOf): VNode {
  const inside = children.map((child) =>
    typeof child === 'string' ? child : drawShape(child, onMove),
  );
  const onClick = move === undefined ? undefined : onMove(move);
  return h(
    name,
    onClick === undefined ? attributes : { ...attributes, class: 'playable', onClick },
    ...inside,
  );
}
