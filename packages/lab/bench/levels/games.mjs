// A thread of the bench of levels: plays pairs of games between two levels, each opening twice with the sides
// exchanged. Node budgets decide everything, so the outcome does not depend on the machine or its load.
import { parentPort } from 'node:worker_threads';
import { unwrap } from 'plyades';
import { playable } from 'plyades/internal/api/games.js';
import { createRandom } from 'plyades/internal/core/random.js';
import { openGame } from 'plyades/internal/games/open.js';
import { openKeptSearch } from 'plyades/internal/hosts/threads/kept-search.js';
import { FULL_STRENGTH, LevelPlayer, RandomCandidates } from 'plyades/internal/levels/index.js';
import { opening } from '../support/opening.mjs';

/** A longer game is a draw. */
const PLIES = 300;
const FULL_HASH_MB = 16;

const opened = new Map();

async function open(id) {
  const path = id === 'hex' ? new URL('./hex.mjs', import.meta.url).href : id;
  const game = await playable(path);
  return { game, player: await LevelPlayer.open(game.source) };
}

/** Full strength within a node budget, so that it can be measured; random games where the game has no evaluation. */
async function fullStrength(each, position, before, nodes) {
  const { game } = each;
  if (!game.evaluates) return byRandomGames(each, position, nodes);
  const request = { mode: 'play', hash: FULL_HASH_MB, nodes, selective: true };
  const command = { game: game.source, position, before, request, keepTable: false };
  if (each.full) each.full.clear();
  else each.full = await openKeptSearch(command);
  each.full.start(command);
  while (!each.full.step());
  return game.translate(each.full.report());
}

async function byRandomGames(each, position, nodes) {
  const { source } = each.game;
  each.opened ??= await openGame(source, ({ probe }) => ({
    capacity: RandomCandidates.bytes(probe) + (1 << 20),
  }));
  each.random ??= new RandomCandidates(each.opened);
  each.random.start(position, { nodes, depth: 1, lines: 1, margin: 0 }, 1);
  while (!each.random.run(nodes));
  const [{ pv }] = each.random.candidates;
  return each.game.translate({ line: pv, plainLine: each.opened.binding.line(position, pv) });
}

async function choose(each, played, { level, nodes, seed }) {
  const { game, player } = each;
  const position = game.sourcePosition(played.at(-1));
  const before = game.repeats === 0 ? [] : played.slice(0, -1).map((one) => one.record);
  if (level === FULL_STRENGTH) return (await fullStrength(each, position, before, nodes)).line[0];
  player.start(position, before, { level, seed });
  while (!player.run(1e6));
  const { line } = player.report('nodes', 0);
  const plainLine = player.plainLine(line);
  return game.translate({ line, ...(plainLine && { plainLine }) }).line[0];
}

/** 1 when the first player wins, 0 when the second one does, a half for a draw. */
async function play(each, start, players, firstTurn) {
  const { game } = each;
  const played = [start];
  while (played.length <= PLIES) {
    const ending = game.ending(played);
    if (ending) return ending.winner === undefined ? 0.5 : Number(ending.winner === firstTurn);
    const position = played.at(-1);
    const mover = game.turn(position) === firstTurn ? 0 : 1;
    const move = await choose(each, played, players[mover]);
    played.push(unwrap(game.play(position, move)));
  }
  return 0.5;
}

parentPort.on('message', async ({ game: id, level, against, seed, plies, nodes }) => {
  if (!opened.has(id)) opened.set(id, await open(id));
  const each = opened.get(id);
  const start = opening(each.game, createRandom(seed), plies);
  const scores = [];
  for (const firstTurn of [0, 1]) {
    const players = [
      { level, nodes, seed: 2 * seed },
      { level: against, nodes, seed: 2 * seed + 1 },
    ];
    scores.push(await play(each, start, players, firstTurn));
  }
  parentPort.postMessage(scores);
});
