// What the kernel of shogi knows without searching (evaluation, captures that lose material) against slow
// versions that were written from the definitions.
import { beforeAll, expect, test } from 'vitest';
import { shogi, withBranching } from '#dist/games/shogi/index.js';
import { dataLines } from '../support/data.js';
import { type Bench, openBench } from '../support/kernels.js';
import { differences, ongoingPositions } from '../support/random-games.js';
import { evaluateShogi, losesMaterial, shogiBoard } from '../support/shogi-evaluation.js';

let bench: Bench;
let positions: Uint8Array[];
beforeAll(async () => {
  bench = await openBench('shogi');
  const starts = ['positions', 'bench', 'tsume']
    .flatMap((file) => dataLines(`shogi/${file}.sfen`))
    .flatMap((line) => {
      const position = shogi.parsePosition(line.split('|')[0]!.trim());
      return position.ok ? [position.value.record] : [];
    });
  positions = [...ongoingPositions(bench, 3, 120), ...ongoingPositions(bench, 1, 3, starts)];
});

const text = (record: Uint8Array) => shogi.makePosition({ game: 'shogi', record });

test('the evaluation is what its definition says', () => {
  expect(positions.length).toBeGreaterThan(600);
  const differing = differences(
    positions,
    text,
    (record) => bench.rules.evaluate(record),
    (sfen) => evaluateShogi(shogiBoard(sfen)),
  );
  expect(differing).toEqual([]);
});

const PROMOTE = 1 << 14;
const PAWN = 1;

/** The tactical ones of these moves: captures and promotions of pawns that do not lose material. */
function tactical(sfen: string, moves: readonly number[], met: { left: number; kept: number }) {
  const board = shogiBoard(sfen);
  const at = (square: number) =>
    board.pieces.find(({ file, rank }) => 9 * file + rank === square)?.kind ?? 0;
  return moves.filter((move) => {
    const [to, from] = [move & 127, (move >> 7) & 127];
    if (from > 80) return false;
    if (at(to) === 0 && (move < PROMOTE || at(from) !== PAWN)) return false;
    const isLeft = losesMaterial(board, from, to);
    met[isLeft ? 'left' : 'kept']++;
    return !isLeft;
  });
}

const named = (moves: readonly number[]) => moves.map(shogi.makeMove).toSorted();

test('the quiescence search leaves out what plainly loses material, and promotes if it can', () => {
  const met = { left: 0, kept: 0 };
  for (const record of positions) {
    const sfen = text(record);
    const moves = bench.rules.moves(record);
    const promoting = moves.filter((move) => !(move < PROMOTE && moves.includes(move + PROMOTE)));
    const expected = tactical(sfen, promoting, met);
    expect([sfen, ...named(bench.rules.tacticalMoves(record))]).toEqual([sfen, ...named(expected)]);
  }
  expect(Math.min(met.left, met.kept)).toBeGreaterThan(300);
});

test('in a tree of bounded width it does so among the moves that are kept', () => {
  const met = { left: 0, kept: 0 };
  for (const whole of positions) {
    const { record } = withBranching({ game: 'shogi', record: whole }, 12);
    const sfen = text(record);
    const expected = tactical(sfen, bench.rules.moves(record), met);
    expect([sfen, ...named(bench.rules.tacticalMoves(record))]).toEqual([sfen, ...named(expected)]);
  }
  expect(Math.min(met.left, met.kept)).toBeGreaterThan(20);
});
