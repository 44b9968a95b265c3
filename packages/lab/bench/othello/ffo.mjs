// The FFO endgames, solved on one thread through the public API, each from a fresh thread and an empty
// table; every score is held against the file. A long run may be interrupted: with --out each
// finished position is one line of a file, and the next call leaves out what is there.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { closeAll, search } from 'plyades/internal/api/index.js';
import { beginProgress } from 'plyades/internal/cli/progress.js';
import { othello } from 'plyades/internal/games/othello/index.js';
import { badInput, wrong } from '../support/failure.mjs';
import { readFfo } from '../support/ffo.mjs';
import { cpuSeconds, sum } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count, million, printTable, printTargets, target } from '../support/report.mjs';

const help = `Usage: npm run bench -- othello/ffo [options]

Solves FFO endgames by number and checks the scores. Seconds are the wall time of the search; beside
them stands the CPU time of the process, with the start of its thread, which counts less of what else
the machine does.

Options:
  --from N      first position, 1 to 59 (40)
  --to N        last position (44)
  --hash MB     table (64)
  --mode MODE   exact or play (exact)
  --out FILE    one JSON line per finished position; finished ones with the same settings are skipped
  --json FILE   write the figures
Examples:
  $ npm run bench -- othello/ffo
  $ npm run bench -- othello/ffo --from 1 --to 39
  $ npm run bench -- othello/ffo --from 45 --to 49 --hash 1024 --out ffo.jsonl   about a minute`;

const options = {
  from: { type: 'string', default: '40' },
  to: { type: 'string', default: '44' },
  hash: { type: 'string', default: '64' },
  mode: { type: 'string', default: 'exact' },
  out: { type: 'string' },
};

/** Lines of an earlier run; a last line that an interruption cut short is no result. */
function readFinished(file, settings) {
  if (file === undefined || !existsSync(file)) return new Map();
  const results = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => {
      try {
        return JSON.parse(line);
      } catch {
        throw badInput(`--out ${file}: not a file of this bench: ${line.slice(0, 60)}`);
      }
    });
  return new Map(
    results
      .filter(({ hash, mode }) => hash === settings.hash && mode === settings.mode)
      .map((result) => [result.ffo, result]),
  );
}

async function run(values) {
  const from = integer(values, 'from', 1, 59);
  const to = integer(values, 'to', from, 59);
  const hash = integer(values, 'hash', 1, 4000);
  const { mode, out } = values;
  if (mode !== 'exact' && mode !== 'play') throw badInput(`--mode ${mode}: expected exact or play`);
  const settings = { mode, hash };
  const finished = readFinished(out, settings);
  const positions = readFfo();
  const results = [];
  const line = await beginProgress();
  try {
    for (let ffo = from; ffo <= to; ffo++) {
      const result = finished.get(ffo) ?? (await solve(ffo, positions.get(ffo), settings, line));
      results.push(result);
      if (!finished.has(ffo) && out !== undefined) {
        appendFileSync(out, `${JSON.stringify(result)}\n`);
      }
    }
  } finally {
    line.end();
  }

  console.log(`FFO ${from} to ${to}, one thread, ${mode} mode, ${hash} MiB table`);
  const total = {
    nodes: sum(results.map(({ nodes }) => nodes)),
    seconds: sum(results.map(({ seconds }) => seconds)),
    cpuSeconds: sum(results.map((result) => result.cpuSeconds)),
  };
  printTable([
    ['FFO', 'empties', 'score', 'move', 'nodes', 'seconds', 'CPU', 'M nodes/s', 'M nodes/CPU s'],
    ...results.map((result) => [
      ...[String(result.ffo), String(result.empties), signed(result.score), result.move],
      ...asCells(result),
    ]),
    ['all', '', '', '', ...asCells(total)],
  ]);
  console.log(`\n${results.length} scores right`);
  const targets = from === 40 && to === 44 ? judge(total) : [];
  printTargets(targets);
  return { ...settings, results, total, targets };
}

const signed = (score) => (score > 0 ? `+${score}` : String(score));

function asCells({ nodes, seconds, cpuSeconds: cpu }) {
  return [
    ...[count(nodes), seconds.toFixed(2), cpu.toFixed(2)],
    ...[million(nodes / seconds), million(nodes / cpu)],
  ];
}

function judge({ nodes, seconds, cpuSeconds: cpu }) {
  return [
    target('FFO 40 to 44, wall seconds', { value: seconds, most: 30 }),
    target('FFO 40 to 44, CPU seconds', { value: cpu, most: 30 }),
    target('M nodes per CPU second', { value: nodes / cpu / 1e6, least: 15 }),
  ];
}

/** Solves one position; ends the bench when the score or the move is wrong. */
async function solve(ffo, { text, best, moves }, { mode, hash }, line) {
  const position = othello.parsePosition(text).value;
  const empties = [...text.slice(0, 64)].filter((square) => square === '-').length;
  const from = cpuSeconds();
  const handle = search({ position, depth: empties, mode, hash });
  line.show((seconds) => `FFO ${ffo}, ${empties} empties  ${seconds.toFixed(0)} s since the start`);
  const { margin, move, nodes, seconds } = await handle.result;
  const cpu = cpuSeconds() - from;
  // The next position begins with a thread and a table of its own.
  await closeAll();
  const played = othello.makeMove(move);
  if (margin !== best || !moves.includes(played)) {
    const expected = `${signed(best)} with ${moves.join(' or ')}`;
    throw wrong(`FFO ${ffo}: ${played} ${signed(margin)}, expected ${expected}`);
  }
  return { ffo, empties, score: margin, move: played, nodes, seconds, cpuSeconds: cpu, mode, hash };
}

await runBench('othello/ffo', { help, options, run });
