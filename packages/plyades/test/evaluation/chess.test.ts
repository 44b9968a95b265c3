// What the kernel of chess knows without searching (evaluation, static exchange, the null move) against
// slow versions that were written from the definitions.
import { beforeAll, describe, expect, test } from 'vitest';
import { chess } from '#dist/games/chess/index.js';
import { attacksOf, chessBoard, colourOf, rankOf } from '../support/chess-board.js';
import { evaluateChess } from '../support/chess-evaluation.js';
import { exchangeValue } from '../support/chess-exchange.js';
import { epdLines } from '../support/epd.js';
import { Inside } from '../support/inside.js';
import { type Bench, createRandom, openBench } from '../support/kernels.js';
import { differences, ongoingPositions } from '../support/random-games.js';

let bench: Bench;
let played: Uint8Array[];
let set: Uint8Array[];
beforeAll(async () => {
  bench = await openBench('chess');
  const starts = ['perft', 'bratko-kopec', '../../../../lab/data/openings']
    .flatMap((file) => epdLines(`chess/${file}.epd`).slice(0, 30))
    .flatMap(({ fen }) => readable(fen));
  played = ongoingPositions(bench, 1, 12, starts);
  set = Array.from({ length: 900 }, (_, seed) => randomBoard(seed))
    .flatMap(readable)
    .filter((record) => !bench.rules.over(record));
});

const text = (record: Uint8Array) => chess.makePosition({ game: 'chess', record });

function readable(fen: string): Uint8Array[] {
  const position = chess.parsePosition(fen);
  return position.ok ? [position.value.record] : [];
}

/** Kings and up to 16 other pieces anywhere, many of them pawns: endgames that random play never meets. */
function randomBoard(seed: number): string {
  const random = createRandom(seed);
  const squares = Array.from({ length: 64 }, () => '');
  const pieces = ['K', 'k'];
  for (let more = random.below(17); more > 0; more--) {
    pieces.push([...'PPPPPPpppppp', ...'NBRQnbrq'][random.below(20)]!);
  }
  while (pieces.length > 0) {
    const square = random.below(64);
    const isLast = [0, 7].includes(rankOf(square));
    if (squares[square] !== '' || (isLast && pieces.at(-1)!.toLowerCase() === 'p')) continue;
    squares[square] = pieces.pop()!;
  }
  const ranks = Array.from({ length: 8 }, (_, i) =>
    squares
      .slice(8 * (7 - i), 8 * (8 - i))
      .map((letter) => letter || '-')
      .join('')
      .replace(/-+/g, (run) => String(run.length)),
  );
  return `${ranks.join('/')} ${'wb'[random.below(2)]} - - 0 1`;
}

describe('the evaluation of chess is what its definition says', () => {
  const differing = (positions: readonly Uint8Array[]) =>
    differences(
      positions,
      text,
      (record) => bench.rules.evaluate(record),
      (fen) => evaluateChess(chessBoard(fen)),
    );

  test('in games', () => {
    expect(played.length).toBeGreaterThan(500);
    expect(differing(played)).toEqual([]);
  });

  test('in endgames', () => {
    expect(set.length).toBeGreaterThan(400);
    expect(differing(set)).toEqual([]);
  });
});

test('the quiescence search tries captures that lose nothing by the exchange, and queens', () => {
  let sound = 0;
  let unsound = 0;
  /** The tactical ones among the legal moves, by the definition. */
  const expected = (fen: string, moves: readonly number[]) => {
    const { squares } = chessBoard(fen);
    const passant = fen.split(' ')[3]!;
    return moves.filter((move) => {
      const [from, to, promotion] = [move & 63, (move >> 6) & 63, move >> 12];
      if (promotion > 0) return promotion === 4;
      if (squares[to] === '') {
        const name = 'abcdefgh'[to % 8]! + (rankOf(to) + 1);
        return name === passant && squares[from]!.toLowerCase() === 'p';
      }
      const isSound = exchangeValue(squares, from, to) >= 0;
      if (isSound) sound++;
      else unsound++;
      return isSound;
    });
  };
  const quiet = [...played, ...set].filter((record) => bench.rules.standsPat(record));
  expect(quiet.length).toBeGreaterThan(800);
  for (const record of quiet) {
    const fen = text(record);
    const moves = expected(fen, bench.rules.moves(record)).toSorted((a, b) => a - b);
    const tactical = bench.rules.tacticalMoves(record).toSorted((a, b) => a - b);
    expect([fen, ...tactical.map(chess.makeMove)]).toEqual([fen, ...moves.map(chess.makeMove)]);
  }
  expect(Math.min(sound, unsound)).toBeGreaterThan(400);
});

test('in check, it tries every move', () => {
  const isChecked = (fen: string) => {
    const { squares, side } = chessBoard(fen);
    const king = squares.indexOf(side === 'w' ? 'K' : 'k');
    return squares.some(
      (letter, from) =>
        letter !== '' && colourOf(letter) !== side && attacksOf(squares, from).includes(king),
    );
  };
  const checked = [...played, ...set].filter((record) => isChecked(text(record)));
  expect(checked.length).toBeGreaterThan(50);
  for (const record of checked) {
    expect(bench.rules.standsPat(record)).toBe(false);
    expect(bench.rules.tacticalMoves(record)).toEqual(bench.rules.moves(record));
  }
});

test('a null move gives up the right to take en passant, in the key as on the board', () => {
  const inside = new Inside(bench.kernel);
  const [from, to, again] = inside.places(3) as [number, number, number];
  const passing = ongoingPositions(bench, 80, 60).filter(
    (record) => text(record).split(' ')[3] !== '-' && bench.rules.standsPat(record),
  );
  expect(passing.length).toBeGreaterThan(20);
  for (const record of passing) {
    if (inside.pass(inside.load(from, record), to) === undefined) continue;
    const passed = inside.record(to);
    expect(text(passed).split(' ')[3]).toBe('-');
    expect([text(record), inside.hash(to)]).toEqual([
      text(record),
      inside.hash(inside.load(again, passed)),
    ]);
  }
});
