// Is a program with a search of its own faster with workers? The NegaScout of examples/own-search over
// several positions of Connect Four: as it was before, and parallel with a shared table of the same size.
// Both deepen iteratively from an empty table, and the run fails if a value differs. Wall-clock times: the
// machine must be quiet. The nodes tell what the parallel search searches too much even if it is not.
import connectFour from 'plyades/internal/examples/connect-four.js';
import program, { TABLE_BYTES } from 'plyades/internal/examples/own-search/parallel.js';
import { createSearcher, INFINITE } from 'plyades/internal/examples/own-search/sequential.js';
import { parallelize } from 'plyades/internal/own-search/index.js';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count, printTable, ratio } from '../support/report.mjs';

const help = `Usage: npm run bench -- own-search/speedup [options]

A program's own alpha-beta (examples/own-search) alone and with workers.

Options:
  --workers N   threads that search; the master is one more, and mostly asleep (2)
  --depth N     plies (16)
  --json FILE   write the figures
Example:
  $ npm run bench -- own-search/speedup --depth 17`;

const options = {
  workers: { type: 'string', default: '2' },
  depth: { type: 'string', default: '16' },
};

/** Columns that were played before. */
const POSITIONS = ['', '333', '3324', '01234', '2434', '0066', '33342'];

function alone(position, depth) {
  const from = performance.now();
  const searcher = createSearcher();
  let value = 0;
  for (let d = 1; d <= depth; d++) value = searcher.search(position, d);
  return { value: value + 0, ms: performance.now() - from };
}

/** Nodes of the same search made by the parallel program without workers. */
async function nodesAlone(position, depth) {
  const search = await parallelize(program, { workers: 0 });
  search.begin(position, { maxDepth: depth });
  let nodes = 0;
  for (let d = 1; d <= depth; d++) {
    nodes = (await search.rootSearch(0, d, -INFINITE, INFINITE)).nodes;
  }
  await search.close();
  return nodes;
}

async function together(position, depth, workers) {
  const shared = new SharedArrayBuffer(TABLE_BYTES);
  const search = await parallelize(program, { workers, shared });
  const from = performance.now();
  search.begin(position, { maxDepth: depth });
  let found;
  for (let d = 1; d <= depth; d++) found = await search.rootSearch(0, d, -INFINITE, INFINITE);
  const ms = performance.now() - from;
  await search.close();
  return { ...found, ms };
}

async function run(values) {
  const workers = integer(values, 'workers', 1, 64);
  const depth = integer(values, 'depth', 1, 40);
  const results = [];
  for (const played of POSITIONS) {
    const position = [...played].map(Number).reduce(connectFour.play, connectFour.start());
    const before = alone(position, depth);
    const after = await together(position, depth, workers);
    if (before.value !== after.value) {
      throw new Error(`${played}: ${after.value} in parallel, ${before.value} alone`);
    }
    const nodes = await nodesAlone(position, depth);
    const overhead = after.nodes / nodes;
    results.push({ played, sequentialMs: before.ms, parallelMs: after.ms, nodes, overhead });
  }
  const speedups = results.map(({ sequentialMs, parallelMs }) => sequentialMs / parallelMs);
  const mean = geometricMean(speedups);
  const overhead = geometricMean(results.map((result) => result.overhead));
  const sum = (name) => results.reduce((total, result) => total + result[name], 0);
  const total = sum('sequentialMs') / sum('parallelMs');
  printTable([
    ['played', 'alone ms', `${workers} workers ms`, 'speedup', 'nodes alone', 'times'],
    ...results.map(({ played, sequentialMs, parallelMs, nodes, overhead }, i) => [
      ...[played || 'start', sequentialMs.toFixed(0), parallelMs.toFixed(0)],
      ...[ratio(speedups[i]), count(nodes), ratio(overhead)],
    ]),
  ]);
  console.log(
    `\ngeometric mean ${ratio(mean)}, all positions together ${ratio(total)}, nodes ${ratio(overhead)} times`,
  );
  return { workers, depth, results, mean, total, overhead };
}

const geometricMean = (all) =>
  Math.exp(all.reduce((sum, one) => sum + Math.log(one), 0) / all.length);

await runBench('own-search/speedup', { help, options, run });
