// The options of APHID beside the thesis's, and what its rules are worth: results/aphid/rules.jsonl has the runs of the
// experiment aphid/rules as it wrote them.
import { settings, THESIS } from 'plyades/internal/parallel/aphid/options.js';
import { aphidRules } from '#dist/aphid/rules.js';
import { table } from './format.mjs';
import { hasRows, originLine, readRows } from './rows.mjs';

const ROWS = 'aphid/rules';

const percent = (share) => `${(100 * share).toFixed(0)} %`;

/** Such as `0.93, 0.88 to 0.99 (45 %)`. */
function cellOf({ ratio, search, speculative }) {
  const interval = ratio.count > 1 ? `, ${ratio.low.toFixed(2)} to ${ratio.high.toFixed(2)}` : '';
  return `${ratio.mean.toFixed(2)}${interval} (${percent(search + speculative)})`;
}

/** A line for each option, a column for each game and number of processors. */
export function rules() {
  if (!hasRows(ROWS)) return undefined;
  const rows = readRows(ROWS);
  const { figures } = aphidRules.summarize(rows);
  const columnOf = ({ game, depth, processors, ratio: { count } }) =>
    `${game}, ${depth} plies, ${processors} processors, ${count} positions`;
  const columns = [...new Set(figures.map(columnOf))];
  const variants = [...new Set(figures.map(({ variant }) => variant))];
  const find = (variant, column) =>
    figures.find((line) => line.variant === variant && columnOf(line) === column);
  const made = table(
    ['as in the thesis', ...columns],
    variants.map((variant) => [
      `\`${variant}\``,
      ...columns.map((column) => {
        const line = find(variant, column);
        return line === undefined ? '' : cellOf(line);
      }),
    ]),
  );
  return `${made}\n\n${originLine(rows)}`;
}

/** Options whose default 0 stands for what the run finds. */
const MEASURED = ['minSize', 'updateNodes', 'aheadNodes'];

const shown = (name, value) => {
  if (value === undefined) return 'found';
  if (value === 0 && MEASURED.includes(name)) return 'measured';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
};

/** A line for each option, as its schema describes it. */
export const options = () =>
  table(
    ['option', 'default', '`THESIS`', 'meaning'],
    Object.entries(settings.optional).map(([name, { notes }]) => [
      `\`${name}\``,
      shown(name, notes.default),
      shown(name, name in THESIS ? THESIS[name] : notes.default),
      notes.help,
    ]),
  );
