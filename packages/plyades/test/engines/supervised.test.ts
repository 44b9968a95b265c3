// Stockfish under supervision: what its protocol promises, asked of the real one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, type EngineEvent, startEngine } from '#dist/engines/index.js';
import { type Info, scoreValue } from '#dist/protocols/index.js';
import { findPart } from '../../../../scripts/install-parts.mjs';
import { PATIENCE_MS } from '../support/waiting.js';

const stockfish = findPart('stockfish');

describe.skipIf(stockfish === undefined)('Stockfish', () => {
  let engine: Engine;
  const events: EngineEvent[] = [];

  beforeAll(async () => {
    engine = await startEngine({
      command: stockfish!,
      game: 'chess',
      options: { Threads: 1, Hash: 16 },
      handshakeMs: PATIENCE_MS,
      graceMs: PATIENCE_MS,
      onEvent: (event) => events.push(event),
    });
  });
  afterAll(() => engine.close());

  test('tells its name and options', () => {
    expect(engine.name).toMatch(/^Stockfish/);
    expect(engine.options.find(({ name }) => name === 'Hash')).toMatchObject({
      kind: 'spin',
      min: 1,
    });
    expect(engine.extensions).toEqual([]);
  });

  test('searches about as many nodes as it may', async () => {
    const { move, nodes, lines } = await engine.search({
      setup: { moves: ['e2e4'] },
      go: { nodes: 20_000 },
    });
    expect(move).toMatch(/^[a-h][1-8][a-h][1-8]$/);
    expect(nodes).toBeGreaterThan(5000);
    expect(nodes).toBeLessThan(25_000);
    expect(lines[0]!.pv!.length).toBeGreaterThan(1);
  });

  test('searches some moves, and shows several lines', async () => {
    const searchMoves = ['a2a3', 'h2h3', 'g2g4'];
    const infos: Info[] = [];
    const { move, lines } = await engine.search({
      setup: { moves: [] },
      go: { depth: 8, searchMoves },
      multiPv: 3,
      onInfo: (info) => infos.push(info),
    });
    expect(searchMoves).toContain(move);
    expect(lines.map(({ pv }) => pv![0]).toSorted()).toEqual(searchMoves.toSorted());
    const values = lines.map(({ score }) => scoreValue(score!));
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    expect(infos.length).toBeGreaterThan(8);
  });

  test('goes on until it is stopped', async () => {
    const answer = engine.search({ setup: { moves: [] }, go: { infinite: true } });
    setTimeout(() => engine.stop(), 100);
    expect((await answer).move).toBeDefined();
  });

  test('finds a mate, and says how far it is', async () => {
    const start = '8/8/8/8/8/6P1/6k1/4KR1R w K - 0 1';
    const { lines } = await engine.search({ setup: { start, moves: [] }, go: { depth: 18 } });
    expect(lines[0]!.score).toMatchObject({ type: 'mate', wins: true });
  });

  test('has no such option', async () => {
    await expect(engine.setOption('Telepathy', true)).rejects.toMatchObject({ code: 'ERR_OPTION' });
  });

  test('that was killed in a search is back for the next one', async () => {
    const started = events.find((event) => event.type === 'started')!;
    const answer = engine.search({ setup: { moves: [] }, go: { infinite: true } });
    setTimeout(() => process.kill(started.pid, 'SIGKILL'), 50);
    await expect(answer).rejects.toMatchObject({
      code: 'ERR_ENGINE_EXIT',
      message: expect.stringMatching(/^Stockfish.*SIGKILL/),
    });
    expect((await engine.search({ setup: { moves: [] }, go: { nodes: 1000 } })).move).toBeDefined();
  });
});
