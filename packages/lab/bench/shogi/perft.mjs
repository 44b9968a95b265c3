// Counting move sequences with the last ply counted in bulk, here and by Fairy-Stockfish, whose time is
// the CPU time of its process. It lets a pawn be dropped to mate, so its counts may be a little greater.
import { spawnSync } from 'node:child_process';
import { shogi } from 'plyades/internal/games/shogi/index.js';
import { compileKernel, Kernel, Rules } from 'plyades/internal/kernel/index.js';
import { findPart } from '../../../../scripts/install-parts.mjs';
import { wrong } from '../support/failure.mjs';
import { median, timed } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count, million, printTable, printTargets, target } from '../support/report.mjs';
import { knownCounts } from './positions.mjs';

const help = `Usage: npm run bench -- shogi/perft [options]

Counts of known positions with the last ply counted in bulk, and the same by Fairy-Stockfish where it is
installed.

Options:
  --rounds N    rounds per position (5)
  --json FILE   write the figures`;

const options = { rounds: { type: 'string', default: '5' } };

/** Leaves of the largest count: a second or so. */
const MOST = 120e6;

/** Fairy-Stockfish is ten times as slow; it counts one ply less where that would take long. */
const MOST_THEIRS = 20e6;

async function run(values) {
  const rounds = integer(values, 'rounds', 1, 1000);
  const rules = new Rules(new Kernel(await compileKernel('shogi')));
  const engine = findPart('fairy-stockfish');
  rules.perft(shogi.start().record, 4);
  const theirs = new Map(knownCounts(MOST_THEIRS).map((each) => [each.name, each]));
  const rows = [['position', 'depth', 'leaves', 'M leaves/s', 'Fairy-Stockfish']];
  const results = [];
  for (const { name, record, depth, leaves } of knownCounts(MOST)) {
    const times = Array.from({ length: rounds }, () =>
      timed(() => {
        const found = rules.perft(record, depth);
        if (found !== leaves) throw wrong(`${name}, depth ${depth}: ${found}, expected ${leaves}`);
      }),
    );
    const leavesPerSecond = leaves / median(times);
    const native = engine === undefined ? undefined : rateOf(engine, theirs.get(name));
    results.push({ name, depth, leaves, leavesPerSecond, native });
    const shown = native === undefined ? '-' : million(native);
    rows.push([name, String(depth), count(leaves), million(leavesPerSecond), shown]);
  }
  printTable(rows);
  const [start] = results;
  const targets = [target('start, M leaves/s', { value: start.leavesPerSecond / 1e6, least: 25 })];
  console.log();
  printTargets(targets);
  return { rounds, results, targets };
}

/** Leaves per CPU second of the engine, from two counts so that its start does not count. */
function rateOf(engine, { text, depth, leaves }) {
  const cpu = (d) => {
    const commands = `usi\nsetoption name USI_Variant value shogi\nposition sfen ${text}\n`;
    const input = `${commands}${d > 0 ? `go perft ${d}\n` : ''}quit\n`;
    const script = `"$0" >/dev/null; times`;
    const { stdout } = spawnSync('sh', ['-c', script, engine], { input, encoding: 'utf8' });
    const [, children] = stdout.trim().split('\n').slice(-2);
    const [minutes, seconds] = children.split(' ')[0].replace('s', '').split('m').map(Number);
    return 60 * minutes + seconds;
  };
  return leaves / Math.max(cpu(depth) - cpu(0), 0.01);
}

await runBench('shogi/perft', { help, options, run });
