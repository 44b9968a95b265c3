// Shogi games as CSA files have them: `+7776FU` names the side, the squares and the piece that stands there afterwards.
import { type LoadedGame, ok, type Position } from 'plyades';
import { shogiBoard } from '../boards/games/shogi.js';
import {
  letterByName,
  makeCsaPosition,
  nameByLetter,
  readCsaPosition,
  squareOf,
} from './csa-position.js';
import type { GameFileFormat } from './format.js';
import {
  isUsualStart,
  oneLine,
  playWords,
  positionsOf,
  refuseFile,
  shown,
  type Word,
} from './record.js';

const MOVE = /^([+-])(00|[1-9]{2})([1-9]{2})([A-Z]{2})$/;

/** Headers by CSA's names for them. */
const headerNames = new Map([
  ['N+', 'Black'],
  ['N-', 'White'],
  ['$EVENT:', 'Event'],
  ['$SITE:', 'Site'],
  ['$START_TIME:', 'Date'],
  ['$OPENING:', 'Opening'],
]);

export const csaFormat: GameFileFormat = {
  name: 'csa',
  title: 'CSA',
  extensions: ['csa'],
  game: 'shogi',
  headers: [...headerNames.values(), 'Result'],
  looksLike: (text) =>
    /^(V[12]|N[+-]|\$[A-Z_]+:|PI|P1[-+ ]|[+-]\d{4}[A-Z]{2})/m.test(text.slice(0, 5000)),

  parse(text, game) {
    const headers = new Map<string, string>();
    const places: Word[] = [];
    const moves: Word[] = [];
    let side: '+' | '-' | undefined;
    for (const statement of statementsOf(text)) {
      const { text: each, line } = statement;
      const header = [...headerNames].find(([sign]) => each.startsWith(sign));
      if (header !== undefined) headers.set(header[1], each.slice(header[0].length).trim());
      else if (/^(P[I1-9+-])/.test(each)) places.push(statement);
      else if (each === '+' || each === '-') side = each;
      else if (MOVE.test(each)) moves.push(statement);
      else if (each.startsWith('%')) headers.set('Result', each.slice(1));
      else if (!/^[VT$]/.test(each)) {
        return refuseFile(
          'ERR_CHARACTER',
          `${shown(each)}: expected a move such as +7776FU.`,
          line,
        );
      }
    }
    const first = side ?? (moves[0]?.text.startsWith('-') ? '-' : '+');
    const sfen = places.length === 0 ? undefined : readCsaPosition(places, first);
    if (sfen?.ok === false) return sfen;
    const start =
      sfen === undefined ? ok(game.notation.start()) : game.notation.parsePosition(sfen.value);
    if (!start.ok) return refuseFile(start.error.code, `${start.error.message}.`, places[0]?.line);
    const played = playWords(game, start.value, moves, (position, move) =>
      readMove(game, position, move),
    );
    if (!played.ok) return played;
    return ok({ game: game.id, start: start.value, moves: played.value, headers });
  },

  make(record, game) {
    const { notation } = game;
    const { start, moves, headers } = record;
    const lines = ['V2.2'];
    for (const [sign, name] of headerNames) {
      const value = headers.get(name);
      if (value !== undefined) lines.push(sign + oneLine(value));
    }
    lines.push(
      ...(isUsualStart(game, record) ? ['PI'] : makeCsaPosition(notation.makePosition(start))),
    );
    lines.push(game.turn(start) === 0 ? '+' : '-');
    for (const [i, position] of positionsOf(game, record).slice(0, -1).entries()) {
      lines.push(makeMove(game, position, moves[i]!));
    }
    const result = headers.get('Result');
    if (result !== undefined && /^[A-Z_+-]+$/.test(result)) lines.push(`%${result}`);
    return `${lines.join('\n')}\n`;
  },
};

/** Lines, and parts of a line between commas; comments are left out. */
function statementsOf(text: string): Word[] {
  return text.split(/\r?\n/).flatMap((line, i) => {
    if (line.startsWith("'")) return [];
    const isText = /^(N[+-]|\$)/.test(line);
    const parts = isText ? [line] : line.split(',');
    // A rank may end in blanks, which stand for empty squares.
    return parts
      .filter((part) => part.trim() !== '')
      .map((part) => ({ text: part.trimEnd(), line: i + 1 }));
  });
}

const RANKS = 'abcdefghi';
const usiSquare = (digits: string) => digits.charAt(0) + RANKS.charAt(Number(digits[1]) - 1);
const csaSquare = (name: string) => name.charAt(0) + (RANKS.indexOf(name.charAt(1)) + 1);

function readMove(game: LoadedGame, position: Position, text: string) {
  const [, side, from = '', to = '', name = ''] = MOVE.exec(text)!;
  const turn = game.turn(position) === 0 ? '+' : '-';
  if (side !== turn) {
    const who = turn === '+' ? 'Black (+)' : 'White (-)';
    return refuseFile('ERR_SIDE', `${shown(text)}: ${who} is to move`);
  }
  const letter = letterByName.get(name);
  if (letter === undefined) return refuseFile('ERR_MOVE', `${shown(name)} is no piece`);
  if (from === '00') return game.readMove(position, `${letter}*${usiSquare(to)}`);
  const { squares } = shogiBoard.readPosition(game.notation.makePosition(position));
  const before = squares[squareOf(from)]?.kind;
  if (before !== letter && `+${before}` !== letter) {
    return refuseFile('ERR_ILLEGAL_MOVE', `${shown(text)}: no piece on ${from} becomes ${name}`);
  }
  return game.readMove(position, usiSquare(from) + usiSquare(to) + (before === letter ? '' : '+'));
}

function makeMove(game: LoadedGame, position: Position, move: number): string {
  const sign = game.turn(position) === 0 ? '+' : '-';
  const text = game.notation.makeMove(move);
  const to = csaSquare(text.slice(2, 4));
  if (text.charAt(1) === '*') return `${sign}00${to}${nameByLetter.get(text.charAt(0))}`;
  const from = csaSquare(text.slice(0, 2));
  const { squares } = shogiBoard.readPosition(game.notation.makePosition(position));
  const kind = squares[squareOf(from)]!.kind;
  return `${sign}${from}${to}${nameByLetter.get(text.endsWith('+') ? `+${kind}` : kind)}`;
}
