// Shogi positions in SFEN: the board from rank a to i and from file 9 to 1, the side to move, the
// pieces in hand, and a move number that is read and not kept, since nothing depends on it. `b=5` behind
// it says that the tree keeps the best five moves of every node.
import { type InputError, inputError, quote } from '../../core/errors.js';
import { err, ok, type Result } from '../../core/result.js';
import {
  addToHand,
  branchingOf,
  canPromote,
  countInHand,
  HAND_ORDER,
  KING,
  kindOf,
  letterOf,
  MAX_MOVES,
  makePiece,
  PROMOTED,
  RECORD_SIZE,
  type ShogiSide,
  SIDE,
  setBranching,
  TOTALS,
  WHITE,
} from './pieces.js';
import { squareAt } from './squares.js';

/** A record, and where in the text each piece on the board stands. */
export interface Written {
  readonly record: Uint8Array;
  /** By square, undefined for empty ones. */
  readonly places: ReadonlyMap<number, number>;
  /** The hands as written, and where. */
  readonly hands: string;
  readonly handsAt: number;
}

/** Reads left to right and stops at the first thing that is written wrongly. */
export function parseSfen(text: string): Result<Written, InputError> {
  const record = new Uint8Array(RECORD_SIZE);
  const places = new Map<number, number>();
  const [board = '', side, hands, ...rest] = text.split(' ');
  let at = board.length + 1;
  const wrongBoard = readBoard(record, places, board);
  if (wrongBoard) return err(wrongBoard);
  if (side !== 'b' && side !== 'w') {
    const message = 'one space and the side to move, b or w, must follow the board';
    return err(inputError('ERR_SIDE', message, side ?? '', Math.min(at, text.length)));
  }
  record[SIDE] = side === 'b' ? 0 : 1;
  at += 2;
  if (hands === undefined || hands === '') {
    const message = 'the pieces in hand are missing: expected such as R2P or -';
    return err(inputError('ERR_MISSING', message, '', Math.min(at, text.length)));
  }
  const wrongHands = readHands(record, hands, at);
  if (wrongHands) return err(wrongHands);
  const wrongRest = readRest(record, rest, at + hands.length + 1);
  return wrongRest ? err(wrongRest) : ok({ record, places, hands, handsAt: at });
}

export function makeSfen(record: Uint8Array): string {
  const branching = branchingOf(record);
  const side = record[SIDE] === 0 ? 'b' : 'w';
  const suffix = branching === 0 ? '' : ` b=${branching}`;
  return `${makeBoard(record)} ${side} ${makeHands(record)} 1${suffix}`;
}

/** The pieces that a side holds, as SFEN lists them; empty when there are none. */
export function makeHand(record: Uint8Array, side: ShogiSide): string {
  return HAND_ORDER.map((kind) => {
    const count = countInHand(record, side, kind);
    const letter = side === 0 ? letterOf(kind) : letterOf(kind).toLowerCase();
    return count === 0 ? '' : (count === 1 ? '' : count) + letter;
  }).join('');
}

function readBoard(
  record: Uint8Array,
  places: Map<number, number>,
  board: string,
): InputError | undefined {
  let file = 8;
  let rank = 0;
  let promoted = false;
  for (let at = 0; at < board.length; at++) {
    const character = board.charAt(at);
    const name = 'abcdefghi'.charAt(rank);
    if (promoted && !canPromote(kindOf(character) || KING)) {
      return inputError(
        'ERR_CHARACTER',
        'a plus must stand before P, L, N, S, B or R',
        '+',
        at - 1,
      );
    }
    if (character === '/') {
      if (file >= 0) return tooShort(name, 8 - file, board, at);
      if (rank === 8) {
        return inputError('ERR_LENGTH', 'the board goes on after its 9 ranks', board.slice(at), at);
      }
      rank++;
      file = 8;
    } else if (character === '+') {
      promoted = true;
    } else {
      const run = '123456789'.indexOf(character) + 1;
      const kind = kindOf(character);
      if (run === 0 && kind === 0) {
        const message = `${quote(character)} means nothing on a board: expected a piece, 1 to 9 or /`;
        return inputError('ERR_CHARACTER', message, character, at);
      }
      if (file - Math.max(run, 1) < -1) {
        const message = `rank ${name} has more than 9 squares`;
        return inputError('ERR_LENGTH', message, board.slice(at), at);
      }
      if (kind > 0) {
        const square = squareAt(file, rank);
        const isWhite = character !== character.toUpperCase();
        record[square] = kind + (promoted ? PROMOTED : 0) + (isWhite ? WHITE : 0);
        places.set(square, promoted ? at - 1 : at);
        promoted = false;
      }
      file -= Math.max(run, 1);
    }
  }
  if (promoted) {
    const message = 'a plus must stand before P, L, N, S, B or R';
    return inputError('ERR_CHARACTER', message, '+', board.length - 1);
  }
  if (file >= 0) return tooShort('abcdefghi'.charAt(rank), 8 - file, board, board.length);
  if (rank < 8) {
    const message = `the board ends after ${rank + 1} of 9 ranks`;
    return inputError('ERR_LENGTH', message, board, board.length);
  }
  return undefined;
}

function tooShort(rank: string, squares: number, board: string, at: number): InputError {
  return inputError('ERR_LENGTH', `rank ${rank} has ${squares} of 9 squares`, board, at);
}

function readHands(record: Uint8Array, hands: string, from: number): InputError | undefined {
  if (hands === '-') return undefined;
  let at = 0;
  while (at < hands.length) {
    const [whole = '', digits = '', letter = ''] = /^([0-9]*)(.?)/su.exec(hands.slice(at))!;
    const kind = kindOf(letter);
    if (kind === 0 || kind === KING) {
      const message = `${quote(letter)} is no piece in hand: expected R, B, G, S, N, L or P`;
      return inputError('ERR_CHARACTER', message, letter, from + at + digits.length);
    }
    const side: ShogiSide = letter === letter.toUpperCase() ? 0 : 1;
    const count = digits === '' ? 1 : Number(digits);
    const most = TOTALS[kind]!;
    if (digits.startsWith('0') || count > most || digits === '1') {
      const message = `${quote(digits)} of ${letter} cannot be: expected 2 to ${most}, or no number for one`;
      return inputError('ERR_VALUE', message, digits, from + at);
    }
    if (countInHand(record, side, kind) > 0) {
      return inputError('ERR_VALUE', `${letter} is given twice`, whole, from + at);
    }
    addToHand(record, side, kind, count);
    at += whole.length;
  }
  return undefined;
}

/** The move number and `b=N`, both optional, in this order. */
function readRest(
  record: Uint8Array,
  rest: readonly string[],
  from: number,
): InputError | undefined {
  let at = from;
  let isFirst = true;
  for (const word of rest) {
    if (word.startsWith('b=')) {
      const value = word.slice(2);
      const branching = /^[1-9][0-9]{0,2}$/.test(value) ? Number(value) : 0;
      if (branching < 2 || branching > MAX_MOVES || branchingOf(record) !== 0) {
        const message = `b cannot be ${quote(value)}: expected once, an integer from 2 to ${MAX_MOVES}`;
        return inputError('ERR_VALUE', message, value, at + 2);
      }
      setBranching(record, branching);
    } else if (!isFirst || !/^[1-9][0-9]{0,5}$/.test(word)) {
      const message = `${quote(word)} follows the hands: expected a move number, then b=N, or nothing`;
      return inputError('ERR_VALUE', message, word, at);
    }
    isFirst = false;
    at += word.length + 1;
  }
  return undefined;
}

function makeBoard(record: Uint8Array): string {
  const ranks: string[] = [];
  for (let rank = 0; rank < 9; rank++) {
    let text = '';
    let run = 0;
    for (let file = 8; file >= 0; file--) {
      const piece = record[squareAt(file, rank)]!;
      if (piece === 0) {
        run++;
        continue;
      }
      text += (run > 0 ? run : '') + makePiece(piece);
      run = 0;
    }
    ranks.push(text + (run > 0 ? run : ''));
  }
  return ranks.join('/');
}

function makeHands(record: Uint8Array): string {
  const hands = makeHand(record, 0) + makeHand(record, 1);
  return hands === '' ? '-' : hands;
}
