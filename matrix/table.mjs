// Runs cells and prints their table. A cell that cannot run says why, and its name stays in the table; with CI=true
// that is a failure.
import { MissingTool } from './workspace.mjs';

/**
 * @typedef {object} Outcome
 * @property {Record<string, string>} [facts] What the phases of the scenario found; the same in every cell.
 * @property {string} [note] For the table.
 * @property {string} [notRun] Why the cell could not run.
 *
 * @typedef {object} Cell
 * @property {string} name
 * @property {boolean} [alone] Measures time, so nothing else may run.
 * @property {(workspace: import('./workspace.mjs').Workspace) => Promise<void>} [prepare] Runs beside other cells, before.
 * @property {(workspace: import('./workspace.mjs').Workspace) => Promise<Outcome | undefined | void>} run
 *
 * @typedef {object} Row
 * @property {string} name
 * @property {'passed' | 'FAILED' | 'NOT RUN'} status
 * @property {number} seconds
 * @property {string} note
 */

/**
 * Two cells at a time, those that measure time at the end, one by one.
 * @param {readonly Cell[]} cells
 * @param {import('./workspace.mjs').Workspace} workspace
 * @param {(row: Row) => void} onRow
 * @returns {Promise<Row[]>} In the order of the cells.
 */
export async function runCells(cells, workspace, onRow) {
  /** @type {Map<Cell, Row>} */
  const rows = new Map();
  /** @type {Map<Cell, { seconds: number, error?: Error }>} */
  const prepared = new Map();
  let agreed;

  async function finish(cell) {
    const before = prepared.get(cell) ?? { seconds: 0 };
    const started = performance.now();
    /** @type {Omit<Row, 'name' | 'seconds'>} */
    let row;
    try {
      if (before.error) throw before.error;
      const outcome = (await cell.run(workspace)) ?? {};
      agreed ??= outcome.facts;
      const note = outcome.notRun ?? outcome.note ?? '';
      row = { status: outcome.notRun ? 'NOT RUN' : 'passed', note };
      if (outcome.facts) agree(outcome.facts, agreed);
    } catch (error) {
      row = { status: error instanceof MissingTool ? 'NOT RUN' : 'FAILED', note: error.message };
    }
    const seconds = before.seconds + (performance.now() - started) / 1000;
    rows.set(cell, { name: cell.name, seconds, ...row });
    onRow(rows.get(cell));
  }

  async function prepare(cell) {
    const started = performance.now();
    let error;
    try {
      await cell.prepare(workspace);
    } catch (reason) {
      error = reason;
    }
    const seconds = (performance.now() - started) / 1000;
    prepared.set(cell, error ? { seconds, error } : { seconds });
  }

  const first = cells.flatMap((cell) => {
    if (!cell.alone) return [() => finish(cell)];
    return cell.prepare ? [() => prepare(cell)] : [];
  });
  await pool(first, 2);
  for (const cell of cells.filter((each) => each.alone)) await finish(cell);
  return cells.map((cell) => rows.get(cell));
}

async function pool(jobs, size) {
  const waiting = [...jobs];
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await job();
  };
  await Promise.all(Array.from({ length: size }, work));
}

/** The same search finds the same value in the same number of nodes wherever it runs. */
function agree(facts, agreed) {
  for (const [phase, fact] of Object.entries(facts)) {
    if (agreed[phase] !== undefined && agreed[phase] !== fact) {
      throw new Error(`${phase}: ${fact}, and elsewhere ${agreed[phase]}`);
    }
  }
}

/** @param {readonly Row[]} rows */
export function formatTable(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length));
  return rows
    .map(({ name, status, seconds, note }) => {
      const first = note.split('\n', 1)[0].slice(0, 160);
      return `${name.padEnd(width)}  ${status.padEnd(7)}  ${seconds.toFixed(1).padStart(6)} s  ${first}`.trimEnd();
    })
    .join('\n');
}
