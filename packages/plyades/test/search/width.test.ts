// Trees of bounded width: a win or a loss that a search finds there is one of the game only where the loser's
// moves were all looked at. What is called solved is checked by the rules alone.
import { closeAll, loadGame, type SearchQuery, search, unwrap } from 'plyades';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isProvenWin, pliesToWin } from '#dist/core/score.js';
import { connect6, withBranching } from '#dist/games/connect6/index.js';
import { shogi, withBranching as withShogiBranching } from '#dist/games/shogi/index.js';
import { type Found, type Rules, Searcher, type StartOptions, Table } from '#dist/kernel/index.js';
import { puzzles } from '../support/connect6-positions.js';
import { connect6Text } from '../support/connect6-rules.js';
import { dataLines } from '../support/data.js';
import { type Bench, createRandom, openBench } from '../support/kernels.js';

afterAll(closeAll);

const DEFENDED =
  '19/9o9/19/7o11/2xxx14/19/19/16o2/9o9/5o10o2/8x10/8x10/8x10/7o11/3x15/4x14/5x13/9o9/19 o 2';
const NO_MATE = 'kp7/p8/9/9/9/9/9/9/9 b SNrlp 1';

const recordOf = (notation: typeof connect6, text: string) =>
  unwrap(notation.parsePosition(text)).record;

function opened(bench: Bench) {
  const searcher = new Searcher(bench.kernel, 64).attach(Table.create(bench.kernel, 16 << 20));
  return (record: Uint8Array, options: StartOptions): Found => {
    searcher.start(record, options);
    while (searcher.run(100_000) === 'running');
    return searcher.found!;
  };
}

/** Whether the side to move wins within `plies`, whatever the other side does: all its moves are answered. */
function wins(rules: Rules, record: Uint8Array, plies: number): boolean {
  if (rules.over(record) || plies <= 0) return false;
  return rules.moves(record).some((move) => loses(rules, rules.play(record, move), plies - 1));
}

function loses(rules: Rules, record: Uint8Array, plies: number): boolean {
  if (rules.over(record)) return rules.result(record) < 0;
  if (plies <= 0) return false;
  const moves = rules.listsAll(record) ? rules.moves(record) : rules.replies(record);
  return moves?.every((move) => wins(rules, rules.play(record, move), plies - 1)) ?? false;
}

describe('Connect6', () => {
  let bench: Bench;
  let find: ReturnType<typeof opened>;

  beforeAll(async () => {
    bench = await openBench('connect6');
    find = opened(bench);
  });

  /** Games of good moves with some chance in them: threats come soon. */
  function randomGame(seed: number, plies: number): Uint8Array {
    const random = createRandom(seed);
    let { record } = withBranching(connect6.start(), 4);
    for (let i = 0; i < plies && !bench.rules.over(record); i++) {
      const moves = bench.rules.moves(record);
      record = bench.rules.play(record, moves[random.below(moves.length)]!);
    }
    return record;
  }

  test('a loss with a defence beyond the best 48 moves is not called complete', () => {
    const found = find(recordOf(connect6, DEFENDED), { maxDepth: 4 });
    expect([found.value < -490_000, found.complete]).toEqual([true, false]);
  });

  test('puzzles that are won by threats stay so', () => {
    const short = puzzles().filter(({ turns, proved }) => proved && turns === 2);
    const complete = short.filter(({ game }) => {
      const found = find(recordOf(connect6, connect6Text(game)), { maxDepth: 5 });
      return isProvenWin(found.value) && found.complete;
    });
    expect(complete.length).toBeGreaterThanOrEqual(0.9 * short.length);
  });

  test.each(['exact', 'play'] as const)(
    'what is complete in %s mode is won by the rules',
    (mode) => {
      const counts = { complete: 0, open: 0 };
      for (let seed = 0; seed < 250; seed++) {
        const record = randomGame(seed, 6 + (seed % 12));
        if (bench.rules.over(record)) continue;
        const { value, depth, complete } = find(record, { mode, maxDepth: 4 });
        const plies = pliesToWin(Math.abs(value), depth);
        if (plies === undefined) continue;
        counts[complete ? 'complete' : 'open']++;
        if (!complete) continue;
        const proved =
          value > 0 ? wins(bench.rules, record, plies) : loses(bench.rules, record, plies);
        expect([seed, proved]).toEqual([seed, true]);
      }
      expect(counts.complete).toBeGreaterThan(30);
      expect(counts.open).toBeGreaterThan(0);
    },
  );
});

describe('shogi', () => {
  let bench: Bench;
  let find: ReturnType<typeof opened>;

  beforeAll(async () => {
    bench = await openBench('shogi');
    find = opened(bench);
  });

  const isWonInTheWholeTree = (widths: readonly number[]) => {
    const counts = { complete: 0, open: 0 };
    for (const line of dataLines('shogi/tsume.sfen')) {
      const position = shogi.parsePosition(line.split(' ').slice(0, 4).join(' '));
      for (const width of position.ok ? widths : []) {
        const { record } = withShogiBranching(unwrap(position), width);
        const { value, depth, complete } = find(record, { maxDepth: 5 });
        if (!isProvenWin(value)) continue;
        counts[complete ? 'complete' : 'open']++;
        if (!complete) continue;
        const plies = pliesToWin(value, depth)!;
        const whole = find(unwrap(position).record, { maxDepth: plies, minDepth: plies });
        expect([line, width, isProvenWin(whole.value)]).toEqual([line, width, true]);
      }
    }
    expect(counts.complete).toBeGreaterThan(10 * widths.length);
    expect(counts.open).toBeGreaterThan(5 * widths.length);
  };
  const name = 'what is complete in a tree of some moves is won in the whole tree';
  test(`${name}: 3`, () => isWonInTheWholeTree([3]));
  test(`${name}: 4, 10`, { tags: 'long' }, () => isWonInTheWholeTree([4, 10]));
});

describe.each([
  ['connect6', DEFENDED, 48],
  ['shogi', NO_MATE, 3],
] as const)('no algorithm calls a false end of %s solved', (id, text, width) => {
  test.each([
    { algorithm: 'sequential' },
    { algorithm: 'young-brothers' },
    { algorithm: 'root-split' },
    { algorithm: 'aphid' },
    { algorithm: 'minimal-tree' },
    { algorithm: 'lazy-smp' },
    { algorithm: 'aphid', deterministic: true },
  ] as const)('%o', async (how) => {
    const game = await loadGame(id);
    const position = game.notation.branching!.limit(unwrap(game.parsePosition(text)), width);
    const parallel = how.algorithm === 'sequential' ? {} : { workers: 2 };
    const result = await search({
      position,
      depth: 4,
      mode: 'exact',
      ...how,
      ...parallel,
    } as SearchQuery).result;
    expect(Math.abs(result.value)).toBeGreaterThan(490_000);
    expect([result.solved, result.status]).toEqual([false, 'depth']);
  });
});

test('a win by threats is solved, however it is searched', async () => {
  const game = await loadGame('connect6');
  const { game: puzzle } = puzzles().find(({ turns, proved }) => proved && turns === 2)!;
  const position = unwrap(game.parsePosition(connect6Text(puzzle)));
  for (const algorithm of ['sequential', 'young-brothers', 'lazy-smp'] as const) {
    const parallel = algorithm === 'sequential' ? {} : { workers: 2 };
    const { solved } = await search({
      position,
      depth: 5,
      mode: 'exact',
      algorithm,
      ...parallel,
    } as SearchQuery).result;
    expect([algorithm, solved]).toEqual([algorithm, true]);
  }
});
