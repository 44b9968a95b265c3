// How late are answers? A search with a limit of time, a player with a clock and a search that is aborted,
// on one thread and on two, as a program sees them: from its question, or its word, to the answer.
import { bot, closeAll, loadGame, search } from 'plyades/internal/api/index.js';
import slow from '../../../plyades/test/support/broken-games/slow.mjs';
import { quantile } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { printTable, printTargets, target } from '../support/report.mjs';

const help = `Usage: npm run bench -- parallel/prompt [options]

Milliseconds by which answers are late; of a player with a clock, milliseconds to its answer.

Options:
  --answers N   answers of each kind (20)
  --json FILE   write the figures
Example:
  $ npm run bench -- parallel/prompt --answers 50`;

const options = { answers: { type: 'string', default: '20' } };

const two = { algorithm: 'lazy-smp', workers: 2, hash: 4 };

async function timeOf(act) {
  const from = performance.now();
  await act();
  return performance.now() - from;
}

/** Milliseconds after the limit. */
async function late(start, settings, ms) {
  return (await timeOf(() => search({ position: start, ms, ...settings }).result)) - ms;
}

/** Milliseconds after the abort of a search that has been at it for some depths. */
async function afterAbort(start, settings) {
  const controller = new AbortController();
  const handle = search({ position: start, signal: controller.signal, ...settings });
  const { result } = handle;
  for await (const { depth } of handle) if (depth >= 6) break;
  return timeOf(() => {
    controller.abort();
    return result;
  });
}

async function run(values) {
  const answers = integer(values, 'answers', 1, 10_000);
  const start = (await loadGame('othello')).notation.start();
  const chess = (await loadGame('chess')).notation.start();
  const player = await bot('chess', { hash: 1 });
  const sluggish = await bot(slow, { hash: 1 });
  const clock = { remainingMs: 400, incrementMs: 100 };
  /** What is measured, and the most that nine in ten may take. */
  const kinds = [
    ['a search of 50 ms, one thread', 20, () => late(start, { hash: 4 }, 50)],
    ['a search of 50 ms, two threads', 50, () => late(start, two, 50)],
    ['an abort, one thread', 20, () => afterAbort(start, { hash: 4 })],
    ['an abort, two threads', 20, () => afterAbort(start, two)],
    ['a clock of 400 ms', 400, () => timeOf(() => player.move(chess, { clock }))],
    [
      '50 ms at 1 ms a position',
      30,
      async () => (await timeOf(() => sluggish.move(slow.start(), { ms: 50 }))) - 50,
    ],
  ];
  const rows = [];
  for (const [name, most, measure] of kinds) {
    // Once for the start of the threads.
    await measure();
    const times = [];
    for (let i = 0; i < answers; i++) times.push(await measure());
    const [median, p90, worst] = [0.5, 0.9, 1].map((share) => quantile(times, share));
    rows.push({ name, most, median, p90, worst });
  }
  await Promise.all([player.close(), sluggish.close(), closeAll()]);
  const columns = ['median', 'p90', 'worst'];
  printTable([
    ['milliseconds', ...columns],
    ...rows.map((row) => [row.name, ...columns.map((column) => row[column].toFixed(1))]),
  ]);
  const targets = rows.map(({ name, p90, most }) =>
    target(`nine in ten of ${name}`, { value: p90, most }),
  );
  printTargets(targets);
  return { rows, targets };
}

await runBench('parallel/prompt', { help, options, run });
