// The empty board: its squares, lines and coordinates.
import { type Layout, SQUARE } from './layout.js';
import type { BoardGame } from './picture.js';

interface SurfaceProps {
  readonly board: BoardGame;
  readonly layout: Layout;
}

export function Surface({ board, layout }: SurfaceProps) {
  const { left, top, boardWidth, boardHeight } = layout;
  const frame = { x: left, y: top, width: boardWidth, height: boardHeight };
  return (
    <g class={`surface ${board.style}`}>
      {board.style !== 'cells' && (
        <rect
          class="rim"
          x={left - 8}
          y={top - 8}
          width={boardWidth + 16}
          height={boardHeight + 16}
        />
      )}
      <rect class="ground" {...frame} />
      {board.style === 'chequered' && <path class="dark-squares" d={darkSquares(board, layout)} />}
      {board.style !== 'chequered' && <path class="lines" d={lines(board, layout)} />}
      <path class="stars" d={stars(board, layout)} />
      {board.numbersSquares === true && <Numbers board={board} layout={layout} />}
    </g>
  );
}

/** The square in the upper left corner is light: a1 is dark. */
function darkSquares({ columns, rows }: BoardGame, { left, top }: Layout): string {
  let path = '';
  for (let row = 0; row < rows; row++) {
    for (let column = (row + 1) % 2; column < columns; column += 2) {
      path += `M${left + column * SQUARE} ${top + row * SQUARE}h${SQUARE}v${SQUARE}h${-SQUARE}z`;
    }
  }
  return path;
}

/** Between squares; on a board of points through their middles. */
function lines({ columns, rows, style }: BoardGame, layout: Layout): string {
  const { left, top, boardWidth, boardHeight } = layout;
  const inset = style === 'points' ? SQUARE / 2 : 0;
  const across = style === 'points' ? columns : columns + 1;
  const down = style === 'points' ? rows : rows + 1;
  // Cells have no frame: only lines between them.
  const skip = style === 'cells' ? 1 : 0;
  let path = '';
  for (let i = skip; i < across - skip; i++) {
    path += `M${left + inset + i * SQUARE} ${top + inset}v${boardHeight - 2 * inset}`;
  }
  for (let i = skip; i < down - skip; i++) {
    path += `M${left + inset} ${top + inset + i * SQUARE}h${boardWidth - 2 * inset}`;
  }
  return path;
}

/** Small dots by which players find their way: crossings on felt and in shogi, points on a board of points. */
function stars({ style }: BoardGame, { left, top }: Layout): string {
  const places = {
    felt: [2, 6],
    shogi: [3, 6],
    points: [3.5, 9.5, 15.5],
    chequered: [],
    cells: [],
  };
  const list: readonly number[] = places[style];
  const radius = 7;
  return list
    .flatMap((x) => list.map((y) => ({ x: left + x * SQUARE, y: top + y * SQUARE })))
    .map(
      ({ x, y }) =>
        `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`,
    )
    .join('');
}

/** The names of squares in their upper left corners. */
function Numbers({ board, layout }: SurfaceProps) {
  const squares = Array.from({ length: board.columns * board.rows }, (_, square) => square);
  return (
    <g class="square-numbers">
      {squares.map((square) => {
        const { x, y } = layout.centre(square);
        return (
          <text key={square} x={x - SQUARE / 2 + 4} y={y - SQUARE / 2 + 17}>
            {board.squareName(square)}
          </text>
        );
      })}
    </g>
  );
}

/** Names of columns and rows in the margin: below and on the left, in shogi above and on the right. */
export function Coordinates({ board, layout }: SurfaceProps) {
  const { left, top, boardWidth, boardHeight, flipped, textScale } = layout;
  const columns = flipped ? [...board.columnNames].reverse() : board.columnNames;
  const rows = flipped ? [...board.rowNames].reverse() : board.rowNames;
  const isShogi = board.style === 'shogi';
  const y = isShogi ? top - 17 : top + boardHeight + 38 * textScale;
  const x = isShogi ? left + boardWidth + 28 : left - 28 * textScale;
  return (
    <g class="coordinates" style={{ '--text-scale': textScale }}>
      {columns.map((name, i) => (
        <text key={name} x={left + (i + 0.5) * SQUARE} y={y}>
          {name}
        </text>
      ))}
      {rows.map((name, i) => (
        <text key={name} x={x} y={top + (i + 0.5) * SQUARE + 10 * textScale}>
          {name}
        </text>
      ))}
    </g>
  );
}
