// Writes the measured figures of README.md, docs/ and the lab's pages, and their diagrams, from the rows in results/, so
// that no figure is typed twice. results/README.md describes the rows and the marks.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fill } from './tables/documents.mjs';
import { make } from './tables/make.mjs';
import * as scaling from './tables/scaling.mjs';

const USAGE = `Usage: npm run tables -- [options] [NAME...]

Without options or with --write: writes every table and figure into the documents, and their diagrams. With names: prints these tables.

  --check    exit code 1 when a document differs from the rows; writes nothing`;

const root = fileURLToPath(new URL('../../../', import.meta.url));

const { values: flags, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean' },
    check: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (flags.help) console.log(USAGE);
else if (names.length > 0) print();
else await update();

function print() {
  for (const name of names) {
    const made = make('table', name) ?? make('figure', name);
    if (made === undefined) throw new Error(`results/ has no table or figure '${name}'`);
    console.log(made);
  }
}

async function update() {
  for (const path of documents()) {
    const text = readFileSync(path, 'utf8');
    put(path, text, filledText(path, text));
  }
  for (const [file, write] of Object.entries(scaling.files)) {
    const path = `${root}${file}`;
    put(path, existsSync(path) ? readFileSync(path, 'utf8') : '', write());
  }
  for (const [file, plot] of Object.entries(scaling.pictures)) {
    const path = `${root}${file}`;
    const made = plot();
    if (made === undefined) continue;
    put(path, existsSync(path) ? readFileSync(path, 'utf8') : '', await draw(made));
  }
}

/** Writes a file that differs, or says that it does. */
function put(path, old, made) {
  if (made === old) return;
  if (flags.check) {
    console.error(`${path} differs from the rows in packages/lab/results: run npm run tables`);
    process.exitCode = 1;
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, made);
  console.log(`wrote ${path}`);
}

/** Vega is large: it is loaded for diagrams alone. */
async function draw(plot) {
  const { renderPlot } = await import('#dist/plot.js');
  return renderPlot(plot);
}

function filledText(path, text) {
  try {
    return fill(text, make);
  } catch (error) {
    throw new Error(`${path}: ${error.message}`);
  }
}

/** Every page that may have marks; results/README.md shows how they look and is left alone. */
function documents() {
  const below = (folder, recursive) =>
    readdirSync(root + folder, { recursive, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.startsWith('api/'))
      .map((name) => `${root}${folder}${name}`);
  return [
    ...below('', false),
    ...below('docs/', true),
    ...['bench/', 'data/', 'tools/', 'src/'].flatMap((folder) =>
      below(`packages/lab/${folder}`, true),
    ),
    ...below('packages/lab/', false),
  ];
}
