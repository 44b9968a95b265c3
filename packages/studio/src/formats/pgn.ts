// Games of chess in PGN, by the library's parser.
import { type LoadedGame, type MoveRules, ok, unwrap } from 'plyades';
import type { GameFileFormat } from './format.js';
import { MAX_MOVES, refuseFile } from './record.js';
import { cutFirstGame } from './tagged-text.js';

/** Tags that say where the game begins. */
const own = ['FEN', 'SetUp'];

/** The library's part for PGN is loaded when a file is read or written. */
export async function loadPgnFormat(): Promise<GameFileFormat> {
  const { parsePgn, makePgn } = await import('plyades/games/chess');
  return {
    ...pgnDescription,

    parse(text, game) {
      const cut = cutFirstGame(text);
      const games = parsePgn(rulesOf(game), cut.text);
      const [first] = games;
      if (first === undefined) return refuseFile('ERR_MISSING', 'There is no game in this file.');
      if (!first.ok) {
        const { code, message, lineNumber } = first.error;
        const said = message.replace(/^game \d+, line \d+: /, '');
        return refuseFile(code, `${said}.`, lineNumber);
      }
      const { tags, start, moves, result } = first.value;
      if (moves.length > MAX_MOVES) {
        return refuseFile('ERR_TOO_LONG', `${moves.length} moves: at most ${MAX_MOVES} are read.`);
      }
      const headers = new Map([...tags].filter(([name]) => !own.includes(name)));
      headers.set('Result', result);
      const record = { game: game.id, start: { game: game.id, record: start }, moves, headers };
      return ok({ ...record, count: cut.count + games.length - 1 });
    },

    make(record, game) {
      const tags = new Map(
        [...record.headers].filter(([name]) => /^\w+$/.test(name) && !own.includes(name)),
      );
      const result =
        (['1-0', '0-1', '1/2-1/2'] as const).find((each) => each === tags.get('Result')) ?? '*';
      const { moves } = record;
      return makePgn(rulesOf(game), {
        tags: oneLineEach(tags),
        start: record.start.record,
        moves,
        result,
      });
    },
  };
}

export const pgnDescription = {
  name: 'pgn',
  title: 'PGN',
  extensions: ['pgn'],
  game: 'chess',
  headers: undefined,
  looksLike: (text: string) =>
    /^\s*\[\w+\s+"/m.test(text.slice(0, 5000)) ||
    /(^|\s)1\.\s*([NBRQK]?[a-h]?[1-8]?x?[a-h][1-8]|O-O)/.test(text.slice(0, 5000)),
} as const;

function oneLineEach(tags: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...tags].map(([name, value]) => [name, value.replace(/\s+/g, ' ')]));
}

/** The game's rules as the library's parser asks for them. */
function rulesOf({ id, legalMoves, play }: LoadedGame): MoveRules {
  return {
    moves: (record) => legalMoves({ game: id, record }),
    play: (record, move) => unwrap(play({ game: id, record }, move)).record,
  };
}
