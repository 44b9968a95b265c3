// Where the nodes of APHID go, as two factors and as shares of the sequential search: results/aphid/growth.jsonl has the
// runs of the experiment aphid/growth as it wrote them.
import { aphidGrowth } from '#dist/aphid/growth.js';
import { number, table } from './format.mjs';
import { hasRows, originLine, readRows } from './rows.mjs';

const ROWS = 'aphid/growth';

const NOTE =
  'Positions of `aphid/rules`, shared table. All nodes: growth times choice, and unfinished ones; repeats and work ahead are parts of the choice or unfinished.';

const percent = (share) => `${Math.round(100 * share)} %`;
const interval = ({ low, high, count }) =>
  count > 1 ? `${low.toFixed(3)} to ${high.toFixed(3)}` : '';

/** A line for each depth and number of processors. */
export function growthTable(all) {
  const rows = all.filter(({ result }) => result.growth !== undefined);
  const { figures } = aphidGrowth.summarize(rows);
  if (figures.length === 0) return undefined;
  const lines = figures
    .filter(({ profile }) => profile === 'paper')
    .toSorted((a, b) => a.depth - b.depth || a.processors - b.processors)
    .map((line) => ({
      game: 'Othello',
      plies: String(line.depth),
      processors: String(line.processors),
      'growth inside pieces': line.growth.mean.toFixed(3),
      '95 %': interval(line.growth),
      'last iteration': line.lastGrowth.mean.toFixed(3),
      'choice of pieces': line.choice.mean.toFixed(3),
      '95 % of the choice': interval(line.choice),
      unfinished: percent(line.unfinished),
      'all nodes': line.nodes.toFixed(2),
      repeats: percent(line.repeats),
      'ahead, unused': percent(line.aheadUnused),
      'M nodes alone': number(line.sequentialNodes / 1e6),
      positions: String(line.growth.count),
    }));
  const columns = Object.keys(lines[0]);
  const made = table(
    columns,
    lines.map((line) => columns.map((column) => line[column])),
  );
  return `${made}\n\n${NOTE}\n\n${originLine(rows)}`;
}

export const growth = () => (hasRows(ROWS) ? growthTable(readRows(ROWS)) : undefined);
