// One game of Hex in a process of its own, since the plain UCT holds up its thread: the parent sends the game's
// conditions and gets its result.
import { bot } from 'plyades';
import { createRandom } from 'plyades/internal/core/random.js';
import { hexOf } from './hex-rules.mjs';
import { uct } from './uct.mjs';

/** A player: a function of state to move, and how many random games it has played. */
async function createPlayer(kind, game, { ms, workers, hash, seed }) {
  if (kind === 'uct') {
    const random = createRandom(seed);
    const player = { simulations: 0, moves: 0, ms: 0, close: () => {} };
    player.move = async (state) => {
      const { move, visits } = uct(game, state, ms, random);
      player.simulations += visits;
      return move;
    };
    return player;
  }
  const ai = await bot(game, { level: kind, workers, hash, seed });
  const player = { simulations: 0, moves: 0, ms: 0, close: () => ai.close() };
  player.move = async (state) => {
    const { move, nodes } = await ai.move(state, { ms });
    player.simulations += nodes;
    return move;
  };
  return player;
}

/** Random games of an opening. */
const TRIAL_GAMES = 300;

/** True when the share of random games that a side wins is at most `balance` percent from one half. */
function isBalanced(game, state, balance, random) {
  let won = 0;
  for (let i = 0; i < TRIAL_GAMES; i++) {
    let at = state;
    while (game.winner(at) === undefined) {
      const moves = game.moves(at);
      at = game.play(at, moves[random.below(moves.length)]);
    }
    if (game.winner(at) === 0) won++;
  }
  return Math.abs((100 * won) / TRIAL_GAMES - 50) <= balance;
}

/** Random stones of both sides in turn, such that random games from there are won by both: colour decides less. */
function opening(game, stones, balance, random) {
  for (;;) {
    let state = game.start();
    for (let i = 0; i < stones && game.winner(state) === undefined; i++) {
      const moves = game.moves(state);
      state = game.play(state, moves[random.below(moves.length)]);
    }
    const goesOn = game.winner(state) === undefined;
    if (stones === 0 || (goesOn && isBalanced(game, state, balance, random))) return state;
  }
}

/** Games 2n and 2n + 1 have the same opening, with the sides exchanged. */
async function play({ number, size, opponent, ms, workers, hash, stones, balance, seed }) {
  const game = hexOf[size];
  const conditions = { ms, hash, seed: seed * 1000 + number };
  const players = [
    await createPlayer('hard', game, { ...conditions, workers }),
    await createPlayer(opponent, game, { ...conditions, workers: 1 }),
  ];
  let state = opening(game, stones, balance, createRandom(seed * 1000 + (number >> 1)));
  // Threads are started and code is compiled before clocks run.
  for (const { move } of players) await move(state);
  for (const player of players) player.simulations = 0;
  let plies = 0;
  while (game.winner(state) === undefined) {
    const player = players[(game.turn(state) + number) & 1];
    const askedAt = performance.now();
    const move = await player.move(state);
    player.ms += performance.now() - askedAt;
    player.moves++;
    state = game.play(state, move);
    plies++;
  }
  for (const { close } of players) await close();
  const [ours, theirs] = players.map(({ simulations, moves, ms: spent }) => ({
    ms: Math.round(spent / moves),
    simulations: Math.round(simulations / moves),
  }));
  return { number, won: ((game.winner(state) + number) & 1) === 0, plies, ours, theirs };
}

process.once('message', async (conditions) => {
  process.send(await play(conditions));
  process.disconnect();
});
