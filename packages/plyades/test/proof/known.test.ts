// Problems whose answer is known: mates of chess and shogi, wins of Lines of Action, puzzles of Connect6,
// endgames of Othello. Where a proof can be written down, the checker accepts it.
import { afterAll, describe, expect, test } from 'vitest';
import {
  closeAll,
  loadGame,
  type Position,
  type SolveOptions,
  solve,
  verify,
} from '#dist/api/index.js';
import { unwrap } from '#dist/core/result.js';
import { dataLines } from '../support/data.js';

afterAll(closeAll);

const MEMORY = 64;

async function answer(position: Position, options: SolveOptions) {
  return solve(position, { memory: MEMORY, ...options }).result;
}

/** Solves with a proof, which must be valid, and returns the result. */
async function proved(position: Position, options: SolveOptions): Promise<string> {
  const { result, proof } = await answer(position, { ...options, proof: true });
  if (result === 'unknown') return result;
  const checked = await verify(proof!);
  expect(checked).toMatchObject({ valid: true, result, hole: undefined });
  return result;
}

/** Every `step`-th of some lines. */
const some = (lines: readonly string[], step: number) => lines.filter((_, i) => i % step === 0);

/** Mates in four that take df-pn more than 30,000 nodes. */
const HARD = ['mate4.009', 'mate4.033', 'mate4.041', 'mate4.045'];

describe('chess', () => {
  test.each([
    ['mate-1', 1],
    ['mate-2', 11],
    ['mate-3', 2],
    ['mate-4', 4],
  ])('%s: df-pn proves mates, and the proofs are valid', async (file, step) => {
    const game = await loadGame('chess');
    for (const line of some(dataLines(`chess/${file}.epd`), step)) {
      if (HARD.some((id) => line.includes(id))) continue;
      const [board, side, castling, passant] = line.split(' ');
      const fen = `${board} ${side} ${castling} ${passant} 0 1`;
      const position = unwrap(game.parsePosition(fen));
      expect([fen, await proved(position, { goal: 'mate' })]).toEqual([fen, 'proved']);
    }
  });

  test('the fifty-move rule ends a win that comes too late', async () => {
    const game = await loadGame('chess');
    // Mate in two, with two and with four plies left.
    const board = '7k/8/5K2/8/8/8/8/R7 w - -';
    const late = unwrap(game.parsePosition(`${board} 98 60`));
    const early = unwrap(game.parsePosition(`${board} 96 60`));
    for (const algorithm of ['pns', 'dfpn'] as const) {
      expect((await answer(late, { algorithm })).result).toBe('disproved');
      expect((await answer(early, { algorithm })).result).toBe('proved');
    }
  });

  test('not won is not lost: a stalemated king draws', async () => {
    const game = await loadGame('chess');
    const position = unwrap(game.parsePosition('k7/P7/8/K7/8/8/8/8 w - - 0 1'));
    expect((await answer(position, { goal: 'win', nodes: 200_000 })).result).not.toBe('proved');
    expect((await answer(position, { goal: 'win', side: 1 })).result).toBe('disproved');
  });
});

describe('shogi', () => {
  test('mate problems of up to 17 plies are solved, with valid proofs', async () => {
    const game = await loadGame('shogi');
    const problems = dataLines('shogi/tsume.sfen')
      .map((line) => line.split('|').map((part) => part.trim()))
      .filter(([, plies]) => Number(plies) <= 17);
    for (const [sfen, plies] of problems.filter((_, i) => i % 5 === 0 || i > 112)) {
      const position = game.parsePosition(sfen!);
      // One of them has more knights than there are.
      if (!position.ok) continue;
      const result = await proved(position.value, { goal: 'mate' });
      expect([sfen, plies, result]).toEqual([sfen, plies, 'proved']);
    }
  });

  test('the line of a problem is as long as the problem', async () => {
    const game = await loadGame('shogi');
    const [sfen, plies] = dataLines('shogi/tsume.sfen')
      .map((line) => line.split('|').map((part) => part.trim()))
      .find(([, length]) => length === '11')!;
    const { line } = await answer(unwrap(game.parsePosition(sfen!)), { goal: 'mate' });
    expect(line).toHaveLength(Number(plies));
  });
});

describe('Lines of Action', () => {
  test.each([
    ['pns', 6],
    ['pn2', 6],
  ] as const)('%s finds known wins', async (algorithm, step) => {
    const game = await loadGame('loa');
    for (const line of some(dataLines('loa/wins.txt'), step)) {
      const text = line.split('|')[0]!.trim();
      const { result } = await answer(unwrap(game.parsePosition(text)), { algorithm });
      expect([text, result]).toEqual([text, 'proved']);
    }
  });

  test('every known win is one, though a side without a move passes, and its proof is valid', async () => {
    const game = await loadGame('loa');
    for (const line of dataLines('loa/wins.txt')) {
      const text = line.split('|')[0]!.trim();
      const position = unwrap(game.parsePosition(text));
      expect([text, await proved(position, {})]).toEqual([text, 'proved']);
    }
  });
});

describe('Connect6', () => {
  const puzzles = dataLines('connect6/puzzles.txt')
    .map((line) => line.split('|'))
    .filter(([, , turns, status]) => status === 'proved' && Number(turns) <= 3);

  /** Two letters a point: column, row. */
  const moveText = (letters: string) =>
    letters
      .match(/../g)!
      .map((point) => point[0]!.toLowerCase() + (point.charCodeAt(1) - 64))
      .join('');

  test('puzzles are proved, and the proofs answer all of 65,000 replies', async () => {
    const game = await loadGame('connect6');
    for (const [name, , , , moves] of some(
      puzzles.map((parts) => parts.join('|')),
      7,
    ).map((line) => line.split('|'))) {
      const start = game.notation.start();
      const text = moves!.split(' ').map(moveText).join(' ');
      const position = unwrap(game.playMoves(start, text));
      expect([name, await proved(position, {})]).toEqual([name, 'proved']);
    }
  });

  test('what is not found among the best moves is unknown, not disproved', async () => {
    const game = await loadGame('connect6');
    const position = unwrap(game.playMoves(game.notation.start(), 'j10'));
    const found = await answer(position, {});
    expect([found.result, found.reason]).toEqual(['unknown', 'width']);
  });
});

describe('Othello', () => {
  test('endgames with 14 to 16 empty squares: won, drawn and lost as published', {
    tags: 'long',
  }, async () => {
    const game = await loadGame('othello');
    for (const line of some(dataLines('othello/ffo-01-19.obf'), 2)) {
      const [text, best] = line.split(';').map((part) => part.trim());
      const score = Number(best!.split(':')[1]);
      const position = unwrap(game.parsePosition(text!));
      expect(await proved(position, { goal: 'win' })).toBe(score > 0 ? 'proved' : 'disproved');
      expect(await proved(position, { goal: 'draw' })).toBe(score >= 0 ? 'proved' : 'disproved');
    }
  });
});

describe('checkers', () => {
  test('problems are won as their authors say', async () => {
    const game = await loadGame('checkers');
    // Those of every twelve that are found within 15,000 nodes; others go on for longer than a test should.
    const problems = dataLines('checkers/problems.fen').map((line) => line.split(' ; '));
    for (const at of [0, 12, 984]) {
      const [fen, winner] = problems[at]!;
      const position = unwrap(game.parsePosition(fen!));
      const side = winner === 'B' ? 0 : 1;
      expect([fen, await proved(position, { side })]).toEqual([fen, 'proved']);
      expect(await proved(position, { goal: 'draw', side: side === 0 ? 1 : 0 })).toBe('disproved');
    }
  });

  test('two kings beat one in the double corner', async () => {
    const game = await loadGame('checkers');
    const position = unwrap(game.parsePosition('B:WK28:BK14,K18'));
    expect(await proved(position, {})).toBe('proved');
  });
});
