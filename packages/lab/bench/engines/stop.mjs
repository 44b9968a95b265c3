// How long does an engine take from `stop` to its `bestmove`, as the program sees that asked? Ours with one
// thread and with two, teams of eight engines as one, and beside it those engines of others that are installed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findEngine, startEngine } from 'plyades/internal/engines/index.js';
import { findPart } from '../../../../scripts/install-parts.mjs';
import { badInput, wrong } from '../support/failure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { printTable, printTargets, target } from '../support/report.mjs';

const help = `Usage: npm run bench -- engines/stop [options]

Milliseconds from stop to bestmove, through the supervisor.

Options:
  --stops N     searches of each engine that are stopped (40)
  --only TEXT   only the engines with this in their names, such as team
  --json FILE   write the figures
Example:
  $ npm run bench -- engines/stop --stops 100`;

const options = {
  stops: { type: 'string', default: '40' },
  only: { type: 'string', default: '' },
};

/** Engines of a team. */
const TEAM = 8;

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function stopTimes(settings, stops) {
  const engine = await startEngine(settings);
  const times = [];
  for (let i = 0; i < stops; i++) {
    const answer = engine.search({ setup: { moves: [] }, go: { infinite: true } });
    await wait(60 + (i % 10));
    const stoppedAt = performance.now();
    engine.stop();
    const { move } = await answer;
    times.push(performance.now() - stoppedAt);
    if (move === undefined) throw wrong(`${engine.name} has no move`);
  }
  await engine.close();
  return times;
}

/**
 * What the machine alone makes of it: how long a process that does nothing but send back what it gets takes while as
 * many engines as a team has keep the cores busy.
 */
async function echoTimes(settings, times) {
  const engines = [];
  for (let i = 0; i < TEAM; i++) engines.push(await startEngine(settings));
  const searches = engines.map((engine) =>
    engine.search({ setup: { moves: [] }, go: { infinite: true } }),
  );
  const echo = spawn('cat', { stdio: ['pipe', 'pipe', 'inherit'] });
  const found = [];
  for (let i = 0; i < times; i++) {
    await wait(60 + (i % 10));
    const saidAt = performance.now();
    echo.stdin.write('stop\n');
    await once(echo.stdout, 'data');
    found.push(performance.now() - saidAt);
  }
  echo.stdin.end();
  for (const engine of engines) engine.stop();
  await Promise.all(searches);
  await Promise.all(engines.map((engine) => engine.close()));
  return found;
}

/** Our engine by game and threads, and others by game. */
function candidates() {
  const own = ['chess', 'shogi'].flatMap((game) =>
    [1, 2].map((threads) => ({
      name: `plyades, ${game}, threads ${threads}`,
      own: true,
      settings: { ...findEngine('plyades', game), game, options: { Threads: threads } },
    })),
  );
  const others = [
    ['stockfish', 'chess'],
    ['fairy-stockfish', 'shogi'],
  ].flatMap(([part, game]) => {
    const command = findPart(part);
    return command === undefined ? [] : [{ name: `${part}, ${game}`, settings: { command, game } }];
  });
  const { command, args } = findEngine('plyades', 'chess');
  const teams = ['plyades', ...(findPart('stockfish') === undefined ? [] : ['stockfish'])].map(
    (engine) => ({
      name: `team of ${TEAM} ${engine}, chess`,
      own: true,
      settings: {
        command,
        args: [args[0], 'gpp', '--engine', engine, '--workers', String(TEAM), '--hash', '4'],
        game: 'chess',
      },
    }),
  );
  const stockfish = findPart('stockfish');
  const echo = stockfish && {
    name: `an echo beside ${TEAM} stockfish`,
    settings: { command: stockfish, game: 'chess', options: { Hash: 4 } },
    measure: echoTimes,
  };
  return [...own, ...teams, ...(echo ? [echo] : []), ...others];
}

async function run(values) {
  const stops = integer(values, 'stops', 1, 10_000);
  const rows = [];
  const wanted = candidates().filter(({ name }) => name.includes(values.only));
  if (wanted.length === 0) throw badInput(`no engine has ${values.only} in its name`);
  for (const { name, own = false, settings, measure = stopTimes } of wanted) {
    const sorted = (await measure(settings, stops)).toSorted((a, b) => a - b);
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
    rows.push({ name, own, median: at(0.5), p90: at(0.9), worst: at(1) });
  }
  const columns = ['median', 'p90', 'worst'];
  printTable([
    ['milliseconds', ...columns],
    ...rows.map((row) => [row.name, ...columns.map((column) => row[column].toFixed(1))]),
  ]);
  const targets = rows.flatMap(({ name, own, median, p90 }) =>
    own
      ? [
          target(`median of ${name}`, { value: median, most: 20 }),
          target(`nine in ten of ${name}`, { value: p90, most: 30 }),
        ]
      : [],
  );
  printTargets(targets);
  return { rows, targets };
}

await runBench('engines/stop', { help, options, run });
