// Games of English checkers in Portable Draughts Notation. Files write captures by all squares, by their ends, or with
// a hyphen; all of them are read, and captures are written by all squares.
import { type LoadedGame, ok, type Position } from 'plyades';
import type { GameFileFormat } from './format.js';
import { isUsualStart, playWords, refuseFile, shown, wrapWords } from './record.js';
import { cutFirstGame, makeTags, parseTaggedText, results } from './tagged-text.js';

/** The number of English checkers among the kinds of draughts. */
const GAME_TYPE = '21';

/** Tags that say where the game begins and what it is. */
const own = ['FEN', 'SetUp', 'GameType'];

export const pdnFormat: GameFileFormat = {
  name: 'pdn',
  title: 'PDN',
  extensions: ['pdn'],
  game: 'checkers',
  headers: undefined,
  looksLike: (text) =>
    /^\s*\[GameType\s+"21/m.test(text) ||
    /^\s*\[FEN\s+"[BW]:/m.test(text) ||
    /(^|\s)1\.\s*\d{1,2}[-x]\d{1,2}(\s|$)/.test(text.slice(0, 5000)),

  parse(text, game) {
    const { text: first, count } = cutFirstGame(text);
    const read = parseTaggedText(first);
    if (!read.ok) return read;
    const { tags, words } = read.value;
    const type = tags.get('GameType')?.split(',')[0];
    if (type !== undefined && type !== GAME_TYPE) {
      const message = `GameType ${shown(type)}: expected ${GAME_TYPE}, English checkers.`;
      return refuseFile('ERR_GAME', message);
    }
    const fen = tags.get('FEN');
    const start = fen === undefined ? ok(game.notation.start()) : game.notation.parsePosition(fen);
    if (!start.ok) return refuseFile(start.error.code, `the tag FEN: ${start.error.message}.`);
    const last = words.at(-1);
    const result = last !== undefined && results.includes(last.text) ? last.text : undefined;
    const headers = new Map([...tags].filter(([name]) => !own.includes(name)));
    if (result !== undefined) headers.set('Result', result);
    const played = result === undefined ? words : words.slice(0, -1);
    const moves = playWords(game, start.value, played, (position, move) =>
      readMove(game, position, move),
    );
    if (!moves.ok) return moves;
    return ok({ game: game.id, start: start.value, moves: moves.value, headers, count });
  },

  make(record, game) {
    const { notation } = game;
    const { Result = '*' } = Object.fromEntries(record.headers);
    const result = results.includes(Result) ? Result : '*';
    const tags = new Map([...record.headers].filter(([name]) => !own.includes(name)));
    tags.set('Result', result);
    tags.set('GameType', GAME_TYPE);
    if (!isUsualStart(game, record)) {
      tags.set('SetUp', '1');
      tags.set('FEN', notation.makePosition(record.start));
    }
    const first = game.turn(record.start);
    const words = record.moves.map((move, i) => {
      const ply = i + first;
      const number = ply % 2 === 0 ? `${ply / 2 + 1}. ` : i === 0 ? '1... ' : '';
      return number + notation.makeMove(move);
    });
    return `${makeTags(tags)}\n\n${wrapWords([...words, result])}\n`;
  },
};

function readMove(game: LoadedGame, position: Position, text: string) {
  const read = game.readMove(position, text);
  if (read.ok || !/^\d+(-\d+)+$/.test(text)) return read;
  const capture = game.readMove(position, text.replaceAll('-', 'x'));
  return capture.ok ? capture : read;
}
