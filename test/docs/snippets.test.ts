// Every marked block of README.md and of the pages in docs/ compiles and runs; see snippets.ts for the
// marks.
import { rmSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { pages } from '../support/pages.js';
import { compileSnippets, findSnippets, runSnippet } from '../support/snippets.js';

const tested = pages()
  .map(({ path, text }) => ({ path, snippets: findSnippets(text) }))
  .filter(({ snippets }) => snippets.length > 0);

const compiled = compileSnippets(tested.map(({ snippets }) => snippets));
afterAll(() => rmSync(compiled.folder, { recursive: true, force: true }));

describe.each(tested)('the code in $path', ({ path, snippets }) => {
  const { folder, errors } = compiled.pages[tested.findIndex((page) => page.path === path)]!;

  test('compiles', () => expect(errors).toBe(''));

  const programs = snippets.filter(({ runs }) => runs);
  test.each(programs)('$file, line $line, runs', async (snippet) => {
    const { exit, output, errors: stderr } = await runSnippet(folder, snippet);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    if (snippet.output !== undefined) expect(output).toBe(snippet.output);
  });
});

test('the page about adding a game has a game that is tested', () => {
  expect(tested.map(({ path }) => path)).toContain('docs/add-a-game.md');
});

describe('a block of a page', () => {
  const fence = '```';
  const page = (...blocks: string[]) =>
    blocks.map((block) => `${fence}${block}\n${fence}`).join('\n\n');

  test('is taken when it is marked, with its place and what it must print', () => {
    const text = page('ts\na', 'ts file=a.ts\nb', 'ts test\nc\nd', 'text output\ne');
    expect(findSnippets(text)).toEqual([
      { file: 'a.ts', code: 'b\n', line: 6, runs: false, output: undefined },
      { file: 'line-10.ts', code: 'c\nd\n', line: 10, runs: true, output: 'e\n' },
    ]);
  });

  test.each([
    page('ts tset\na'),
    page('js test\na'),
    page('ts test file=../a.ts\na'),
    page('text output\na'),
    page('ts file=a.ts\na', 'text output\na'),
    page('ts test\na', 'sh\nls', 'text output\na'),
  ])('with a wrong mark is refused: %j', (text) => {
    expect(() => findSnippets(text)).toThrow(/block at line/);
  });

  test('that does not compile is reported with its line', () => {
    const [snippet] = findSnippets(page('ts test\nconst depth: number = "nine";\nexport {};'));
    const { folder, pages } = compileSnippets([[snippet!]]);
    rmSync(folder, { recursive: true, force: true });
    expect(pages[0]!.errors).toMatch(/line-2\.ts\(1,7\): error TS2322/);
  });
});
