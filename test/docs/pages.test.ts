// The documents speak of files that exist, in links and by name, and every public name of the library
// has a comment for the reference.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gameNames } from 'plyades';
import { algorithmsOn } from 'plyades/internal/parallel/algorithms.js';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { library, type Page, pages, repository } from '../support/pages.js';

/** Folders whose files are named in code spans as `src/core/game.ts`. */
const NAMED = /^(?:\.ci|assembly|bench|docs|examples|results|scripts|src|test|tools)\/[\w./-]+$/;

/** Where a path in a page may begin: the repository, or one of its packages. */
const ROOTS = ['.', 'packages/plyades', 'packages/lab'];

/** What is made by a command and not kept. */
const GENERATED = ['docs/api'];

/** The text without its fenced blocks, which may speak of files that the reader makes. */
function prose(text: string): string {
  return text.replace(/^(`{3,}).*\n[\s\S]*?^\1$/gm, '');
}

/** The anchor that GitHub makes of a heading. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

function anchors(page: Page): string[] {
  return [...prose(page.text).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchor(heading!));
}

describe.each(pages())('$path', ({ path, text }) => {
  test('links to files and headings that exist', () => {
    const missing = [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) => {
      if (/^[a-z]+:/.test(link!)) return [];
      const [file = '', heading] = link!.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      if (!existsSync(join(repository, target))) return [link];
      if (heading === undefined) return [];
      const page = pages().find((each) => each.path === target);
      return page && anchors(page).includes(heading) ? [] : [link];
    });
    expect(missing).toEqual([]);
  });

  test('names files that exist', () => {
    const named = [...prose(text).matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);
    const missing = named.filter(
      (span) =>
        NAMED.test(span) &&
        !GENERATED.includes(span) &&
        !ROOTS.some((root) => existsSync(join(repository, root, span))),
    );
    expect(missing).toEqual([]);
  });
});

test('the page about adding a game has every method of the contract', () => {
  const contract = readFileSync(join(library, 'assembly/contract.ts'), 'utf8');
  const methods = [...contract.matchAll(/^ {2}(?:abstract )?(\w+)\(/gm)].map(([, name]) => name!);
  expect(methods).toContain('generate');
  const page = pages().find(({ path }) => path === 'docs/add-a-game.md')!;
  expect(methods.filter((name) => !page.text.includes(`\`${name}\``))).toEqual([]);
});

/** The words of the first column of the tables of a page, without marks. */
function firstColumn(text: string): string[] {
  return [...text.matchAll(/^\| `([^`]+)`/gm)].map(([, word]) => word!);
}

const textOf = (page: string): string => pages().find(({ path }) => path === page)!.text;

test('the README has a row for each game, and says how many there are', () => {
  const readme = textOf('README.md');
  expect(
    firstColumn(readme),
    'the table of games in README.md needs a row for each game, in the order of catalogue.ts: docs/add-a-game.md, step 8',
  ).toEqual([...gameNames]);
  const numbers = ['seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen', 'fourteen'];
  expect(
    readme,
    `correct the number of games in README.md: there are ${gameNames.length}`,
  ).toContain(`It knows ${numbers[gameNames.length - 7]} games`);
});

test('the page about parallel search has a row for each algorithm that runs on threads', () => {
  expect(firstColumn(textOf('docs/parallel.md'))).toEqual(
    expect.arrayContaining([...algorithmsOn('threads')]),
  );
});

test('every name that the library exports has a comment', () => {
  const file = join(library, 'src/api/index.ts');
  const config = ts.readConfigFile(join(repository, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, repository);
  const program = ts.createProgram([file], options);
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
  const names = checker.getExportsOfModule(module).map((symbol) => {
    const meant = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return { name: symbol.name, comment: meant.getDocumentationComment(checker).length > 0 };
  });
  expect(names.map(({ name }) => name)).toContain('search');
  expect(names.filter(({ comment }) => !comment).map(({ name }) => name)).toEqual([]);
});
