// The documents stay short enough to be read: README in one sitting, all pages together in an afternoon. Generated
// tables and figures do not count.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Page, pages, repository } from '../support/pages.js';

const README_WORDS = 900;
const ALL_WORDS = 23_500;

/** Words as `wc -w` counts them, without what stands between the marks of a generated table or figure. */
function wordsOf(text: string): number {
  const written = text.replace(/<!-- (?:table|figure): [\s\S]*?<!-- end -->/g, '');
  return written.split(/\s+/).filter((word) => word !== '').length;
}

/** What to do about too many words: the longest pages, with their words. */
function shorten(counted: readonly Page[]): string {
  const longest = counted
    .map(({ path, text }) => ({ path, words: wordsOf(text) }))
    .sort((a, b) => b.words - a.words)
    .slice(0, 5)
    .map(({ path, words }) => `${path} (${words})`);
  return `too many words: shorten a page. The longest: ${longest.join(', ')}`;
}

const read = (path: string): string => readFileSync(join(repository, path), 'utf8');

test('words between the marks of a generated table are not counted', () => {
  expect(wordsOf('one\n<!-- table: a/b -->\n\n| two |\n\n<!-- end -->\nthree four\n')).toBe(3);
  expect(wordsOf('takes <!-- figure: a/b -->0.5<!-- end --> s')).toBe(2);
});

test('README.md has at most 900 words', () => {
  const words = wordsOf(read('README.md'));
  expect(words, 'too many words: shorten README.md').toBeLessThanOrEqual(README_WORDS);
});

test('README, docs, ARCHITECTURE, CONTRIBUTING and the page of the benches have at most 23,500 words', () => {
  const counted = pages().filter(({ path }) => path !== 'CHANGELOG.md');
  expect(counted.map(({ path }) => path)).toContain('packages/lab/bench/README.md');
  const words = counted.reduce((sum, { text }) => sum + wordsOf(text), 0);
  expect(words, shorten(counted)).toBeLessThanOrEqual(ALL_WORDS);
});

test('every page of docs/ is listed in docs/index.md', () => {
  const index = read('docs/index.md');
  const names = pages().flatMap(({ path }) => /^docs\/(.+)$/.exec(path)?.[1] ?? []);
  expect(names.filter((name) => name !== 'index.md' && !index.includes(`(${name})`))).toEqual([]);
});

/** Words that hide who acts, or how many; the sentence names the role, the number or the unit instead. */
const VAGUE = /\b(?:whoever|nobody|somebody|anybody|everybody|so many|such an?|anew|as it is)\b/gi;

test('sentences name who acts', () => {
  const found = pages().flatMap(({ path, text }) =>
    [...text.matchAll(VAGUE)].map(([word]) => `${path}: ${word}`),
  );
  expect(found).toEqual([]);
});
