// Matches: colours exchanged, results on file, and what was stopped goes on.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type LoadedGame, loadGame, type Position } from '#dist/api/index.js';
import { PlyadesError } from '#dist/core/errors.js';
import { createRandom } from '#dist/core/random.js';
import { unwrap } from '#dist/core/result.js';
import {
  openMatchFile,
  type Player,
  playMatch,
  readOpenings,
  startOpening,
  strictRules,
  usualRules,
} from '#dist/match/index.js';

let chess: LoadedGame;
let folder: string;
beforeAll(async () => {
  chess = await loadGame('chess');
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plyades-match-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Plays at random, or takes the move that its evaluation likes best, and says what it thinks. */
function player(name: string, clever: boolean, log: string[] = []): Player {
  let game: LoadedGame;
  let position: Position;
  const random = createRandom(name.length);
  return {
    name,
    async begin(loaded, positions) {
      game = loaded;
      position = positions.at(-1)!;
      log.push(`${name} begins`);
    },
    async played(move) {
      position = unwrap(game.play(position, unwrap(game.notation.parseMove(move))));
    },
    async think() {
      const moves = game.legalMoves(position);
      const scored = moves.map((move) => {
        const next = unwrap(game.play(position, move));
        const over = game.over(next);
        return { move, value: over ? -game.result(next) : -game.evaluate(next) };
      });
      const best = scored.reduce((a, b) => (b.value > a.value ? b : a));
      const { move, value } = clever ? best : scored[random.below(scored.length)]!;
      return { move: game.notation.makeMove(move), value };
    },
    async ponder() {},
    end: (moves) => ({ plies: moves.length }),
    async close() {
      log.push(`${name} closes`);
    },
  };
}

const options = (extra: object = {}) => ({
  game: chess,
  pairs: 3,
  openings: [startOpening(chess)],
  players: async () => [player('clever', true), player('random one', false)] as const,
  rules: usualRules,
  signal: new AbortController().signal,
  ...extra,
});

describe('a match', () => {
  test('is played in pairs, colours exchanged, and kept line by line', async () => {
    const path = join(folder, 'a', 'match.jsonl');
    const result = await playMatch({ ...options(), file: openMatchFile(path, { name: 'x' }) });
    expect(result.pairs).toBe(3);
    expect(result.score).toBeGreaterThan(0.6);
    const [head, ...lines] = readFileSync(path, 'utf8').trim().split('\n');
    expect(JSON.parse(head!)).toEqual({ match: { name: 'x' } });
    expect(lines).toHaveLength(3);
    const { games } = JSON.parse(lines[0]!);
    expect(games[0].figures[0].plies).toBe(games[0].moves.split(' ').length);
    // The one who thinks is clever: its moves differ by colour, so both games cannot begin alike.
    expect(games).toHaveLength(2);
  });

  test('that was stopped goes on, whatever was half written', async () => {
    const path = join(folder, 'match.jsonl');
    const controller = new AbortController();
    const stopped = await playMatch({
      ...options({ signal: controller.signal, onPair: () => controller.abort() }),
      file: openMatchFile(path, { name: 'x' }),
    });
    expect(stopped.pairs).toBe(1);
    appendFileSync(path, '{"pair":1,"ope');
    const file = openMatchFile(path, { name: 'x' });
    expect(file.pairs).toHaveLength(1);
    expect((await playMatch({ ...options(), file })).pairs).toBe(3);
    expect(openMatchFile(path, { name: 'x' }).pairs.map(({ pair }) => pair)).toEqual([0, 1, 2]);
  });

  test('is not mixed with another one', () => {
    const path = join(folder, 'match.jsonl');
    openMatchFile(path, { nodes: 1 });
    expect(() => openMatchFile(path, { nodes: 2 })).toThrow('a match with other settings');
    const other = join(folder, 'other');
    appendFileSync(other, 'hello\n');
    expect(() => openMatchFile(other, {})).toThrow('no file of a match');
  });

  test('whose file is damaged names the line', async () => {
    const path = join(folder, 'match.jsonl');
    await playMatch({ ...options({ pairs: 1 }), file: openMatchFile(path, {}) });
    for (const bad of ['garbage', '{"pair":1}', '{"pair":1,"games":[{"points":7},{"points":0}]}']) {
      const copy = join(folder, 'copy.jsonl');
      writeFileSync(copy, `${readFileSync(path, 'utf8')}${bad}\n`);
      expect(() => openMatchFile(copy, {})).toThrow('copy.jsonl, line 3, is no pair of games');
    }
  });

  test('does not go on with other openings', async () => {
    const file = openMatchFile(join(folder, 'match.jsonl'), {});
    await playMatch({ ...options({ pairs: 1 }), file });
    const { openings } = readOpenings(
      chess,
      'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -',
    );
    await expect(playMatch({ ...options({ openings }), file })).rejects.toThrow(
      'the openings have changed',
    );
  });

  test('is stopped also while a player is thinking for ever', async () => {
    const log: string[] = [];
    const controller = new AbortController();
    const thinker: Player = {
      ...player('thinker', true, log),
      think: () => {
        controller.abort();
        return new Promise(() => {});
      },
    };
    const result = await playMatch({
      ...options({
        signal: controller.signal,
        players: async () => [thinker, player('other', true, log)],
      }),
      file: openMatchFile(join(folder, 'match.jsonl'), {}),
    });
    expect(result.pairs).toBe(0);
    expect(log.filter((line) => line.endsWith('closes'))).toHaveLength(2);
  });

  test('ends its players when one fails, and says why', async () => {
    const log: string[] = [];
    const broken: Player = {
      ...player('broken', true, log),
      think: () => Promise.reject(new Error('it fell over')),
    };
    const run = playMatch({
      ...options({ players: async () => [player('sound', true, log), broken] }),
      file: openMatchFile(join(folder, 'match.jsonl'), {}),
    });
    await expect(run).rejects.toThrow('it fell over');
    expect(log.filter((line) => line.endsWith('closes'))).toHaveLength(2);
  });

  test.each([
    [1, 'loses the game'],
    [2, 'is broken, and the pair says nothing'],
  ])('in which an engine fails in %i games of a pair: it %s', async (faults) => {
    let left = faults;
    const sound = player('sound', true);
    const shaky: Player = {
      ...sound,
      name: 'shaky',
      // In its first move of a game, as either colour.
      think: () => {
        if (left-- <= 0) return sound.think();
        return Promise.reject(new PlyadesError('ERR_ENGINE_MOVE', 'no move at all'));
      },
    };
    const file = openMatchFile(join(folder, 'match.jsonl'), {});
    const run = playMatch({
      ...options({ pairs: 1, players: async () => [shaky, player('other', false)] }),
      file,
    });
    if (faults === 2) {
      await expect(run).rejects.toThrow('no move at all');
      expect(file.pairs).toHaveLength(0);
      return;
    }
    await run;
    expect(file.pairs[0]!.games[0]).toMatchObject({
      points: 0,
      reason: 'shaky fails: ERR_ENGINE_MOVE: no move at all',
    });
    expect(file.pairs[0]!.games[1].reason).not.toContain('fails');
  });

  test('ends when its sequential test has decided', async () => {
    const sprt = { elo0: 0, elo1: 400, alpha: 0.2, beta: 0.2 };
    const result = await playMatch({
      ...options({ pairs: 40, sprt }),
      file: openMatchFile(join(folder, 'match.jsonl'), {}),
    });
    expect(result.pairs).toBeLessThan(40);
  });

  test('knows players that give up', async () => {
    const quitter: Player = {
      ...player('quitter', true),
      think: async () => ({ outcome: 'resigns' as const }),
    };
    const file = openMatchFile(join(folder, 'match.jsonl'), {});
    const result = await playMatch({
      ...options({ players: async () => [quitter, player('other', true)], rules: strictRules }),
      file,
    });
    expect(result.score).toBe(0);
    expect(file.pairs[0]!.games.map(({ reason }) => reason)).toEqual([
      'quitter resigns',
      'quitter resigns',
    ]);
  });
});

describe('openings', () => {
  test('are lines of a file; bad ones are named and left out', () => {
    const text = [
      '# a comment',
      'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ce 39; id "x";',
      'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
      'rubbish',
      '7k/5KQ1/8/8/8/8/8/8 b - - 0 1',
    ].join('\n');
    const { openings, refused } = readOpenings(chess, text);
    expect(openings.map(({ name }) => name)).toEqual(['line 2', 'line 3']);
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatch(/^line 4: /);
    expect(refused[1]).toBe('line 5: the game is over there');
  });
});
