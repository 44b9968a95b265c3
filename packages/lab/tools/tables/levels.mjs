// The table of levels: results/levels.jsonl has a row for each match of bench/levels/steps.mjs. Of two rows for the same
// match the later one counts.
import { table } from './format.mjs';
import { hasRows, readRows } from './rows.mjs';

const names = { chess: 'chess', othello: 'Othello', checkers: 'checkers', hex: 'Hex 7 x 7' };

/** The row of each match, by game and levels. */
function matches() {
  const rows = hasRows('levels') ? readRows('levels') : [];
  return new Map(rows.map((row) => [keyOf(row), row]));
}

const keyOf = ({ game, level, against }) => `${game} ${level} ${against}`;

/** Neighbours first, in order. */
const order = (a, b) =>
  Number(a.level - a.against > 1) - Number(b.level - b.against > 1) || a.level - b.level;

/** Tables by the name that a document's mark has after `levels/`. */
export const tables = {
  steps() {
    const played = matches();
    const steps = [
      ...new Map([...played.values()].map((row) => [`${row.level} ${row.against}`, row])).values(),
    ].sort(order);
    const ids = Object.keys(names).filter((game) =>
      [...played.values()].some((row) => row.game === game),
    );
    const score = (game, step) => {
      const row = played.get(keyOf({ ...step, game }));
      return row === undefined ? '' : String(Math.round(100 * row.score));
    };
    return table(
      ['level', ...ids.map((game) => `${names[game]}, %`)],
      steps.map((step) => [
        `${step.level} over ${step.against}`,
        ...ids.map((game) => score(game, step)),
      ]),
    );
  },
};

export const figures = {};
