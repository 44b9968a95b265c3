// Modules of games as the page runs them: the library is found, and files that the page does not have are named.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { prepareModule } from '../../src/board/module-source.js';

const LIBRARY = 'http://localhost/browser/index.js';
const prepare = (source: string) => prepareModule(source, 'game.js', LIBRARY);

test.each([
  [`import { defineGame } from 'plyades';`, `import { defineGame } from "${LIBRARY}";`],
  [`import{defineGame as d}from"plyades";d()`, `import{defineGame as d}from"${LIBRARY}";d()`],
  [`let a=1;import 'plyades'`, `let a=1;import "${LIBRARY}"`],
  [`export { defineGame } from 'plyades';`, `export { defineGame } from "${LIBRARY}";`],
  [`const p = await import('plyades');`, `const p = await import("${LIBRARY}");`],
  [`import {\n  defineGame,\n} from 'plyades';`, `import {\n  defineGame,\n} from "${LIBRARY}";`],
  [`export const name = 'plyades';`, `export const name = 'plyades';`],
])('%j finds the library', (source, expected) => {
  expect(prepare(source)).toEqual({ ok: true, source: expected });
});

test.each([
  [`import { a } from './rules.js';`, './rules.js'],
  [`import x from "lodash"`, 'lodash'],
  [`import { defineGame } from 'plyades';\nimport '/other.js';`, '/other.js'],
  [`import x from 'https://example.com/x.js'`, 'https://example.com/x.js'],
  [`await import('../x.js')`, '../x.js'],
  [`export * from 'plyades/games/chess'`, 'plyades/games/chess'],
])('%j names what is missing', (source, missing) => {
  expect(prepare(source)).toMatchObject({
    ok: false,
    message: expect.stringContaining(`imports ‘${missing}’`),
  });
});

test('TypeScript is to be compiled first', () => {
  expect(prepareModule('export {}', 'game.ts', LIBRARY)).toMatchObject({
    ok: false,
    message: expect.stringContaining('Compile it first'),
  });
});

test('the example needs nothing but the library', async () => {
  const file = new URL('../../../plyades/dist/examples/connect-four.js', import.meta.url);
  expect(prepareModule(await readFile(file, 'utf8'), 'connect-four.js', LIBRARY).ok).toBe(true);
});
