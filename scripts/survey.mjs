// Counts what makes the code hard or easy to read, so that a reshaping can say what it changed: exported type names with
// two meanings, files that name an algorithm, the longest functions, words in the documents.
//
//   node scripts/survey.mjs [FOLDER] [--json]     FOLDER is a checkout; this one if not given
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import ts from 'typescript';

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const root = positionals[0] ?? fileURLToPath(new URL('..', import.meta.url));

/** Below these folders lies TypeScript that runs; a checkout from before the workspaces has `src` alone. */
const sources = ['packages/plyades/src', 'packages/lab/src', 'src']
  .map((folder) => join(root, folder))
  .filter(existsSync)
  .flatMap((folder) => filesBelow(folder, /\.ts$/));
const parsed = sources.map((path) => ({
  path: relative(root, path),
  file: ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true),
}));

const report = {
  files: sources.length,
  namesWithTwoMeanings: namesWithTwoMeanings(),
  filesThatNameAnAlgorithm: filesThatNameAnAlgorithm(),
  longestFunctions: longestFunctions(),
  words: words(),
};
if (values.json) console.log(JSON.stringify(report));
else {
  const { namesWithTwoMeanings: names, filesThatNameAnAlgorithm: naming } = report;
  console.log(`${report.files} source files`);
  console.log(`${names.length} exported type names with two meanings: ${names.join(' ')}`);
  console.log(
    `${naming.length} files name an algorithm of another folder:\n  ${naming.join('\n  ')}`,
  );
  console.log('longest functions:');
  for (const { lines, name, path } of report.longestFunctions)
    console.log(`  ${lines} ${name} ${path}`);
  console.log(
    `words: ${Object.entries(report.words)
      .map((each) => each.join(' '))
      .join(', ')}`,
  );
}

function filesBelow(folder, pattern) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('node_modules'));
}

/** Types, classes and interfaces that two modules declare and export. */
function namesWithTwoMeanings() {
  const modules = new Map();
  for (const { path, file } of parsed) {
    for (const statement of file.statements) {
      const isType =
        ts.isInterfaceDeclaration(statement) ||
        ts.isTypeAliasDeclaration(statement) ||
        ts.isClassDeclaration(statement);
      const isExported = statement.modifiers?.some(
        ({ kind }) => kind === ts.SyntaxKind.ExportKeyword,
      );
      if (!isType || !isExported || statement.name === undefined) continue;
      const { text } = statement.name;
      modules.set(text, (modules.get(text) ?? new Set()).add(path));
    }
  }
  return [...modules]
    .filter(([, paths]) => paths.size > 1)
    .map(([name]) => name)
    .sort();
}

/** Files outside of an algorithm's own folder and of the registry that have its name as a string. */
function filesThatNameAnAlgorithm() {
  const names = ['aphid', 'minimal-tree', 'young-brothers', 'abdada', 'lazy-smp', 'root-split'];
  return parsed
    .filter(({ path }) => !path.includes('packages/lab') && !path.includes('experiments'))
    .filter(({ path, file }) => {
      const others = names.filter((name) => !path.includes(`/${name}/`));
      return stringsOf(file).some((text) => others.includes(text));
    })
    .map(({ path }) => path);
}

function stringsOf(node) {
  const own =
    ts.isStringLiteralLike(node) && !ts.isImportDeclaration(node.parent) ? [node.text] : [];
  const below = [];
  ts.forEachChild(node, (child) => {
    below.push(...stringsOf(child));
  });
  return [...own, ...below];
}

function longestFunctions() {
  const functions = parsed.flatMap(({ path, file }) =>
    functionsOf(file, file).map((each) => ({ ...each, path })),
  );
  return functions.sort((a, b) => b.lines - a.lines).slice(0, 15);
}

function functionsOf(node, file) {
  const found = [];
  ts.forEachChild(node, (child) => {
    found.push(...functionsOf(child, file));
  });
  if (!ts.isFunctionLike(node) || node.body === undefined) return found;
  const line = (position) => file.getLineAndCharacterOfPosition(position).line;
  const lines = line(node.end) - line(node.getStart(file)) + 1;
  const name = node.name?.getText(file) ?? node.parent?.name?.getText?.(file) ?? '(anonymous)';
  return [...found, { lines, name }];
}

/** Words of the documents, without the rows of generated tables. */
function words() {
  const count = (paths) =>
    paths.filter(existsSync).reduce((sum, path) => {
      const text = readFileSync(path, 'utf8').replace(
        /<!-- (?:table|rows): [\s\S]*?<!-- end -->/g,
        '',
      );
      return sum + text.split(/\s+/).filter((word) => word !== '').length;
    }, 0);
  const docs = filesBelow(join(root, 'docs'), /\.md$/).filter((path) => !path.includes('docs/api'));
  const others = [
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'packages/lab/bench/README.md',
    'bench/README.md',
  ];
  return {
    README: count([join(root, 'README.md')]),
    docs: count(docs),
    others: count(others.map((path) => join(root, path))),
  };
}
