// A synthetic tree has no board: the node's place and its children with the values of their edges, each a button when
// it can be played.
import { useMemo } from 'preact/hooks';
import type { BoardProps } from './board.js';
import { syntheticNode } from './synthetic.js';

export function SyntheticBoard({
  game,
  position,
  lastMove,
  legal,
  onMove,
  marks = [],
  small,
}: BoardProps) {
  const node = useMemo(() => syntheticNode(game, position), [game, position]);
  const greatest = Math.max(1, ...node.children.map(({ edge }) => Math.abs(edge)));
  const marked = new Map(marks.map((mark) => [mark.move, mark]));
  const playable = new Set(small === true || onMove === undefined ? [] : legal);
  return (
    <div class={`synthetic-board${small === true ? ' small' : ''}`}>
      <p>
        <strong>{node.ply === 0 ? 'Root' : `Ply ${node.ply}`}</strong>
        {lastMove !== undefined && <span> after child {lastMove}</span>}
        <span>
          , score <span class="number">{node.score}</span>
        </span>
      </p>
      <p class="muted mono">{node.tree.map(([name, value]) => `${name}=${value}`).join(' ')}</p>
      <ol class="children" aria-label="Children and what their edges are worth">
        {node.children.map(({ move, edge }) => {
          const mark = marked.get(move);
          const text = `Child ${move}, edge ${edge}${mark?.label === undefined ? '' : `, ${mark.label}`}`;
          const inside = (
            <>
              <span class="child-name">{move}</span>
              <EdgeBar edge={edge} greatest={greatest} />
              <span class="child-edge">{edge > 0 ? `+${edge}` : edge}</span>
              <span class="child-label">{mark?.label ?? ''}</span>
            </>
          );
          return (
            <li key={move} style={{ '--share': mark?.share ?? 0 }}>
              {playable.has(move) ? (
                <button type="button" aria-label={text} onClick={() => onMove?.(move)}>
                  {inside}
                </button>
              ) : (
                <div class="child">{inside}</div>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** A bar to the right for a gain, to the left for a loss. */
function EdgeBar({ edge, greatest }: { readonly edge: number; readonly greatest: number }) {
  const width = (50 * Math.abs(edge)) / greatest;
  return (
    <svg class="edge-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <path class="axis" d="M50 0 V10" />
      <rect
        class={edge < 0 ? 'loss' : 'gain'}
        x={edge < 0 ? 50 - width : 50}
        y={2}
        width={width}
        height={6}
      />
    </svg>
  );
}
