// What is known of English checkers, found by the search.
import { beforeAll, describe, expect, test } from 'vitest';
import { isProvenLoss, isProvenWin, pliesToWin } from '#dist/core/score.js';
import { checkers } from '#dist/games/checkers/index.js';
import { Searcher, Table } from '#dist/kernel/index.js';
import { dataLines } from '../support/data.js';
import { type Bench, openBench } from '../support/kernels.js';

let bench: Bench;
let searcher: Searcher;

beforeAll(async () => {
  bench = await openBench('checkers');
  searcher = new Searcher(bench.kernel, 160).attach(Table.create(bench.kernel, 16 << 20));
});

const recordOf = (text: string) => {
  const position = checkers.parsePosition(text);
  if (!position.ok) throw new Error(position.error.message);
  return position.value.record;
};

/** Exact mode until a win or a loss is proven, or the nodes are spent. */
function solve(text: string, maxDepth: number, nodes: number) {
  searcher.start(recordOf(text), { maxDepth });
  const proven = () => {
    const value = searcher.found?.value ?? 0;
    return isProvenWin(value) || isProvenLoss(value);
  };
  while (!proven() && searcher.nodes < nodes && searcher.run(20_000) === 'running');
  const { value, depth } = searcher.found!;
  return { value, plies: pliesToWin(Math.abs(value), depth) };
}

/** Two kings drive one out of a corner without a double exit, and more that ends soon. */
test.each([
  { name: "Beginner's Problem #1", plies: 7 },
  { name: "Beginner's Problem #2", plies: 5 },
  { name: "Beginner's Problem #3", plies: 3 },
  { name: "Beginner's Problem #8", plies: 5 },
  { name: "Beginner's Problem #11", plies: 15 },
  { name: "Beginner's Problem #34", plies: 5 },
  { name: "Beginner's Problem #44", plies: 7 },
  { name: "Gould's Problems #12", plies: 7 },
  { name: "Gould's Problems #81", plies: 11 },
])('$name is won in $plies plies', ({ name, plies }) => {
  const line = dataLines('checkers/problems.fen').find((each) => each.endsWith(`; ${name}`))!;
  const [text, winner] = line.split(';').map((field) => field.trim());
  expect(text!.startsWith(winner!)).toBe(true);
  expect(solve(text!, 25, 1_000_000)).toMatchObject({ plies });
});

describe('problems for beginners', () => {
  test('that a short search can prove have the result that is claimed', () => {
    let proven = 0;
    for (const line of dataLines('checkers/problems.fen')) {
      const [text, claim, name] = line.split(';').map((field) => field.trim());
      if (!name!.startsWith('Beginner') || text!.split(',').length > 7) continue;
      const { value } = solve(text!, 25, 60_000);
      if (!isProvenWin(value) && !isProvenLoss(value)) continue;
      proven++;
      const [side, other] = text!.startsWith('W') ? ['W', 'B'] : ['B', 'W'];
      expect([name, isProvenWin(value) ? side : other]).toEqual([name, claim]);
    }
    expect(proven).toBeGreaterThan(12);
  });
});

test('a man that is given is taken back at the horizon, not counted as lost', () => {
  // Black offers 14-18 and recaptures: one ply deep, the exchange is played out.
  const text = 'B:W22,25,32:B14,10,1';
  searcher.start(recordOf(text), { maxDepth: 1 });
  while (searcher.run(1000) === 'running');
  expect(Math.abs(searcher.found!.value)).toBeLessThan(100);
});

describe('a position that comes again', () => {
  const find = (record: Uint8Array, mode: 'play' | 'exact', before: Uint8Array[] = []) => {
    searcher.start(record, { maxDepth: 16, mode, before });
    while (searcher.run(100_000) === 'running');
    return searcher.found!;
  };

  test('for the third time is a draw in play mode, and the lost side goes there', () => {
    const { rules } = bench;
    // Three kings against two, won in thirteen plies: Beginner's Problem #57.
    const won = recordOf('W:WK16,K20,K28:BK27,K32');
    const lost = rules.play(won, find(won, 'exact').move!);
    expect(isProvenLoss(find(lost, 'play').value)).toBe(true);
    const back = rules.moves(lost)[0]!;
    const seen = rules.play(lost, back);
    const before = [seen, lost, seen];
    const table = Table.create(bench.kernel, 1 << 20);
    searcher.attach(table);
    expect(find(lost, 'play', before)).toMatchObject({ value: 0, move: back });
    table.clear();
    expect(isProvenLoss(find(lost, 'exact', before).value)).toBe(true);
  });
});
