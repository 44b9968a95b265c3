// Games in Portable Game Notation. A file holds many games, and one that is damaged must not take the others
// with it: the text is first cut into games by its tags, then each is read on its own, and an error names the
// game, the move and the line. Comments, variations and annotation glyphs are kept as they are, unread.
import { type InputError, inputError, quote } from '../../core/errors.js';
import type { Move, MoveRules } from '../../core/game.js';
import { err, ok, type Result } from '../../core/result.js';
import { chess } from './notation.js';
import { makeSan, parseSan } from './san.js';

export const pgnResults = ['1-0', '0-1', '1/2-1/2', '*'] as const;
/** A result as PGN writes it; `*` when the game has none. */
export type PgnResult = (typeof pgnResults)[number];

/** A game of a PGN file. */
export interface PgnGame {
  /** In the order of the file. */
  readonly tags: ReadonlyMap<string, string>;
  /** Where the game begins. */
  readonly start: Uint8Array;
  readonly moves: readonly Move[];
  /**
   * Comments, glyphs and variations as the text has them, after the move of that index, -1 for those before
   * the first move.
   */
  readonly remarks?: ReadonlyMap<number, string>;
  /** What the text says at its end, else its tag, else `*`. */
  readonly result: PgnResult;
}

/** A game that could not be read. */
export interface PgnError extends InputError {
  /** From 1, as the games stand in the file. */
  readonly game: number;
  /** From 1, where the trouble is. */
  readonly lineNumber: number;
}

/** A text of more characters is not read. */
export const MAX_PGN = 1 << 26;

/** The games of a text in order, each as it is or with the reason why it cannot be read. */
export function parsePgn(rules: MoveRules, text: string): Result<PgnGame, PgnError>[] {
  if (text.length > MAX_PGN) {
    const message = `${text.length} characters are too many: at most ${MAX_PGN} are read`;
    return [err({ ...inputError('ERR_TOO_LONG', message, ''), game: 1, lineNumber: 1 })];
  }
  return cutGames(text).map((cut, i) => readGame(rules, cut, i + 1));
}

interface Cut {
  readonly tags: ReadonlyMap<string, string>;
  readonly text: string;
  /** Lines of the file before `text`. */
  readonly before: number;
}

const TAG = /^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$/;

/** A tag after moves begins another game; so does what follows a result. */
function cutGames(text: string): Cut[] {
  const cuts: Cut[] = [];
  let tags = new Map<string, string>();
  let body: string[] = [];
  let before = 0;
  const finish = () => {
    if (tags.size > 0 || body.some((line) => line.trim() !== '')) {
      cuts.push({ tags, text: body.join('\n'), before });
    }
    tags = new Map();
    body = [];
  };
  let inComment = false;
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (!inComment && line.startsWith('%')) {
      if (body.length > 0) body.push('');
      continue;
    }
    const tag = inComment ? null : TAG.exec(line);
    if (tag !== null) {
      if (body.some((each) => each.trim() !== '')) finish();
      body = [];
      tags.set(tag[1]!, tag[2]!.replace(/\\(.)/g, '$1'));
      continue;
    }
    if (body.length === 0) {
      if (line.trim() === '') continue;
      before = i;
    }
    body.push(line);
    const { bare, open } = withoutComments(line, inComment);
    inComment = open;
    if (!inComment && /(^|\s)(1-0|0-1|1\/2-1\/2|\*)$/.test(bare)) finish();
  }
  finish();
  return cuts;
}

/** Where a comment begins. */
const COMMENT = /[{;]/g;

/**
 * A line without its comments, and whether one goes on in the next line. One walk over the line: a pattern for
 * comments would look for the end of each from its beginning, which takes minutes where 300,000 are not closed.
 */
function withoutComments(line: string, inComment: boolean): { bare: string; open: boolean } {
  let bare = '';
  let open = inComment;
  for (let from = 0; from < line.length; ) {
    if (open) {
      const end = line.indexOf('}', from);
      open = end < 0;
      from = open ? line.length : end + 1;
      continue;
    }
    COMMENT.lastIndex = from;
    const sign = COMMENT.exec(line);
    bare += line.slice(from, sign?.index);
    if (sign === null || sign[0] === ';') break;
    open = true;
    from = sign.index + 1;
  }
  return { bare: bare.trimEnd(), open };
}

interface Word {
  readonly text: string;
  readonly lineNumber: number;
}

interface Body {
  /** Moves, and the result if it is there. */
  readonly words: readonly Word[];
  /** What stands after the word of that index. */
  readonly remarks: ReadonlyMap<number, string>;
}

/** Signs behind a move, as numbered glyphs. */
const GLYPHS: Readonly<Record<string, string>> = {
  '!': '$1',
  '?': '$2',
  '!!': '$3',
  '??': '$4',
  '!?': '$5',
  '?!': '$6',
};

/** The words of a game's text without move numbers, and the rest apart. */
function bodyOf({ text, before }: Cut): Result<Body, Word> {
  const words: Word[] = [];
  const tokens = new Map<number, string[]>();
  const remark = (token: string) => {
    const last = words.length - 1;
    const sofar = tokens.get(last);
    if (sofar === undefined) tokens.set(last, [token]);
    else sofar.push(token);
  };
  let lineNumber = before + 1;
  let depth = 0;
  const pattern = /\n|\{[^}]*\}?|;[^\n]*|\(|\)|\$\d*|[^\s{}();$]+|\}/g;
  for (const [token] of text.matchAll(pattern)) {
    const here = lineNumber;
    lineNumber += token.split('\n').length - 1;
    if (token === '(') depth++;
    else if (token === ')') depth--;
    if (depth < 0 || token === '}' || (token.startsWith('{') && !token.endsWith('}'))) {
      return err({ text: token.slice(0, 1), lineNumber: here });
    }
    if (token === '\n') continue;
    if (token.startsWith(';')) remark(makeComment(token.slice(1).trim()));
    else if (depth > 0 || /^[{)$]/.test(token)) remark(token);
    else {
      const { move, glyph } = partsOf(token);
      if (move !== '' && !/^\d+$/.test(move)) words.push({ text: move, lineNumber: here });
      if (glyph !== '') remark(GLYPHS[glyph] ?? makeComment(glyph));
    }
  }
  if (depth !== 0) return err({ text: '(', lineNumber });
  const remarks = new Map([...tokens].map(([index, each]) => [index, joined(each)]));
  return ok({ words, remarks });
}

/** A word without the number before it, and the signs behind it. */
function partsOf(token: string): { readonly move: string; readonly glyph: string } {
  const [number] = /^(?:\d+\.+)?/.exec(token)!;
  let end = token.length;
  while (end > number.length && '!?'.includes(token[end - 1]!)) end--;
  return { move: token.slice(number.length, end), glyph: token.slice(end) };
}

/** Remarks in a row, with spaces between them but none inside parentheses. */
function joined(tokens: readonly string[]): string {
  return tokens
    .map(
      (token, i) => (i === 0 || token === ')' || tokens[i - 1]!.endsWith('(') ? '' : ' ') + token,
    )
    .join('');
}

const makeComment = (text: string): string => `{${text.replace(/\{/g, '(').replace(/\}/g, ')')}}`;

function readGame(rules: MoveRules, cut: Cut, game: number): Result<PgnGame, PgnError> {
  const refuse = (error: InputError, lineNumber: number) =>
    err({
      ...error,
      message: `game ${game}, line ${lineNumber}: ${error.message}`,
      game,
      lineNumber,
    });
  const { tags, before } = cut;
  const fen = tags.get('FEN');
  const begun = fen === undefined ? ok(chess.start()) : chess.parsePosition(fen);
  if (!begun.ok) return refuse(begun.error, before + 1);
  const body = bodyOf(cut);
  if (!body.ok) {
    const { text, lineNumber } = body.error;
    return refuse(inputError('ERR_CHARACTER', `${quote(text)} has no partner`, text), lineNumber);
  }
  const { words, remarks } = body.value;
  const start = begun.value.record;
  const moves: Move[] = [];
  let record = start;
  let result = pgnResults.find((each) => each === tags.get('Result')) ?? '*';
  for (const [i, { text, lineNumber }] of words.entries()) {
    const end = pgnResults.find((each) => each === text);
    if (end !== undefined && i === words.length - 1) {
      result = end;
      break;
    }
    const move = parseSan(rules, record, text);
    if (!move.ok) {
      const message = `${makeNumber(record)} ${move.error.message}`;
      return refuse({ ...move.error, message }, lineNumber);
    }
    moves.push(move.value);
    record = rules.play(record, move.value);
  }
  return ok({ tags, start, moves, remarks, result });
}

/** Such as `12.` or `12...` before a move of Black. */
function makeNumber(record: Uint8Array): string {
  const fields = chess.makePosition({ game: chess.id, record }).split(' ');
  return `${fields[5]}${fields[1] === 'w' ? '.' : '...'}`;
}

/** What to write beside a move: text after it. */
export interface PgnNotes {
  /** Index of a move to its comment; braces become parentheses. */
  readonly comments?: ReadonlyMap<number, string>;
  /** Lines that might have been played instead of the move of that index. */
  readonly variations?: ReadonlyMap<number, readonly Move[]>;
}

const ROSTER = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result'] as const;
const WIDTH = 80;

/**
 * The text of a game, with a newline at its end: the seven usual tags first, lines of up to 80 signs. Notes come
 * beside the game's own remarks.
 */
export function makePgn(rules: MoveRules, game: PgnGame, notes: PgnNotes = {}): string {
  const { start, moves, result } = game;
  const begins = chess.makePosition({ game: chess.id, record: start });
  const standard = begins === chess.makePosition(chess.start());
  const tags = new Map<string, string>([
    ...ROSTER.map((name): [string, string] => [
      name,
      game.tags.get(name) ?? (name === 'Date' ? '????.??.??' : '?'),
    ]),
    ...game.tags,
    ['Result', result],
    ...(standard
      ? []
      : ([
          ['SetUp', '1'],
          ['FEN', begins],
        ] as const)),
  ]);
  const words: string[] = [];
  let record = start;
  let numbered = true;
  const remark = (text: string | undefined) => {
    if (text === undefined) return;
    for (const word of text.split(/\s+/)) words.push(word);
    numbered = true;
  };
  remark(game.remarks?.get(-1));
  for (const [i, move] of moves.entries()) {
    const number = makeNumber(record);
    if (numbered || !number.endsWith('...')) words.push(number);
    words.push(makeSan(rules, record, move));
    numbered = false;
    const comment = notes.comments?.get(i);
    remark(comment === undefined ? undefined : makeComment(comment));
    remark(game.remarks?.get(i));
    const line = notes.variations?.get(i);
    if (line !== undefined && line.length > 0) {
      for (const word of makeLine(rules, record, line)) words.push(word);
      numbered = true;
    }
    record = rules.play(record, move);
  }
  words.push(result);
  const head = [...tags].map(([name, value]) => `[${name} "${value.replace(/(["\\])/g, '\\$1')}"]`);
  return `${head.join('\n')}\n\n${wrap(words)}\n`;
}

function makeLine(rules: MoveRules, start: Uint8Array, line: readonly Move[]): string[] {
  const words: string[] = [];
  let record = start;
  for (const [i, move] of line.entries()) {
    const number = makeNumber(record);
    if (i === 0 || !number.endsWith('...')) words.push(number);
    words.push(makeSan(rules, record, move));
    record = rules.play(record, move);
  }
  words[0] = `(${words[0]}`;
  words[words.length - 1] += ')';
  return words;
}

function wrap(words: readonly string[]): string {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join('\n');
}
