// Exact searches of middle games against native/othello-search.cpp: a recursive search for Othello
// alone with the same table, ordering and evaluation. Before anything is timed, both must report the
// same value, move, nodes and leaves at every depth: the proof that they are the same search.
import { wrong } from '../support/failure.mjs';
import { median, sum, timed } from '../support/measure.mjs';
import { compileNative, compiler } from '../support/native.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count, million, printTable, printTargets, ratio, target } from '../support/report.mjs';
import { middleGames, openSearcher, weightsFile } from './kernel.mjs';

const help = `Usage: npm run bench -- othello/search [options]

Six middle games, exact mode, NegaScout, deepening to a fixed depth, from an empty table. The kernel
against two builds of one recursive C++ program: the plain board functions, and AVX2 ones. Programs run
in turn, round by round; the median of the CPU times counts. Needs g++.

Options:
  --depth N     deepest depth, 2 to 16 (11)
  --hash MB     table (64)
  --rounds N    rounds per position (5)
  --json FILE   write the figures`;

const options = {
  depth: { type: 'string', default: '11' },
  hash: { type: 'string', default: '64' },
  rounds: { type: 'string', default: '5' },
};

/** Nodes per call of the kernel: what a thread searches between two looks at its messages. */
const SLICE = 50_000;

async function run(values) {
  const depth = integer(values, 'depth', 2, 16);
  const hash = integer(values, 'hash', 1, 1024);
  const rounds = integer(values, 'rounds', 1, 1000);
  const kernel = await openSearcher(hash);
  const rivals = {
    scalar: compileNative('othello-search', 'scalar'),
    vector: compileNative('othello-search', 'vector'),
  };
  const games = middleGames();
  for (const game of games) verify(kernel, rivals, game, depth, hash);
  console.log(
    `exact search to depth ${depth}, ${hash} MiB table, CPU time, median of ${rounds}; ${compiler()}`,
  );
  console.log('same value, move, nodes and leaves at every depth in all three programs\n');

  const results = games.map((game) => compare(kernel, rivals, game, { depth, hash, rounds }));
  const total = {
    name: 'all',
    nodes: sum(results.map(({ nodes }) => nodes)),
    kernel: sum(results.map((result) => result.kernel)),
    scalar: sum(results.map((result) => result.scalar)),
    vector: sum(results.map((result) => result.vector)),
  };
  const head = ['position', 'nodes', 'kernel M/s', 'C++ M/s', 'ratio', 'C++ AVX2 M/s', 'ratio'];
  printTable([head, ...[...results, total].map(asRow)]);
  const targets = [
    target('nodes/s of the kernel, of C++', { value: total.scalar / total.kernel, least: 0.8 }),
    target('nodes/s of the kernel, of C++ with AVX2 boards', {
      value: total.vector / total.kernel,
      least: 0.8,
    }),
  ];
  console.log();
  printTargets(targets);
  return { compiler: compiler(), depth, hash, rounds, results, total, targets };
}

function asRow({ name, nodes, kernel, scalar, vector }) {
  return [
    ...[name, count(nodes), million(nodes / kernel)],
    ...[million(nodes / scalar), ratio(scalar / kernel)],
    ...[million(nodes / vector), ratio(vector / kernel)],
  ];
}

/** Every depth in a search of its own here, all depths of one search there: they must agree. */
function verify(kernel, rivals, game, depth, hash) {
  for (const [board, run] of Object.entries(rivals)) {
    const { depths } = run(weightsFile, hash, depth, game.text);
    for (let each = 1; each <= depth; each++) {
      kernel.prepare(game.record, each);
      kernel.finish(SLICE);
      const ours = JSON.stringify(kernel.report);
      const theirs = JSON.stringify(depths[each - 1]);
      if (ours !== theirs) throw wrong(`${game.name}: kernel ${ours}, C++ ${board} ${theirs}`);
    }
  }
}

/** Median CPU seconds of each program. */
function compare(kernel, rivals, game, { depth, hash, rounds }) {
  const times = { kernel: [], scalar: [], vector: [] };
  for (let round = 0; round < rounds; round++) {
    kernel.prepare(game.record, depth);
    times.kernel.push(timed(() => kernel.finish(SLICE)));
    for (const [board, run] of Object.entries(rivals)) {
      times[board].push(run(weightsFile, hash, depth, game.text).seconds);
    }
  }
  return {
    name: game.name,
    position: game.text,
    nodes: kernel.report.nodes,
    kernel: median(times.kernel),
    scalar: median(times.scalar),
    vector: median(times.vector),
  };
}

await runBench('othello/search', { help, options, run });
