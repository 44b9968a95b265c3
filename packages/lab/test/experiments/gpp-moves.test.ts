// What single moves lose: players are compared position by position, and by games as a whole.
import { describe, expect, test } from 'vitest';
import { type MovesFigures, moves } from '#dist/gpp/moves.js';

const expected = (value: number) => 1 / (1 + 10 ** (-value / 400));

/** A run in which the judge likes `a`, worth 100, and the player's moves are worth what is given. */
function row(way: string, workers: number, opening: number, values: Record<string, number>) {
  const chosen = Object.fromEntries(
    Object.entries(values).map(([ply, value]) => [ply, value === 100 ? 'a' : 'b']),
  );
  const judged = Object.fromEntries(
    Object.entries(values).map(([ply, value]) => [
      ply,
      { best: 'a', value: 100, moves: { [chosen[ply]!]: value } },
    ]),
  );
  const result: MovesFigures = { line: ['a'], chosen, judged, figures: {} };
  const settings = {
    engine: 'e',
    way,
    workers,
    nodes: 9,
    accumulation: 'again',
    opening,
    plies: 4,
  };
  return { id: `${way} ${workers} ${opening}`, settings: settings as never, result };
}

interface Line {
  readonly way: string;
  readonly workers: number;
  readonly positions: number;
  readonly agreed: number;
  readonly loss: number;
  readonly gain?: { readonly mean: number; readonly low: number; readonly high: number };
  readonly speedup?: number;
}

describe('moves that are judged', () => {
  const rows = [
    row('linear', 1, 0, { 0: 0, 2: 100 }),
    row('linear', 1, 1, { 0: 0, 2: 0 }),
    row('linear', 4, 0, { 0: 100, 2: 100 }),
    row('linear', 4, 1, { 0: 0, 2: 100 }),
    row('consultation', 8, 0, { 0: 100, 2: 0 }),
    row('consultation', 8, 1, { 0: 100, 2: 0 }),
  ];
  const lines = moves.summarize(rows).figures as readonly Line[];
  const of = (way: string, workers: number) =>
    lines.find((line) => line.way === way && line.workers === workers)!;
  const one = expected(100) - expected(0);

  test('lose what the judge says, in points of a game', () => {
    expect(of('linear', 1)).toMatchObject({ positions: 4, agreed: 0.25 });
    expect(of('linear', 1).loss).toBeCloseTo((3 / 4) * one);
    expect(of('linear', 1).gain).toBeUndefined();
    expect(of('consultation', 8)).toMatchObject({ positions: 4, agreed: 0.5 });
    expect(of('consultation', 8).loss).toBeCloseTo((2 / 4) * one);
  });

  test('are compared with those of one engine in the same positions', () => {
    const { gain } = of('consultation', 8);
    expect(gain!.mean).toBeCloseTo(one / 4);
    // Of the two games one shows nothing and one half a mistake a move.
    expect(gain!.low).toBeCloseTo(0);
    expect(gain!.high).toBeCloseTo(one / 2);
  });

  test('are worth a speedup between those that were tried', () => {
    expect(of('linear', 4).speedup).toBeUndefined();
    // Half of the way from 3/4 to 1/4 of a mistake, on a scale of factors.
    expect(of('consultation', 8).speedup).toBeCloseTo(2);
  });

  test('of a mate against the player lose all', () => {
    const { figures } = moves.summarize([row('pv', 2, 0, { 0: -999_990 })]);
    expect((figures![0] as Line).loss).toBeCloseTo(expected(100));
  });
});

test('players meet the same openings, one engine first', () => {
  const runs = moves.runs('short', undefined, { engine: 'stockfish', way: 'linear,consultation' });
  const first = runs
    .filter(({ settings }) => settings.opening === 0)
    .map(({ settings }) => settings);
  expect(first[0]).toMatchObject({ way: 'linear', workers: 1 });
  expect(runs.length).toBe(8 * first.length);
  expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length);
  expect(new Set(first.map(({ nodes }) => nodes)).size).toBe(1);
});
