// The tables and the diagram of several threads: results/scaling.jsonl has the rows of bench/parallel/scaling.mjs as they
// were written, and rows of other programs that solved the same positions; results/scaling-simulated.jsonl those of
// bench/simulation/scaling.mjs. Of two rows for the same search that of more rounds counts, else the later one.
import { number, table } from './format.mjs';
import { hasRows, readRows } from './rows.mjs';

const GAMES = { ffo: 'FFO', othello: 'Othello', chess: 'chess', checkers: 'checkers' };

/** Columns begin with these, in this order. */
const ALGORITHMS = ['abdada', 'young-brothers', 'aphid', 'minimal-tree', 'lazy-smp'];

/** Where the diagram is, from the root and from the page of the benches. */
const PICTURE = 'docs/parallel/scaling.svg';
const PICTURE_FROM_BENCH = `../../../${PICTURE}`;

/** `ffo:40-44` as `FFO 40-44`, `chess:9:2` as `chess, 9 plies, 2 positions`; play mode is a work of its own. */
function nameOf(work) {
  const [task, mode] = work.split(' ');
  const [game, what, positions] = task.split(':');
  const name = GAMES[game] ?? game;
  if (positions === undefined) return `${name} ${what}`;
  const many = `${positions} position${positions === '1' ? '' : 's'}`;
  return `${name}, ${what} plies, ${many}${mode === undefined ? '' : `, ${mode} mode`}`;
}

/** Rows of play mode have it in the name of their work. */
const withMode = (row) => (row.mode === 'play' ? { ...row, work: `${row.work} play` } : row);

const measured = () => (hasRows('scaling') ? readRows('scaling').map(withMode) : []);
const simulated = () => (hasRows('scaling-simulated') ? readRows('scaling-simulated') : []);
const percent = (share) => `${share < 0 ? '-' : '+'}${Math.abs(Math.round(100 * share))} %`;
const unique = (list) => [...new Set(list)];
const ascending = (list) => unique(list).toSorted((a, b) => a - b);

/** Who searched: an algorithm or another program. */
const searcherOf = ({ algorithm, program }) => program ?? algorithm;
const isSequential = ({ algorithm }) => algorithm === 'sequential';

/** One row for each work, searcher and number of threads, where the first one stood: that of most rounds, or the last. */
function latest(rows) {
  const chosen = new Map();
  for (const row of rows) {
    const key = JSON.stringify([row.work, searcherOf(row), row.threads]);
    const other = chosen.get(key);
    if (other === undefined || (row.rounds ?? 1) >= (other.rounds ?? 1)) chosen.set(key, row);
  }
  return [...chosen.values()];
}

/** The row's search on one thread: the sequential one, or that of the other program. Of the same command if it has one. */
function aloneOf(row, all) {
  const alone = all.filter(
    (each) =>
      each.work === row.work &&
      each.program === row.program &&
      each.threads === 1 &&
      (row.program !== undefined || isSequential(each)),
  );
  const together = alone.filter(
    ({ command, date }) => command === row.command && date === row.date,
  );
  return together.at(-1) ?? alone.at(-1);
}

/** The row's speedup; of another program it is computed here, and unknown without its time on one thread. */
function speedupOf(row, all) {
  const alone = aloneOf(row, all);
  return row.speedup ?? (alone === undefined ? undefined : alone.seconds / row.seconds);
}

/** Every work on as many threads as were measured, each with the sequential time. */
export function mostTable(all) {
  const most = Math.max(...all.map(({ threads }) => threads));
  const shown = latest(all).filter(({ threads }) => threads === most);
  const share = (value) => (value === undefined ? '' : percent(value));
  return table(
    [
      ...['work', 'search', 's, 1 thread', `s, ${most} threads`, 'speedup'],
      ...['more nodes', 'idle', 'node rate'],
    ],
    shown.map((row) => {
      const alone = aloneOf(row, all);
      return [
        ...[nameOf(row.work), row.program ?? `\`${row.algorithm}\``],
        ...[alone === undefined ? '' : number(alone.seconds), number(row.seconds)],
        speedupOf(row, all)?.toFixed(1) ?? '',
        ...[share(row.extraNodes), share(row.idleShare).slice(1), row.rate?.toFixed(2) ?? ''],
      ];
    }),
  );
}

/** Rows with a speedup, of works that were searched on several numbers of threads above 1. */
function curveRows(all) {
  const known = latest(all)
    .filter((row) => !isSequential(row))
    .map((row) => ({ ...row, speedup: speedupOf(row, all) }))
    .filter(({ speedup }) => speedup !== undefined);
  const numbers = (work) =>
    unique(known.flatMap((row) => (row.work === work && row.threads > 1 ? row.threads : [])));
  return known.filter(({ work }) => numbers(work).length > 1);
}

/** Speedups by the number of threads, an algorithm or other program a column. */
export function curveTable(all) {
  const rows = curveRows(all);
  const own = rows.filter(({ program }) => program === undefined).map(searcherOf);
  const algorithms = unique([...ALGORITHMS.filter((name) => own.includes(name)), ...own]);
  const programs = unique(rows.flatMap(({ program }) => program ?? []));
  const lines = unique(rows.map(({ work }) => work)).flatMap((work) => {
    const these = rows.filter((row) => row.work === work);
    const cell = (name, threads) =>
      these
        .find((row) => searcherOf(row) === name && row.threads === threads)
        ?.speedup.toFixed(2) ?? '';
    return ascending(these.map(({ threads }) => threads)).map((threads) => [
      ...[nameOf(work), String(threads)],
      ...[...algorithms, ...programs].map((name) => cell(name, threads)),
    ]);
  });
  const head = ['work', 'threads', ...algorithms.map((name) => `\`${name}\``), ...programs];
  return lines.length === 0 ? '' : table(head, lines);
}

/**
 * The diagram of the same rows and of the simulated ones, a panel for each work; undefined without any. A work that was
 * simulated has its panel with whatever was measured.
 * @returns {import('#dist/experiment.js').Plot | undefined}
 */
export function scalingPlot(all, predictions) {
  const foreseen = latest(predictions);
  const works = unique([...curveRows(all), ...foreseen].map(({ work }) => work));
  if (works.length === 0) return undefined;
  const inWork = ({ work }) => works.includes(work);
  const known = latest(all).filter((row) => inWork(row) && !isSequential(row));
  const lines = [
    ...known.map((row) => ({ row, speedup: speedupOf(row, all) })),
    ...foreseen.map((row) => ({ row, speedup: row.speedup, predicted: true })),
  ].filter(({ speedup }) => speedup !== undefined);
  const numbers = ascending(lines.map(({ row }) => row.threads).concat(1));
  return {
    title: 'Speedup over the sequential search by the number of threads (dashed: simulated)',
    x: { title: 'threads', scale: 'log' },
    y: { title: 'speedup', scale: 'log' },
    columns: 2,
    marks: { linear: 'line' },
    points: [
      ...works.flatMap((work) =>
        numbers.map((x) => ({ x, y: x, series: 'linear', facet: nameOf(work) })),
      ),
      ...lines.map(({ row, speedup, predicted }) => ({
        ...{ x: row.threads, y: speedup, series: searcherOf(row), facet: nameOf(row.work) },
        ...(predicted && { predicted }),
      })),
    ],
  };
}

/** Tables by the name that a document's mark has after `scaling/`. */
export const tables = {
  most: () => mostTable(measured()),
  curve: () => curveTable(measured()),
  picture: () =>
    scalingPlot(measured(), simulated()) === undefined
      ? ''
      : `![Speedups by the number of threads](${PICTURE_FROM_BENCH})`,
};

export const figures = {};

const gameOf = (work) => (work.startsWith('ffo:') ? 'othello' : work.split(':', 1)[0]);
const modeOf = (work) => (work.endsWith(' play') ? 'play' : 'exact');

/** Beside another algorithm, less than this is taken to be chance. */
const CLEARLY = 1.1;

/**
 * For each game, mode and number of threads the algorithm that was fastest in most of the works, of those that at least two
 * algorithms searched.
 */
export function choicesOf(all) {
  const own = latest(all).filter(
    ({ algorithm, program, speedup }) =>
      program === undefined &&
      speedup !== undefined &&
      !algorithm.includes('/') &&
      algorithm !== 'independent',
  );
  const wins = new Map();
  for (const work of unique(own.map((row) => row.work))) {
    for (const threads of ascending(own.flatMap((row) => (row.work === work ? row.threads : [])))) {
      const rows = own.filter((row) => row.work === work && row.threads === threads);
      if (rows.length < 2 || threads < 2) continue;
      const best = Math.max(...rows.map(({ speedup }) => speedup));
      const key = JSON.stringify([gameOf(work), modeOf(work), threads]);
      const close = rows.filter(({ speedup }) => speedup * CLEARLY >= best);
      wins.set(key, [...(wins.get(key) ?? []), { work, close }]);
    }
  }
  return [...wins].map(([key, works]) => {
    const [game, mode, workers] = JSON.parse(key);
    const names = works.flatMap(({ close }) => close.map(({ algorithm }) => algorithm));
    const times = (name) => names.filter((each) => each === name).length;
    const place = (name) => ALGORITHMS.indexOf(name);
    const [algorithm] = unique(names).toSorted(
      (a, b) => times(b) - times(a) || place(a) - place(b),
    );
    return { game, mode, workers, algorithm };
  });
}

/** The file by which the library chooses. */
function choicesFile(all) {
  const lines = choicesOf(all)
    .toSorted(
      (a, b) => `${a.game} ${a.mode}`.localeCompare(`${b.game} ${b.mode}`) || a.workers - b.workers,
    )
    .map(
      ({ game, mode, workers, algorithm }) =>
        `  { game: '${game}', mode: '${mode}', workers: ${workers}, algorithm: '${algorithm}' },`,
    );
  return `// Written by \`npm run tables\` from packages/lab/results/scaling.jsonl: the algorithm that was fastest on this many threads.
// Where others were less than a tenth slower, it is the first of ${ALGORITHMS.slice(0, -1).join(', ')} and ${ALGORITHMS.at(-1)}.

export const measuredChoices = [
${lines.join('\n')}
] as const;
`;
}

/** Texts by their file, from the root of the repository. */
export const files = {
  'packages/plyades/src/parallel/measured-choices.ts': () => choicesFile(measured()),
};

/** Plots by the file that has the diagram, from the root of the repository. */
export const pictures = { [PICTURE]: () => scalingPlot(measured(), simulated()) };
