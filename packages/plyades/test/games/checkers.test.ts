import fc from 'fast-check';
import { loadGame } from 'plyades';
import { beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import { unwrap } from '#dist/core/result.js';
import { checkers } from '#dist/games/checkers/index.js';
import {
  type CheckersGame,
  checkersMoves,
  checkersStart,
  checkersText,
} from '../support/checkers-rules.js';
import { dataLines, dataText } from '../support/data.js';
import { obeysTheLaws, refusal } from '../support/notation-laws.js';

const read = (text: string) => unwrap(checkers.parsePosition(text));
const refused = (text: string) => refusal(checkers.parsePosition(text));
const rewritten = (text: string) => checkers.makePosition(read(text));

const start = checkersText(checkersStart);

function randomGame(seed: number, plies: number): CheckersGame {
  const random = createRandom(seed);
  let game = checkersStart;
  for (let ply = 0; ply < plies; ply++) {
    const moves = checkersMoves(game);
    if (moves.length === 0) break;
    game = moves[random.below(moves.length)]!.next;
  }
  return game;
}

/** Positions of 400 games, from the start to the endgame. */
const positions = Array.from({ length: 400 }, (_, i) => read(checkersText(randomGame(i, i % 120))));

/** Every way over an empty board full of ghosts: steps, captures, and captures by their ends. */
function allTexts(): string[] {
  const column = (square: number) => ((square - 1) % 4) * 2 + (((square - 1) >> 2) % 2 ? 0 : 1);
  const row = (square: number) => (square - 1) >> 2;
  const squares = Array.from({ length: 32 }, (_, i) => i + 1);
  const apart = (a: number, b: number, steps: number) =>
    Math.abs(row(a) - row(b)) === steps && Math.abs(column(a) - column(b)) === steps;
  const texts = new Set<string>();
  for (const from of squares) {
    for (const to of squares) if (apart(from, to, 1)) texts.add(`${from}-${to}`);
    const jump = (path: number[], jumped: string[]) => {
      const here = path.at(-1)!;
      if (path.length > 1) texts.add(path.join('x'));
      if (path.length > 2) texts.add(`${from}x${here}`);
      for (const to of squares) {
        const over = `${row(here) + row(to)} ${column(here) + column(to)}`;
        if (apart(here, to, 2) && !jumped.includes(over)) jump([...path, to], [...jumped, over]);
      }
    };
    jump([from], []);
  }
  return [...texts];
}

const texts = allTexts();

obeysTheLaws(
  checkers,
  fc.constantFrom(...positions),
  texts.map((text) => unwrap(checkers.parseMove(text))),
);

describe('a position of English checkers', () => {
  test('starts with Black on 1 to 12, White on 21 to 32, Black to move', () => {
    expect(checkers.makePosition(checkers.start())).toBe(start);
  });

  test('is recorded from the side to move', () => {
    const black = read(start).record;
    const white = read(start.replace('B:', 'W:')).record;
    expect(white.slice(0, 4)).toEqual(black.slice(4, 8));
    expect(white.slice(4, 8)).toEqual(black.slice(0, 4));
    expect([black[12], white[12]]).toEqual([0, 1]);
  });

  test('of the collections is read with its comments, and written without', () => {
    const lines = ['positions', 'problems', 'ballots-11man'].flatMap((file) =>
      dataLines(`checkers/${file}.fen`),
    );
    expect(lines).toHaveLength(40 + 998 + 240);
    for (const line of lines) {
      const text = line.split(';')[0]!.trim();
      const numbers = (list: string) => list.match(/[WBK]*\d+|[WB]$/g)?.length;
      expect(numbers(rewritten(line))).toBe(numbers(text));
      expect(rewritten(rewritten(line))).toBe(rewritten(line));
    }
    for (const line of dataLines('checkers/ballots-11man.fen')) expect(rewritten(line)).toBe(line);
  });

  test('may name Black first, in small letters, in any order, and end in a full stop', () => {
    expect(rewritten('w:bk12,5:wk30,18.')).toBe('W:W18,K30:B5,K12');
    expect(rewritten('W:W18,K30:B5,K12 ; a comment')).toBe('W:W18,K30:B5,K12');
  });

  test('may leave the side to move without pieces, not the other', () => {
    expect(rewritten('B:W21:B')).toBe('B:W21:B');
    expect(refused('W:W21:B')).toMatchObject({ code: 'ERR_IMPOSSIBLE', at: 7 });
  });

  test('begins with the side to move', () => {
    expect(refused('')).toMatchObject({ code: 'ERR_SIDE', at: 0 });
    expect(refused('X:W21:B1')).toMatchObject({ code: 'ERR_SIDE', input: 'X', at: 0 });
  });

  test('gives both sides, each once', () => {
    expect(refused('B')).toMatchObject({ code: 'ERR_MISSING', at: 1 });
    expect(refused('B:W21')).toMatchObject({ code: 'ERR_MISSING', at: 5 });
    expect(refused('BW21:B1')).toMatchObject({ code: 'ERR_MISSING', input: 'W21:B1', at: 1 });
    expect(refused('B:W21:W22')).toMatchObject({ code: 'ERR_SIDE', input: 'W', at: 6 });
    expect(refused('B:W21:B1:W3')).toMatchObject({ code: 'ERR_CHARACTER', input: ':W3', at: 8 });
  });

  test('has squares from 1 to 32', () => {
    expect(refused('B:W21,33:B1')).toEqual({
      code: 'ERR_VALUE',
      message: "'33' is no square: expected a number from 1 to 32",
      input: '33',
      at: 6,
    });
    for (const square of ['0', '01', '', '123', 'x', 'KK3']) {
      expect(refused(`B:W21,${square}:B1`).code).toBe('ERR_VALUE');
    }
    expect(refused('B:W21,K:B1')).toMatchObject({ code: 'ERR_VALUE', at: 7 });
    expect(refused('B:W21 22:B1')).toMatchObject({ code: 'ERR_MISSING', at: 5 });
  });

  test('has one piece on a square', () => {
    const error = refused('B:W21,22:B1,K22');
    expect(error).toMatchObject({ code: 'ERR_IMPOSSIBLE', input: 'K22', at: 12 });
    expect(error.message).toContain('22');
  });

  test('has no man on the last row', () => {
    expect(refused('B:W21,4:B1')).toMatchObject({ code: 'ERR_IMPOSSIBLE', input: '4', at: 6 });
    expect(refused('B:W21:B1,29')).toMatchObject({ code: 'ERR_IMPOSSIBLE', input: '29', at: 9 });
    expect(rewritten('B:WK4:BK29')).toBe('B:WK4:BK29');
  });

  test('has at most twelve pieces a side', () => {
    const thirteen = `${start},13`;
    expect(refused(thirteen)).toMatchObject({
      code: 'ERR_IMPOSSIBLE',
      input: '13',
      at: thirteen.length - 2,
    });
  });

  test('of 1,000 characters is read, of 1,001 is not', () => {
    expect(checkers.parsePosition(start.padEnd(1000)).ok).toBe(true);
    expect(refused(start.padEnd(1001))).toMatchObject({ code: 'ERR_TOO_LONG', at: 1000 });
  });
});

describe('a move of English checkers', () => {
  const refusedMove = (text: string) => refusal(checkers.parseMove(text));

  test('is refused with the place of the mistake', () => {
    expect(refusedMove('')).toMatchObject({ code: 'ERR_MOVE', at: 0 });
    expect(refusedMove('11')).toMatchObject({ code: 'ERR_MOVE', at: 2 });
    expect(refusedMove('11-')).toMatchObject({ code: 'ERR_MOVE', at: 3 });
    expect(refusedMove('33-29')).toMatchObject({ code: 'ERR_MOVE', at: 0 });
    expect(refusedMove('11-015')).toMatchObject({ code: 'ERR_MOVE', at: 3 });
    expect(refusedMove('11+15')).toMatchObject({ code: 'ERR_MOVE', at: 2 });
    expect(refusedMove('11-15-18')).toMatchObject({ code: 'ERR_MOVE', at: 5 });
    expect(refusedMove('11x18-25')).toMatchObject({ code: 'ERR_MOVE', at: 5 });
    expect(refusedMove('11-18')).toMatchObject({ code: 'ERR_MOVE', input: '18', at: 3 });
    expect(refusedMove('8-13')).toMatchObject({ code: 'ERR_MOVE', at: 2 });
    expect(refusedMove('22x18')).toMatchObject({ code: 'ERR_MOVE', at: 3 });
    expect(refusedMove('22x15x9')).toMatchObject({ code: 'ERR_MOVE', at: 6 });
    expect(refusedMove('22x15x22')).toMatchObject({ code: 'ERR_MOVE', at: 6 });
    expect(refusedMove('11-15 ')).toMatchObject({ code: 'ERR_MOVE', at: 5 });
  });

  test('has a code of at most 24 bits, below the one that means no move', () => {
    const codes = texts.map((text) => unwrap(checkers.parseMove(text)));
    expect(Math.max(...codes)).toBeLessThan(2 ** 24 - 1);
    expect(Math.max(...texts.map((text) => text.split('x').length - 1))).toBe(9);
  });
});

describe('captures by their ends', () => {
  let game: Awaited<ReturnType<typeof loadGame>>;

  beforeAll(async () => {
    game = await loadGame('checkers');
  });

  const afterwards = (text: string, move: string) => {
    const position = game.parsePosition(text, move);
    return position.ok ? checkers.makePosition(position.value) : position.error;
  };

  test('mean the one capture between them', () => {
    expect(afterwards('W:W30:B26,18,10', '30x7')).toBe('B:W7:B');
    expect(afterwards('W:W30:B26,18,10', '30x23x14x7')).toBe('B:W7:B');
  });

  test('also where they are a single jump apart, which is not there to be made', () => {
    // Around the square 14, 15, 7, 6: from 9 over 14, 15 and 7 to 2, since 6 is empty.
    expect(afterwards('B:W14,15,7:BK9', '9x2')).toBe('W:W:BK2');
  });

  test('are clear when all ways take the same pieces', () => {
    expect(afterwards('B:W6,7,14,15:BK2', '2x2')).toBe('W:W:BK2');
  });

  test('are refused where they take different pieces, with the ways there are', () => {
    const error = afterwards('B:W6,7,14,15:BK2,K32', '2x18');
    expect(error).toMatchObject({ code: 'ERR_ILLEGAL_MOVE', input: '2x18' });
    const two = afterwards('B:W6,14,7,15:B2', '2x18');
    expect(two).toMatchObject({ code: 'ERR_ILLEGAL_MOVE', input: '2x18', at: 0 });
    expect((two as { message: string }).message).toContain('2x11x18 or 2x9x18');
  });

  test('and other moves replay the games of Tinsley and Chinook', () => {
    const written = dataText('checkers/tinsley-chinook.pdn')
      .split(/^\[Event /m)
      .slice(1);
    expect(written).toHaveLength(48);
    let plies = 0;
    for (const text of written) {
      const moves = text
        .slice(text.lastIndexOf(']') + 1)
        .replace(/\d+\.|1\/2-1\/2|\b(1-0|0-1)\b/g, ' ')
        .match(/\d+[-x][\dx]+/g)!;
      const last = game.playMoves(checkers.start(), moves.join(' '));
      expect(last).toMatchObject({ ok: true });
      plies += moves.length;
    }
    expect(plies).toBeGreaterThan(2000);
  });

  test('of the three-move ballots lead to the positions given', () => {
    for (const line of dataLines('checkers/ballots-3move.txt')) {
      const [, moves, , , position] = line.split('|');
      expect(afterwards(start, moves!)).toBe(position);
    }
  });

  test('of the problems are legal positions with the claimed side to win', () => {
    for (const line of dataLines('checkers/problems.fen')) {
      const [text, result] = line.split(';').map((field) => field.trim());
      expect(['B', 'W', 'D']).toContain(result);
      expect(game.over(read(text!))).toBe(false);
    }
  });
});

test('a board of English checkers is drawn with its squares, targets and the turn', () => {
  const moves = ['11-15', '9-13'].map((text) => unwrap(checkers.parseMove(text)));
  expect(checkers.draw(checkers.start(), moves)).toBe(
    [
      ' 1   b   b   b   b 4',
      ' 5 b   b   b   b   8',
      ' 9   b   b   b   b 12',
      '13 *   .   *   .   16',
      '17   .   .   .   . 20',
      '21 w   w   w   w   24',
      '25   w   w   w   w 28',
      '29 w   w   w   w   32',
      'Black to move (b, w men; B, W kings)',
    ].join('\n'),
  );
  expect(checkers.draw(read('W:WK1:BK32,5'))).toContain(' 1   W   .');
});
