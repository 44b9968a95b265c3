// Writes src/laboratory/paper-points.ts, the speedups that the papers print, from the tables in packages/lab: the page may
// not load the lab. Run it after a change there: node packages/studio/scripts/paper-points.mjs
import { writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as thesis from '../../lab/dist/aphid/thesis.js';
import { paperLines } from '../../lab/dist/minimal-tree/paper.js';
import { paperTable } from '../../lab/dist/rp-pns/paper.js';

const THESIS = 'M. G. Brockington, Asynchronous Parallel Game-Tree Search (1998)';
const MINIMAL_TREE =
  'A. Ura, Y. Tsuruoka, T. Chikayama, Dynamic Prediction of Minimal Trees in Large-Scale Parallel Game Tree Search (2014)';
const RP_PNS =
  'J.-T. Saito, M. H. M. Winands, H. J. van den Herik, Randomized Parallel Proof-Number Search (2010)';

const ofThesis = (algorithm, game, table, figures) => ({
  algorithm,
  game,
  width: 0,
  label: `${figures.program}, ${figures.plies} plies`,
  source: `${THESIS}, table ${table}`,
  machine: `SGI Origin 2000, mean of ${figures.positions} positions`,
  points: Object.entries(figures.byProcessors).map(([processors, { speedup }]) => [
    Number(processors),
    speedup,
  ]),
});

/** One series for each size of tree and each of the paper's ways, with the master's tree of the largest horizon. */
function ofMinimalTree() {
  const series = new Map();
  const horizons = new Map();
  const sizeOf = ({ game, width, depth }) => `${game} ${width} ${depth}`;
  for (const line of paperLines) {
    horizons.set(sizeOf(line), Math.max(line.horizon, horizons.get(sizeOf(line)) ?? 0));
  }
  for (const line of paperLines) {
    const { game, width, depth, way, table, horizon, processors, speedup } = line;
    if (horizon !== horizons.get(sizeOf(line))) continue;
    const key = `${sizeOf(line)} ${way}`;
    const found = series.get(key) ?? {
      algorithm: 'minimal-tree',
      game,
      width,
      label: `${way}, ${width} moves a node, ${depth} plies`,
      source: `${MINIMAL_TREE}, table ${table}`,
      machine: 'cluster of 2.40 GHz Xeons, geometric mean of 32 trees',
      points: [],
    };
    found.points.push([processors, speedup]);
    series.set(key, found);
  }
  return [...series.values()];
}

function ofProofs(algorithm) {
  const columns = paperTable.filter((column) => column.algorithm === algorithm);
  const alone = columns.find(({ threads }) => threads === 1).seconds;
  return {
    algorithm,
    game: 'loa',
    width: 0,
    label: `${algorithm === 'rp-pns' ? 'RP-PNS' : 'RP-PN2'} on threads, 143 endgames`,
    source: `${RP_PNS}, table 1`,
    machine: 'eight cores of 2.66 GHz, sum over the endgames',
    points: columns.map(({ threads, seconds }) => [
      threads,
      Math.round((100 * alone) / seconds) / 100,
    ]),
  };
}

export const paperSeries = () => [
  ofThesis('aphid', 'othello', '6.1', thesis.keyano),
  ...[12, 13, 14].map((plies) => ofThesis('aphid', 'othello', '6.3', thesis.keyanoByDepth[plies])),
  ofThesis('aphid', 'checkers', '6.5', thesis.chinook),
  ofThesis('aphid', 'chess', '6.6', thesis.theTurk),
  ofThesis('aphid', 'chess', '6.7', thesis.crafty),
  ofThesis('young-brothers', 'othello', '6.4', thesis.keyanoYoungBrothers),
  ...ofMinimalTree(),
  ofProofs('rp-pns'),
  ofProofs('rp-pn2'),
];

if (argv[1] !== undefined && import.meta.url === pathToFileURL(argv[1]).href) {
  const lines = paperSeries().map((series) => `  ${JSON.stringify(series)},`);
  const text = `// Speedups as the papers print them, for the curves of the laboratory. Made by scripts/paper-points.mjs from the tables
// of packages/lab; a test compares the two.

/** Speedups of one algorithm on one set of positions. */
export interface PaperSeries {
  readonly algorithm: string;
  readonly game: string;
  /** The most moves of a node, where the trees have a width; else 0. */
  readonly width: number;
  readonly label: string;
  readonly source: string;
  readonly machine: string;
  /** Processors and speedup. */
  readonly points: readonly (readonly [number, number])[];
}

export const paperSeries: readonly PaperSeries[] = [
${lines.join('\n')}
];
`;
  writeFileSync(fileURLToPath(new URL('../src/laboratory/paper-points.ts', import.meta.url)), text);
}
