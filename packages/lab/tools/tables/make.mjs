// Tables and figures by the names that documents mark them with: FILE or FILE/TABLE. A module of this folder computes
// some of them; the others are rows of results/FILE.jsonl as they stand there.
import * as aphid from './aphid.mjs';
import * as gpu from './gpu.mjs';
import * as levels from './levels.mjs';
import * as play from './play.mjs';
import { hasRows, plainFigure, plainTable, readRows, withBuilds } from './rows.mjs';
import * as scaling from './scaling.mjs';
import * as validate from './validate.mjs';

/** By the first part of a table's name. */
const computed = { aphid, gpu, levels, play, scaling, validate };

/** Files whose rows are all in each table that a module computes of them. */
const WHOLE_FILES = ['levels', 'play', 'scaling'];

/**
 * A table or figure as text; undefined when there is none.
 * @param {string} kind `table` or `figure`.
 * @param {string} name
 */
export function make(kind, name) {
  const [file, part] = name.split('/');
  const maker = kind === 'table' ? computed[file]?.tables[part] : computed[file]?.figures[part];
  if (maker) {
    const made = maker();
    return WHOLE_FILES.includes(file) && made?.startsWith('|')
      ? withBuilds(made, readRows(file))
      : made;
  }
  if (!hasRows(file)) return undefined;
  return (kind === 'table' ? plainTable : plainFigure)(readRows(file), part);
}
