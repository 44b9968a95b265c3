// Shogi as USI engines get it: `position startpos moves 7g7f ...` or `position sfen ... moves ...`. Headers are not kept.
import { ok } from 'plyades';
import type { GameFileFormat } from './format.js';
import { isUsualStart, playWords, refuseFile, type Word } from './record.js';

const LINE =
  /^\s*(?:position\s+)?(?:(startpos)|(?:sfen\s+)?(\S+\/\S+\s+[bw]\s+\S+(?:\s+\d+)?))(?:\s+moves\s+(.*))?\s*$/;

export const usiFormat: GameFileFormat = {
  name: 'usi',
  title: 'USI',
  extensions: ['usi', 'sfen'],
  game: 'shogi',
  headers: [],
  looksLike: (text) => /^\s*(position\s+)?(startpos\b|sfen\s)/.test(text),

  parse(text, game) {
    const lines = text.split(/\r?\n/);
    const at = lines.findIndex((line) => line.trim() !== '');
    const [, usual, sfen, moves = ''] = LINE.exec((lines[at] ?? '').slice(0, 100_000)) ?? [];
    if (usual === undefined && sfen === undefined) {
      const expected = "expected 'position startpos moves ...' or 'position sfen ... moves ...'";
      return refuseFile('ERR_MISSING', `${expected}.`, at + 1);
    }
    const start =
      sfen === undefined ? ok(game.notation.start()) : game.notation.parsePosition(sfen);
    if (!start.ok) return refuseFile(start.error.code, `${start.error.message}.`, at + 1);
    const words: Word[] = [...moves.matchAll(/\S+/g)].map(([word]) => ({
      text: word,
      line: at + 1,
    }));
    for (const [i, line] of lines.slice(at + 1).entries()) {
      for (const [word] of line.matchAll(/\S+/g)) words.push({ text: word, line: at + 2 + i });
    }
    const played = playWords(game, start.value, words);
    if (!played.ok) return played;
    return ok({ game: game.id, start: start.value, moves: played.value, headers: new Map() });
  },

  make(record, game) {
    const { notation } = game;
    const start = isUsualStart(game, record)
      ? 'startpos'
      : `sfen ${notation.makePosition(record.start)}`;
    const moves = record.moves.map((move) => notation.makeMove(move));
    return `position ${[start, ...(moves.length === 0 ? [] : ['moves', ...moves])].join(' ')}\n`;
  },
};
