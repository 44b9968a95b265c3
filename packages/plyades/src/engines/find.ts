// Finds an engine: turns the text after --engine into a program and its arguments.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PlyadesError, quotePath, refuse } from '../core/errors.js';
import type { EngineGame, EngineProgram } from './engine.js';
import { findProgram, isProgram, isProgramPath } from './programs.js';

/** The name of our own engine. */
export const OWN_ENGINE = 'plyades';

/**
 * The engine that a text names: `plyades` is our own, and `plyades gpp` a team; else a program by its path, or by its
 * name on PATH or in /usr/games, and after it arguments, in quotes where they have spaces. Throws ERR_MISSING_PART when
 * there is no such program.
 */
export function findEngine(text: string, game: EngineGame): EngineProgram {
  const whole = text.trim();
  if (whole === '') {
    refuse('ERR_MISSING', 'the name of an engine is empty', text);
  }
  if (isProgram(whole)) return { command: resolve(whole) };
  const [name = '', ...args] = splitWords(whole);
  if (name === OWN_ENGINE) {
    const program = fileURLToPath(new URL('../cli/main.js', import.meta.url));
    return { command: process.execPath, args: [program, ...ownCommand(args, game)] };
  }
  return { command: requireProgram(name), args };
}

/** The words after `plyades` as a command line that starts an engine; the game need not be given. */
function ownCommand(words: readonly string[], game: EngineGame): string[] {
  const [first, ...rest] = words;
  // A --game that is given comes later, and so it counts.
  if (first === 'gpp') return [first, '--game', game, ...rest];
  const options = first === 'engine' ? rest : words;
  const hasGame = first === 'engine' && rest[0] !== undefined && !rest[0].startsWith('-');
  return ['engine', ...(hasGame ? [] : [game]), ...options];
}

/** The path of an engine's program. Throws ERR_MISSING_PART. */
export function requireProgram(name: string): string {
  const found = findProgram(name);
  if (found !== undefined) return found;
  const looked = isProgramPath(name)
    ? 'there is no program at this path'
    : 'it is neither on PATH nor in /usr/games';
  throw new PlyadesError('ERR_MISSING_PART', `no engine ${quotePath(name)}: ${looked}`);
}

function splitWords(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}
