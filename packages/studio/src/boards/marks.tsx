// Candidate moves on the board: an arrow from square to square, a ring on a square where a stone is placed. The share
// of a move sets its weight; the strongest is drawn last, above the others.
import type { Move } from 'plyades';
import { type Layout, type Point, SQUARE } from './layout.js';
import type { MoveShape } from './picture.js';

export interface MoveMark {
  readonly move: Move;
  /** 0 to 1. */
  readonly share: number;
  readonly label?: string;
}

export interface PlacedMark extends MoveMark {
  readonly shape: MoveShape;
}

/** An arrow as a polygon: shaft and head, ending short of the middle of its last square. */
export function arrowPoints(from: Point, to: Point, width: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return '';
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const head = width * 2.2;
  const end = length - 12;
  const neck = Math.max(end - head, 0);
  const at = (along: number, aside: number) =>
    `${(from.x + dx * along - dy * aside).toFixed(1)},${(from.y + dy * along + dx * aside).toFixed(1)}`;
  const half = width / 2;
  return [
    at(0, half),
    at(neck, half),
    at(neck, head * 0.62),
    at(end, 0),
    at(neck, -head * 0.62),
    at(neck, -half),
    at(0, -half),
  ].join(' ');
}

const clamp = (share: number): number => Math.min(Math.max(share, 0), 1) || 0;

export function Marks(props: { readonly marks: readonly PlacedMark[]; readonly layout: Layout }) {
  const { marks, layout } = props;
  const ordered = [...marks].sort((a, b) => a.share - b.share);
  return (
    <g class="board-marks">
      {ordered.map((mark) => (
        <Mark key={mark.move} mark={mark} layout={layout} />
      ))}
    </g>
  );
}

function Mark({ mark, layout }: { readonly mark: PlacedMark; readonly layout: Layout }) {
  const { shape, label } = mark;
  const share = clamp(mark.share);
  const points = shape.path.map((target) => layout.centre(target));
  const last = points.at(-1);
  if (last === undefined) return null;
  const opacity = 0.5 + 0.4 * share;
  const isPlacing = shape.path.length === 1 || shape.stones === true;
  return (
    <g>
      <g class="board-mark" style={{ opacity }}>
        {isPlacing
          ? points.map(({ x, y }) => (
              <circle
                key={`${x} ${y}`}
                cx={x}
                cy={y}
                r={0.36 * SQUARE}
                stroke-width={5 + 11 * share}
              />
            ))
          : points
              .slice(1)
              .map((to, i) => (
                <polygon
                  key={`${to.x} ${to.y}`}
                  points={arrowPoints(points[i]!, to, 9 + 13 * share)}
                />
              ))}
      </g>
      {label !== undefined && (
        <MarkLabel
          at={isPlacing ? last : beyond(points.at(-2)!, last)}
          label={label}
          scale={Math.min(layout.textScale, 1.4)}
        />
      )}
    </g>
  );
}

/** Labels of more characters are cut. */
const MAX_LABEL = 8;

/** A place behind the tip of an arrow. */
function beyond(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const step = 0.34 * SQUARE;
  return {
    x: to.x + (step * (to.x - from.x)) / length,
    y: to.y + (step * (to.y - from.y)) / length,
  };
}

function MarkLabel(props: { readonly at: Point; readonly label: string; readonly scale: number }) {
  const { x, y } = props.at;
  const label = props.label.slice(0, MAX_LABEL);
  const width = 14 + 13.5 * label.length;
  return (
    <g class="board-mark-label" transform={`translate(${x} ${y}) scale(${props.scale})`}>
      <rect x={-width / 2} y={-15} width={width} height={30} rx={8} />
      <text class="mark-text" x={0} y={8}>
        {label}
      </text>
    </g>
  );
}
