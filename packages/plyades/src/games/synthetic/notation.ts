// Synthetic trees in writing. A tree is its parameters, `b=5,seed=1`; a position below the root
// adds where it is: `path=00c0ffee00c0ffee ply=3 score=-12`. One table lists the fields with their
// place in the record, and reading and writing both follow it.
import { type InputError, inputError, quote, tooLong } from '../../core/errors.js';
import { type GameNotation, recordOf } from '../../core/game.js';
import { err, ok, type Result, unwrap } from '../../core/result.js';

const RECORD_SIZE = 40;
const MAX_TEXT = 300;
const MAX_BRANCHING = 64;
const MAX_SPREAD = 10_000;

/** So far down, and with the largest spread, a score is far from the limits of its 32 bits. */
const MAX_PLY = 10_000;
const START = 'b=8,seed=1,spread=100,order=0,dist=uniform';

/** How the values of edges are distributed; the code is the index. */
export const distributions = ['uniform', 'normal'] as const;

/** One key=value pair. */
interface Field {
  readonly key: string;
  /** What a value looks like, for error messages. */
  readonly expected: string;
  /** The value of a field that is not given; without one, the field is required. */
  readonly fallback?: string;
  /** Puts the value into the record, or returns false and does nothing. */
  read(record: DataView, value: string): boolean;
  write(record: DataView): string;
}

/** Separated by commas. `order` is how well children are presorted: 0 at random, 1000 perfectly. */
const PARAMETERS: readonly Field[] = [
  integer('b', 'Uint16', 0, { min: 2, max: MAX_BRANCHING }),
  integer('seed', 'Uint32', 4, { min: 0, max: 2 ** 32 - 1 }),
  { ...integer('spread', 'Int32', 8, { min: 1, max: MAX_SPREAD }), fallback: '100' },
  { ...integer('order', 'Uint32', 12, { min: 0, max: 1000 }), fallback: '0' },
  {
    key: 'dist',
    expected: `one of ${distributions.join(', ')}`,
    fallback: 'uniform',
    read(record, value) {
      const code = (distributions as readonly string[]).indexOf(value);
      if (code < 0) return false;
      record.setUint16(2, code, true);
      return true;
    },
    write: (record) => distributions[record.getUint16(2, true)]!,
  },
];

/** Separated by spaces, all of them or none: a hash of the moves, their number, the value so far. */
const PLACE: readonly Field[] = [
  {
    key: 'path',
    expected: '16 hexadecimal digits',
    read(record, value) {
      if (!/^[0-9a-fA-F]{16}$/.test(value)) return false;
      record.setUint32(28, Number.parseInt(value.slice(0, 8), 16), true);
      record.setUint32(24, Number.parseInt(value.slice(8), 16), true);
      return true;
    },
    write: (record) => hex(record.getUint32(28, true)) + hex(record.getUint32(24, true)),
  },
  integer('ply', 'Uint32', 16, { min: 0, max: MAX_PLY }),
  integer('score', 'Int32', 32, { min: -2 * MAX_SPREAD * MAX_PLY, max: 2 * MAX_SPREAD * MAX_PLY }),
];

/** A move is the index of the child, 0 to b - 1. */
export const synthetic: GameNotation = {
  id: 'synthetic',
  title: 'Synthetic trees',
  winnable: false,
  recordSize: RECORD_SIZE,
  positionFormat:
    'b=2..64,seed=N and optionally spread=1..10000,order=0..1000,dist=uniform|normal; below the root a space and path=16 hex digits ply=N score=N',
  moveFormat: 'the number of the child, from 0',
  positionExamples: [
    { text: START, about: 'the root of the tree that `b=8,seed=1` stands for' },
    {
      text: 'b=5,seed=7,spread=100,order=500,dist=normal path=00c0ffee00c0ffee ply=3 score=-12',
      about: 'three plies down a tree whose children are half sorted',
    },
  ],
  moveExamples: [{ text: '0', about: 'the first child' }],
  branching: {
    max: MAX_BRANCHING,
    all: true,
    of: (position) => viewOf(recordOf(synthetic, position)).getUint16(0, true),
    limit(position, limit) {
      const record = recordOf(synthetic, position).slice();
      if (!(Number.isInteger(limit) && limit >= 2 && limit <= MAX_BRANCHING)) {
        throw new RangeError(`a branching of ${limit}: expected 2 to ${MAX_BRANCHING}`);
      }
      viewOf(record).setUint16(0, limit, true);
      return { game: synthetic.id, record };
    },
  },

  start: () => unwrap(synthetic.parsePosition(START)),

  parsePosition(text) {
    if (text.length > MAX_TEXT) return err(tooLong(text, MAX_TEXT));
    const written = text.trimEnd();
    const record = new Uint8Array(RECORD_SIZE);
    const view = new DataView(record.buffer);
    const space = written.indexOf(' ');
    const end = space < 0 ? written.length : space;
    const error =
      readFields(view, PARAMETERS, ',', written.slice(0, end), 0) ??
      (space < 0 ? undefined : readPlace(view, written.slice(space + 1), space + 1));
    return error === undefined ? ok({ game: synthetic.id, record }) : err(error);
  },

  makePosition(position) {
    const view = viewOf(recordOf(synthetic, position));
    const parameters = writeFields(view, PARAMETERS, ',');
    return isRoot(view) ? parameters : `${parameters} ${writeFields(view, PLACE, ' ')}`;
  },

  parseMove(text): Result<number, InputError> {
    const move = parseInteger(text, 0, MAX_BRANCHING - 1);
    if (move !== undefined) return ok(move);
    const message = `${quote(text)} is no move: expected the number of a child, 0 to ${MAX_BRANCHING - 1}`;
    return err(inputError('ERR_MOVE', message, text, 0));
  },

  makeMove(move) {
    if (Number.isInteger(move) && move >= 0 && move < MAX_BRANCHING) return String(move);
    throw new RangeError(`${move} is no child of a synthetic tree`);
  },

  reason: () => 'the tree ends here',

  draw(position, highlight = []) {
    const view = viewOf(recordOf(synthetic, position));
    const lines = [
      `tree   ${writeFields(view, PARAMETERS, '  ')}`,
      `place  ${isRoot(view) ? 'the root' : writeFields(view, PLACE, '  ')}`,
    ];
    if (highlight.length > 0) {
      lines.push(`moves  ${highlight.map(synthetic.makeMove).join(' ')}`);
    }
    return lines.join('\n');
  },
};

/** A field that is an integer, little-endian in the record. */
function integer(
  key: string,
  type: 'Uint16' | 'Uint32' | 'Int32',
  offset: number,
  { min, max }: { min: number; max: number },
): Field {
  return {
    key,
    expected: `an integer from ${min} to ${max}`,
    read(record, value) {
      const number = parseInteger(value, min, max);
      if (number === undefined) return false;
      record[`set${type}`](offset, number, true);
      return true;
    },
    write: (record) => String(record[`get${type}`](offset, true)),
  };
}

/** Decimal digits, a minus where it means something, no leading zeros: one text per number. */
function parseInteger(text: string, min: number, max: number): number | undefined {
  if (!/^(0|-?[1-9][0-9]{0,9})$/.test(text)) return undefined;
  const number = Number(text);
  return number >= min && number <= max ? number : undefined;
}

/** Fills the record from `text`, which starts at `from` in what was given. */
function readFields(
  record: DataView,
  fields: readonly Field[],
  separator: string,
  text: string,
  from: number,
): InputError | undefined {
  const missing = new Set(fields);
  let at = from;
  for (const pair of text.split(separator)) {
    const key = pair.split('=', 1)[0]!;
    const field = fields.find((known) => known.key === key);
    const keys = fields.map((known) => known.key).join(', ');
    if (field === undefined || key === pair) {
      const message = `${quote(pair)} is unknown: expected key=value with one of ${keys}`;
      return inputError('ERR_KEY', message, pair, at);
    }
    if (!missing.delete(field)) {
      return inputError('ERR_KEY', `${quote(key)} is given twice`, pair, at);
    }
    const value = pair.slice(key.length + 1);
    if (!field.read(record, value)) {
      const message = `${key} cannot be ${quote(value)}: expected ${field.expected}`;
      return inputError('ERR_VALUE', message, value, at + key.length + 1);
    }
    at += pair.length + separator.length;
  }
  for (const field of missing) {
    if (field.fallback === undefined) {
      const message = `${field.key}= is missing: expected ${field.expected}`;
      return inputError('ERR_MISSING', message, text, from + text.length);
    }
    field.read(record, field.fallback);
  }
  return undefined;
}

function readPlace(record: DataView, text: string, from: number): InputError | undefined {
  const error = readFields(record, PLACE, ' ', text, from);
  if (error !== undefined || isRoot(record)) return error;
  const ply = record.getUint32(16, true);
  if (ply === 0) {
    const message = 'ply=0 is the root, where path and score are 0';
    return inputError('ERR_IMPOSSIBLE', message, text, from);
  }
  const most = 2 * record.getInt32(8, true) * ply;
  if (Math.abs(record.getInt32(32, true)) <= most) return undefined;
  const message = `no score is beyond ${most} at ply ${ply}: an edge is worth at most twice the spread`;
  return inputError('ERR_IMPOSSIBLE', message, text, from);
}

function writeFields(record: DataView, fields: readonly Field[], separator: string): string {
  return fields.map((field) => `${field.key}=${field.write(record)}`).join(separator);
}

function isRoot(record: DataView): boolean {
  const words = [16, 24, 28, 32].map((offset) => record.getUint32(offset, true));
  return words.every((word) => word === 0);
}

function viewOf(record: Uint8Array): DataView {
  return new DataView(record.buffer, record.byteOffset, record.byteLength);
}

function hex(word: number): string {
  return word.toString(16).padStart(8, '0');
}
