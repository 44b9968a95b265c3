// A match on file: one line of JSON for each finished pair of games. A match that was stopped goes on behind
// the last whole line, and one that had other settings is not mixed with it.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inputError, PlyadesError, refuse } from '../core/errors.js';
import { readLineFile } from './line-file.js';
import type { PlayerFigures } from './player.js';
import type { PairPoints } from './statistics.js';

export interface GameRecord {
  /** For the first player of the match. */
  readonly points: 0 | 0.5 | 1;
  readonly reason: string;
  readonly moves: string;
  /** The players' values of their moves, in centipawns from their own side; null where they gave none. */
  readonly values: readonly (number | null)[];
  /** Of the first player of the match and the second. */
  readonly figures: readonly [PlayerFigures, PlayerFigures];
}

export interface PairRecord {
  /** From 0. */
  readonly pair: number;
  readonly opening: string;
  /** Where it began, as a position of the game. */
  readonly start: string;
  /** In the first one the first player moves first. */
  readonly games: readonly [GameRecord, GameRecord];
  readonly seconds: number;
}

export const pointsOf = ({ games }: PairRecord): PairPoints => [games[0].points, games[1].points];

/** The file of a match, opened for its settings: the pairs on file, and a way to add to them. */
export interface MatchFile {
  readonly pairs: readonly PairRecord[];
  add(pair: PairRecord): void;
}

/** Throws ERR_OPTION when the file is of a match with other settings, ERR_VALUE when it is none. */
export function openMatchFile(path: string, settings: object): MatchFile {
  const head = JSON.stringify({ match: settings });
  const file = readLineFile(path);
  if (file.head === undefined) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${head}\n`);
  } else {
    if (file.head !== head) throw refused(path, file.head, head);
    if (file.repaired !== undefined) writeFileSync(path, file.repaired);
  }
  const pairs = file.lines.map((line, index) => readPair(path, line, index + 2));
  return {
    pairs,
    add(pair) {
      appendFileSync(path, `${JSON.stringify(pair)}\n`);
      pairs.push(pair);
    },
  };
}

function readPair(path: string, line: string, number: number): PairRecord {
  let record: Partial<PairRecord> | null = null;
  try {
    record = JSON.parse(line) as Partial<PairRecord>;
  } catch {
    // Not JSON: refused below.
  }
  const points = record?.games?.map((game) => game?.points) ?? [];
  const isPair = points.length === 2 && points.every((point) => [0, 0.5, 1].includes(point));
  if (isPair && Number.isInteger(record?.pair)) return record as PairRecord;
  const message = `${path}, line ${number}, is no pair of games: take the line out, or another file`;
  refuse('ERR_VALUE', message, line.slice(0, 80));
}

function refused(path: string, first: string, head: string): PlyadesError {
  if (!first.startsWith('{"match":')) {
    const message = `${path} is no file of a match: take another one`;
    return PlyadesError.refusing(inputError('ERR_VALUE', message, path));
  }
  const message = `${path} holds a match with other settings (${first.slice(9, -1)}, not ${head.slice(9, -1)}): take another file`;
  return PlyadesError.refusing(inputError('ERR_OPTION', message, path));
}
