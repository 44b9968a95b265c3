// The tables of several threads: results/scaling.jsonl has the rows of bench/parallel/scaling.mjs as they were written,
// and rows of other programs that solved the same positions in the same run.
import { number, table } from './format.mjs';
import { hasRows, readRows } from './rows.mjs';

const GAMES = { ffo: 'FFO', othello: 'Othello', chess: 'chess', checkers: 'checkers' };

/** `ffo:40-44` as `FFO 40-44`, `chess:9:2` as `chess, 9 plies, 2 positions`. */
function nameOf(work) {
  const [game, what, positions] = work.split(':');
  if (positions === undefined) return `${GAMES[game]} ${what}`;
  return `${GAMES[game] ?? game}, ${what} plies, ${positions} position${positions === '1' ? '' : 's'}`;
}

const rows = () => (hasRows('scaling') ? readRows('scaling') : []);
const percent = (share) => `${share < 0 ? '-' : '+'}${Math.abs(Math.round(100 * share))} %`;

/** The seconds of the sequential search, or of the other program on one thread. */
function alone({ work, program }) {
  return rows().find(
    (row) => row.work === work && row.program === program && row.threads === 1 && !row.speedup,
  )?.seconds;
}

/** The row's speedup; of another program it is computed here. */
const speedupOf = (row) => row.speedup ?? alone(row) / row.seconds;

/** Tables by the name that a document's mark has after `scaling/`. */
export const tables = {
  /** Every work on as many threads as were measured, each with the sequential time. */
  most() {
    const all = rows();
    const most = Math.max(...all.map(({ threads }) => threads));
    const shown = all.filter(({ threads }) => threads === most);
    return table(
      [
        'work',
        'search',
        's, 1 thread',
        `s, ${most} threads`,
        'speedup',
        'more nodes',
        'idle',
        'node rate',
      ],
      shown.map((row) => [
        ...[nameOf(row.work), row.program ?? `\`${row.algorithm}\``],
        ...[alone(row) === undefined ? '' : number(alone(row)), number(row.seconds)],
        alone(row) === undefined ? '' : speedupOf(row).toFixed(1),
        ...(row.program === undefined
          ? [percent(row.extraNodes), `${Math.round(100 * row.idleShare)} %`, row.rate.toFixed(2)]
          : ['', '', '']),
      ]),
    );
  },
  /** Speedups by the number of threads. */
  curve() {
    const all = rows().filter(({ program, speedup }) => program === undefined && speedup);
    const numbers = [...new Set(all.map(({ threads }) => threads))].sort((a, b) => a - b);
    const kinds = [...new Map(all.map((row) => [`${row.work} ${row.algorithm}`, row])).values()];
    const find = ({ work, algorithm }, threads) =>
      all.find(
        (row) => row.work === work && row.algorithm === algorithm && row.threads === threads,
      );
    return table(
      ['work', 'algorithm', ...numbers.map((each) => `${each}`)],
      kinds
        .filter((kind) => numbers.filter((each) => find(kind, each)).length > 2)
        .map((kind) => [
          ...[nameOf(kind.work), `\`${kind.algorithm}\``],
          ...numbers.map((each) => find(kind, each)?.speedup.toFixed(2) ?? ''),
        ]),
    );
  },
};

export const figures = {};
