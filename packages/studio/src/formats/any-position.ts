// A pasted position of any game, with the game it belongs to. Each game's own parser decides; where none takes the
// text, the error is that of the game whose positions look most like it.
import type { GameName, GameNotation, Position } from 'plyades';
import { ok } from 'plyades';
import { type FileResult, refuseFile, shown } from './record.js';

export interface FoundPosition {
  readonly game: GameName;
  readonly position: Position;
  /** Other games whose positions may be written so: Othello and Lines of Action look alike. */
  readonly others: readonly GameName[];
}

const MAX_POSITION = 2000;

const notations = {
  chess: async () => (await import('plyades/games/chess')).chess,
  shogi: async () => (await import('plyades/games/shogi')).shogi,
  connect6: async () => (await import('plyades/games/connect6')).connect6,
  checkers: async () => (await import('plyades/games/checkers')).checkers,
  othello: async () => (await import('plyades/games/othello')).othello,
  loa: async () => (await import('plyades/games/loa')).loa,
  'tic-tac-toe': async () => (await import('plyades/games/tic-tac-toe')).ticTacToe,
  synthetic: async () => (await import('plyades/games/synthetic')).synthetic,
} satisfies Record<GameName, () => Promise<GameNotation>>;

/** Finds the game of a position; of several that fit, `preferred` comes first. */
export async function parseAnyPosition(
  text: string,
  preferred?: string,
): Promise<FileResult<FoundPosition>> {
  if (text.length > MAX_POSITION) {
    const message = `${text.length} characters are too many for a position: at most ${MAX_POSITION} are read.`;
    return refuseFile('ERR_TOO_LONG', message);
  }
  const written = unwrapped(text);
  if (written === '')
    return refuseFile('ERR_MISSING', 'There is no position: paste one, such as a FEN.');
  const found: { readonly game: GameName; readonly position: Position }[] = [];
  for (const [game, load] of Object.entries(notations) as [
    GameName,
    () => Promise<GameNotation>,
  ][]) {
    const read = readAs(game, await load(), written);
    if (read.ok) found.push({ game, position: read.value });
  }
  const [first] = found;
  const chosen = found.find(({ game }) => game === preferred) ?? first;
  if (chosen !== undefined) {
    const others = found.map(({ game }) => game).filter((game) => game !== chosen.game);
    return ok({ ...chosen, others });
  }
  const likely = likelyGame(written);
  if (likely === undefined) {
    const expected =
      'expected FEN (chess), SFEN (shogi), 64 squares of X, O and - (Othello, Lines of Action), PDN (checkers) or another position of a game';
    return refuseFile(
      'ERR_CHARACTER',
      `${shown(written)} is no position of any game: ${expected}.`,
    );
  }
  const notation = await notations[likely]();
  const read = readAs(likely, notation, written);
  const why = read.ok ? '' : read.error.message;
  return refuseFile(
    read.ok ? 'ERR_VALUE' : read.error.code,
    `As a position of ${notation.title}: ${why}.`,
  );
}

/** Without the words and quotes in which programs wrap positions. */
function unwrapped(text: string): string {
  return text
    .trim()
    .replace(/^\[FEN\s+"(.*)"\]$/i, '$1')
    .replace(/^["'`](.*)["'`]$/s, '$1')
    .replace(/^position\s+(?=fen\s|sfen\s)/i, '')
    .replace(/^(fen|sfen)\s*:?\s+/i, '')
    .trim();
}

function readAs(game: GameName, notation: GameNotation, text: string) {
  const read = notation.parsePosition(text);
  if (read.ok) return read;
  const other = variant(game, text);
  const again = other === text ? read : notation.parsePosition(other);
  return again.ok ? again : read;
}

/** How other programs write the same. */
function variant(game: GameName, text: string): string {
  switch (game) {
    case 'chess': {
      // EPD has no clocks, and operations in their place.
      const fields = text.split(/\s+/).slice(0, 4);
      const [board = '', side = 'w', castling = '-', passant = '-'] = fields;
      return `${board} ${side} ${castling} ${passant} 0 1`;
    }
    case 'shogi':
      return text.split(/\s+moves\b/)[0]!.replace(/\s+/g, ' ');
    case 'othello':
    case 'loa':
    case 'tic-tac-toe': {
      const squares = game === 'tic-tac-toe' ? 9 : 64;
      const signs = text
        .replace(/\s+/g, '')
        .toUpperCase()
        .replace(/[*B]/g, 'X')
        .replace(/[W0]/g, 'O')
        .replace(/[._]/g, '-');
      return `${signs.slice(0, squares)} ${signs.slice(squares, squares + 1)}`;
    }
    default:
      return text;
  }
}

/** The game that a text that nothing takes was probably meant for. */
function likelyGame(text: string): GameName | undefined {
  const ranks = text.split(' ')[0]!.split('/').length;
  if (ranks > 12) return 'connect6';
  if (ranks === 9) return 'shogi';
  if (ranks > 4) return 'chess';
  if (/^[BW]:/i.test(text)) return 'checkers';
  if (/^b=\d|seed=/.test(text)) return 'synthetic';
  const stones = text.replace(/\s/g, '').length;
  if (!/^[-XO.*_\s]+$/i.test(text)) return undefined;
  if (stones > 40) return 'othello';
  return stones >= 8 && stones <= 12 ? 'tic-tac-toe' : undefined;
}
