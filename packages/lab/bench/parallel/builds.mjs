// The same searches by several builds of the command line, in turn, round by round, each in a process of its own:
// whether a change made a search slower or let it visit more nodes. Values must agree.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { badInput, wrong } from '../support/failure.mjs';
import { median } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count, printTable, ratio } from '../support/report.mjs';

const execute = promisify(execFile);

const help = `Usage: npm run bench -- parallel/builds CHECKOUT... [options]

One exact search by each build, round by round; the first build is the measure of the others. A CHECKOUT is a folder
with packages/plyades/dist, for example a git worktree of an earlier commit in which 'npm run build' has run.

Options:
  --algorithm NAMES   comma-separated; 'sequential' for none (sequential,young-brothers,aphid,minimal-tree)
  --game GAME         which game (othello)
  --position TEXT     which position (a middle game of Othello, the start elsewhere)
  --depth N           plies of parallel searches, the sequential one has one less (14)
  --workers N         threads that search (2)
  --hash MiB          tables together (512)
  --rounds N          searches of each build; medians count (3)
  --json FILE         write the figures
Example:
  $ git worktree add ../before HEAD~20 && (cd ../before && npm ci)
  $ npm run bench -- parallel/builds ../before . --workers 16`;

const options = {
  algorithm: { type: 'string', default: 'sequential,young-brothers,aphid,minimal-tree' },
  game: { type: 'string', default: 'othello' },
  position: { type: 'string' },
  depth: { type: 'string', default: '14' },
  workers: { type: 'string', default: '2' },
  hash: { type: 'string', default: '512' },
  rounds: { type: 'string', default: '3' },
};

const MIDDLE_GAME = '------------------XO-O---OOOOO----OOOX---X-OXX------OX---------- X';

/** The program of a checkout, before and after the packages were split. */
function programOf(checkout) {
  const paths = ['packages/plyades/dist/cli/main.js', 'dist/cli/main.js'];
  const program = paths.map((path) => join(checkout, path)).find((path) => existsSync(path));
  if (program === undefined) throw badInput(`${checkout}: no build there; run 'npm run build'`);
  return { name: basename(checkout) || checkout, program };
}

async function searchOnce({ program }, algorithm, words) {
  const { game, position, depth, workers, hash } = words;
  const alone = algorithm === 'sequential';
  const { stdout } = await execute(
    process.execPath,
    [
      ...[program, 'search', game, '--mode', 'exact', '--json', '--hash', hash],
      ...(position === undefined ? [] : ['--position', position]),
      ...['--depth', alone ? depth - 1 : depth],
      ...(alone ? [] : ['--algorithm', algorithm, '--workers', workers]),
    ].map(String),
  );
  const { value, nodes, seconds } = JSON.parse(stdout.trim().split('\n').at(-1));
  return { value, nodes, seconds };
}

async function compare(builds, algorithm, words) {
  const runs = builds.map(() => []);
  for (let round = 0; round < words.rounds; round++) {
    for (const [index, build] of builds.entries()) {
      const run = await searchOnce(build, algorithm, words);
      console.log(
        `${algorithm} ${build.name}: ${run.seconds.toFixed(2)} s, ${count(run.nodes)} nodes`,
      );
      runs[index].push(run);
    }
  }
  const values = new Set(runs.flat().map(({ value }) => value));
  if (values.size > 1) throw wrong(`${algorithm}: values ${[...values].join(', ')}`);
  return builds.map(({ name }, index) => ({
    ...{ algorithm, build: name, runs: runs[index] },
    seconds: median(runs[index].map(({ seconds }) => seconds)),
    nodes: median(runs[index].map(({ nodes }) => nodes)),
  }));
}

function cells(result, first) {
  const seconds = result.runs.map((run) => run.seconds);
  return [
    ...[result.algorithm, result.build, result.seconds.toFixed(2)],
    `${Math.min(...seconds).toFixed(2)} to ${Math.max(...seconds).toFixed(2)}`,
    ...[ratio(result.seconds / first.seconds), count(result.nodes)],
    ratio(result.nodes / first.nodes),
  ];
}

async function run(values, checkouts) {
  if (checkouts.length < 2) throw badInput('give at least two checkouts: --help has an example');
  const builds = checkouts.map(programOf);
  const { game } = values;
  const words = {
    game,
    position: values.position ?? (game === 'othello' ? MIDDLE_GAME : undefined),
    depth: integer(values, 'depth', 2, 60),
    workers: integer(values, 'workers', 1, 256),
    hash: integer(values, 'hash', 1, 2000),
    rounds: integer(values, 'rounds', 1, 1000),
  };
  const results = [];
  for (const algorithm of values.algorithm.split(',')) {
    results.push(...(await compare(builds, algorithm, words)));
  }
  const firstOf = ({ algorithm }) => results.find((each) => each.algorithm === algorithm);
  printTable([
    ['algorithm', 'build', 's', 'range', 'of the first', 'nodes', 'of the first'],
    ...results.map((result) => cells(result, firstOf(result))),
  ]);
  return { ...words, results };
}

await runBench('parallel/builds', { help, options, run, takesWords: true });
