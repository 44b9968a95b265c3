// Games and positions as text and files: opened from a dialog, by dropping or pasting, and saved in the format of the game.
import { signal } from '@preact/signals';
import { loadGame } from 'plyades';
import {
  type FormatName,
  formatsOf,
  makeGameFile,
  parseAnyPosition,
  parseGameFile,
} from '../formats/index.js';
import { notify, notifyError } from '../ui/notices.js';
import { beginGame, endingAt, type GameOnBoard, goTo, replayGame } from './game-on-board.js';
import { gameName } from './games.js';
import { openModule } from './modules.js';
import { changeGame, openGame, played } from './session.js';
import { level, players } from './settings.js';
import { sideNames } from './sides.js';
import { makeEnding } from './values.js';

/** Bytes; the formats refuse long texts themselves. */
const MAX_FILE_BYTES = 8 << 20;

/** A module that waits until the reader has said that its code may run. */
export const offeredModule = signal<File | undefined>(undefined);

export const isModuleFile = (name: string): boolean => /\.[cm]?[jt]s$/.test(name);

/** Opens a file that the reader chose or dropped. */
export async function openFile(file: File): Promise<void> {
  if (isModuleFile(file.name)) {
    offeredModule.value = file;
    return;
  }
  if (file.size > MAX_FILE_BYTES) {
    notify('bad', `${file.name} has ${file.size} bytes: at most ${MAX_FILE_BYTES} are read.`);
    return;
  }
  const problem = await openText(await file.text(), file.name);
  if (problem !== undefined) notify('bad', `${file.name} cannot be opened. ${problem}`);
}

/** Runs a module that the reader has agreed to, and begins its game. */
export async function runModule(file: File): Promise<void> {
  try {
    const { url, title } = await openModule(file);
    await changeGame(url);
    notify('good', `${title} is open. It stays until you reload the page.`);
  } catch (error) {
    notifyError(error);
  }
}

/** Shows the position or the game of a text; returns what is wrong with it. */
export async function openText(text: string, fileName: string): Promise<string | undefined> {
  const current = played.peek()?.game;
  // A game in a module knows its own positions.
  const own = current?.notation.parsePosition(text.trim());
  if (current !== undefined && own?.ok === true) {
    openGame(beginGame(current, own.value));
    return undefined;
  }
  const position = await parseAnyPosition(text, current?.id);
  if (position.ok) {
    const { game, position: found, others } = position.value;
    openGame(beginGame(await loadGame(game), found));
    if (others.length > 0) {
      notify(
        'good',
        `Read as a position of ${game}; it could also be one of ${others.join(', ')}.`,
      );
    }
    return undefined;
  }
  const read = await parseGameFile(text, fileName, current);
  if (!read.ok) {
    const isShort = text.length < 200 && !text.trim().includes('\n');
    return isShort ? position.error.message : read.error.message;
  }
  const { game, start, moves, headers, count } = read.value;
  const loaded = current?.id === game ? current : await loadGame(game);
  const opened = replayGame(loaded, start, moves, headers);
  if (opened === undefined) return 'One of its moves is against the rules.';
  openGame(goTo(opened, 0));
  if (count > 1) notify('good', `The file has ${count} games; this is the first.`);
  return undefined;
}

/** Saves the game to the reader's disk. */
export async function saveGame(format: FormatName): Promise<void> {
  const now = played.peek();
  if (now === undefined) return;
  try {
    const text = await makeGameFile(format, recordOf(now, format), now.game);
    const { extensions } = formatsOf(now.game.id).find(({ name }) => name === format)!;
    download(text, `${gameName(now.game.id)}-${dateText()}.${extensions[0]}`);
  } catch (error) {
    notifyError(error);
  }
}

const dateText = (): string => new Date().toISOString().slice(0, 10);

/** The game with headers that say who played and how it ended, unless it came with its own. */
function recordOf(now: GameOnBoard, format: FormatName) {
  const { game, positions, moves, tags } = now;
  const names = sideNames(game.id);
  const headers = new Map<string, string>([['Date', dateText().replaceAll('-', '.')]]);
  for (const side of [0, 1] as const) {
    const isBot = players.peek()[side] === 'bot';
    headers.set(names[side], isBot ? `Plyades, level ${level.peek()}` : 'You');
  }
  const over = endingAt(goTo(now, positions.length - 1));
  if (over !== undefined) headers.set('Result', resultText(now, over, format));
  return {
    game: game.id,
    start: positions[0]!,
    moves,
    headers: tags.size > 0 ? new Map([...tags, ...resultOnly(headers)]) : headers,
  };
}

const resultOnly = (headers: ReadonlyMap<string, string>) =>
  [...headers].filter(([name]) => name === 'Result');

function resultText(
  { game }: GameOnBoard,
  over: NonNullable<ReturnType<typeof endingAt>>,
  format: FormatName,
): string {
  if (format === 'plain') return makeEnding(game.id, over);
  if (over.winner === undefined) return '1/2-1/2';
  return sideNames(game.id)[over.winner] === 'White' ? '1-0' : '0-1';
}

function download(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Copies a text, and says so. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify('good', `${what} is on the clipboard.`);
  } catch {
    notify('warning', 'The browser does not let this page copy. Select the text and copy it.');
  }
}
