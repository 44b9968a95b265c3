// The rivals in C++: compiled for this machine when a source is newer than the program, and run as
// processes of their own that measure themselves.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { missingPart } from './failure.mjs';

const folder = fileURLToPath(new URL('../native/', import.meta.url));
const flags = ['-std=c++20', '-O3', '-march=native', '-Wall', '-Wextra'];

/** The first line of `g++ --version`; a missing compiler ends the bench. */
export function compiler() {
  const { status, stdout } = spawnSync('g++', ['--version'], { encoding: 'utf8' });
  if (status !== 0) {
    throw missingPart(
      'g++ is missing, and with it the programs to compare with: apt-get install g++',
    );
  }
  return stdout.split('\n', 1)[0];
}

/**
 * Compiles native/NAME.cpp with the scalar or the vector board, and returns a function that runs the
 * program with arguments and returns the JSON it printed.
 */
export function compileNative(name, board) {
  compiler();
  const program = `${folder}bin/${name}-${board}`;
  mkdirSync(`${folder}bin`, { recursive: true });
  const sources = readdirSync(folder).filter((file) => /\.[ch]pp$/.test(file));
  const newest = Math.max(...sources.map((file) => modified(folder + file)));
  if (modified(program) < newest) {
    execFileSync('g++', [...flags, `-DBOARD=${board}`, `${folder}${name}.cpp`, '-o', program], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  }
  return (...args) => JSON.parse(execFileSync(program, args.map(String), { encoding: 'utf8' }));
}

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
