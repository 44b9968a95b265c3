// Shogi positions as CSA files have them: `PI` for the usual one, or ranks `P1` to `P9`, single pieces behind `P+` and
// `P-`, and the side to move. They are turned into SFEN, which the game's own parser checks.
import { ok } from 'plyades';
import { shogiBoard } from '../boards/games/shogi.js';
import { type FileResult, refuseFile, shown, type Word } from './record.js';

/** Letters of SFEN by CSA's names of pieces. */
export const letterByName: ReadonlyMap<string, string> = new Map([
  ['FU', 'P'],
  ['KY', 'L'],
  ['KE', 'N'],
  ['GI', 'S'],
  ['KI', 'G'],
  ['KA', 'B'],
  ['HI', 'R'],
  ['OU', 'K'],
  ['TO', '+P'],
  ['NY', '+L'],
  ['NK', '+N'],
  ['NG', '+S'],
  ['UM', '+B'],
  ['RY', '+R'],
]);
export const nameByLetter: ReadonlyMap<string, string> = new Map(
  [...letterByName].map(([name, letter]) => [letter, name]),
);

const START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL';
/** How many of a kind there are in the game. */
const totals: Readonly<Record<string, number>> = { P: 18, L: 4, N: 4, S: 4, G: 4, B: 2, R: 2 };

interface Draft {
  /** Letters of SFEN by square, row by row from file 9; lower-case ones are White's. */
  readonly squares: (string | undefined)[];
  readonly hands: Map<string, number>;
}

const sided = (letter: string, isBlack: boolean) => (isBlack ? letter : letter.toLowerCase());

/** File and rank as digits, such as `76`, as a square row by row from file 9. */
export const squareOf = (digits: string): number =>
  (Number(digits[1]) - 1) * 9 + 9 - Number(digits[0]);

/** SFEN without the move number, from the lines of a position and that of the side to move, `+` or `-`. */
export function readCsaPosition(lines: readonly Word[], side: '+' | '-'): FileResult<string> {
  const draft: Draft = { squares: Array.from({ length: 81 }, () => undefined), hands: new Map() };
  for (const line of lines) {
    const wrong = readLine(draft, line);
    if (wrong !== undefined) return wrong;
  }
  return ok(`${makeBoard(draft.squares)} ${side === '+' ? 'b' : 'w'} ${makeHands(draft.hands)} 1`);
}

function readLine(draft: Draft, { text, line }: Word): ReturnType<typeof refuseFile> | undefined {
  const refuse = (part: string, expected: string) =>
    refuseFile('ERR_VALUE', `${shown(part)} in a position: expected ${expected}.`, line);
  if (text.startsWith('PI')) {
    placeUsual(draft.squares);
    for (const part of text.slice(2).match(/.{1,4}/g) ?? []) {
      if (!/^[1-9]{2}[A-Z]{2}$/.test(part))
        return refuse(part, 'a square and a piece, such as 82HI');
      draft.squares[squareOf(part)] = undefined;
    }
    return undefined;
  }
  const rank = /^P([1-9])(.*)$/.exec(text);
  if (rank !== null) {
    for (let file = 0; file < 9; file++) {
      const part = rank[2]!.slice(3 * file, 3 * file + 3).padEnd(3);
      if (part.trim() === '*' || part.trim() === '') continue;
      const letter = letterByName.get(part.slice(1));
      if (letter === undefined || !/^[+-]/.test(part)) return refuse(part, 'a piece such as +FU');
      draft.squares[(Number(rank[1]) - 1) * 9 + file] = sided(letter, part[0] === '+');
    }
    return undefined;
  }
  const isBlack = text[1] === '+';
  for (const part of text.slice(2).match(/.{1,4}/g) ?? []) {
    if (part === '00AL') {
      takeRest(draft, isBlack);
      continue;
    }
    const letter = letterByName.get(part.slice(2));
    const isHand = part.startsWith('00') && letter !== undefined && letter in totals;
    if (letter === undefined || !(isHand || /^[1-9]{2}/.test(part))) {
      return refuse(part, 'a square and a piece, such as 55FU or 00FU');
    }
    if (isHand) {
      const key = sided(letter, isBlack);
      draft.hands.set(key, (draft.hands.get(key) ?? 0) + 1);
    } else draft.squares[squareOf(part)] = sided(letter, isBlack);
  }
  return undefined;
}

function placeUsual(squares: (string | undefined)[]): void {
  const { squares: usual } = shogiBoard.readPosition(`${START} b -`);
  for (const [square, piece] of usual.entries()) {
    squares[square] = piece && sided(piece.kind, piece.side === 0);
  }
}

/** A side takes all pieces into its hand that are nowhere else. */
function takeRest({ squares, hands }: Draft, isBlack: boolean): void {
  for (const [letter, total] of Object.entries(totals)) {
    const placed = squares.filter((each) => each?.toUpperCase().replace('+', '') === letter).length;
    const held = (hands.get(letter) ?? 0) + (hands.get(letter.toLowerCase()) ?? 0);
    const key = sided(letter, isBlack);
    if (total > placed + held) hands.set(key, (hands.get(key) ?? 0) + total - placed - held);
  }
}

function makeBoard(squares: readonly (string | undefined)[]): string {
  return Array.from({ length: 9 }, (_, rank) =>
    squares
      .slice(9 * rank, 9 * rank + 9)
      .map((letter) => letter ?? '1')
      .join('')
      .replace(/1+/g, (run) => String(run.length)),
  ).join('/');
}

function makeHands(hands: ReadonlyMap<string, number>): string {
  const order = 'RBGSNLP';
  const text = [...order, ...order.toLowerCase()]
    .map((letter) => {
      const count = hands.get(letter) ?? 0;
      return count === 0 ? '' : `${count === 1 ? '' : count}${letter}`;
    })
    .join('');
  return text === '' ? '-' : text;
}

/** The lines of a position that is not the usual one. */
export function makeCsaPosition(sfen: string): string[] {
  const { squares, hands } = shogiBoard.readPosition(sfen);
  const ranks = Array.from({ length: 9 }, (_, rank) => {
    const pieces = squares
      .slice(9 * rank, 9 * rank + 9)
      .map((piece) =>
        piece === undefined
          ? ' * '
          : `${piece.side === 0 ? '+' : '-'}${nameByLetter.get(piece.kind)}`,
      );
    return `P${rank + 1}${pieces.join('')}`;
  });
  const held = hands!.flatMap((slots, side) => {
    const pieces = slots.flatMap(({ piece, count }) =>
      Array.from({ length: count }, () => `00${nameByLetter.get(piece.kind)}`),
    );
    return pieces.length === 0 ? [] : [`P${side === 0 ? '+' : '-'}${pieces.join('')}`];
  });
  return [...ranks, ...held];
}
