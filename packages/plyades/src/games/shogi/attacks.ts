// Which pieces attack a square, read from a record the slow and obvious way. The notation needs it to
// refuse positions in which the side that is not to move is in check, and a declaration to see whether
// its king is in check; the kernel makes moves.
import { KING, type ShogiSide, SQUARES, sideOf, WHITE } from './pieces.js';
import { fileOf, rankOf, squareAt } from './squares.js';

type Step = readonly [files: number, ranks: number];

const AHEAD: readonly Step[] = [[0, -1]];
const DIAGONAL: readonly Step[] = [
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
];
const STRAIGHT: readonly Step[] = [
  [0, -1],
  [-1, 0],
  [1, 0],
  [0, 1],
];
const GOLD: readonly Step[] = [...STRAIGHT, [-1, -1], [1, -1]];

/** Steps of each kind as Black plays it, and the directions in which it goes on and on. */
const WAYS: readonly { readonly steps: readonly Step[]; readonly slides: readonly Step[] }[] = [
  { steps: [], slides: [] },
  { steps: AHEAD, slides: [] },
  { steps: [], slides: AHEAD },
  {
    steps: [
      [-1, -2],
      [1, -2],
    ],
    slides: [],
  },
  { steps: [...DIAGONAL, ...AHEAD], slides: [] },
  { steps: [], slides: DIAGONAL },
  { steps: [], slides: STRAIGHT },
  { steps: GOLD, slides: [] },
  { steps: [...DIAGONAL, ...STRAIGHT], slides: [] },
  { steps: GOLD, slides: [] },
  { steps: GOLD, slides: [] },
  { steps: GOLD, slides: [] },
  { steps: GOLD, slides: [] },
  { steps: STRAIGHT, slides: DIAGONAL },
  { steps: DIAGONAL, slides: STRAIGHT },
];

/** The square of a side's king; undefined when there is none. */
export function kingOf(record: Uint8Array, side: ShogiSide): number | undefined {
  const square = record.subarray(0, SQUARES).indexOf(KING + side * WHITE);
  return square < 0 ? undefined : square;
}

/** The squares from which a side attacks this one. */
export function attackers(record: Uint8Array, square: number, by: ShogiSide): number[] {
  const found: number[] = [];
  for (let from = 0; from < SQUARES; from++) {
    const piece = record[from]!;
    if (piece !== 0 && sideOf(piece) === by && attacks(record, from, square)) found.push(from);
  }
  return found;
}

/** True when the king of this side stands there and is attacked. */
export function inCheck(record: Uint8Array, side: ShogiSide): boolean {
  const king = kingOf(record, side);
  return king !== undefined && attackers(record, king, side === 0 ? 1 : 0).length > 0;
}

function attacks(record: Uint8Array, from: number, to: number): boolean {
  const piece = record[from]!;
  const { steps, slides } = WAYS[piece % WHITE]!;
  const ahead = sideOf(piece) === 0 ? 1 : -1;
  const isAhead = ([files, ranks]: Step) => step(from, files, ranks * ahead) === to;
  return steps.some(isAhead) || slides.some(([files, ranks]) => reaches(files, ranks * ahead));

  function reaches(files: number, ranks: number): boolean {
    let square = step(from, files, ranks);
    while (square !== undefined && square !== to && record[square] === 0) {
      square = step(square, files, ranks);
    }
    return square === to;
  }
}

function step(from: number, files: number, ranks: number): number | undefined {
  const file = fileOf(from) + files;
  const rank = rankOf(from) + ranks;
  return file >= 0 && file < 9 && rank >= 0 && rank < 9 ? squareAt(file, rank) : undefined;
}
