// Play mode against a search that remembers its path, slow and obvious: few pieces, which come and go,
// after a game in which positions have come again.
import { beforeAll, describe, expect, test } from 'vitest';
import type { GameNotation } from '#dist/core/game.js';
import { INFINITE, PROVEN } from '#dist/core/score.js';
import { checkers } from '#dist/games/checkers/index.js';
import { loa } from '#dist/games/loa/index.js';
import { shogi } from '#dist/games/shogi/index.js';
import { type Rules, Searcher, Table } from '#dist/kernel/index.js';
import { type Bench, createRandom, openBench } from '../support/kernels.js';
import { testSeeds } from '../support/long.js';

type Random = ReturnType<typeof createRandom>;

/** Random squares, all different. */
function squares(random: Random, among: number, count: number): number[] {
  const found = new Set<number>();
  while (found.size < count) found.add(random.below(among));
  return [...found];
}

/** Two stones a side. */
function fewStones(random: Random): string {
  const board = Array.from({ length: 64 }, () => '-');
  for (const [i, square] of squares(random, 64, 4).entries()) board[square] = 'XXOO'[i]!;
  return `${board.join('')} X`;
}

/** Two kings against one. */
function fewKings(random: Random): string {
  const [a, b, c] = squares(random, 32, 3).map((square) => square + 1) as [number, number, number];
  return `B:BK${a},K${b}:WK${c}`;
}

/** A rook and a king that follow a king with a gold. */
function fewPieces(random: Random): string {
  const board = Array.from({ length: 81 }, () => '1');
  for (const [i, square] of squares(random, 81, 4).entries()) board[square] = 'KkRg'[i]!;
  const ranks = Array.from({ length: 9 }, (_, i) => board.slice(9 * i, 9 * i + 9).join(''));
  const text = ranks.map((rank) => rank.replace(/1+/g, (blanks) => String(blanks.length)));
  return `${text.join('/')} ${random.below(2) ? 'b' : 'w'} - 1`;
}

interface Met {
  readonly key: string;
  readonly checked: boolean;
}

/** Counts what the path decided: draws, and losses of a side that only gave check. */
interface Tally {
  draws: number;
  losses: number;
}

/** What the path says of its last position; the first `before` of it are the game before the root. */
function judge(times: number, path: readonly Met[], before: number): number | undefined {
  const last = path.length - 1;
  const same = path.flatMap(({ key }, i) =>
    (last - i) % 2 === 0 && key === path[last]!.key ? i : [],
  );
  const earlier = same.slice(0, -1);
  const onLine = earlier.findLast((i) => i >= before);
  const first = onLine ?? earlier.at(1 - times);
  if (first === undefined) return undefined;
  const isSufferer = (parity: number) =>
    path.every(({ checked }, i) => i <= first || (last - i) % 2 !== parity || checked);
  if (isSufferer(0) === isSufferer(1)) return 0;
  return isSufferer(0) ? PROVEN - 1 : 1 - PROVEN;
}

/** Alpha-beta on the tree in which the path has a say. `path` ends with the position itself. */
function value(
  rules: Rules,
  record: Uint8Array,
  depth: number,
  alpha: number,
  beta: number,
  path: readonly Met[],
  before: number,
  tally: Tally,
): number {
  const judged = path.length - 1 > before ? judge(rules.repeats, path, before) : undefined;
  if (judged !== undefined) {
    tally[judged === 0 ? 'draws' : 'losses']++;
    return judged;
  }
  if (rules.over(record)) {
    const result = rules.result(record);
    return result + Math.sign(result) * depth;
  }
  const horizon = depth <= 0;
  let best = horizon && rules.standsPat(record) ? rules.evaluate(record) : -INFINITE;
  for (const move of horizon ? rules.tacticalMoves(record) : rules.moves(record)) {
    if (best >= beta) break;
    const next = rules.play(record, move);
    const low = Math.max(alpha, best);
    const found = value(
      rules,
      next,
      depth - 1,
      -beta,
      -low,
      [...path, met(rules, next)],
      before,
      tally,
    );
    best = Math.max(best, 0 - found);
  }
  return best;
}

const met = (rules: Rules, record: Uint8Array): Met => ({
  key: rules.repetitionKey(record),
  checked: rules.checked(record),
});

/** A game in which every other move goes back to where the game has been, if one does. */
function wander(rules: Rules, start: Uint8Array, plies: number, random: Random): Uint8Array[] {
  const game = [start];
  while (game.length <= plies) {
    const all = rules.moves(game.at(-1)!).map((move) => rules.play(game.at(-1)!, move));
    const seen = new Set(game.map(String));
    const old = all.filter((record) => seen.has(String(record)));
    const choice = old.length > 0 && random.below(3) > 0 ? old : all;
    if (choice.length === 0) break;
    game.push(choice[random.below(choice.length)]!);
  }
  return game;
}

const games: readonly {
  readonly notation: GameNotation;
  readonly few: (random: Random) => string;
  readonly depth: number;
  /** In `npm test`, and with the long tests. */
  readonly rounds: readonly [number, number];
  /** Least number by round. */
  readonly losses: number;
}[] = [
  { notation: loa, few: fewStones, depth: 5, rounds: [8, 40], losses: 0 },
  { notation: checkers, few: fewKings, depth: 7, rounds: [12, 60], losses: 0 },
  { notation: shogi, few: fewPieces, depth: 5, rounds: [5, 10], losses: 0.5 },
];

describe.each(games)('$notation.id', ({ notation, few, depth, rounds, losses }) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench(notation.id);
  });

  testSeeds('has the value of a search that remembers its path', ...rounds, (seeds) => {
    const { rules } = bench;
    const searcher = new Searcher(bench.kernel, 64);
    const tally = { draws: 0, losses: 0 };
    for (const seed of seeds) {
      const game = playOn(createRandom(seed));
      const root = game.at(-1)!;
      const path = game.map((record) => met(rules, record));
      const truth = value(rules, root, depth, -INFINITE, INFINITE, path, path.length - 1, tally);
      const before = game.slice(0, -1).reverse();
      searcher.start(root, { minDepth: depth, maxDepth: depth, mode: 'play', before });
      while (searcher.run(1_000_000) === 'running');
      expect([seed, searcher.found!.value]).toEqual([seed, truth]);
    }
    expect(tally.draws).toBeGreaterThan(10 * seeds.length);
    expect(tally.losses).toBeGreaterThanOrEqual(losses * seeds.length);
  });

  /** A game of few pieces that is not over. */
  function playOn(random: Random): Uint8Array[] {
    for (;;) {
      const start = notation.parsePosition(few(random));
      if (!start.ok) continue;
      const game = wander(bench.rules, start.value.record, random.below(16), random);
      if (!bench.rules.over(game.at(-1)!)) return game;
    }
  }

  test('has one exact value whatever came before', () => {
    const { rules } = bench;
    const random = createRandom(8);
    const searcher = new Searcher(bench.kernel, 64).attach(Table.create(bench.kernel, 1 << 18));
    for (let done = 0; done < 10; ) {
      const start = notation.parsePosition(few(random));
      if (!start.ok) continue;
      const game = wander(rules, start.value.record, 12, random);
      const before = game.slice(0, -1).reverse();
      const found = [[], before].map((each) => {
        searcher.start(game.at(-1)!, { maxDepth: 4, mode: 'exact', before: each });
        while (searcher.run(1_000_000) === 'running');
        return searcher.found!.value;
      });
      expect(found[0]).toBe(found[1]);
      done++;
    }
  });
});
