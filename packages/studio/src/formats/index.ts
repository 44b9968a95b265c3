// Game files of all formats: guesses the format, reads the game, writes it.
import { isGameName, type LoadedGame, loadGame, ok } from 'plyades';
import { parseAnyPosition } from './any-position.js';
import { csaFormat } from './csa.js';
import { type FormatName, formatNames, type GameFileFormat } from './format.js';
import { pdnFormat } from './pdn.js';
import { loadPgnFormat, pgnDescription } from './pgn.js';
import { gameNamedIn, plainFormat } from './plain.js';
import { type FileResult, MAX_FILE, type RecordedGame, refuseFile, shown } from './record.js';
import { transcriptFormat } from './transcript.js';
import { usiFormat } from './usi.js';

export { type FoundPosition, parseAnyPosition } from './any-position.js';
export { type FormatName, formatNames } from './format.js';
export type { FileResult, GameFileError, RecordedGame } from './record.js';

/** A game that was read from a file. */
export interface GameFile extends RecordedGame {
  /** Undefined for a file that holds a position alone. */
  readonly format: FormatName | undefined;
  /** Games in the file, of which the first was read. */
  readonly count: number;
}

/** A format to choose. */
export type FormatDescription = Pick<
  GameFileFormat,
  'name' | 'title' | 'extensions' | 'game' | 'headers' | 'looksLike'
>;

const descriptions: Readonly<Record<FormatName, FormatDescription>> = {
  pgn: pgnDescription,
  pdn: pdnFormat,
  usi: usiFormat,
  csa: csaFormat,
  transcript: transcriptFormat,
  plain: plainFormat,
};

async function loadFormat(name: FormatName): Promise<GameFileFormat> {
  switch (name) {
    case 'pgn':
      return loadPgnFormat();
    case 'pdn':
      return pdnFormat;
    case 'usi':
      return usiFormat;
    case 'csa':
      return csaFormat;
    case 'transcript':
      return transcriptFormat;
    case 'plain':
      return plainFormat;
  }
}

/** The formats in which a game can be saved, the usual one first. */
export function formatsOf(game: string): readonly FormatDescription[] {
  return formatNames
    .map((name) => descriptions[name])
    .filter((format) => format.game === undefined || format.game === game);
}

/** For the file dialog: the endings of all formats. */
export const acceptedFiles: string = [
  ...new Set(
    formatNames.flatMap((name) =>
      descriptions[name].extensions.map((extension) => `.${extension.split('.').at(-1)}`),
    ),
  ),
].join(',');

/**
 * Reads the first game of a file, or the position that it holds. A file cannot make the page load a module: a game in
 * plain TypeScript is read when it is the one given as `open`.
 */
export async function parseGameFile(
  text: string,
  fileName: string,
  open?: LoadedGame,
): Promise<FileResult<GameFile>> {
  if (text.length > MAX_FILE) {
    const message = `The file has ${text.length} characters: at most ${MAX_FILE} are read. Cut it into smaller ones.`;
    return refuseFile('ERR_TOO_LONG', message);
  }
  const content = text.replace(/^\uFEFF/, '');
  if (content.trim() === '')
    return refuseFile('ERR_MISSING', 'The file is empty: expected a game.');
  const [first] = guessFormats(content, fileName);
  if (first !== undefined) {
    const game = await gameOf(first, content, open);
    if (!game.ok) return game;
    const read = (await loadFormat(first)).parse(content, game.value);
    if (!read.ok) return read;
    const { count = 1, ...record } = read.value;
    return ok({ ...record, format: first, count });
  }
  const found = await parseAnyPosition(content.slice(0, 3000), open?.id);
  if (!found.ok) {
    const known = 'PGN, PDN, USI, CSA, an Othello transcript, or lines such as game: othello';
    const message = `${shown(fileName)} is no game file that the studio knows: expected ${known}. ${found.error.message}`;
    return refuseFile(found.error.code, message);
  }
  const { game, position } = found.value;
  return ok({ game, start: position, moves: [], headers: new Map(), format: undefined, count: 1 });
}

/** Formats that a text may be of, the most probable first: those it looks like, of them the one of its file name. */
function guessFormats(text: string, fileName: string): FormatName[] {
  const ending = fileName.toLowerCase();
  const isNamed = (name: FormatName) =>
    descriptions[name].extensions.some((extension) => ending.endsWith(`.${extension}`));
  const order: readonly FormatName[] = ['plain', 'usi', 'transcript', 'pdn', 'csa', 'pgn'];
  const fitting = order.filter((name) => descriptions[name].looksLike(text));
  const named = order.filter((name) => name !== 'plain' && isNamed(name));
  const both = fitting.filter((name) => named.includes(name));
  return [...both, ...fitting, ...named];
}

async function gameOf(
  format: FormatName,
  text: string,
  open: LoadedGame | undefined,
): Promise<FileResult<LoadedGame>> {
  const id = descriptions[format].game ?? gameNamedIn(text) ?? '';
  if (open?.id === id) return ok(open);
  if (isGameName(id)) return ok(await loadGame(id));
  const message = `the file is of the game ${shown(id)}, which the studio does not have. If it is a module of yours, open the module first, then the file.`;
  return refuseFile('ERR_GAME', message, 1);
}

/** The text of a file. Throws when the format is not for the record's game. */
export async function makeGameFile(
  format: FormatName,
  record: RecordedGame,
  open?: LoadedGame,
): Promise<string> {
  const { game } = descriptions[format];
  if (game !== undefined && game !== record.game) {
    throw new RangeError(`${descriptions[format].title} is for ${game}, not for ${record.game}`);
  }
  const id = record.game;
  if (open?.id !== id && !isGameName(id)) throw new RangeError(`the game ${id} is not open`);
  const loaded = open?.id === id ? open : await loadGame(id as 'chess');
  return (await loadFormat(format)).make(record, loaded);
}
