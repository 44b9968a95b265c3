// Is a bot on several threads stronger than one on a single thread that thinks as long? Games between
// the two, each random opening twice with the sides exchanged, one move at a time: the bot that is not to
// move uses no core. Both are given the same time, and how long they really took is counted too.
import { bot, closeAll, loadGame, unwrap } from 'plyades/internal/api/index.js';
import { createRandom } from 'plyades/internal/core/random.js';
import { badInput } from '../support/failure.mjs';
import { opening } from '../support/opening.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';

const help = `Usage: npm run bench -- parallel/bots [GAME] [options]

Games between a bot on several threads and one on a single thread (othello), sides exchanged.

Options:
  --workers N   threads of the first bot (2)
  --ms N        milliseconds for each move of both (100)
  --games N     how many, an even number (100)
  --opening N   random moves before each pair of games (8)
  --plies N     a longer game is a draw (160)
  --seed N      of the openings (1)
  --json FILE   write the figures
Example:
  $ npm run bench -- parallel/bots chess --ms 50 --games 100`;

const options = {
  workers: { type: 'string', default: '2' },
  ms: { type: 'string', default: '100' },
  games: { type: 'string', default: '100' },
  opening: { type: 'string', default: '8' },
  plies: { type: 'string', default: '160' },
  seed: { type: 'string', default: '1' },
};

/** 1 when the first bot wins, -1 when the second one does, 0 for a draw. Adds up depths and times. */
async function play(game, start, players, firstTurn, { ms, plies }) {
  const played = [start];
  while (played.length <= plies) {
    const position = played.at(-1);
    const mover = game.turn(position) === firstTurn ? 0 : 1;
    const sign = mover === 0 ? 1 : -1;
    if (game.over(position)) return Math.sign(game.result(position)) * sign;
    if (game.drawnByCount(position) || game.repetition(played)) return 0;
    const player = players[mover];
    const before = played.slice(0, -1).reverse();
    const askedAt = performance.now();
    const { move, depth } = await player.bot.move(position, { ms, before });
    player.ms += performance.now() - askedAt;
    player.depths += depth;
    player.moves++;
    played.push(unwrap(game.play(position, move)));
  }
  return 0;
}

async function run(values, [id = 'othello']) {
  const workers = integer(values, 'workers', 1, 256);
  const ms = integer(values, 'ms', 1, 60_000);
  const games = integer(values, 'games', 2, 1_000_000);
  if (games % 2 !== 0) throw badInput(`--games ${games}: expected an even number`);
  const before = integer(values, 'opening', 0, 60);
  const plies = integer(values, 'plies', 1, 10_000);
  const random = createRandom(integer(values, 'seed', 0, 2 ** 32 - 1));
  const game = await loadGame(id);
  const tally = { won: 0, drawn: 0, lost: 0 };
  const players = [workers, 1].map((each) => ({ workers: each, ms: 0, depths: 0, moves: 0 }));
  for (let at = 0; at < games; at += 2) {
    const start = opening(game, random, before);
    for (const firstTurn of [0, 1]) {
      for (const player of players) {
        player.bot = await bot(id, { workers: player.workers, hash: 16 });
      }
      const result = await play(game, start, players, firstTurn, { ms, plies });
      tally[result > 0 ? 'won' : result < 0 ? 'lost' : 'drawn']++;
      for (const player of players) await player.bot.close();
    }
  }
  await closeAll();
  const score = (tally.won + tally.drawn / 2) / games;
  const [several, single] = players.map((player) => ({
    workers: player.workers,
    depth: player.depths / player.moves,
    ms: player.ms / player.moves,
  }));
  const figures = { game: id, ms, games, ...tally, score, several, single };
  console.log(JSON.stringify(figures));
  return figures;
}

await runBench('parallel/bots', { help, options, run, takesWords: true });
