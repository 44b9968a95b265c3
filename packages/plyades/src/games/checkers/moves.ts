// Moves of English checkers in writing, as in PDN: 11-15 is a step, 22x15x8 a capture by its squares.
// A capture of several pieces may also be given by its ends alone, 22x8; this is definite only in a
// position, so it has a code of its own and `meanings` compares it with the legal moves.
//
// The code of a move has the bit of its first square in the 5 low bits and its way above: 0 to 3 is a
// step in that direction; a capture is its directions in 2 bits each, the first in the lowest, below
// a final 1; a capture by its ends is 32 plus the bit of its last square, which is no way of a
// capture, since there the final 1 is preceded by an even number of bits.
import { type InputError, inputError, quote } from '../../core/errors.js';
import type { Move } from '../../core/game.js';
import { err, ok, type Result } from '../../core/result.js';
import { bitOf, placeOf, squareFrom, squareOf } from './squares.js';

/** Nothing can jump more than nine pieces: `22x` and nine squares of two digits. */
const MAX_TEXT = 29;

const ENDS = 32;

/** A move read from its code. */
interface Way {
  /** The squares it touches, from the first to the last. */
  readonly squares: readonly number[];
  /** The squares it jumps over; undefined when only its ends are known. */
  readonly jumped: readonly number[] | undefined;
}

export function parseMove(text: string): Result<Move, InputError> {
  const refuse = (message: string, at: number, part = text.slice(at)) =>
    err(inputError('ERR_MOVE', `${quote(text)} is no move: ${message}`, part, at));
  if (text.length > MAX_TEXT) return refuse('it is too long', MAX_TEXT);

  const squares: number[] = [];
  const places: number[] = [];
  let mark = '';
  let at = 0;
  while (true) {
    const [digits = ''] = /^\d*/.exec(text.slice(at))!;
    if (!/^[1-9]\d?$/.test(digits) || Number(digits) > 32) {
      return refuse('expected a square from 1 to 32', at);
    }
    squares.push(Number(digits));
    places.push(at);
    at += digits.length;
    if (at === text.length) break;
    const next = text.charAt(at).toLowerCase();
    if ((mark !== '' && (next !== mark || mark === '-')) || !['-', 'x'].includes(next)) {
      const expected = mark === '' ? '- or x' : mark === 'x' ? 'x' : 'nothing more';
      return refuse(`expected ${expected} after ${squares.at(-1)}`, at);
    }
    mark = next;
    at++;
  }
  if (squares.length < 2) return refuse('expected - or x and another square', at);

  const from = squares[0]!;
  if (mark === '-') {
    const direction = directionOf(from, squares[1]!, 1);
    if (direction < 0) return refuse(`${squares[1]} is not next to ${from}`, places[1]!);
    return ok(bitOf(from) | (direction << 5));
  }
  if (squares.length === 2 && directionOf(from, squares[1]!, 2) < 0) {
    if (meets(from, squares[1]!)) return ok(bitOf(from) | ((ENDS | bitOf(squares[1]!)) << 5));
    return refuse(`no jumps lead from ${from} to ${squares[1]}`, places[1]!);
  }
  const jumped = new Set<number>();
  let way = 0;
  for (let i = 1; i < squares.length; i++) {
    const [here, there] = [squares[i - 1]!, squares[i]!];
    const direction = directionOf(here, there, 2);
    if (direction < 0) return refuse(`${there} is not a jump away from ${here}`, places[i]!);
    const over = squareFrom(here, direction, 1)!;
    if (jumped.has(over)) return refuse(`it jumps over ${over} twice`, places[i]!);
    jumped.add(over);
    way |= direction << (2 * (i - 1));
  }
  return ok(bitOf(from) | ((way | (1 << (2 * (squares.length - 1)))) << 5));
}

export function makeMove(move: Move): string {
  const way = readMove(move);
  if (way === undefined) throw new RangeError(`${move} is no move of English checkers`);
  return way.squares.join(way.jumped?.length === 0 ? '-' : 'x');
}

/**
 * The legal moves that `move` can stand for: itself, or the captures between its ends. Captures that
 * take the same pieces lead to the same position, so of those only the first is returned.
 */
export function meanings(move: Move, legal: readonly Move[]): Move[] {
  if (legal.includes(move)) return [move];
  const { squares, jumped } = readMove(move) ?? { squares: [], jumped: [] };
  if (squares.length !== 2 || jumped?.length === 0) return [];
  const found = new Map<string, Move>();
  for (const other of legal) {
    const way = readMove(other)!;
    if (way.squares[0] !== squares[0] || way.squares.at(-1) !== squares[1]) continue;
    const taken = [...way.jumped!].sort((a, b) => a - b).join();
    if (!found.has(taken)) found.set(taken, other);
  }
  return [...found.values()];
}

/** The square a move ends on. */
export function targetOf(move: Move): number {
  return readMove(move)!.squares.at(-1)!;
}

/** Undefined for a code that is no move on this board. */
function readMove(move: Move): Way | undefined {
  if (!(Number.isInteger(move) && move >= 0 && move < 2 ** 24)) return undefined;
  const from = squareOf(move & 31);
  let way = move >> 5;
  if (way < 4) {
    const to = squareFrom(from, way, 1);
    return to === undefined ? undefined : { squares: [from, to], jumped: [] };
  }
  const bits = 31 - Math.clz32(way);
  if (bits % 2 === 1) {
    const to = squareOf(way & 31);
    const known = way >> 5 === 1 && directionOf(from, to, 2) < 0 && meets(from, to);
    return known ? { squares: [from, to], jumped: undefined } : undefined;
  }
  const squares = [from];
  const jumped: number[] = [];
  for (; way > 1; way >>= 2) {
    const here = squares.at(-1)!;
    const over = squareFrom(here, way & 3, 1);
    const to = squareFrom(here, way & 3, 2);
    if (over === undefined || to === undefined || jumped.includes(over)) return undefined;
    squares.push(to);
    jumped.push(over);
  }
  return { squares, jumped };
}

/** The direction in which `to` is `steps` away, or -1. */
function directionOf(from: number, to: number, steps: number): number {
  return [0, 1, 2, 3].findIndex((direction) => squareFrom(from, direction, steps) === to);
}

/**
 * True when several jumps over different squares can lead from one square to the other. A jump changes
 * row and column by two, which splits the board into four parts; in each, jumps connect everything,
 * and lead back to a square unless only one jump leads away from it.
 */
function meets(from: number, to: number): boolean {
  if (from === to) {
    return [0, 1, 2, 3].filter((way) => squareFrom(from, way, 2) !== undefined).length > 1;
  }
  const [a, b] = [placeOf(from), placeOf(to)];
  const [rows, columns] = [a.row - b.row, a.column - b.column];
  return rows % 2 === 0 && columns % 2 === 0 && (rows + columns) % 4 === 0;
}
