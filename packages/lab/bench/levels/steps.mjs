// How much stronger is a level than the one below? Games between neighbours, each opening twice with the sides
// exchanged, on as many threads as wanted. A finished match is one row of the file, and is not played again.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { FULL_STRENGTH, profileOf, strengthOf } from 'plyades/internal/levels/index.js';
import { badInput } from '../support/failure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { machine, printTable } from '../support/report.mjs';
import { evenSteps } from './fit.mjs';

const help = `Usage: npm run bench -- levels/steps [GAME ...] [options]

Games between each level and the one below (chess othello checkers hex), sides exchanged.

Options:
  --games N       for each step, an even number (200)
  --levels LIST   the upper levels of the steps, such as 2,3,4, or pairs such as 10:2 (2 to 10 and 10:2)
  --nodes N       node budget of level 10 (200000; Hex a tenth, in random games)
  --jobs N        threads (one for each core)
  --seed N        of the openings (1)
  --fit           print constants that would make the steps even, from all rows
  --out FILE      append a row for each match, and skip matches that have one
  --json FILE     write the figures
Example:
  $ npm run bench -- levels/steps chess --games 40 --levels 2,3`;

const options = {
  games: { type: 'string', default: '200' },
  levels: { type: 'string', default: '2,3,4,5,6,7,8,9,10,10:2' },
  nodes: { type: 'string', default: '200000' },
  jobs: { type: 'string', default: String(availableParallelism()) },
  seed: { type: 'string', default: '1' },
  fit: { type: 'boolean', default: false },
  out: { type: 'string' },
};

/** Random moves before each pair of games. */
const OPENINGS = { chess: 4, othello: 6, checkers: 4, hex: 1, loa: 4 };

/** Of the nodes of level 10: a random game of Hex costs as much as tens of nodes. */
const NODES_SHARE = { hex: 0.1 };

const profileName = (game) => (game === 'hex' ? 'played out' : game);

function readSteps(text) {
  return text.split(',').map((word) => {
    const [level, against = level - 1] = word.split(':').map(Number);
    const isLevel = (each) => Number.isInteger(each) && each >= 1 && each <= FULL_STRENGTH;
    if (!isLevel(level) || !isLevel(against))
      throw badInput(`--levels ${word}: expected levels from 1 to ${FULL_STRENGTH}`);
    return { level, against };
  });
}

/** What a level does in a game, so that a row of other constants counts as none. */
function constants(game, level) {
  if (level === FULL_STRENGTH) return 'full';
  const { nodes, temperature } = strengthOf(profileOf(profileName(game)), level);
  return `${nodes}/${temperature.toPrecision(3)}`;
}

const keyOf = ({ game, level, against, games, seed, constants: used }) =>
  JSON.stringify([game, level, against, games, seed, used]);

function readRows(file) {
  if (file === undefined || !existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

/** Plays the pairs of all matches, the costly ones first so that no thread is left alone at the end. */
async function playAll(matches, jobs, finished) {
  const pairs = matches.flatMap((match) =>
    Array.from({ length: match.games / 2 }, (_, i) => ({ match, seed: match.seed * 100_000 + i })),
  );
  const work = async () => {
    const thread = new Worker(new URL('./games.mjs', import.meta.url));
    for (let pair = pairs.shift(); pair !== undefined; pair = pairs.shift()) {
      const { match, seed } = pair;
      const { game, level, against, nodes } = match;
      thread.postMessage({ game, level, against, nodes, seed, plies: OPENINGS[game] ?? 4 });
      match.scores.push(...(await answer(thread)));
      if (match.scores.length === match.games) finished(match);
    }
    await thread.terminate();
  };
  await Promise.all(Array.from({ length: jobs }, work));
}

function answer(thread) {
  return new Promise((resolve, reject) => {
    thread.removeAllListeners('error');
    thread.once('error', reject);
    thread.once('message', resolve);
  });
}

function rowOf({ scores, ...match }) {
  const count = (score) => scores.filter((each) => each === score).length;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const [won, drawn, lost] = [1, 0.5, 0].map(count);
  return { ...match, won, drawn, lost, score: Number(mean.toFixed(4)) };
}

async function run(values, names) {
  const ids = names.length > 0 ? names : ['chess', 'othello', 'checkers', 'hex'];
  const games = integer(values, 'games', 2, 1_000_000);
  if (games % 2 !== 0) throw badInput(`--games ${games}: expected an even number`);
  const nodes = integer(values, 'nodes', 1, 1e9);
  const seed = integer(values, 'seed', 0, 10_000);
  const steps = readSteps(values.levels).sort((a, b) => b.level - a.level);
  const known = new Map(readRows(values.out).map((row) => [keyOf(row), row]));
  const matches = steps.flatMap(({ level, against }) =>
    ids.map((game) => {
      const used = [level, against].map((each) => constants(game, each)).join(' ');
      const budget = Math.round(nodes * (NODES_SHARE[game] ?? 1));
      return { game, level, against, games, seed, nodes: budget, constants: used, scores: [] };
    }),
  );
  const rows = [];
  const { date, cpu, cores } = machine();
  const origin = { machine: `${cores} cores, ${cpu}`, date: date.slice(0, 10) };
  const finished = (match) => {
    const row = { table: 'matches', ...rowOf(match), ...origin };
    rows.push(row);
    console.log(`${row.game} ${row.level} over ${row.against}: ${row.score}`);
    if (values.out) appendFileSync(values.out, `${JSON.stringify(row)}\n`);
  };
  const open = matches.filter((match) => !known.has(keyOf(match)));
  rows.push(
    ...matches.filter((match) => known.has(keyOf(match))).map((one) => known.get(keyOf(one))),
  );
  await playAll(open, integer(values, 'jobs', 1, 256), finished);
  const scoreOf = ({ level, against }, game) => {
    const row = rows.find(
      (each) => each.game === game && each.level === level && each.against === against,
    );
    return (100 * row.score).toFixed(0);
  };
  const table = [...steps]
    .reverse()
    .map((step) => [
      `${step.level} over ${step.against}`,
      ...ids.map((game) => scoreOf(step, game)),
    ]);
  printTable([['level', ...ids], ...table]);
  if (values.fit) {
    for (const game of ids) console.log(JSON.stringify(evenSteps(game, profileName(game), rows)));
  }
  return { rows };
}

await runBench('levels/steps', { help, options, run, takesWords: true });
