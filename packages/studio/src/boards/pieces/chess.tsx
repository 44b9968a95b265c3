// Chess pieces in a box of 100 by 100, drawn for these boards. All six stand on the same foot; a piece is its outline
// in the side's colour and a few inner lines.
import type { Piece } from '../picture.js';

interface Drawing {
  /** Outlines from back to front. */
  readonly outlines: readonly string[];
  /** Inner lines, drawn in the side's line colour. */
  readonly lines?: readonly string[];
  /** Balls as centre and radius. */
  readonly balls?: readonly (readonly [number, number, number])[];
  /** Small filled dots of the line colour: an eye. */
  readonly dots?: readonly (readonly [number, number, number])[];
}

const foot = (half: number) =>
  `M${50 - half} 89 V84 Q${50 - half} 79 ${50 - half + 6} 79 H${50 + half - 6} Q${50 + half} 79 ${50 + half} 84 V89 Z`;
const collar = (half: number, y: number) =>
  `M${50 - half + 3} ${y} H${50 + half - 3} Q${50 + half} ${y} ${50 + half} ${y + 3} Q${50 + half} ${y + 6} ${50 + half - 3} ${y + 6} H${50 - half + 3} Q${50 - half} ${y + 6} ${50 - half} ${y + 3} Q${50 - half} ${y} ${50 - half + 3} ${y} Z`;

const drawings: Readonly<Record<string, Drawing>> = {
  p: {
    outlines: [
      'M36 79 C41 69 44.5 62 45 50 H55 C55.5 62 59 69 64 79 Z',
      foot(22),
      collar(12.5, 45),
    ],
    balls: [[50, 34, 12]],
  },
  r: {
    outlines: [
      'M34 79 C37 68 38 58 38.5 44 H61.5 C62 58 63 68 66 79 Z',
      foot(26),
      'M30 22 H40 V29 H46 V22 H54 V29 H60 V22 H70 V38 Q70 41 67 42.5 L62 45 H38 L33 42.5 Q30 41 30 38 Z',
    ],
    lines: ['M37 70 H63'],
  },
  n: {
    outlines: [
      'M33 79 C33 67 43 61 46 50 C41 53 37 54 33.5 57.5 C30 61 24.5 60 23 55.5 C21.5 51 25 47.5 27.5 43 C30.5 37 32.5 31 38 26.5 L37.5 16 L47 22.5 C63 24.5 74 39 73 61 C72.7 68 71 74 69 79 Z',
      foot(26),
    ],
    lines: ['M53 31 C61.5 37.5 65.5 49 63.5 66', 'M46 50 C48.5 46.5 50 44 50.5 40'],
    dots: [
      [41, 36.5, 2.7],
      [28.5, 53, 1.7],
    ],
  },
  b: {
    outlines: [
      'M36 79 C41 71 43.5 65 44 56 H56 C56.5 65 59 71 64 79 Z',
      foot(25),
      'M50 20 C59 27 66.5 36 63 46 C61.3 51 56.5 53 50 53 C43.5 53 38.7 51 37 46 C33.5 36 41 27 50 20 Z',
      collar(14, 52),
    ],
    lines: ['M55.5 29 L47.5 41'],
    balls: [[50, 16.5, 4.6]],
  },
  q: {
    outlines: [
      'M34 79 C38 73 39 68 38.5 61 H61.5 C61 68 62 73 66 79 Z',
      foot(27),
      'M37 60 L23 33 L36.5 44.5 L39.5 24.5 L50 42 L60.5 24.5 L63.5 44.5 L77 33 L63 60 Z',
      collar(16, 58),
    ],
    lines: ['M38 70.5 H62'],
    balls: [
      [22.5, 30, 4.4],
      [39, 21, 4.4],
      [61, 21, 4.4],
      [77.5, 30, 4.4],
    ],
  },
  k: {
    outlines: [
      'M34 79 C38 73 39 68 38.5 61 H61.5 C61 68 62 73 66 79 Z',
      foot(27),
      'M46.8 9 H53.2 V14.5 H58.7 V20.7 H53.2 V34 H46.8 V20.7 H41.3 V14.5 H46.8 Z',
      'M50 34 C55 25.5 75.5 25 75.5 39.5 C75.5 48 66 52.5 63 60 H37 C34 52.5 24.5 48 24.5 39.5 C24.5 25 45 25.5 50 34 Z',
      collar(16, 58),
    ],
    lines: ['M50 35 V57', 'M38 70.5 H62'],
  },
};

export function ChessPiece({ piece }: { readonly piece: Piece }) {
  const drawing = drawings[piece.kind]!;
  return (
    <g
      class={piece.side === 0 ? 'chess-piece light' : 'chess-piece dark'}
      transform="translate(-5 -4.5) scale(1.1)"
    >
      {drawing.outlines.map((d) => (
        <path key={d} class="outline" d={d} />
      ))}
      {drawing.balls?.map(([x, y, r]) => (
        <circle key={`${x} ${y}`} class="outline" cx={x} cy={y} r={r} />
      ))}
      {drawing.lines?.map((d) => (
        <path key={d} class="detail" d={d} />
      ))}
      {drawing.dots?.map(([x, y, r]) => (
        <circle key={`${x} ${y}`} class="dot" cx={x} cy={y} r={r} />
      ))}
    </g>
  );
}
