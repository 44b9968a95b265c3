// Our own engine as a program, through the supervisor that runs the engines of others: what it says is checked
// there, move by move.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, findEngine, startEngine } from '#dist/engines/index.js';
import { type Info, scoreValue } from '#dist/protocols/index.js';
import { AT_ONCE_MS, PATIENCE_MS, until, wait } from '../support/waiting.js';

/** Deadlines are no matter here. */
const PATIENT = { handshakeMs: PATIENCE_MS, graceMs: PATIENCE_MS, silenceMs: PATIENCE_MS };

const MATE_IN_3 = '8/8/8/8/8/6P1/6k1/4KR1R w K - 0 1';

describe('plyades engine chess', () => {
  let engine: Engine;
  const oddities: string[] = [];

  beforeAll(async () => {
    engine = await startEngine({
      ...findEngine('plyades', 'chess'),
      ...PATIENT,
      game: 'chess',
      options: { Hash: 16, Threads: 2 },
      onEvent: (event) => {
        if (event.type === 'oddity' || event.type === 'fault') oddities.push(event.message);
      },
    });
  });
  afterAll(async () => {
    await engine.close();
    expect(oddities).toEqual([]);
  });

  const search = (go: object, more: object = {}) =>
    engine.search({ setup: { moves: [] }, go, ...more });

  test('searches to a depth, deeper and deeper', async () => {
    const infos: Info[] = [];
    const { move, lines, nodes } = await search(
      { depth: 6 },
      { onInfo: (info: Info) => infos.push(info) },
    );
    const depths = infos.flatMap(({ depth, pv }) => (depth !== undefined && pv ? [depth] : []));
    expect(depths).toEqual(depths.toSorted((a, b) => a - b));
    expect(depths.at(-1)).toBe(6);
    expect(lines[0]!.pv![0]).toBe(move);
    expect(nodes).toBeGreaterThan(100);
    for (const part of ['score', 'nodes', 'nps', 'hashFull', 'time'] as const) {
      expect(infos.at(-1)![part]).toBeDefined();
    }
  });

  test('says how far captures were followed beyond the depth, with several lines too', async () => {
    const start = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
    for (const multiPv of [1, 2]) {
      const infos: Info[] = [];
      const onInfo = (info: Info) => infos.push(info);
      await search({ depth: 4 }, { setup: { start, moves: [] }, multiPv, onInfo });
      const reported = infos.filter(({ pv }) => pv);
      expect(reported.every(({ depth, selDepth }) => selDepth! >= depth!)).toBe(true);
      expect(reported.at(-1)!.selDepth).toBeGreaterThan(4);
    }
  });

  test('shows lines of more than a move when its table knows the position', async () => {
    await search({ depth: 6 });
    const infos: Info[] = [];
    const { ponder } = await search({ depth: 6 }, { onInfo: (info: Info) => infos.push(info) });
    const short = infos.filter(({ depth = 0, pv }) => depth > 1 && pv && pv.length < 2);
    // Another thread may be writing where a line goes on.
    expect(short.length).toBeLessThan(2);
    expect(ponder).toBeDefined();
  });

  test('searches some moves only', async () => {
    const go = { depth: 5, searchMoves: ['a2a3', 'h2h4'] };
    const { move, lines } = await search(go);
    expect(go.searchMoves).toContain(move);
    expect(go.searchMoves).toContain(lines[0]!.pv![0]);
  });

  test('shows several lines, the best first', async () => {
    const { lines, move } = await search({ depth: 5 }, { multiPv: 3 });
    expect(lines).toHaveLength(3);
    const values = lines.map(({ score }) => scoreValue(score!));
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    expect(new Set(lines.map(({ pv }) => pv![0])).size).toBe(3);
    expect(lines[0]!.pv![0]).toBe(move);
  });

  test('finds a mate', async () => {
    const { lines } = await engine.search({
      setup: { start: MATE_IN_3, moves: [] },
      go: { mate: 4 },
    });
    expect(lines[0]!.score).toMatchObject({ type: 'mate', wins: true });
  });

  test('says in how many moves it mates, and never in fewer', async () => {
    const infos: Info[] = [];
    const start = '1Q6/8/k5p1/p7/P1PPp3/4PP2/3B4/4K3 w - - 0 40';
    const onInfo = (info: Info) => infos.push(info);
    await search({ depth: 4 }, { setup: { start, moves: [] }, onInfo });
    const plies = infos.flatMap(({ score }) => (score?.type === 'mate' ? [score.plies] : []));
    expect(plies.filter((each) => each! < 3)).toEqual([]);
    expect(plies.at(-1)).toBe(3);
  });

  test.each([
    ['nodes', { nodes: 20_000 }],
    ['time', { moveTime: 200 }],
    ['clocks', { firstTime: 3000, secondTime: 3000, firstIncrement: 10, secondIncrement: 10 }],
  ])('ends by %s', async (_, go) => {
    const { move, ms } = await search(go);
    expect(move).toBeDefined();
    expect(ms).toBeLessThan(AT_ONCE_MS);
  });

  test('ponders, and moves when the expected move was played', async () => {
    const clocks = { firstTime: 2000, secondTime: 2000 };
    let thinks = false;
    const onInfo = () => {
      thinks = true;
    };
    const answer = search({ ponder: true, ...clocks }, { onInfo });
    await until(() => thinks, 'it ponders');
    await wait(300);
    engine.ponderHit();
    const { move, ms } = await answer;
    expect(move).toBeDefined();
    expect(ms).toBeGreaterThan(280);
  });

  test('goes on with the search when the expected move was played', async () => {
    await engine.newGame();
    let hit = 0;
    const { lines } = await search(
      { ponder: true, depth: 3 },
      {
        onInfo: ({ depth = 0 }: Info) => {
          if (depth < 5 || hit > 0) return;
          hit = depth;
          engine.ponderHit();
        },
      },
    );
    // Started again it would end at depth 3.
    expect(lines[0]!.depth).toBeGreaterThanOrEqual(hit);
  });

  test('stops, also at once', async () => {
    for (const wait of [0, 1, 50, 200]) {
      const answer = search({ infinite: true });
      setTimeout(() => engine.stop(), wait);
      expect((await answer).move).toBeDefined();
    }
  });

  test('lists the positions of its table, also while it searches', async () => {
    expect(engine.extensions).toContain('hash');
    await engine.newGame();
    const answer = search({ infinite: true });
    let lines = await engine.hashLines(30);
    while (lines.length < 30) lines = await engine.hashLines(30);
    engine.stop();
    await answer;
    const listed = new Set(['']);
    for (const { line, depth } of lines) {
      // Each hangs on one before it.
      expect(listed).toContain(line.slice(0, -1).join(' '));
      listed.add(line.join(' '));
      expect(depth).toBeGreaterThanOrEqual(0);
    }
    expect(listed.size).toBe(31);
    await search({ depth: 5, searchMoves: ['a2a3'] });
    const below = await engine.hashLines(20);
    expect(below.length).toBeGreaterThan(0);
    expect(below.every(({ line }) => line[0] === 'a2a3')).toBe(true);
  });

  test.each(['aphid', 'minimal-tree', 'young-brothers', 'root-split'])(
    'thinks by %s',
    async (name) => {
      await engine.setOption('Algorithm', name);
      expect((await search({ depth: 4 })).move).toBeDefined();
      const restricted = await search({ depth: 3, searchMoves: ['b2b3'] }, { multiPv: 1 });
      expect(restricted.move).toBe('b2b3');
    },
  );
});

test('plyades engine shogi plays a short game with itself', async () => {
  const engine = await startEngine({
    ...findEngine('plyades', 'shogi'),
    ...PATIENT,
    game: 'shogi',
    options: { USI_Hash: 16 },
  });
  const moves: string[] = [];
  for (let ply = 0; ply < 20; ply++) {
    const { move } = await engine.search({ setup: { moves }, go: { nodes: 2000 } });
    moves.push(move!);
  }
  const tsume = { start: '4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1', moves: [] };
  expect(await engine.search({ setup: tsume, go: { mateTime: 60_000 } })).toMatchObject({
    move: 'G*5b',
  });
  await engine.close();
});
