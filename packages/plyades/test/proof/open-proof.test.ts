// Proofs as they are walked: from the root, whatever the other side plays, the given moves lead to the end that the file
// claims. Damaged files and moves without an answer are refused.
import { afterAll, describe, expect, test } from 'vitest';
import {
  closeAll,
  loadGame,
  type OpenedProof,
  openProof,
  type Position,
  type SolveOptions,
  solve,
  verify,
} from '#dist/api/index.js';
import { createRandom } from '#dist/core/random.js';
import { unwrap } from '#dist/core/result.js';
import { dataLines } from '../support/data.js';

afterAll(closeAll);

async function proofOf(position: Position, options: SolveOptions = {}): Promise<Uint8Array> {
  const { proof, proofError } = await solve(position, { memory: 64, ...options, proof: true })
    .result;
  expect(proofError).toBeUndefined();
  return proof!;
}

/** Plays random replies until the game is over; the result for the side that proves something. */
function walk({ root, play, game, prover }: OpenedProof, seed: number): number {
  const random = createRandom(seed);
  let at = root;
  for (let plies = 0; at.kind !== 'over'; plies++) {
    expect(plies).toBeLessThan(200);
    expect(game.turn(at.position) === prover).toBe(at.kind === 'move');
    const others = at.threats === undefined ? [] : game.legalMoves(at.position);
    const moves = [...at.moves, ...others];
    at = play(at, moves[random.below(moves.length)]!);
  }
  if (!game.over(at.position)) return 0;
  const result = game.result(at.position);
  return game.turn(at.position) === prover ? result : -result;
}

const chessMate = '1r4k1/8/5PP1/K7/6NR/7B/1r6/7R w - - 0 1';

/** A win of two turns by double threats. */
async function connect6Puzzle(): Promise<Position> {
  const game = await loadGame('connect6');
  const [, , , , moves] = dataLines('connect6/puzzles.txt')
    .map((line) => line.split('|'))
    .find(([, , turns, status]) => status === 'proved' && turns === '2')!;
  const text = moves!
    .split(' ')
    .map((turn) =>
      turn
        .match(/../g)!
        .map((point) => point[0]!.toLowerCase() + (point.charCodeAt(1) - 64))
        .join(''),
    )
    .join(' ');
  return unwrap(game.playMoves(game.notation.start(), text));
}

async function positionOf(game: string, text: string): Promise<Position> {
  return unwrap((await loadGame(game)).parsePosition(text));
}

const shogiProblem = dataLines('shogi/tsume.sfen')
  .map((line) => line.split('|').map((part) => part.trim()))
  .find(([, plies]) => plies === '7')![0]!;

describe('every way through a proof ends as it claims', () => {
  test.each([
    ['a mate of chess', () => positionOf('chess', chessMate), { goal: 'mate' }],
    ['a mate of shogi', () => positionOf('shogi', shogiProblem), { goal: 'mate' }],
    ['a win of checkers', () => positionOf('checkers', 'W:W18,26,30:B10,11,19'), {}],
    ['a puzzle of Connect6', connect6Puzzle, {}],
  ] as const)('%s', async (_, position, options) => {
    const file = await proofOf(await position(), options);
    const opened = await openProof(file);
    expect(opened.header.result).toBe('proved');
    for (let seed = 1; seed <= 40; seed++) expect(walk(opened, seed)).toBeGreaterThan(0);
  });

  test('that tic-tac-toe is not lost', async () => {
    const { notation } = await loadGame('tic-tac-toe');
    const opened = await openProof(await proofOf(notation.start(), { goal: 'draw' }));
    expect(opened.prover).toBe(0);
    for (let seed = 1; seed <= 100; seed++) expect(walk(opened, seed)).toBeGreaterThanOrEqual(0);
  });

  test('that tic-tac-toe is not won: the other side proves it', async () => {
    const { notation } = await loadGame('tic-tac-toe');
    const opened = await openProof(await proofOf(notation.start(), { goal: 'win' }));
    expect(opened).toMatchObject({ prover: 1, header: { result: 'disproved' } });
    for (let seed = 1; seed <= 100; seed++) expect(walk(opened, seed)).toBeGreaterThanOrEqual(0);
  });
});

test('moves without an answer and damaged files are refused', async () => {
  const file = await proofOf(await positionOf('chess', chessMate), { goal: 'mate' });
  const { root, play, game } = await openProof(file);
  const other = game.legalMoves(root.position).find((move) => move !== root.moves[0])!;
  expect(() => play(root, other)).toThrow(/no answer/);
  const damaged = file.slice();
  damaged[damaged.length - 3]! ^= 1;
  await expect(openProof(damaged)).rejects.toMatchObject({ code: 'ERR_PROOF' });
  await expect(openProof(new Uint8Array(10))).rejects.toMatchObject({ code: 'ERR_PROOF' });
});

test('the checker reports how far it is', async () => {
  const game = await loadGame('othello');
  const [text] = dataLines('othello/ffo-01-19.obf')[8]!.split(';');
  const position = unwrap(game.parsePosition(text!.trim()));
  const file = await proofOf(position, { goal: 'draw' });
  const seen: number[] = [];
  const { positions, nodes } = await verify(file, { onProgress: (count) => seen.push(count) });
  expect(nodes).toBeGreaterThan(1024);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.length).toBe(Math.floor(positions / 1024));
});
