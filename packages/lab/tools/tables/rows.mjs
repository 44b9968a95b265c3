// Reads rows of results/, whose README.md describes them, and makes the tables that need no arithmetic: a row of
// the file is a row of the table.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { plain, table } from './format.mjs';

/** Fields that say where a figure comes from or which table it belongs to, and are no columns. */
const NO_COLUMNS = ['table', 'figure', 'build', 'command', 'machine', 'date'];

/** @param {string} name A path below results/, without its ending. */
const pathOf = (name) => new URL(`../../results/${name}.jsonl`, import.meta.url);

/** @param {string} name */
export const hasRows = (name) => existsSync(pathOf(name));

/** The rows of a file; each has the fields of the last `measured` line above it as well. */
export function readRows(name) {
  const rows = [];
  let origin = {};
  for (const [index, line] of readFileSync(pathOf(name), 'utf8').split('\n').entries()) {
    if (line.trim() === '') continue;
    const row = parse(line, `results/${name}.jsonl:${index + 1}`);
    if (row.measured !== null && typeof row.measured === 'object') origin = row.measured;
    else rows.push({ ...origin, ...row });
  }
  return rows;
}

/** The rows that an experiment wrote into the files of a folder; of two rows for the same run the last one counts. */
export function readFolder(name) {
  const folder = new URL(`../../results/${name}/`, import.meta.url);
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .sort();
  const rows = files.flatMap((file) => readRows(`${name}/${file.replace(/\.jsonl$/, '')}`));
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

const unique = (list) => [...new Set(list)];

/** The builds of some rows; a row that does not name its build is of an unknown one. */
export const buildsOf = (rows) => unique(rows.map(({ build = 'unknown' }) => build)).sort();

/** Says that a table mixes builds, and what each made where `made` says it; empty when it does not. */
export function mixedBuilds(rows, made = () => undefined) {
  const builds = buildsOf(rows);
  const names = builds.map((build) => {
    const what = made(build);
    return what === undefined ? build : `${build} (${what})`;
  });
  return builds.length > 1 ? `Rows of ${builds.length} builds: ${names.join(', ')}.` : '';
}

/** The builds and machines of the rows of a table. */
export function originLine(rows, made) {
  const machines = unique(rows.flatMap(({ machine }) => machine ?? [])).sort();
  const [build] = buildsOf(rows);
  const from = machines.length === 0 ? '' : ` Made on ${machines.join('; ')}.`;
  return `${mixedBuilds(rows, made) || `Build ${build}.`}${from}`;
}

/** A table with a line below it where its rows are of several builds. */
export function withBuilds(made, rows) {
  const line = mixedBuilds(rows);
  return made === undefined || line === '' ? made : `${made}\n\n${line}`;
}

/** The table of the rows with this `table`: a column for each of their other fields, in the order of appearance. */
export function plainTable(rows, name) {
  const chosen = rows.filter((row) => row.table === name && row.figure === undefined);
  if (chosen.length === 0) return undefined;
  const columns = [...new Set(chosen.flatMap(Object.keys))].filter(
    (column) => !NO_COLUMNS.includes(column),
  );
  const made = table(
    columns,
    chosen.map((row) => columns.map((column) => plain(row[column] ?? ''))),
  );
  return withBuilds(made, chosen);
}

/** The `value` of the row with this `figure`. */
export function plainFigure(rows, name) {
  const value = rows.find((row) => row.figure === name)?.value;
  return value === undefined ? undefined : plain(value);
}

function parse(line, place) {
  try {
    const row = JSON.parse(line);
    if (row !== null && typeof row === 'object' && !Array.isArray(row)) return row;
  } catch {
    // The message below says it.
  }
  throw new Error(`${place}: expected one JSON object on the line`);
}
