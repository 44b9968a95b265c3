// Where an engine is: what a person writes after --engine, as a program and its arguments.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inputError, PlyadesError, quotePath } from '../core/errors.js';
import type { EngineCommand, EngineGame } from './engine.js';

/** The name of our own engine. */
export const OWN_ENGINE = 'plyades';

/** Debian keeps engines here, which is not on everybody's PATH. */
const GAMES_FOLDER = '/usr/games';

/** PATH for engines and for what they start. */
export function enginePath(): string {
  return [process.env.PATH, GAMES_FOLDER].filter(Boolean).join(delimiter);
}

/**
 * The engine that a text names: `plyades` is our own; else a program by its path, or by its name on PATH or in
 * /usr/games, and after it arguments, in quotes where they have spaces. Throws ERR_MISSING_PART when there
 * is no such program.
 */
export function findEngine(text: string, game: EngineGame): EngineCommand {
  const whole = text.trim();
  if (whole === '') {
    throw PlyadesError.refusing(inputError('ERR_MISSING', 'the name of an engine is empty', text));
  }
  if (isProgram(whole)) return { command: resolve(whole) };
  const [name = '', ...args] = splitWords(whole);
  if (name === OWN_ENGINE) {
    const program = fileURLToPath(new URL('../cli/main.js', import.meta.url));
    return { command: process.execPath, args: [program, 'engine', game, ...args] };
  }
  return { command: findProgram(name), args };
}

/** The path of a program. Throws ERR_MISSING_PART. */
export function findProgram(name: string): string {
  const isPath = isAbsolute(name) || name.includes('/') || name.includes('\\');
  const places = isPath
    ? [resolve(name)]
    : enginePath()
        .split(delimiter)
        .map((folder) => join(folder, name));
  const found = places.find(isProgram);
  if (found !== undefined) return found;
  const looked = isPath
    ? 'there is no program at this path'
    : 'it is neither on PATH nor in /usr/games';
  throw new PlyadesError('ERR_MISSING_PART', `no engine ${quotePath(name)}: ${looked}`);
}

function splitWords(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
