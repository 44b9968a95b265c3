// Compiles TypeScript projects that share the folder dist and removes from it what no source makes any more, so that
// nothing imports a deleted module.
//
//   node scripts/build-typescript.mjs tsconfig.json [examples/tsconfig.json...]    in the folder of a package
import { spawnSync } from 'node:child_process';
import { readdirSync, rmdirSync, rmSync, utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const EMITTED = 'TSFILE: ';
const COMPILED = /\.(?:[cm]?js|d\.[cm]?ts)(?:\.map)?$/;

/** What other steps of the build make. */
const OTHER_STEPS = ['browser', 'studio/page', 'wasm', 'build-id.js', 'profiles.js'].map((name) =>
  resolve('dist', name),
);

const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const emitted = new Set(process.argv.slice(2).flatMap(compile));
removeOthers(resolve('dist'));

/** Paths of the files that the compiler wrote; ends the program when it found an error. */
function compile(project) {
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      compiler,
      '-p',
      project,
      '--listEmittedFiles',
      '--pretty',
      String(process.stdout.isTTY === true),
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 64 << 20 },
  );
  const lines = stdout.split('\n');
  const messages = lines
    .filter((line) => !line.startsWith(EMITTED))
    .join('\n')
    .trim();
  if (messages !== '') console.log(messages);
  const written = lines
    .filter((line) => line.startsWith(EMITTED))
    .map((line) => resolve(line.slice(EMITTED.length).trim()));
  if (status === 0) return written;
  // The compiler writes in spite of errors: the files count as old, so that the next check builds again.
  for (const path of written) utimesSync(path, 0, 0);
  process.exit(status ?? 1);
}

/** Removes compiled files that were not written now, and folders that this leaves empty. */
function removeOthers(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (OTHER_STEPS.includes(path)) continue;
    if (entry.isDirectory()) removeOthers(path);
    else if (COMPILED.test(entry.name) && !emitted.has(path)) rmSync(path);
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
