// The front end with any engine behind it: every `go` is answered once and in order, whatever a client sends
// and however it cuts it into pieces; what is wrong is named in one line and changes nothing.
import { PassThrough } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { type LoadedGame, loadGame } from '#dist/api/index.js';
import { err, ok } from '#dist/core/result.js';
import { type ServedEngine, type ServedSearch, serve } from '#dist/engines/index.js';
import type { BestMove, Protocol } from '#dist/protocols/index.js';
import { until } from '../support/waiting.js';

/** Thinks until `stop`, or not at all when the task is one of depth 1. */
class Scripted implements ServedEngine {
  readonly name = 'Scripted';
  readonly author = 'nobody';
  readonly options = [{ name: 'Hash', kind: 'spin', default: '1', min: 1, max: 9 } as const];
  readonly tasks: ServedSearch[] = [];
  readonly received: string[] = [];
  fails = false;
  throws = false;

  setOption(name: string, value: string | undefined) {
    this.received.push(`${name}=${value}`);
    if (value === '9') return err({ code: 'ERR_OPTION' as const, message: 'no more', input: '9' });
    return ok(undefined);
  }
  async ready() {
    this.received.push('ready');
  }
  newGame() {
    this.received.push('new');
  }
  async close() {
    this.received.push('closed');
  }
  [Symbol.asyncDispose]() {
    return this.close();
  }
  search(task: ServedSearch, report: (info: { depth: number }) => void) {
    this.tasks.push(task);
    if (this.throws) throw new Error('out of order');
    report({ depth: this.tasks.length });
    const { go, positions, game } = task;
    const [first] = game.legalMoves(positions.at(-1)!).map(game.notation.makeMove);
    const best: BestMove = { move: go.searchMoves?.[0] ?? first! };
    let finish = (_: BestMove) => {};
    const bestMove = this.fails
      ? Promise.reject(new Error('out of luck'))
      : new Promise<BestMove>((resolve) => {
          finish = resolve;
          if (go.depth === 1) setTimeout(() => resolve(best), 5);
        });
    return {
      bestMove,
      stop: () => {
        this.received.push('stopped');
        finish(best);
      },
      ponderHit: () => {
        this.received.push('hit');
        finish(best);
      },
    };
  }
}

let games: Record<Protocol, LoadedGame>;

beforeAll(async () => {
  games = { uci: await loadGame('chess'), usi: await loadGame('shogi') };
});

function open(protocol: Protocol = 'uci') {
  const engine = new Scripted();
  const input = new PassThrough();
  const lines: string[] = [];
  const served = serve({
    protocol,
    game: games[protocol],
    engine,
    input,
    write: (line) => lines.push(line),
  });
  return {
    engine,
    lines,
    say: (text: string) => input.write(text),
    /** The lines from the start on that match, once there are `count`. */
    wait(pattern: RegExp, count = 1): Promise<string[]> {
      return until(() => {
        const found = lines.filter((line) => pattern.test(line));
        return found.length >= count && found;
      }, `${pattern}`);
    },
    async end(text = ''): Promise<string[]> {
      input.end(text);
      await served;
      return lines;
    },
  };
}

const moves = (lines: readonly string[]) => lines.filter((line) => line.startsWith('bestmove'));
const notes = (lines: readonly string[]) => lines.filter((line) => line.startsWith('info string'));

describe('a client', () => {
  test('gets name and options', async () => {
    expect(await open().end('uci\n')).toEqual([
      'id name Scripted',
      'id author nobody',
      'option name Hash type spin default 1 min 1 max 9',
      'uciok',
    ]);
    expect((await open('usi').end('usi\n')).at(-1)).toBe('usiok');
  });

  test('reads the same commands however its lines are cut', async () => {
    const text = 'uci\r\nisready\nposition startpos moves e2e4\ngo depth 1\nquit\n';
    const whole = await open().end(text);
    const client = open();
    for (const character of text) client.say(character);
    expect(await client.end()).toEqual(whole);
    expect(whole).toContain('readyok');
  });

  test('gets an answer to a search with a limit after its input has ended, and after `quit` at once', async () => {
    const ended = open();
    expect(moves(await ended.end('go depth 1\n'))).toHaveLength(1);
    expect(ended.engine.received).toEqual(['closed']);
    const quit = open();
    expect(moves(await quit.end('go depth 2\nquit\n'))).toHaveLength(1);
    expect(quit.engine.received).toEqual(['stopped', 'closed']);
    expect(moves(await open().end('go infinite\n'))).toHaveLength(1);
  });

  test('may say `stop` at once, too early or too often', async () => {
    expect(moves(await open().end('stop\ngo infinite\nstop\nstop\n'))).toHaveLength(1);
  });

  test('is not answered before `stop` when it said infinite', async () => {
    const client = open();
    client.say('go infinite\nisready\n');
    await client.wait(/readyok/);
    expect(moves(client.lines)).toEqual([]);
    client.say('stop\n');
    await client.wait(/bestmove a2a3/);
    await client.end();
  });

  test('that asks again without stopping gets an answer to each, in order', async () => {
    const text =
      'go infinite searchmoves e2e4\nposition startpos moves e2e4\ngo infinite searchmoves e7e5\nstop\n';
    expect(moves(await open().end(text))).toEqual(['bestmove e2e4', 'bestmove e7e5']);
  });

  test('may ponder', async () => {
    const client = open();
    client.say('go ponder wtime 1000 btime 1000\n');
    await client.wait(/info depth/);
    client.say('ponderhit\n');
    await client.wait(/bestmove/);
    expect(client.engine.received).toEqual(['hit']);
    await client.end();
    const early = open();
    expect(moves(await early.end('go ponder depth 1\nponderhit\n'))).toHaveLength(1);
    expect(early.engine.received).toContain('hit');
  });

  test('changes options between searches only', async () => {
    const client = open();
    client.say('go infinite\nsetoption name hash value 3\nucinewgame\n');
    await client.wait(/info depth/);
    expect(client.engine.received).toEqual([]);
    await client.end('stop\n');
    expect(client.engine.received).toEqual(['stopped', 'Hash=3', 'new', 'closed']);
  });

  test('gives the moves of the game to the engine', async () => {
    const client = open();
    await client.end('position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8e7\ngo depth 1\n');
    const [task] = client.engine.tasks;
    expect(task!.positions).toHaveLength(3);
    expect(task!.setup).toEqual({
      start: '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1',
      moves: ['e2e4', 'e8e7'],
    });
  });
});

describe('what is wrong is named', () => {
  test.each([
    ['position fen 8/8/8 w\ngo depth 1\n', 'ERR_LENGTH', 'bestmove (none)'],
    [
      'position startpos moves e2e4 e2e4\ngo depth 1\n',
      "ERR_ILLEGAL_MOVE: move 2, 'e2e4'",
      'bestmove (none)',
    ],
    ['go depth deep\n', "ERR_VALUE: go depth 'deep'", 'bestmove (none)'],
    ['go depth 1 searchmoves e2e5 d2d4\n', "ERR_ILLEGAL_MOVE: 'e2e5'", 'bestmove d2d4'],
    ['setoption name Hash value 99\n', "ERR_OPTION: option Hash '99'", undefined],
    ['setoption name Hash value 9\n', 'ERR_OPTION: no more', undefined],
    ['setoption name Book value x\n', "ERR_OPTION: no option 'Book'", undefined],
    ['hello there\n', 'unknown command: hello there', undefined],
    [`${'x'.repeat(70_000)}\n`, 'ERR_TOO_LONG', undefined],
  ])('%#', async (text, words, answer) => {
    const lines = await open().end(text);
    expect(notes(lines)[0]).toContain(words);
    expect(moves(lines)).toEqual(answer === undefined ? [] : [answer]);
  });

  test('and a good position after a bad one counts', async () => {
    const lines = await open().end(
      'position fen 8\nposition startpos\ngo depth 1 searchmoves e2e4\n',
    );
    expect(moves(lines)).toEqual(['bestmove e2e4']);
  });

  test('an engine that fails is reported, and some legal move is played', async () => {
    const client = open();
    client.engine.fails = true;
    const lines = await client.end('go depth 1\n');
    expect(notes(lines)).toEqual(['info string internal error: out of luck']);
    expect(moves(lines)).toEqual(['bestmove a2a3']);
  });

  test('that cannot even begin is answered with a legal move too', async () => {
    const client = open();
    client.engine.throws = true;
    const lines = await client.end('go depth 1\ngo infinite\nstop\n');
    expect(notes(lines)[0]).toBe('info string internal error: out of order');
    expect(moves(lines)).toEqual(['bestmove a2a3', 'bestmove a2a3']);
  });
});

test('where the game is over there is no move', async () => {
  const mate = await open().end('position startpos moves f2f3 e7e5 g2g4 d8h4\ngo depth 3\n');
  expect(mate).toEqual(['info depth 0 score mate 0', 'bestmove (none)']);
  const stalemate = await open().end('position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3\n');
  expect(stalemate).toEqual(['info depth 0 score cp 0', 'bestmove (none)']);
  const shogi = await open('usi').end(
    'position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w 2r2b3g4s4n4l17p 1\ngo depth 1\n',
  );
  expect(shogi.at(-1)).toBe('bestmove resign');
});

test('a engine that finds no mates says so', async () => {
  expect(await open('usi').end('go mate 100\n')).toEqual(['checkmate notimplemented']);
});
