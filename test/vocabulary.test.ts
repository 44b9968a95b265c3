// One name for one concept: no two modules of the packages export a type, class, interface or enum of the same name,
// no exported name and no file is called by a word that the glossary does not have, and no text of a module uses a word
// of the private dialect that the code once had. The lists of exceptions only shrink: a stale one fails.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { BANNED_IN, DUPLICATE_TYPES, UNWANTED_NAMES } from './data/vocabulary.js';

/** Words of no meaning in the field; the right one stands in docs/glossary.md. */
const UNWANTED_WORDS = [
  'Aim',
  'Anew',
  'Answer',
  'Asked',
  'Atlas',
  'Begging',
  'Breathe',
  'Council',
  'Crew',
  'Elders',
  'Estate',
  'Exhibit',
  'Heed',
  'Heeded',
  'Homes',
  'Hopeful',
  'Manner',
  'Mind',
  'News',
  'Nobody',
  'Opinion',
  'Outlook',
  'Pace',
  'Pocket',
  'Question',
  'Room',
  'Said',
  'Scatter',
  'Shelf',
  'Standing',
  'Thinker',
  'Thought',
  'Vain',
  'Whoever',
  'Wish',
].map((word) => word.toLowerCase());

/**
 * Words that comments, names and messages do without: say which process, side or caller acts, and the number. A message
 * is received, a search starts again, a simulation predicts.
 */
const BANNED =
  /\b(?:crews?|council|whoever|nobody|somebody|anybody|everybody|breath|breathes?|breathing|heed(?:s|ed)?|hears?|heard|hopeful|anew|told|foretells?|foretold|wish(?:es|ed)?|elders|vain|estate|shelf|so many|such an?|has its will)\b/gi;

/** The banned words of a text, in small letters and once each; names count by their words, comments across lines. */
function bannedWords(source: string): string[] {
  const text = source
    .replace(/\n\s*(?:\/\/|\*)/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_\s]+/g, ' ');
  return [...new Set(Array.from(text.matchAll(BANNED), ([word]) => word.toLowerCase()))].sort();
}

interface ExportedName {
  readonly name: string;
  readonly isType: boolean;
}

/** The names that a module declares and exports; what it only passes on belongs to another module. */
function exportedNames(path: string, source: string): ExportedName[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest);
  const declared = file.statements.flatMap(declarations);
  const listed = new Set(file.statements.flatMap(localExports));
  return declared
    .filter(({ name, exported }) => exported || listed.has(name))
    .map(({ name, isType }) => ({ name, isType }));
}

function declarations(statement: ts.Statement): (ExportedName & { readonly exported: boolean })[] {
  const exported =
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [{ name: name.text, isType: false, exported }] : [],
    );
  }
  const isType =
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isEnumDeclaration(statement);
  if (!isType && !ts.isFunctionDeclaration(statement)) return [];
  const name = statement.name?.text;
  return name === undefined ? [] : [{ name, isType, exported }];
}

/** `export { a, b as c };` without a module. */
function localExports(statement: ts.Statement): string[] {
  if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier) return [];
  const clause = statement.exportClause;
  if (!clause || !ts.isNamedExports(clause)) return [];
  return clause.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
}

/** Names of types with the modules that export one, of those that several do. */
function duplicates(modules: readonly (readonly [string, string])[]): Map<string, string[]> {
  const owners = new Map<string, string[]>();
  for (const [path, source] of modules) {
    const types = exportedNames(path, source).filter(({ isType }) => isType);
    for (const name of new Set(types.map((type) => type.name))) {
      owners.set(name, [...(owners.get(name) ?? []), path]);
    }
  }
  return new Map([...owners].filter(([, paths]) => paths.length > 1));
}

/** `GameShelf`, `MAX_HEEDED`, `game-shelf.ts` -> their words in small letters. */
function words(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase());
}

function isUnwanted(name: string): boolean {
  return words(name).some((word) => UNWANTED_WORDS.includes(word));
}

/** Exceptions that nothing needs. */
function stale(exceptions: readonly string[], found: readonly string[]): string[] {
  return exceptions.filter((name) => !found.includes(name));
}

/** Path from the root of the repository and text of every module of the packages. */
function allModules(): [string, string][] {
  const root = fileURLToPath(new URL('../', import.meta.url));
  return readdirSync(join(root, 'packages')).flatMap((name) => {
    const folder = join(root, 'packages', name, 'src');
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.[cm]?tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path): [string, string] => [
        relative(root, path).split(sep).join('/'),
        readFileSync(path, 'utf8'),
      ]);
  });
}

describe('the packages', () => {
  const modules = allModules();

  test('export each name of a type from one module', () => {
    const found = duplicates(modules);
    const added = [...found].filter(([name]) => !DUPLICATE_TYPES.includes(name));
    expect(Object.fromEntries(added), 'name the concept, or import the type that is there').toEqual(
      {},
    );
    expect(stale(DUPLICATE_TYPES, [...found.keys()]), 'remove these exceptions').toEqual([]);
  });

  test('export no name and have no file with a word that means nothing in the field', () => {
    const found = modules.flatMap(([path, source]) => [
      ...exportedNames(path, source)
        .filter(({ name }) => isUnwanted(name))
        .map(({ name }) => name),
      ...(isUnwanted(path.split('/').at(-1)!) ? [path] : []),
    ]);
    const added = found.filter((name) => !UNWANTED_NAMES.includes(name));
    expect(added, "use the field's word").toEqual([]);
    expect(stale(UNWANTED_NAMES, found), 'remove these exceptions').toEqual([]);
  });

  test('use no word of the private dialect', () => {
    const found = modules.flatMap(([path, source]): [string, string[]][] => {
      const words = bannedWords(source);
      return words.length > 0 ? [[path, words]] : [];
    });
    expect(Object.fromEntries(found), 'name what acts, or remove the exception').toEqual(BANNED_IN);
  });
});

describe('the check of names', () => {
  test('finds a type that two modules export, however they do', () => {
    const found = duplicates([
      ['a.ts', 'export interface Job {}'],
      ['b.ts', 'type Job = 1; export type { Job };'],
      ['c.ts', "export { type Job } from './a.js'; export * from './b.js';"],
      ['d.ts', 'interface Job {}'],
      ['e.ts', 'export const Job = 1;'],
    ]);
    expect([...found]).toEqual([['Job', ['a.ts', 'b.ts']]]);
  });

  test('takes a class and an enum for types, and overloads or merged declarations for one', () => {
    const source = 'export class Tree {} export interface Tree { x: 1 } export enum Kind {}';
    expect([...duplicates([['a.ts', source]]).keys()]).toEqual([]);
    expect([
      ...duplicates([
        ['a.ts', source],
        ['b.ts', source],
      ]).keys(),
    ]).toEqual(['Tree', 'Kind']);
  });

  test.each(['GameShelf', 'MAX_HEEDED', 'openAtlas', 'game-shelf.ts'])('refuses %s', (name) => {
    expect(isUnwanted(name)).toBe(true);
  });

  test.each(['GameRegistry', 'reminder', 'MAX_NODES', 'roommate.ts'])('accepts %s', (name) => {
    expect(isUnwanted(name)).toBe(false);
  });

  test('finds stale exceptions', () => {
    expect(stale(['Job', 'Task'], ['Task', 'Order'])).toEqual(['Job']);
  });

  test.each([
    ['// The side that has\n// its will plays so\n//   many moves.', ['has its will', 'so many']],
    ['const lastHeard = MOST_TOLD;', ['heard', 'told']],
    ['/** Nobody: one. */\nthis.#crew.beginAnew();', ['anew', 'crew', 'nobody']],
    ['// Whether the heart of a wishbone is breathtaking so that many hear-say.', ['hear']],
    ['const shearing = soMany;', ['so many']],
    ['// No one told: vanity, screw, heedless, such as.', ['told']],
  ])('finds banned words in %j', (source, words) => {
    expect(bannedWords(source)).toEqual(words);
  });
});
