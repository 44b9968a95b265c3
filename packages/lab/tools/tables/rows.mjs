// Reads rows of results/, whose README.md describes them, and makes the tables that need no arithmetic: a row of
// the file is a row of the table.
import { existsSync, readFileSync } from 'node:fs';
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

/** The table of the rows with this `table`: a column for each of their other fields, in the order of appearance. */
export function plainTable(rows, name) {
  const chosen = rows.filter((row) => row.table === name && row.figure === undefined);
  if (chosen.length === 0) return undefined;
  const columns = [...new Set(chosen.flatMap(Object.keys))].filter(
    (column) => !NO_COLUMNS.includes(column),
  );
  return table(
    columns,
    chosen.map((row) => columns.map((column) => plain(row[column] ?? ''))),
  );
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
