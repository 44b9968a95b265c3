// boardgame.io: its own client, transport and simulation play with our bot class, and the rules made of a game of
// boardgame.io say the same as its reducer.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { bot, checkRules, closeAll } from 'plyades';
import {
  type BoardgameMove,
  type BoardgameState,
  boardgameBot,
  boardgameRules,
} from 'plyades/adapters/boardgame-io';
import { afterAll, describe, expect, test } from 'vitest';
import connectFour, { type State as Columns } from '#dist/examples/connect-four.js';
import pairs from '../support/boardgame-io/pairs.mjs';
import { played, ticTacToe } from '../support/boardgame-io/tic-tac-toe.mjs';
import ticTacToeRules from '../support/boardgame-io/tic-tac-toe-rules.mjs';
import { testSeeds } from '../support/long.js';
import { until } from '../support/waiting.js';

// boardgame.io has folders instead of `exports`, which only `require` finds.
const require = createRequire(import.meta.url);
const { Client } = require('boardgame.io/client');
const { Local } = require('boardgame.io/multiplayer');
const { Simulate, Step, RandomBot } = require('boardgame.io/ai');
const { CreateGameReducer, InitializeGame } = require('boardgame.io/internal');

interface Cells {
  readonly cells: readonly (string | null)[];
}

const rules = ticTacToeRules as ReturnType<typeof boardgameRules<Cells>>;
const argsOf = (move: BoardgameMove) => move.args!;

afterAll(closeAll);

describe('rules made of a boardgame.io game', () => {
  test('have no mistakes', async () => {
    expect(await checkRules(rules, { games: 20 })).toEqual([]);
    expect(await checkRules(pairs, { games: 20 })).toEqual([]);
  });

  test('lead to the states of its client along random games', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 9, maxLength: 9 }), (choices) => {
        const client = Client({ game: ticTacToe, debug: false });
        let state = rules.start();
        for (const choice of choices) {
          if (rules.winner(state) !== undefined) break;
          const moves = rules.moves(state);
          const move = moves[choice % moves.length]!;
          client.moves.clickCell(...argsOf(move));
          state = rules.play(state, move);
          expect(state.G).toEqual(client.getState().G);
          expect(state.ctx).toEqual(client.getState().ctx);
        }
        const { gameover } = client.getState().ctx;
        const winner = gameover && (gameover.draw ? 'draw' : Number(gameover.winner));
        expect(rules.winner(state)).toBe(winner);
      }),
      { numRuns: 20 },
    );
  });

  test('know events, turns of several moves and results of their own', async () => {
    await using ai = await bot(pairs, { workers: 1 });
    // A multiple of three stones is lost: take one and end the turn.
    const first = await ai.move(pairs.start(), { depth: 8 });
    const second = await ai.move(pairs.play(pairs.start(), first.move!), { depth: 8 });
    expect([first.move, second.move]).toEqual([{ move: 'take' }, { event: 'endTurn' }]);
  });

  test('tell states apart by all that the rules can see, but not by the seed of a match', () => {
    const [one, two] = [1, 2].map((seed) => {
      const { G, ctx, plugins } = InitializeGame({ game: { ...ticTacToe, seed } });
      return { G, ctx, plugins } as BoardgameState<Cells>;
    });
    expect(one!.plugins).not.toEqual(two!.plugins);
    expect(rules.key!(one!)).toBe(rules.key!(two!));
    const [a, b] = rules.moves(one!);
    expect(rules.key!(rules.play(one!, a!))).not.toBe(rules.key!(rules.play(one!, b!)));
  });
});

describe('a boardgame.io game that cannot be searched', () => {
  const make = (game: object, numPlayers = 2) =>
    boardgameRules({
      url: import.meta.url,
      game,
      reducer: CreateGameReducer({ game }),
      initial: InitializeGame({ game, numPlayers }),
    });
  const code = (expected: string) => expect.objectContaining({ code: expected });
  const playFirst = (game: object) => {
    const made = make(game);
    return made.play(made.start(), made.moves(made.start())[0]!);
  };

  test('has no list of moves', () => {
    expect(() => make({ ...ticTacToe, ai: undefined })).toThrow(code('ERR_DEFINITION'));
  });

  test('has three players', () => {
    expect(() => make({ ...ticTacToe }, 3)).toThrow(code('ERR_PLAYERS'));
  });

  test('hides something', () => {
    const playerView = ({ G }: { G: Cells }) => ({ ...G, cells: [] });
    expect(() => make({ ...ticTacToe, playerView })).toThrow(code('ERR_HIDDEN'));
  });

  test('throws dice', () => {
    const moves = {
      clickCell: ({ G, random }: { G: { die?: number }; random: { D6(): number } }) => {
        G.die = random.D6();
      },
    };
    expect(() => playFirst({ ...ticTacToe, moves })).toThrow(code('ERR_CHANCE'));
  });

  test('lets both players move at once', () => {
    const turn = { activePlayers: { all: 'anytime' } };
    const made = make({ ...ticTacToe, turn });
    expect(() => made.turn(made.start())).toThrow(code('ERR_HIDDEN'));
  });

  test('lists a move that it refuses', () => {
    const moves = { clickCell: () => 'INVALID_MOVE' };
    expect(() => playFirst({ ...ticTacToe, moves })).toThrow(code('ERR_RULES'));
  });

  test('ends with a result that names no winner', () => {
    const made = make({
      ...ticTacToe,
      endIf: ({ G }: { G: Cells }) => (G.cells[0] === null ? undefined : 'over'),
    });
    const state = made.play(made.start(), made.moves(made.start())[0]!);
    expect(() => made.winner(state)).toThrow(code('ERR_RULES'));
  });
});

describe('the bot class', () => {
  const open = () => bot(rules, { workers: 1 });

  testSeeds('plays by Local({ bots }) off this thread, never loses', 1, 6, async (seeds) => {
    const PlyadesBot = boardgameBot(open, { depth: 9 });
    const game = { ...ticTacToe };
    for (const seed of seeds) {
      const client = Client({
        game: { ...game, seed },
        numPlayers: 2,
        playerID: '0',
        matchID: `match ${seed}`,
        multiplayer: Local({ bots: { 1: PlyadesBot } }),
        debug: false,
      });
      client.start();
      const human = new RandomBot({ enumerate: game.ai.enumerate, seed });
      const state = () => client.getState();
      while (state().ctx.gameover === undefined) {
        const { action } = await human.play(state(), '0');
        played.moves = 0;
        client.moves.clickCell(...action.payload.args);
        await until(
          () => state().ctx.gameover !== undefined || state().ctx.currentPlayer === '0',
          'the move of the bot',
        );
        // The client guesses the state after a move, and its master plays it; the line is named here: no search.
        expect(played.moves).toBeLessThanOrEqual(4 + 9);
      }
      expect(state().ctx.gameover).not.toEqual({ winner: '0' });
      client.stop();
    }
    await PlyadesBot.close();
  });

  test('plays by Simulate and Step: two perfect players draw', async () => {
    const PlyadesBot = boardgameBot(open, { depth: 9 });
    const [one, two] = [new PlyadesBot(), new PlyadesBot()];
    const client = Client({ game: ticTacToe, debug: false });
    for (const cell of [4, 0, 8]) client.moves.clickCell(cell);
    const { state } = await Simulate({
      game: ticTacToe,
      bots: { 0: one, 1: two },
      state: client.store.getState(),
    });
    expect(state.ctx.gameover).toEqual({ draw: true });
    while (client.getState().ctx.gameover === undefined) await Step(client, one);
    expect(client.getState().ctx.gameover).toEqual({ draw: true });
    await PlyadesBot.close();
  });

  test('plays by rules in plain TypeScript through a mapping', async () => {
    interface Dropped {
      readonly columns: readonly number[];
    }
    const game = {
      setup: (): Dropped => ({ columns: [] }),
      turn: { minMoves: 1, maxMoves: 1 },
      moves: {
        drop: ({ G }: { G: { columns: number[] } }, column: number) => void G.columns.push(column),
      },
    };
    const toState = ({ G }: BoardgameState<Dropped>): Columns =>
      G.columns.reduce(connectFour.play, connectFour.start());
    const PlyadesBot = boardgameBot(
      () => bot(connectFour, { workers: 1 }),
      { depth: 4 },
      { toState, toMove: (column) => ({ move: 'drop', args: [column] }) },
    );
    const client = Client({ game, debug: false });
    // Three in a row at the bottom: column 3 wins, or must be blocked.
    for (const column of [0, 0, 1, 1, 2]) client.moves.drop(column);
    await Step(client, new PlyadesBot());
    expect(client.getState().G.columns.at(-1)).toBe(3);
    await PlyadesBot.close();
  });

  test('leaves a move pending when it is closed, and opens no threads afterwards', async () => {
    let opened = 0;
    const PlyadesBot = boardgameBot(
      () => {
        opened++;
        return open();
      },
      { ms: 60_000 },
    );
    const state = InitializeGame({ game: ticTacToe });
    const settled: string[] = [];
    const watch = (move: Promise<unknown>) =>
      move.then(
        () => settled.push('played'),
        () => settled.push('failed'),
      );
    void watch(new PlyadesBot().play(state, '0'));
    await until(() => opened === 1, 'the first move');
    await PlyadesBot.close();
    void watch(new PlyadesBot().play(state, '0'));
    await PlyadesBot.close();
    expect({ opened, settled }).toEqual({ opened: 1, settled: [] });
  });

  test('fails with the error of the rules while it is open', async () => {
    const PlyadesBot = boardgameBot(async () => {
      throw new TypeError('no threads');
    });
    const state = InitializeGame({ game: ticTacToe });
    await expect(new PlyadesBot().play(state, '0')).rejects.toThrow('no threads');
    await PlyadesBot.close();
  });
});

const typed = `
import type { Ctx, Game } from 'boardgame.io';
import { Client } from 'boardgame.io/client';
import { CreateGameReducer, InitializeGame } from 'boardgame.io/internal';
import { Local } from 'boardgame.io/multiplayer';
import { bot, type PlainGame } from 'plyades';
import { type BoardgameMove, type BoardgameState, boardgameBot, boardgameRules } from 'plyades/adapters/boardgame-io';

interface G { cells: (string | null)[] }
const game: Game<G> = {
  setup: () => ({ cells: [] }),
  moves: { click: ({ G, playerID }, id: number) => { G.cells[id] = playerID; } },
  ai: { enumerate: (G: G, _: Ctx) => G.cells.map((_, id) => ({ move: 'click', args: [id] })) },
};
export const rules: PlainGame<BoardgameState<G>, BoardgameMove> = boardgameRules({
  url: import.meta.url,
  game,
  reducer: CreateGameReducer({ game }),
  initial: InitializeGame({ game }),
  evaluate: ({ G }) => G.cells.length,
});
export const PlyadesBot = boardgameBot(() => bot(rules, { level: 'hard' }), { ms: 500 });
declare const other: PlainGame<number, string>;
export const Mapped = boardgameBot(() => bot(other), { ms: 500 }, {
  toState: ({ G }: BoardgameState<G>) => G.cells.length,
  toMove: (text, count) => ({ move: text.toUpperCase(), args: [count.toFixed()] }),
});
Client({ game, multiplayer: Local({ bots: { 1: PlyadesBot } }) });
// @ts-expect-error: states and moves of other rules need a mapping.
boardgameBot(() => bot(other), { ms: 500 });
`;

test("the types fit boardgame.io's own in a strict program", { tags: 'long' }, async () => {
  const folder = await mkdtemp(fileURLToPath(new URL('./.types-', import.meta.url)));
  try {
    const compilerOptions = {
      ...{ module: 'esnext', moduleResolution: 'bundler', target: 'es2022', strict: true },
      ...{ noEmit: true, skipLibCheck: true, types: [], lib: ['es2023', 'dom'] },
    };
    await writeFile(join(folder, 'program.ts'), typed);
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const tsc = require.resolve('typescript/lib/tsc.js');
    const compiled = promisify(execFile)(process.execPath, [tsc, '-p', folder]);
    expect((await compiled.catch((error) => error)).stdout).toBe('');
  } finally {
    await rm(folder, { recursive: true });
  }
});
