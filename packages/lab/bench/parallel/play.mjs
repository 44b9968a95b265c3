// What several threads are worth in play mode: the depth that a fixed time reaches, and the score against one thread at
// equal time a move. Only one side of a game thinks at a time, and as many games run side by side as have a core for
// every thread, so no thread shares its core.
import { appendFileSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { analyst, closeAll, loadGame, unwrap } from 'plyades/internal/api/index.js';
import { createRandom } from 'plyades/internal/core/random.js';
import {
  matchScoreOf,
  playMatch,
  pointsOf,
  readOpenings,
  strictRules,
  usualRules,
} from 'plyades/internal/match/index.js';
import { chessPositions, othelloFinal, positionOf, spread } from '#dist/positions.js';
import { badInput } from '../support/failure.mjs';
import { sum } from '../support/measure.mjs';
import { integer } from '../support/options.mjs';
import { runBench } from '../support/program.mjs';
import { count, printTable, ratio } from '../support/report.mjs';

const help = `Usage: npm run bench -- parallel/play [options]

Play mode by number of threads: mean depth in a fixed time, and games against one thread at equal time a move.

Options:
  --game LIST       chess, othello (chess,othello)
  --threads LIST    numbers of threads; those above 1 play against 1 (1,4,16)
  --ms N            milliseconds for a position whose depth is measured (1000)
  --positions N     positions of each game, 0 for games alone (8)
  --move-ms N       milliseconds for a move in games (100)
  --pairs N         most pairs of games with colours exchanged, 0 for depths alone (100)
  --hash MiB        the table of each player (64)
  --seconds N       time for everything: no pair starts that would end later, if it is as long as the longest (240)
  --rows FILE       append the rows, one JSON object a line, as they are measured
  --json FILE       write the figures
Examples:
  $ npm run bench -- parallel/play --game othello --threads 1,2 --pairs 0
  $ npm run bench -- parallel/play --move-ms 50 --seconds 400 --rows play.jsonl`;

const options = {
  game: { type: 'string', default: 'chess,othello' },
  threads: { type: 'string', default: '1,4,16' },
  ms: { type: 'string', default: '1000' },
  positions: { type: 'string', default: '8' },
  'move-ms': { type: 'string', default: '100' },
  pairs: { type: 'string', default: '100' },
  hash: { type: 'string', default: '64' },
  seconds: { type: 'string', default: '240' },
  rows: { type: 'string' },
};

/** Plies of championship games that openings of Othello consist of. */
const OTHELLO_PLIES = 10;

/** By game: positions for depths, texts of openings, and when a game that goes on is decided. */
const GAMES = {
  chess: { positions: chessPositions, openings: chessOpenings, rules: usualRules },
  othello: { positions: othelloFinal, openings: othelloOpenings, rules: strictRules },
};

/** Balanced positions after eight moves. */
function chessOpenings() {
  return readFileSync(new URL('../../data/openings.epd', import.meta.url), 'utf8');
}

/** The first plies of championship games, each line once. */
function othelloOpenings({ notation, parsePosition }) {
  const file = new URL('../../../plyades/test/data/othello/games-woc.txt', import.meta.url);
  const games = readFileSync(file, 'utf8').split('\n');
  const lines = games.flatMap((line) => /\|((?:[a-h][1-8]){20,})/.exec(line)?.[1] ?? []);
  const begun = lines.map((moves) => moves.slice(0, 2 * OTHELLO_PLIES).replace(/..(?=.)/g, '$& '));
  const start = notation.makePosition(notation.start());
  const positions = begun.map((moves) => unwrap(parsePosition(start, moves)));
  return [...new Set(positions.map((position) => notation.makePosition(position)))].join('\n');
}

/** Threads and memory are there before the first search that counts. */
async function startAnalyst(game, workers, hash) {
  const made = await analyst(game, { workers, hash });
  await made.ready();
  await made.analyse((await loadGame(game)).notation.start(), { ms: 300 });
  return made;
}

/** A player of a match. It keeps its threads until `end`, and its table to the end of a game. */
class ThreadsPlayer {
  #analyst;
  #ms;
  #game;
  #positions = [];
  #figures;

  constructor(threads, made, ms) {
    this.name = `${threads} threads`;
    this.#analyst = made;
    this.#ms = ms;
  }

  async begin(game, positions) {
    this.#game = game;
    this.#positions = [...positions];
    this.#figures = { moves: 0, ms: 0, searches: 0, plies: 0 };
    await this.#analyst.forget();
  }

  async played(text) {
    const move = unwrap(this.#game.notation.parseMove(text));
    this.#positions.push(unwrap(this.#game.play(this.#positions.at(-1), move)));
  }

  async think() {
    const askedAt = performance.now();
    const before = this.#positions.slice(0, -1);
    const found = await this.#analyst.analyse(this.#positions.at(-1), { ms: this.#ms, before });
    const figures = this.#figures;
    figures.moves++;
    figures.ms += performance.now() - askedAt;
    // Of a solved position the depth is the length of the game.
    if (!found.solved) {
      figures.searches++;
      figures.plies += found.depth;
    }
    const { move, value, depth } = found;
    return { move: this.#game.notation.makeMove(move), value, depth };
  }

  async ponder() {}

  end() {
    return this.#figures;
  }

  /** A match is a pair here, and the player plays the next one as well. */
  async close() {}

  stop() {
    return this.#analyst.close();
  }
}

/** Searches of the same positions by each number of threads, in turn: a row for each number. */
async function measureDepths(id, { threads, ms, hash, positions, until }) {
  const places = spread(GAMES[id].positions, Math.min(positions, GAMES[id].positions.length));
  const sides = [];
  for (const number of threads) {
    sides.push({ number, by: await startAnalyst(id, number, hash), found: [] });
  }
  for (const place of places) {
    if (performance.now() > until) break;
    const position = await positionOf(place);
    for (const { by, found } of sides) {
      await by.forget();
      found.push(await by.analyse(position, { ms }));
    }
  }
  for (const { by } of sides) await by.close();
  const mean = (list) => sum(list) / list.length;
  return sides.map(({ number, found }) => ({
    ...{ part: 'depth', game: id, threads: number, ms, hash, positions: found.length },
    depth: mean(found.map(({ depth }) => depth)),
    nodes: mean(found.map(({ nodes }) => nodes)),
    depths: found.map(({ depth }) => depth),
  }));
}

/** Pairs of games side by side until they are enough or the time is over: one row, or none without a pair. */
async function playPairs(id, threads, { openings, lanes, moveMs, pairs, hash, until }) {
  const game = await loadGame(id);
  const { rules } = GAMES[id];
  const records = [];
  let next = 0;
  let longestMs = 0;
  const lane = async () => {
    const players = [];
    for (const number of [threads, 1]) {
      players.push(new ThreadsPlayer(number, await startAnalyst(id, number, hash), moveMs));
    }
    while (next < pairs && performance.now() + longestMs < until) {
      const opening = openings[next++ % openings.length];
      const file = { pairs: [], add: (record) => records.push(record) };
      const common = { game, rules, file, pairs: 1, openings: [opening] };
      const { signal } = new AbortController();
      await playMatch({ ...common, players: async () => players, signal });
      longestMs = Math.max(longestMs, 1000 * records.at(-1).seconds);
    }
    for (const player of players) await player.stop();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  if (records.length === 0) return [];
  const figures = (side, over, of) => {
    const all = records.flatMap(({ games }) => games.map((played) => played.figures[side]));
    return sum(all.map((each) => each[over])) / sum(all.map((each) => each[of]));
  };
  const { pentanomial: _, ...score } = matchScoreOf(records.map(pointsOf));
  return [
    {
      ...{ part: 'games', game: id, threads, against: 1, moveMs, hash, lanes, ...score },
      ...{ depth: figures(0, 'plies', 'searches'), againstDepth: figures(1, 'plies', 'searches') },
      ...{ tookMs: figures(0, 'ms', 'moves'), againstTookMs: figures(1, 'ms', 'moves') },
    },
  ];
}

/** The openings of a game in a random order, the same each time: neighbours in a file are often of one kind. */
async function openingsOf(id) {
  const game = await loadGame(id);
  const { openings } = readOpenings(game, GAMES[id].openings(game));
  const random = createRandom(1);
  const drawn = openings.map((opening) => ({ opening, key: random.below(2 ** 31) }));
  return drawn.toSorted((a, b) => a.key - b.key).map(({ opening }) => opening);
}

/** Games that can run side by side while each thread has its core. */
const lanesOf = (threads) => Math.max(1, Math.floor(availableParallelism() / threads));

function read(values) {
  const games = values.game.split(',');
  for (const game of games) {
    if (!Object.hasOwn(GAMES, game)) {
      throw badInput(`--game ${game}: expected ${Object.keys(GAMES).join(' or ')}`);
    }
  }
  const threads = values.threads
    .split(',')
    .map((text) => integer({ threads: text }, 'threads', 1, 256));
  return {
    ...{ games, threads, ms: integer(values, 'ms', 1, 600_000) },
    positions: integer(values, 'positions', 0, 100),
    moveMs: integer(values, 'move-ms', 1, 60_000),
    pairs: integer(values, 'pairs', 0, 10_000),
    hash: integer(values, 'hash', 1, 4000),
    seconds: integer(values, 'seconds', 1, 86_400),
  };
}

async function run(values) {
  const asked = read(values);
  const { games, threads, positions, pairs, seconds } = asked;
  const openings = new Map();
  for (const id of games) openings.set(id, await openingsOf(id));
  const end = performance.now() + 1000 * seconds;
  const rows = [];
  const keep = (made) => {
    for (const row of made) {
      rows.push(row);
      if (values.rows !== undefined) appendFileSync(values.rows, `${JSON.stringify(row)}\n`);
    }
  };
  if (positions > 0) {
    for (const id of games) keep(await measureDepths(id, { ...asked, until: end }));
  }
  const matches = games.flatMap((id) =>
    threads
      .filter((number) => number > 1)
      .map((number) => ({ id, number, lanes: Math.min(lanesOf(number), pairs) })),
  );
  // Time is shared out for equal numbers of pairs: a match in four lanes needs a quarter of it.
  for (const [at, { id, number, lanes }] of matches.entries()) {
    if (lanes === 0) continue;
    const rest = sum(matches.slice(at).map((match) => 1 / match.lanes));
    const until = performance.now() + (end - performance.now()) / lanes / rest;
    const common = { ...asked, openings: openings.get(id) };
    keep(await playPairs(id, number, { ...common, lanes, until }));
  }
  await closeAll();
  print(rows);
  return { rows };
}

function print(rows) {
  const depths = rows.filter(({ part }) => part === 'depth');
  if (depths.length > 0) {
    printTable([
      ['game', 'threads', 'positions', 'depth', 'nodes'],
      ...depths.map(({ game, threads, positions, depth, nodes }) => [
        ...[game, String(threads), String(positions), ratio(depth), count(Math.round(nodes))],
      ]),
    ]);
  }
  const played = rows.filter(({ part }) => part === 'games');
  if (played.length === 0) return;
  const elo = (points) => (Number.isFinite(points) ? points.toFixed(0) : 'none');
  printTable([
    ['game', 'threads', 'pairs', 'won', 'drawn', 'lost', 'score', 'Elo', 'from', 'to', 'depths'],
    ...played.map((row) => [
      ...[row.game, `${row.threads} : 1`, String(row.pairs)],
      ...[String(row.wins), String(row.draws), String(row.losses), ratio(row.score)],
      ...[elo(row.elo), elo(row.eloLow), elo(row.eloHigh)],
      `${row.depth.toFixed(1)} : ${row.againstDepth.toFixed(1)}`,
    ]),
  ]);
}

await runBench('parallel/play', { help, options, run });
