// What it costs to have one search for all games, and what it gains: Connect Four, written in plain
// TypeScript (examples/connect-four.ts), in three comparisons on one core.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import game from 'plyades/internal/examples/connect-four.js';
import { wrong } from '../support/failure.mjs';
import { median, timed } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count } from '../support/report.mjs';
import { searchAlphaBeta } from './alphabeta.mjs';
import { openSearch, TABLE_BYTES } from './kernel.mjs';

const help = `Usage: npm run bench -- typescript-game/compare [options]

Connect Four against an all-TypeScript alpha-beta, against minimaxer, and the memory of a deep search.

Options:
  --rounds N    rounds against alpha-beta (9)
  --depth N     plies against minimaxer, 1 to 14 (12)
  --deepest N   plies of the search whose memory is shown, 8 to 42 (16)
  --json FILE   write the figures`;

const options = {
  rounds: { type: 'string', default: '9' },
  depth: { type: 'string', default: '12' },
  deepest: { type: 'string', default: '16' },
};

function measured(act) {
  let result;
  const seconds = timed(() => {
    result = act();
  });
  return { ...result, seconds };
}

const million = (n) => `${(n / 1e6).toFixed(2)} M nodes/s`;

/** (a) The same nodes in both, round by round in turn; the median of the rounds' ratios counts. */
async function compareRates(rounds) {
  console.log('a) node rate against an all-TypeScript alpha-beta: same nodes, no table, CPU time');
  const search = await openSearch(0);
  const ratios = [];
  for (const depth of [11, 12, 13]) {
    const atDepth = [];
    for (let round = -2; round < rounds; round++) {
      const theirs = measured(() => searchAlphaBeta(game, game.start(), depth));
      const ours = measured(() =>
        search({ method: 'alphabeta', minDepth: depth, maxDepth: depth }),
      );
      if (ours.value !== theirs.value || ours.nodes !== theirs.nodes) {
        throw wrong(`depth ${depth}: ${JSON.stringify(ours)} is not ${JSON.stringify(theirs)}`);
      }
      // The first two rounds warm up.
      if (round >= 0)
        atDepth.push({
          ours: ours.nodes / ours.seconds,
          theirs: theirs.nodes / theirs.seconds,
          nodes: ours.nodes,
        });
    }
    const ratio = median(atDepth.map((r) => r.ours / r.theirs));
    ratios.push(ratio);
    const ours = million(median(atDepth.map((r) => r.ours)));
    const theirs = million(median(atDepth.map((r) => r.theirs)));
    const nodes = count(atDepth[0].nodes).padStart(12);
    console.log(
      `   depth ${depth} ${nodes} nodes   kernel ${ours}   TypeScript ${theirs}   ratio ${ratio.toFixed(2)}`,
    );
  }
  const lowestRatio = Math.min(...ratios);
  console.log(`   lowest ratio ${lowestRatio.toFixed(2)} (target 0.85)\n`);
  return lowestRatio;
}

/** (b) Each search in a process of its own, from a cold start; the best of three tries counts. */
function compareMinimaxer(depth) {
  console.log(
    `b) depth ${depth} against minimaxer: same rules, order, evaluation and scores, wall time`,
  );
  const ways = {
    minimaxer: ['--max-old-space-size=6000', 'minimaxer.mjs', 'depth'],
    'minimaxer, deepening': ['--max-old-space-size=6000', 'minimaxer.mjs', 'deepening'],
    'kernel, 16 MiB table': ['once.mjs'],
  };
  const best = Object.entries(ways).map(([name, args]) => {
    const tries = [1, 2, 3].map(() => searchInChild(args, depth));
    const fastest = tries.sort((a, b) => a.seconds - b.seconds)[0];
    const { value, nodes, seconds, megabytes } = fastest;
    console.log(
      `   ${name.padEnd(20)}   value ${value}   ${count(nodes).padStart(9)} nodes   ` +
        `${seconds.toFixed(3)} s   ${megabytes} MiB`,
    );
    return fastest;
  });
  const [direct, deepening, ours] = best;
  if (new Set(best.map(({ value }) => value)).size > 1) throw wrong('the values differ');
  const factor = Math.min(direct.seconds, deepening.seconds) / ours.seconds;
  console.log(`   same value, ${factor.toFixed(0)} times as fast (target 10)\n`);
  return factor;
}

function searchInChild(args, depth) {
  const [script, ...rest] = args.slice(args.findIndex((arg) => arg.endsWith('.mjs')));
  const flags = args.filter((arg) => arg.startsWith('--'));
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawnSync(process.execPath, [...flags, path, String(depth), ...rest], {
    encoding: 'utf8',
    timeout: 600_000,
  });
  if (child.status !== 0) throw new Error(`${script} failed: ${child.signal} ${child.stderr}`);
  return JSON.parse(child.stdout);
}

/** (c) The process at every slice of a deep search, against the same process at depth 8. */
async function showMemory(depth) {
  console.log(`c) memory at depth ${depth}`);
  const search = await openSearch(TABLE_BYTES);
  let rss = 0;
  for (const each of [8, depth]) {
    rss = 0;
    const look = () => {
      rss = Math.max(rss, process.memoryUsage.rss());
    };
    look();
    const from = performance.now();
    const { value, nodes } = search({ maxDepth: each }, look);
    look();
    const seconds = ((performance.now() - from) / 1000).toFixed(2);
    console.log(
      `   depth ${String(each).padStart(2)}   value ${value}   ${count(nodes)} nodes   ${seconds} s   process ${Math.round(rss / 2 ** 20)} MiB at most`,
    );
  }
  console.log('   searcher and table are allocated once; states are one per ply');
  return Math.round(rss / 2 ** 20);
}

async function run(values) {
  const rounds = integer(values, 'rounds', 1, 1000);
  const depth = integer(values, 'depth', 1, 14);
  const deepest = integer(values, 'deepest', 8, 42);
  const lowestRatio = await compareRates(rounds);
  const timesMinimaxer = compareMinimaxer(depth);
  const megabytes = await showMemory(deepest);
  return { rounds, lowestRatio, depth, timesMinimaxer, deepest, megabytes };
}

await runBench('typescript-game/compare', { help, options, run });
