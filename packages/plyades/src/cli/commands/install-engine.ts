// `plyades install-engine`: a small launcher, for programs with a board that take the path of an engine and
// no arguments. It names Node and this package by their paths, since such programs seldom have our PATH.
import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Argument, Command } from 'commander';
import { replaceFile } from '../../hosts/regular-file.js';
import { Refusal } from '../exit.js';
import { usingFile } from '../files.js';
import { print } from '../terminal.js';

const EXAMPLES = `
Examples:
  $ plyades install-engine ./plyades-chess
  $ plyades install-engine ./plyades-shogi engine shogi
  $ plyades install-engine ./plyades-gpp gpp --engine stockfish --workers 8
  $ plyades install-engine --force ./plyades-chess engine chess

Then name the file where the program asks for an engine.`;

/** Commands that speak with a program with a board. */
const ENGINES = ['engine', 'gpp'];

export function installEngineCommand(): Command {
  return new Command('install-engine')
    .description('write a launcher for programs that take an engine without arguments')
    .addArgument(new Argument('<file>', 'the launcher to write'))
    .addArgument(new Argument('[command...]', 'what it runs; engine chess if not given'))
    .option('--force', 'write over a file that is there')
    .passThroughOptions()
    .addHelpText('after', EXAMPLES)
    .action(installEngine);
}

async function installEngine(
  file: string,
  command: string[],
  flags: { force?: boolean },
): Promise<void> {
  // Many people write -- before the words of another command.
  const given = command[0] === '--' ? command.slice(1) : command;
  const words = given.length === 0 ? ['engine', 'chess'] : given;
  const path = withEnding(resolve(file));
  const place = { where: 'FILE', text: file };
  if (!ENGINES.includes(words[0]!)) {
    const message = `'${words[0]}' is no engine: expected ${ENGINES.join(' or ')} and its arguments`;
    throw new Refusal('ERR_ARGUMENT', message, { where: 'COMMAND', text: words.join(' ') });
  }
  if (!existsSync(dirname(path))) {
    throw new Refusal('ERR_ARGUMENT', `there is no folder ${dirname(path)}`, place);
  }
  if (existsSync(path) && !flags.force) {
    const advice = 'add --force to write over it';
    throw new Refusal('ERR_ARGUMENT', `${basename(path)} is there already`, { ...place, advice });
  }
  await usingFile('FILE', path, () => replaceFile(path, launcher(words), 0o755));
  print(path);
}

const isWindows = process.platform === 'win32';

function withEnding(path: string): string {
  return isWindows && !path.toLowerCase().endsWith('.cmd') ? `${path}.cmd` : path;
}

function launcher(words: readonly string[]): string {
  const program = fileURLToPath(new URL('../main.js', import.meta.url));
  const line = [process.execPath, program, ...words];
  if (isWindows) return `@${line.map((word) => `"${word}"`).join(' ')} %*\r\n`;
  const quoted = line.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  return `#!/bin/sh\nexec ${quoted} "$@"\n`;
}
