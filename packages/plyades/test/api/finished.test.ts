// A game that is over: every host says the same of it in one mode, and every bot, whatever its limits.
import {
  algorithms,
  bot,
  closeAll,
  descriptions,
  loadGame,
  type PlainGame,
  type SearchQuery,
  search,
  unwrap,
  WIN,
} from 'plyades';
import { afterAll, describe, expect, test } from 'vitest';
import { algorithmDescriptions } from '#dist/parallel/described.js';
import margins from '../support/scored-walk.mjs';
import threeInLine from '../support/three-in-line.mjs';

afterAll(closeAll);

const ended = await (async () => {
  const game = await loadGame('tic-tac-toe');
  return (text: string) => unwrap(game.parsePosition(text));
})();

/** The last state of a game of first moves. */
function finish(game: PlainGame): unknown {
  let state = game.start();
  while (game.winner(state) === undefined) state = game.play(state, game.moves(state)[0]);
  return state;
}

const own = (given: unknown) => {
  const game = given as PlainGame;
  return { game, state: finish(game), value: 0 };
};

/** Of `score`, for the side to move. */
function marginOf({ game, state }: ReturnType<typeof own>): number {
  return game.turn(state) === 0 ? game.score!(state) : -game.score!(state);
}

const finishedGames = [
  { name: 'lost', game: 'tic-tac-toe', state: ended('XXXOO---- O'), value: -WIN },
  { name: 'drawn', game: 'tic-tac-toe', state: ended('XOXXOOOXX O'), value: 0, isLong: true },
  { name: 'without evaluate', ...own(threeInLine), value: -WIN, isLong: true },
  { name: 'for a margin', ...own(margins), value: marginOf(own(margins)) },
];

/** Every algorithm on every host of this machine that runs it, in every mode. */
const hosts = algorithms
  .filter((name) => name !== 'gpu')
  .flatMap((algorithm) => {
    const { modes, runsOn } =
      algorithm === 'mcts'
        ? { modes: ['play'], runsOn: ['threads'] }
        : algorithmDescriptions[algorithm as keyof typeof algorithmDescriptions];
    const workers = algorithm === 'sequential' ? {} : { workers: 2 };
    const usual = modes.map((mode) => ({ algorithm, mode, ...workers }));
    const isDeterministic = (runsOn as readonly string[]).includes('deterministic');
    const fixed = { algorithm, mode: 'exact', deterministic: true, ...workers };
    return isDeterministic ? [...usual, fixed] : usual;
  });

describe.each(finishedGames)(
  'a game that is over, $name',
  ({ game, state, value, isLong = false }) => {
    const tags = isLong ? { tags: 'long' } : {};
    const ending = { solved: true, bound: 'exact', move: undefined, line: [], status: 'solved' };
    const said = { ...ending, value, depth: 0 };
    // Exact mode values the tree of the depth asked for: a win counts the plies that remain.
    const [depth, remaining] = [3, Math.abs(value) === WIN ? 3 * Math.sign(value) : 0];
    const exactly = { ...ending, value: value + remaining, depth };
    const asked = (typeof game === 'string' ? { position: state } : { game, state }) as SearchQuery;

    // What divides the work by a table needs a key, and does not play every game.
    const able = hosts.filter(({ algorithm, mode }) => {
      const { needsTable = false, plays } = descriptions[algorithm];
      if (typeof game !== 'string' && needsTable && game.key === undefined) return false;
      return mode === 'exact' || plays === undefined || plays.includes(game as string);
    });

    test.each(able)('search by $algorithm, $mode', tags, async (host) => {
      const query = { ...asked, ...host, depth, hash: 1 } as SearchQuery;
      expect(await search(query).result).toMatchObject(host.mode === 'exact' ? exactly : said);
    });

    test.each([
      { level: 3 },
      { workers: 1 },
      { workers: 2 },
      { algorithm: 'mcts', workers: 1 },
      { algorithm: 'mcts', workers: 2 },
      { algorithm: 'aphid', workers: 2 },
    ] as const)('a bot with %o', tags, async (options) => {
      await using ai = await bot(game as PlainGame, { ...options, hash: 1 });
      const signal = AbortSignal.abort();
      for (const limits of [{ depth: 3 }, { ms: 20 }, { nodes: 1 }, { signal }]) {
        expect(await ai.move(state, limits)).toMatchObject(said);
      }
      expect(await ai.analyse(state, { ms: 20 }).result).toMatchObject(said);
      expect(await ai.rank(state)).toEqual([]);
    });
  },
);
