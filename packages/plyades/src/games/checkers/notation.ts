// English checkers in writing, as in PDN: the side to move and the squares of both sides, such as
// W:W18,K30:B5,K12. Black moves first and begins on squares 1 to 12.
import { type InputError, quote, tooLong } from '../../core/errors.js';
import { type GameNotation, recordOf } from '../../core/game.js';
import { err, ok, type Result, refusal, unwrap } from '../../core/result.js';
import { makeMove, meanings, parseMove, targetOf } from './moves.js';
import { bitOf, squareAt } from './squares.js';

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i).join();
const START = `B:W${numbers(21, 32)}:B${numbers(1, 12)}`;

/** 24 kings take 100 characters; the rest is for a comment. */
const MAX_TEXT = 1000;

/** Pieces with which a side begins; it never gets more. */
const MAX_PIECES = 12;

const sides = ['B', 'W'] as const;
type Side = (typeof sides)[number];

const names = { B: 'Black', W: 'White' } as const;

/** A record: pieces of the side to move, of the other, kings of both (u32 each), the side (u8). */
const RECORD = 13;

interface Piece {
  readonly side: Side;
  readonly king: boolean;
}

/** English checkers: positions as PDN FEN, moves such as `11-15` and `22x15`. */
export const checkers: GameNotation = {
  id: 'checkers',
  title: 'English checkers',
  recordSize: RECORD,
  positionFormat:
    'PDN: the side to move (B or W), a colon, W and its squares, a colon, B and its squares; squares 1 to 32 with commas between them, K before a king; the rest after ; is ignored',
  moveFormat:
    'PDN: 11-15 for a step, 22x15x8 for a capture by its squares; 22x8 where that is clear',
  positionExamples: [
    { text: START, about: 'the start' },
    { text: 'W:W18,26,30:B10,11,19', about: 'a problem for beginners: White wins' },
    { text: 'W:WK15,K18:BK3', about: 'two kings against one' },
  ],
  moveExamples: [
    { text: '11-15', about: 'a step' },
    { text: '22x15', about: 'a capture' },
    { text: '22x15x8', about: 'a capture of two pieces' },
    { text: '22x8', about: 'the same by its ends' },
  ],

  start: () => unwrap(checkers.parsePosition(START)),

  parsePosition(text) {
    if (text.length > MAX_TEXT) return err(tooLong(text, MAX_TEXT));
    const read = readBoard(text);
    if (!read.ok) return read;
    return ok({ game: checkers.id, record: recordFor(read.value.side, read.value.pieces) });
  },

  makePosition(position) {
    const record = recordOf(checkers, position);
    const pieces = piecesOf(record);
    const list = (side: Side) =>
      pieces
        .map((piece, square) => (piece?.side === side ? (piece.king ? 'K' : '') + square : ''))
        .filter((written) => written !== '')
        .join();
    return `${sideOf(record)}:W${list('W')}:B${list('B')}`;
  },

  parseMove,
  makeMove,
  meanings,

  reason(position) {
    const record = recordOf(checkers, position);
    const left = piecesOf(record).some((piece) => piece?.side === sideOf(record));
    return left ? 'no legal move' : 'no pieces left';
  },

  draw(position, highlight = []) {
    const record = recordOf(checkers, position);
    const pieces = piecesOf(record);
    const marked = new Set(highlight.map(targetOf));
    const lines = Array.from({ length: 8 }, (_, row) => {
      const cells = Array.from({ length: 8 }, (_, column) => {
        if ((row + column) % 2 === 0) return ' ';
        const square = squareAt({ row, column })!;
        const piece = pieces[square];
        if (piece === undefined) return marked.has(square) ? '*' : '.';
        return piece.king ? piece.side : piece.side.toLowerCase();
      });
      return `${String(4 * row + 1).padStart(2)} ${cells.join(' ')} ${4 * row + 4}`;
    });
    return [...lines, `${names[sideOf(record)]} to move (b, w men; B, W kings)`].join('\n');
  },
};

interface Board {
  readonly side: Side;
  /** By square, 1 to 32. */
  readonly pieces: readonly (Piece | undefined)[];
}

/** Reads left to right and stops at the first thing that is wrong. */
function readBoard(text: string): Result<Board, InputError> {
  const written = text.split(';', 1)[0]!.trimEnd();

  const side = written.charAt(0).toUpperCase();
  if (!isSide(side)) {
    return refusal('ERR_SIDE', 'the side to move, B or W, must come first', written.slice(0, 1), 0);
  }
  const pieces: (Piece | undefined)[] = new Array(33).fill(undefined);
  const counts = { B: 0, W: 0 };
  const read = new Set<Side>();
  let at = 1;
  while (read.size < 2) {
    if (written.charAt(at) !== ':') {
      const missing = read.size === 0 ? 'W and B' : read.has('W') ? 'B' : 'W';
      const message = `a colon and the squares of ${missing} must follow`;
      return refusal('ERR_MISSING', message, written.slice(at), at);
    }
    const colour = written.charAt(at + 1).toUpperCase();
    if (!isSide(colour) || read.has(colour)) {
      const message = `${quote(written.charAt(at + 1))} is no side: expected ${read.has('W') ? 'B' : read.has('B') ? 'W' : 'W or B'}`;
      return refusal('ERR_SIDE', message, written.charAt(at + 1), at + 1);
    }
    read.add(colour);
    at += 2;
    if (at === written.length || written.charAt(at) === ':') continue;
    while (true) {
      const king = written.charAt(at).toUpperCase() === 'K';
      const digitsAt = king ? at + 1 : at;
      const digits = /^\d*/.exec(written.slice(digitsAt, digitsAt + 3))![0];
      const square = Number(digits);
      if (!/^[1-9]\d?$/.test(digits) || square > 32) {
        const found = written.slice(digitsAt).split(/[,:]/, 1)[0]!;
        const message = `${quote(found)} is no square: expected a number from 1 to 32`;
        return refusal('ERR_VALUE', message, found, digitsAt);
      }
      const [range, upTo = digits] = /^-([1-9]\d?)(?!\d)/.exec(
        written.slice(digitsAt + digits.length),
      ) ?? [''];
      const end = digitsAt + digits.length + range.length;
      const part = written.slice(at, end);
      const last = Number(upTo);
      if (last > 32 || (range !== '' && last <= square)) {
        const message = `${quote(part)} is no range: expected two squares in order, such as 1-12`;
        return refusal('ERR_VALUE', message, part, at);
      }
      for (let each = square; each <= last; each++) {
        if (pieces[each] !== undefined) {
          return refusal('ERR_IMPOSSIBLE', `square ${each} is given twice`, part, at);
        }
        if (!king && (colour === 'W' ? each <= 4 : each >= 29)) {
          const message = `a man of ${names[colour]} on square ${each} would be a king`;
          return refusal('ERR_IMPOSSIBLE', message, part, at);
        }
        pieces[each] = { side: colour, king };
        counts[colour]++;
        if (counts[colour] > MAX_PIECES) {
          const message = `${names[colour]} has more than ${MAX_PIECES} pieces`;
          return refusal('ERR_IMPOSSIBLE', message, part, at);
        }
      }
      at = end;
      if (written.charAt(at) !== ',') break;
      at++;
    }
  }
  const rest = written.slice(at);
  if (rest !== '' && rest !== '.') {
    return refusal('ERR_CHARACTER', `${quote(rest)} follows the board`, rest, at);
  }
  const other = side === 'B' ? 'W' : 'B';
  if (counts[other] === 0) {
    const message = `${names[other]} has just moved and has no piece`;
    return refusal('ERR_IMPOSSIBLE', message, '', at);
  }
  return ok({ side, pieces });
}

function recordFor(side: Side, pieces: readonly (Piece | undefined)[]): Uint8Array {
  const record = new Uint8Array(RECORD);
  const view = new DataView(record.buffer);
  const set = (word: number, bit: number) =>
    view.setUint32(4 * word, view.getUint32(4 * word, true) | (1 << bit), true);
  for (const [square, piece] of pieces.entries()) {
    if (piece === undefined) continue;
    set(piece.side === side ? 0 : 1, bitOf(square));
    if (piece.king) set(2, bitOf(square));
  }
  record[12] = sides.indexOf(side);
  return record;
}

function piecesOf(record: Uint8Array): (Piece | undefined)[] {
  const view = new DataView(record.buffer, record.byteOffset);
  const has = (word: number, square: number) =>
    ((view.getUint32(4 * word, true) >>> bitOf(square)) & 1) === 1;
  const side = sideOf(record);
  const other = side === 'B' ? 'W' : 'B';
  return Array.from({ length: 33 }, (_, square) => {
    if (square === 0 || !(has(0, square) || has(1, square))) return undefined;
    return { side: has(0, square) ? side : other, king: has(2, square) };
  });
}

const sideOf = (record: Uint8Array): Side => sides[record[12]!]!;

const isSide = (text: string): text is Side => (sides as readonly string[]).includes(text);
