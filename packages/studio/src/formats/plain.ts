// The plain format for every game: `name: value` on lines of their own, and behind `moves:` the moves, which may go on
// over the following lines. `game:` comes first, `position:` is left out where games begin.
import { ok } from 'plyades';
import type { GameFileFormat } from './format.js';
import {
  isUsualStart,
  oneLine,
  playWords,
  refuseFile,
  shown,
  type Word,
  wrapWords,
} from './record.js';

const FIELD = /^([A-Za-z][\w-]*):(.*)$/;
const reserved = ['game', 'position', 'moves'];

/** The name on the first line; undefined where there is none. */
export function gameNamedIn(text: string): string | undefined {
  const [, name] = /^\s*game:[ \t]*(\S[^\r\n]*)/.exec(text.slice(0, 2000)) ?? [];
  return name?.trim();
}

export const plainFormat: GameFileFormat = {
  name: 'plain',
  title: 'Plain text',
  extensions: ['plyades.txt', 'txt'],
  game: undefined,
  headers: undefined,
  looksLike: (text) => gameNamedIn(text) !== undefined,

  parse(text, game) {
    const headers = new Map<string, string>();
    const words: Word[] = [];
    let start = game.notation.start();
    let inMoves = false;
    for (const [i, line] of text.split(/\r?\n/).entries()) {
      const addWords = (part: string) => {
        for (const [word] of part.matchAll(/\S+/g)) words.push({ text: word, line: i + 1 });
      };
      if (inMoves) {
        addWords(line);
        continue;
      }
      if (line.trim() === '') continue;
      const [, name, value = ''] = FIELD.exec(line.trim()) ?? [];
      if (name === undefined) {
        return refuseFile(
          'ERR_KEY',
          `${shown(line)}: expected a name, a colon and a value.`,
          i + 1,
        );
      }
      if (name === 'moves') {
        inMoves = true;
        addWords(value);
      } else if (name === 'position') {
        const read = game.notation.parsePosition(value.trim());
        if (!read.ok) return refuseFile(read.error.code, `${read.error.message}.`, i + 1);
        start = read.value;
      } else if (name === 'game') {
        if (value.trim() !== game.id) {
          return refuseFile(
            'ERR_GAME',
            `a game of ${shown(value.trim())}: expected ${game.id}.`,
            i + 1,
          );
        }
      } else headers.set(name, value.trim());
    }
    const moves = playWords(game, start, words);
    return moves.ok ? ok({ game: game.id, start, moves: moves.value, headers }) : moves;
  },

  make(record, game) {
    const { notation } = game;
    const lines = [`game: ${game.id}`];
    if (!isUsualStart(game, record)) lines.push(`position: ${notation.makePosition(record.start)}`);
    for (const [name, value] of record.headers) {
      if (/^[A-Za-z][\w-]*$/.test(name) && !reserved.includes(name)) {
        lines.push(`${name}: ${oneLine(value)}`);
      }
    }
    lines.push('moves:', wrapWords(record.moves.map((move) => notation.makeMove(move))));
    return `${lines.join('\n')}\n`;
  },
};
