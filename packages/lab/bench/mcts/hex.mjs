// How strong is a bot for a game without an evaluation? Games of Hex against a plain UCT on one thread, or of the bot
// against its own easy level, at equal time for a move. Several games run at the same time, each in a process; finished
// games are kept in a file, so that a run that was broken off goes on.
import { fork } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { badInput } from '../support/failure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { machine } from '../support/report.mjs';

const SIZES = [3, 5, 7, 9, 11];
const OPPONENTS = ['uct', 'easy', 'medium'];

const help = `Usage: npm run bench -- mcts/hex [options]

Games of Hex by a bot at level hard against another player, pairs with sides exchanged.

Options:
  --size N        cells of a side: ${SIZES.join(', ')} (7)
  --opponent P    ${OPPONENTS.join(', ')} (uct): a plain UCT on one thread, or a level of the bot
  --games N       how many, an even number (100)
  --ms N          milliseconds for each move of both (300)
  --workers N     threads of the bot (1)
  --hash N        MiB of its tree (64)
  --parallel N    games at the same time (1); they need N times the threads
  --stones N      random stones before each pair of games (2)
  --balance N     percent that random games from there may differ from even (8); 50 for any opening
  --seed N        of openings and players (1)
  --rows FILE     append each finished game, and skip games that are there already
  --json FILE     write the figures
Example:
  $ npm run bench -- mcts/hex --size 9 --workers 4 --parallel 4 --rows hex9.jsonl`;

const options = {
  size: { type: 'string', default: '7' },
  opponent: { type: 'string', default: 'uct' },
  games: { type: 'string', default: '100' },
  ms: { type: 'string', default: '300' },
  workers: { type: 'string', default: '1' },
  hash: { type: 'string', default: '64' },
  parallel: { type: 'string', default: '1' },
  stones: { type: 'string', default: '2' },
  balance: { type: 'string', default: '8' },
  seed: { type: 'string', default: '1' },
  rows: { type: 'string' },
};

function conditionsOf(values) {
  const size = integer(values, 'size', 3, 11);
  if (!SIZES.includes(size)) throw badInput(`--size ${size}: expected one of ${SIZES.join(', ')}`);
  const { opponent } = values;
  if (!OPPONENTS.includes(opponent)) {
    throw badInput(`--opponent ${opponent}: expected one of ${OPPONENTS.join(', ')}`);
  }
  return {
    ...{ size, opponent },
    ms: integer(values, 'ms', 1, 60_000),
    workers: integer(values, 'workers', 1, 256),
    hash: integer(values, 'hash', 0, 4000),
    stones: integer(values, 'stones', 0, 8),
    balance: integer(values, 'balance', 4, 50),
    seed: integer(values, 'seed', 0, 1_000_000),
  };
}

/** Games of the same conditions in the file. */
function finishedGames(file, conditions) {
  if (file === undefined || !existsSync(file)) return [];
  const wanted = JSON.stringify(conditions);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter((row) => JSON.stringify(row.conditions) === wanted)
    .map(({ game }) => game);
}

function playGame(number, conditions) {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./hex-game.mjs', import.meta.url));
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`game ${number} ended with code ${code}`)));
    child.send({ number, ...conditions });
  });
}

const share = (n) => `${(100 * n).toFixed(0)} %`;

function summary(conditions, played) {
  const won = played.filter((game) => game.won).length;
  const mean = (side, field) =>
    Math.round(played.reduce((sum, game) => sum + game[side][field], 0) / played.length);
  return {
    ...conditions,
    ...{ games: played.length, won, score: won / played.length },
    ours: { ms: mean('ours', 'ms'), simulations: mean('ours', 'simulations') },
    theirs: { ms: mean('theirs', 'ms'), simulations: mean('theirs', 'simulations') },
  };
}

/** The row of results/mcts.jsonl. */
function resultRow(figures) {
  const { size, opponent, ms, workers, games, won, score, balance, ours, theirs } = figures;
  const against = opponent === 'uct' ? 'plain UCT' : `level ${opponent}`;
  return {
    ...{ table: 'hex', Hex: `${size}x${size}`, opponent: against, 'ms a move': ms },
    ...{ threads: workers, openings: balance === 50 ? 'any' : 'about even' },
    ...{ games, won, score: share(score) },
    'random games a move': `${ours.simulations} : ${theirs.simulations}`,
  };
}

async function run(values) {
  const games = integer(values, 'games', 2, 1_000_000);
  if (games % 2 !== 0) throw badInput(`--games ${games}: expected an even number`);
  const parallel = integer(values, 'parallel', 1, 256);
  const conditions = conditionsOf(values);
  const played = finishedGames(values.rows, conditions).filter(({ number }) => number < games);
  const done = new Set(played.map(({ number }) => number));
  const open = Array.from({ length: games }, (_, number) => number).filter((n) => !done.has(n));
  const playOn = async () => {
    for (let number = open.shift(); number !== undefined; number = open.shift()) {
      const game = await playGame(number, conditions);
      played.push(game);
      if (values.rows) appendFileSync(values.rows, `${JSON.stringify({ conditions, game })}\n`);
      const won = played.filter((each) => each.won).length;
      process.stderr.write(
        `game ${number}: ${game.won ? 'won' : 'lost'}, ${won} of ${played.length}\n`,
      );
    }
  };
  await Promise.all(Array.from({ length: parallel }, playOn));
  const figures = summary(conditions, played);
  const { date, cpu, cores, node } = machine();
  const command = `npm run bench -- mcts/hex --size ${conditions.size} --opponent ${conditions.opponent} --ms ${conditions.ms} --workers ${conditions.workers} --balance ${conditions.balance} --games ${games}`;
  const on = `${cores} cores, ${cpu}, Node ${node.slice(1).split('.')[0]}`;
  console.log(JSON.stringify({ measured: { command, machine: on, date: date.slice(0, 10) } }));
  console.log(JSON.stringify(resultRow(figures)));
  return figures;
}

await runBench('mcts/hex', { help, options, run });
