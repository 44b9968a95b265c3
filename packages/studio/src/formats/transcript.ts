// Othello games as players write them down: `f5d6c3...`, squares one after the other. Passes may be left out: a side
// that cannot move passes by itself. A line of OBF before the moves is where the game begins.
import { type LoadedGame, type Move, ok, unwrap } from 'plyades';
import type { GameFileFormat } from './format.js';
import { isUsualStart, MAX_MOVES, type RecordedGame, refuseFile, shown } from './record.js';

const OBF = /^[-XO]{64} [XO]/;
/** Words for a pass. */
const PASS = /^(pass|pa|ps|--)$/i;
const TOKEN = /[a-h][1-8]|pass|pa|ps|--/gi;

export const transcriptFormat: GameFileFormat = {
  name: 'transcript',
  title: 'Transcript (f5d6c3 …)',
  extensions: ['othello.txt', 'obf'],
  game: 'othello',
  headers: [],
  looksLike: (text) =>
    OBF.test(text.trimStart()) || /^(?:\s|[a-h][1-8]|pass|pa|ps|--)+$/i.test(text.slice(0, 5000)),

  parse(text, game) {
    const { notation } = game;
    let start = notation.start();
    let begun = false;
    const moves: Move[] = [];
    let position = start;
    for (const [i, line] of text.split(/\r?\n/).entries()) {
      if (line.trim() === '') continue;
      if (!begun && OBF.test(line.trim())) {
        const read = notation.parsePosition(line.trim());
        if (!read.ok) return refuseFile(read.error.code, `${read.error.message}.`, i + 1);
        start = read.value;
        position = start;
        begun = true;
        continue;
      }
      begun = true;
      const rest = line.replace(TOKEN, ' ').trim();
      if (rest !== '') {
        const message = `${shown(rest)} is no square: expected squares such as f5d6c3.`;
        return refuseFile('ERR_MOVE', message, i + 1);
      }
      for (const [token] of line.matchAll(TOKEN)) {
        const forced = forcedPass(game, position);
        const isPass = PASS.test(token);
        const texts = forced !== undefined && !isPass ? ['pass', token] : [isPass ? 'pass' : token];
        for (const each of texts) {
          const read = game.readMove(position, each);
          const next = read.ok ? game.play(position, read.value) : read;
          if (!next.ok) {
            const { code, message } = next.error;
            return refuseFile(code, `move ${moves.length + 1}: ${message}.`, i + 1);
          }
          moves.push(unwrap(read));
          position = next.value;
        }
        if (moves.length > MAX_MOVES) {
          return refuseFile('ERR_TOO_LONG', `more than ${MAX_MOVES} moves.`, i + 1);
        }
      }
    }
    return ok({ game: game.id, start, moves, headers: new Map() });
  },

  make(record, game) {
    const { notation } = game;
    const texts = record.moves.map((move) => notation.makeMove(move));
    // Only a pass at the end must be written.
    const written = texts.filter((text, i) => text !== 'pass' || i === texts.length - 1);
    // A file without moves needs the position, so that it is not empty.
    const isImplied = isUsualStart(game, record) && written.length > 0;
    const obf = isImplied ? '' : `${notation.makePosition(record.start)}\n`;
    return `${obf}${written.join('')}\n`;
  },
};

function forcedPass(game: LoadedGame, position: RecordedGame['start']): Move | undefined {
  const [only, ...others] = game.legalMoves(position);
  if (only === undefined || others.length > 0) return undefined;
  return game.notation.makeMove(only) === 'pass' ? only : undefined;
}
