// What the reader chose for play and analysis; it outlives a reload.
import { levels } from 'plyades';
import { stored } from '../shell/stored.js';

/** Who makes the moves of a side. */
export type PlayerKind = 'hand' | 'bot';

export type Players = readonly [PlayerKind, PlayerKind];

const isPlayer = (value: unknown): boolean => value === 'hand' || value === 'bot';

/** Side 0 first. */
export const players = stored<Players>(
  'board-players',
  ['hand', 'bot'],
  (value) => Array.isArray(value) && value.length === 2 && value.every(isPlayer),
);

/** Levels by number, the strongest last. */
export const levelNumbers = levels.filter((level) => typeof level === 'number');
export type Level = (typeof levelNumbers)[number];
export const FULL_STRENGTH = 10;

export const level = stored<Level>('board-level', 3, (value) =>
  (levelNumbers as readonly unknown[]).includes(value),
);

/** Milliseconds of a move at full strength. */
export const thinkingMs = stored('board-thinking-ms', 1000, (value) =>
  isWithin(value, 50, 120_000),
);

/** Whether the position that is looked at is analysed. */
export const isAnalysing = stored('board-analysing', false, (value) => typeof value === 'boolean');

export const MAX_LINES = 5;
/** Lines of the analysis. */
export const lineCount = stored('board-lines', 3, (value) => isWithin(value, 1, MAX_LINES));

/** Whether candidate moves are marked on the board. */
export const showsMarks = stored('board-marks', true, (value) => typeof value === 'boolean');

export const isFlipped = stored('board-flipped', false, (value) => typeof value === 'boolean');

export const coreCount = (): number => Math.max(1, globalThis.navigator?.hardwareConcurrency ?? 1);

/** Threads of a search, 0 for one for each core. */
export const threadCount = stored('board-threads', 0, (value) => isWithin(value, 0, 256));

/** Threads share a table on a page that is cross-origin isolated; elsewhere one searches as well as several. */
export const canShare = (): boolean => globalThis.crossOriginIsolated === true;

/** Threads that a search uses. */
export function usedThreads(): number {
  const asked = threadCount.value === 0 ? coreCount() : threadCount.value;
  return canShare() ? asked : 1;
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}
