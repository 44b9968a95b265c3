// Connect6 in writing. A position is written like a FEN: ranks 19 to 1 with the lengths of empty runs,
// the side to move and how many stones it places. How many of the best moves a search looks at is part
// of the tree's identity, so it is part of the position: `w=20` at the end, 48 when it is not there. A
// move is both stones; the first of a game is one.
import { hasBit, setBit } from '../../core/bits.js';
import { type InputError, inputError, quote, tooLong } from '../../core/errors.js';
import { type GameNotation, type Position, recordOf } from '../../core/game.js';
import { type Grid, makeSquare, parseSquare } from '../../core/grid.js';
import { err, ok, type Result, unwrap } from '../../core/result.js';
import { checkReachable } from './reachable.js';

const SIZE = 19;
const POINTS = SIZE * SIZE;
const GRID: Grid = { columns: SIZE, rows: SIZE };

/** A record: a bit per point and side, Black first, and the branching. */
const BITS = 46;
const RECORD_SIZE = 2 * BITS + 1;

/** In the lower nine bits of a move that is a single stone. */
export const SINGLE = 511;

/** Moves a search looks at, as in the paper on game trees on GPUs, and the most it can. */
const BRANCHING = 48;
const MAX_BRANCHING = 255;

/** A full board has 379 characters; the rest is room for blanks at the end. */
const MAX_TEXT = 1000;

const EMPTY = Array.from({ length: SIZE }, () => SIZE).join('/');
const START = `${EMPTY} x 1`;

/** x, o or undefined per point, from a1 along the rows. */
export type Stones = readonly ('x' | 'o' | undefined)[];

/** Connect6: positions as ranks 19 to 1, moves such as `j10k11`. */
export const connect6: GameNotation = {
  id: 'connect6',
  title: 'Connect6',
  recordSize: RECORD_SIZE,
  branching: {
    max: MAX_BRANCHING,
    of: (position) => recordOf(connect6, position)[2 * BITS]!,
    limit: withBranching,
  },
  positionFormat:
    'ranks 19 to 1 with / between them (x black, o white, numbers for runs of empty points), a space, x or o to move, a space, 1 or 2 stones to place; optionally a space and w=1..255, the moves a search looks at',
  moveFormat:
    'both stones in either order, such as j10k11 (column a to s, row 1 to 19); the first move is one stone, j10',
  positionExamples: [
    { text: START, about: 'the start' },
    {
      text: '19/19/19/19/19/19/19/19/7oo10/9x9/19/19/19/19/19/19/19/19/19 x 2',
      about: 'black has begun in the centre, white has answered h11i11',
    },
    { text: `${START} w=20`, about: 'the start, with the best 20 moves of each position' },
  ],
  moveExamples: [
    { text: 'j10', about: 'the first stone, in the centre' },
    { text: 'k11i12', about: 'two stones, the one of the lower row first' },
  ],

  start: () => unwrap(connect6.parsePosition(START)),

  parsePosition(text) {
    if (text.length > MAX_TEXT) return err(tooLong(text, MAX_TEXT));
    const [board = '', side, count, option, ...rest] = fieldsOf(text);
    const stones = parseBoard(board);
    if (!stones.ok) return stones;
    let at = board.length;
    const sideError = checkSide(side, at);
    if (sideError !== undefined) return err(sideError);
    at += 2;
    if (count !== '1' && count !== '2') {
      const message = `${quote(count ?? '')} stones to place: expected a space and 1 or 2`;
      const code = count === undefined ? 'ERR_MISSING' : 'ERR_VALUE';
      return err(inputError(code, message, count ?? '', Math.min(at + 1, text.length)));
    }
    const branching = parseBranching(option, at + 3);
    if (!branching.ok) return branching;
    if (rest.length > 0) {
      const from = at + 3 + (option ?? '').length + 1;
      const message = `${quote(text.slice(from))} means nothing: expected the end of the position`;
      return err(inputError('ERR_CHARACTER', message, text.slice(from), from));
    }
    const turn = side === 'x' ? 'x' : 'o';
    const error =
      checkReachable(stones.value, turn, board) ?? checkCount(stones.value, count, at + 1);
    return error === undefined ? ok(toPosition(stones.value, branching.value)) : err(error);
  },

  makePosition(position) {
    const record = recordOf(connect6, position);
    const stones = stonesOf(record);
    const placed = stones.filter((stone) => stone !== undefined).length;
    const ranks = Array.from({ length: SIZE }, (_, i) => makeRank(stones, SIZE - 1 - i));
    const branching = record[2 * BITS]!;
    const option = branching === BRANCHING ? '' : ` w=${branching}`;
    return `${ranks.join('/')} ${turnAfter(placed)} ${placed === 0 ? 1 : 2}${option}`;
  },

  parseMove(text) {
    const written = /^([a-z][0-9]{1,2})([a-z][0-9]{1,2})?$/i.exec(text);
    if (written === null) {
      const message = `${quote(text)} is no move: expected two points such as j10k11, or one`;
      return err(inputError('ERR_MOVE', message, text, 0));
    }
    const [, first = '', second] = written;
    const one = parseSquare(GRID, first);
    if (!one.ok) return one;
    if (second === undefined) return ok(moveOf(one.value, SINGLE));
    const two = parseSquare(GRID, second);
    if (!two.ok) return err({ ...two.error, at: first.length + (two.error.at ?? 0) });
    if (one.value !== two.value) return ok(moveOf(one.value, two.value));
    const message = `${quote(text)} is no move: both stones are on ${second.toLowerCase()}`;
    return err(inputError('ERR_MOVE', message, second, first.length));
  },

  makeMove(move) {
    const [one, two] = [Math.floor(move / 512), move % 512];
    if (two === SINGLE) return makeSquare(GRID, one);
    if (one >= two) throw new RangeError(`${move} is no move: its stones are not in order`);
    return makeSquare(GRID, one) + makeSquare(GRID, two);
  },

  whyIllegal(position, move) {
    const stones = stonesOf(recordOf(connect6, position));
    const points = [Math.floor(move / 512), move % 512].filter((point) => point !== SINGLE);
    const taken = points.find((point) => stones[point] !== undefined);
    return taken === undefined ? undefined : `${makeSquare(GRID, taken)} is occupied`;
  },

  reason: (_, result) => (result === 0 ? 'the board is full' : 'six in a row'),

  draw(position, highlight = []) {
    const stones = stonesOf(recordOf(connect6, position));
    const marked = new Set(highlight.flatMap((move) => [Math.floor(move / 512), move % 512]));
    const placed = stones.filter((stone) => stone !== undefined).length;
    const columns = Array.from('abcdefghijklmnopqrs').join(' ');
    const lines = Array.from({ length: SIZE }, (_, i) => {
      const row = SIZE - 1 - i;
      const cells = Array.from({ length: SIZE }, (_, column) => {
        const point = row * SIZE + column;
        return stones[point] ?? (marked.has(point) ? '*' : '.');
      });
      return `${String(row + 1).padStart(2)} ${cells.join(' ')}`;
    });
    const count = placed === 0 ? 'one stone' : 'two stones';
    return ['   '.concat(columns), ...lines, `${turnAfter(placed)} places ${count}`].join('\n');
  },
};

/** The same position in the tree that keeps the best `branching` moves of a node; 0 is the default, 48. */
export function withBranching(position: Position, branching: number): Position {
  const record = recordOf(connect6, position).slice();
  if (!(Number.isInteger(branching) && branching >= 0 && branching <= MAX_BRANCHING)) {
    const range = `an integer from 0 to ${MAX_BRANCHING}`;
    throw new RangeError(`a branching of ${branching}: expected ${range}`);
  }
  record[2 * BITS] = branching === 0 ? BRANCHING : branching;
  return { game: connect6.id, record };
}

/** One stone of Black, then two at a time. */
function turnAfter(placed: number): 'x' | 'o' {
  return ((placed + 1) >> 1) % 2 === 0 ? 'x' : 'o';
}

/** The smaller point in the upper bits. */
function moveOf(one: number, two: number): number {
  return 512 * Math.min(one, two) + Math.max(one, two);
}

/** The text without blanks at its end, at single spaces. */
function fieldsOf(text: string): string[] {
  return text.trimEnd().split(' ');
}

function checkSide(side: string | undefined, at: number): InputError | undefined {
  if (side === 'x' || side === 'o') return undefined;
  if (side === undefined) {
    return inputError(
      'ERR_SIDE',
      'the side to move is missing: expected a space and x or o',
      '',
      at,
    );
  }
  const message = `${quote(side)} is no side to move: expected x or o`;
  return inputError('ERR_SIDE', message, side, at + 1);
}

function parseBranching(option: string | undefined, at: number): Result<number, InputError> {
  if (option === undefined) return ok(BRANCHING);
  if (!option.startsWith('w=')) {
    const message = `${quote(option)} is unknown: expected w=1..${MAX_BRANCHING}`;
    return err(inputError('ERR_KEY', message, option, at));
  }
  const digits = option.slice(2);
  const branching = /^[1-9][0-9]{0,2}$/.test(digits) ? Number(digits) : 0;
  if (branching >= 1 && branching <= MAX_BRANCHING) return ok(branching);
  const message = `w cannot be ${quote(digits)}: expected an integer from 1 to ${MAX_BRANCHING}`;
  return err(inputError('ERR_VALUE', message, digits, at + 2));
}

function checkCount(stones: Stones, count: string, at: number): InputError | undefined {
  const expected = stones.every((stone) => stone === undefined) ? '1' : '2';
  if (count === expected) return undefined;
  const message =
    expected === '1' ? 'the first move is one stone' : 'every move but the first is two stones';
  return inputError('ERR_IMPOSSIBLE', message, count, at);
}

function parseBoard(text: string): Result<Stones, InputError> {
  const stones: ('x' | 'o' | undefined)[] = Array.from({ length: POINTS });
  let at = 0;
  const ranks = text.split('/');
  for (const [i, rank] of ranks.entries()) {
    if (i >= SIZE) {
      const message = `there are more than ${SIZE} ranks`;
      return err(inputError('ERR_LENGTH', message, text.slice(at - 1), at - 1));
    }
    let column = 0;
    for (const { 0: part, index } of rank.matchAll(/[1-9][0-9]*|./gs)) {
      const stone = part === 'x' || part === 'o' ? part : undefined;
      if (stone === undefined && !/^[1-9]/.test(part)) {
        const message = `${quote(part)} is no point: expected x, o, the length of an empty run or /`;
        return err(inputError('ERR_CHARACTER', message, part, at + index));
      }
      const length = stone === undefined ? Number(part) : 1;
      if (column + length > SIZE) {
        const message = `rank ${SIZE - i} has more than ${SIZE} points`;
        return err(inputError('ERR_LENGTH', message, part, at + index));
      }
      stones[(SIZE - 1 - i) * SIZE + column] = stone;
      column += length;
    }
    at += rank.length;
    if (column < SIZE) {
      const message = `rank ${SIZE - i} has ${column} points instead of ${SIZE}`;
      return err(inputError('ERR_LENGTH', message, rank, at));
    }
    at++;
  }
  if (ranks.length === SIZE) return ok(stones);
  const message = `there are ${ranks.length} ranks instead of ${SIZE}`;
  return err(inputError('ERR_LENGTH', message, ranks.at(-1)!, text.length));
}

function makeRank(stones: Stones, row: number): string {
  let text = '';
  let empty = 0;
  for (const stone of stones.slice(row * SIZE, row * SIZE + SIZE)) {
    if (stone === undefined) {
      empty++;
    } else {
      text += (empty > 0 ? empty : '') + stone;
      empty = 0;
    }
  }
  return text + (empty > 0 ? empty : '');
}

function stonesOf(record: Uint8Array): Stones {
  const [black, white] = [record.subarray(0, BITS), record.subarray(BITS, 2 * BITS)];
  return Array.from({ length: POINTS }, (_, point) =>
    hasBit(black, point) ? 'x' : hasBit(white, point) ? 'o' : undefined,
  );
}

function toPosition(stones: Stones, branching: number): Position {
  const record = new Uint8Array(RECORD_SIZE);
  for (const [point, stone] of stones.entries()) {
    if (stone !== undefined) setBit(record.subarray(stone === 'x' ? 0 : BITS), point);
  }
  record[2 * BITS] = branching;
  return { game: connect6.id, record };
}
