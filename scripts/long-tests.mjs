// Which test files have tests with the tag `long`: they name it, or a module of the tests that they import does. Only
// these are loaded for the long tests, since loading all files takes a minute.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { walk } from './build-freshness.mjs';

const NAMES_LONG = /(['"])long\1|\/long\.js['"]/;
const RELATIVE_IMPORT = /\b(?:from|import) '(\.{1,2}\/[^']+)\.js'/g;

/**
 * @param {readonly string[]} folders
 * @returns {string[]} Paths of test files.
 */
export function filesWithLongTests(folders) {
  return folders
    .flatMap((folder) => walk(folder))
    .filter((path) => path.endsWith('.test.ts') && namesLong(path, new Set()));
}

/**
 * @param {string} path
 * @param {Set<string>} seen Modules that were looked at: some import each other.
 * @returns {boolean}
 */
function namesLong(path, seen) {
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  if (NAMES_LONG.test(text)) return true;
  return [...text.matchAll(RELATIVE_IMPORT)]
    .map(([, name]) => join(dirname(path), `${name}.ts`))
    .filter((each) => /[\\/]test[\\/]/.test(each) && existsSync(each))
    .some((each) => !seen.has(each) && namesLong(each, seen));
}
