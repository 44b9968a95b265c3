// Algorithms describe themselves: the name of one stands in its own folder and nowhere else in the library, so that a
// new one needs its folder and one line of the registry.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { algorithms } from 'plyades';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../packages/plyades/src', import.meta.url));

/** Folders that are about one algorithm: its own, and the library for programs that bring their own search to it. */
const owners: Readonly<Record<string, readonly string[]>> = {
  aphid: ['parallel/aphid/', 'own-search/', 'parallel/own-search/'],
  mcts: ['mcts/', 'hosts/threads/'],
  gpu: ['gpu/', 'core/algorithm.ts', 'api/backends/', 'hosts/threads/gpu-search.ts'],
};

/** Words that are no names of algorithms there: a kind of host, a kind of message, a command. */
const otherMeanings: readonly (readonly [path: RegExp, name: string])[] = [
  [/^(core|api|cli|hosts)\//, 'gpu'],
  // The option with the result of the search on one processor.
  [/^sim\/simulate-link\.ts$/, 'sequential'],
];

/** Data that `npm run tables` writes. */
const GENERATED = 'parallel/measured-choices.ts';

/** What an author does about a finding. */
const ADVICE =
  'take the facts from the description of the algorithm; where the word means something else, add the file and the word to otherMeanings in test/algorithm-names.test.ts';

/** Names of algorithms among the string literals of a module; those inside longer texts do not count. */
function namesIn(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && isName(node.text) && !isOwner(path, node.text)) {
      found.push(`${path}: '${node.text}'`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const isName = (text: string): boolean => (algorithms as readonly string[]).includes(text);

function isOwner(path: string, name: string): boolean {
  const folders = [`parallel/${name}/`, ...(owners[name] ?? [])];
  const isOther = otherMeanings.some(([where, word]) => word === name && where.test(path));
  return isOther || folders.some((folder) => path.startsWith(folder));
}

test('no module of the library names an algorithm of another folder', () => {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) => {
    const path = relative(root, file).split(sep).join('/');
    return path === GENERATED ? [] : namesIn(path, readFileSync(file, 'utf8'));
  });
  expect(found, ADVICE).toEqual([]);
});

test.each([
  ['api/bot.ts', "const usual = 'lazy-smp';", 1],
  ['hosts/nats/search.ts', "if (algorithm !== 'aphid') return;", 1],
  ['cli/commands/search.ts', 'const names = `minimal-tree`;', 1],
  ['parallel/algorithms.ts', "export { aphid } from './aphid/index.js';", 0],
  ['parallel/aphid/index.ts', "const name = 'aphid';", 0],
  ['parallel/aphid/index.ts', "const name = 'root-split';", 1],
])('in %s, %s has %i', (path, source, count) => {
  expect(namesIn(path, source)).toHaveLength(count);
});
