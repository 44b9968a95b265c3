// Many engines as one that thinks: its limits, its game, its pondering, and engines that fall.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type LoadedGame, loadGame } from '#dist/api/index.js';
import { unwrap } from '#dist/core/result.js';
import { createReader, type ServedEngine } from '#dist/engines/index.js';
import { createTeamEngine } from '#dist/gpp/engines/index.js';
import { stockfishRanks } from '#dist/gpp/index.js';
import type { Go, Info } from '#dist/protocols/index.js';
import { type Scripted, scriptedEngine } from '../../support/scripted-engine.js';
import { until, wait } from '../../support/waiting.js';

let game: LoadedGame;
let teamEngine: ServedEngine;
let engines: Scripted[];
const notes: string[] = [];
/** Time passes when a test says so. */
const clock = { ms: 0, now: () => clock.ms };

beforeAll(async () => {
  game = await loadGame('chess');
});
afterEach(() => teamEngine.close());

async function team(count: number): Promise<void> {
  engines = await Promise.all(Array.from({ length: count }, () => scriptedEngine()));
  notes.length = 0;
  teamEngine = createTeamEngine({
    game,
    engines,
    growth: 'pv',
    ranks: stockfishRanks,
    clock,
    onNote: (text) => notes.push(text),
  });
}

function think(moves: readonly string[], go: Go, start?: string) {
  const setup = { moves, ...(start !== undefined && { start }) };
  const positions = unwrap(createReader(game).read(setup));
  const infos: Info[] = [];
  const thinking = teamEngine.search({ game, setup, positions, go }, (info) => infos.push(info));
  return {
    ...thinking,
    answer: thinking.bestMove,
    infos,
    stop: () => thinking.stop(),
    hit: () => thinking.ponderHit(),
  };
}

/** A task with all the time in the world: `overWhen` ends it. */
const HOUR = { moveTime: 3_600_000 };

/** Time goes on, and that of `HOUR` is over when something has come true. */
async function overWhen(look: () => boolean, what: string): Promise<void> {
  await until(() => {
    clock.ms += 50;
    return look();
  }, what);
  clock.ms += HOUR.moveTime;
}
const legalAfter = (moves: readonly string[]) => {
  const positions = unwrap(createReader(game).read({ moves }));
  return game.legalMoves(positions.at(-1)!).map(game.notation.makeMove);
};

describe('a team that thinks', () => {
  test('answers after the time it was given, with a legal move', async () => {
    await team(4);
    const { answer, infos } = think([], { moveTime: 150 });
    let answered = false;
    void answer.then(() => {
      answered = true;
    });
    await until(() => infos.length > 0, 'it says something');
    clock.ms += 100;
    await wait(50);
    expect(answered).toBe(false);
    clock.ms += 50;
    const { move } = await answer;
    expect(legalAfter([])).toContain(move);
    expect(infos.at(-1)!.depth).toBeGreaterThan(0);
  });

  test('answers at once when it is stopped', async () => {
    await team(8);
    const { answer, stop, infos } = think([], { infinite: true });
    await until(() => infos.length > 0, 'it says something');
    stop();
    // Nothing else happens before: promises come first.
    const other = new Promise((resolve) => setImmediate(resolve, 'other'));
    expect(await Promise.race([other, answer])).toMatchObject({ move: expect.any(String) });
  });

  test('ends by nodes and by depth', async () => {
    await team(2);
    const byDepth = think([], { depth: 6 });
    await byDepth.answer;
    expect(byDepth.infos.at(-1)!.depth).toBeGreaterThanOrEqual(6);
    const byNodes = think(['e2e4'], { nodes: 2000 });
    await byNodes.answer;
    expect(byNodes.infos.at(-1)!.nodes).toBeGreaterThanOrEqual(2000);
  });

  test('puts all workers on a position that was set by hand, from the root on', async () => {
    await team(5);
    const { answer, stop } = think(['e2e4', 'c7c5'], { infinite: true });
    await until(() => engines.every(({ asked }) => asked.length > 0), 'all work');
    const roots = engines.filter(({ asked }) => asked.at(-1)?.setup.moves.length === 2);
    expect(roots).toHaveLength(1);
    expect(roots[0]!.asked.at(-1)!.go.searchMoves!.length).toBeLessThan(
      legalAfter(['e2e4', 'c7c5']).length,
    );
    stop();
    await answer;
  });

  test('says how far its longest line goes', async () => {
    await team(1);
    const { answer, infos } = think(['e2e4'], HOUR);
    await overWhen(() => infos.length > 0, 'it says something');
    await answer;
    for (const { depth, selDepth } of infos) expect(selDepth).toBe(depth! + 3);
  });

  test('searches only the moves of the request', async () => {
    await team(3);
    const { answer, infos } = think([], { ...HOUR, searchMoves: ['a2a3', 'h2h3'] });
    await overWhen(() => infos.length > 0, 'it says something');
    expect(['a2a3', 'h2h3']).toContain((await answer).move);
    for (const { pv } of infos) expect(['a2a3', 'h2h3']).toContain(pv![0]);
    // A tree of some moves says nothing of the others.
    const next = think([], { infinite: true });
    await until(() => {
      const all = engines.flatMap(({ asked }) => asked);
      return all.some(({ go, setup }) => !go.searchMoves && setup.moves.length === 0);
    }, 'all moves are searched');
    next.stop();
    await next.answer;
  });

  test('tells as many lines as it is asked for', async () => {
    await team(3);
    unwrap(teamEngine.setOption('MultiPV', '3'));
    const { answer, infos } = think([], HOUR);
    await overWhen(() => infos.some(({ multiPv }) => multiPv === 3), 'three lines are reported');
    await answer;
    const last = infos.slice(-3);
    expect(last.map(({ multiPv }) => multiPv)).toEqual([1, 2, 3]);
    expect(new Set(last.map(({ pv }) => pv![0])).size).toBe(3);
  });

  test('ponders the position of the other side, and takes the expected move when it comes', async () => {
    await team(4);
    unwrap(teamEngine.setOption('Ponder', 'true'));
    const first = think([], HOUR);
    await overWhen(() => first.infos.length > 0, 'it says something');
    const { move } = await first.answer;
    const reply = legalAfter([move!])[0]!;
    const ponder = think([move!, reply], { ponder: true, moveTime: 80 });
    const ponders = () => engines.some(({ asked }) => asked.at(-1)?.setup.moves.join() === move);
    await until(ponders, 'the position of the other side is searched');
    ponder.hit();
    clock.ms += 80;
    expect(legalAfter([move!, reply])).toContain((await ponder.answer).move);
  });

  test('speaks of the position after the expected move while it ponders', async () => {
    await team(4);
    const expected = legalAfter(['e2e4'])[0]!;
    const ponder = think(['e2e4', expected], { ponder: true });
    await until(() => {
      clock.ms += 50;
      return ponder.infos.length > 2;
    }, 'it says something');
    const legal = legalAfter(['e2e4', expected]);
    for (const { pv, score } of ponder.infos) {
      expect(legal).toContain(pv![0]);
      // What the workers say of every position, from the side to move.
      expect(score).toMatchObject({ type: 'cp', centipawns: 10 });
    }
    ponder.stop();
    await ponder.answer;
  });

  test('has an answer when the expected move was not played', async () => {
    await team(2);
    const ponder = think(['e2e4', 'e7e5'], { ponder: true });
    await wait(30);
    ponder.stop();
    expect(legalAfter(['e2e4', 'e7e5'])).toContain((await ponder.answer).move);
  });

  test('says that there is no move when the game is over', async () => {
    await team(2);
    const mate = ['f2f3', 'e7e5', 'g2g4', 'd8h4'];
    expect((await think(mate, { moveTime: 1000 }).answer).outcome).toBe('none');
  });

  test('plays on at a draw that no player has claimed, and after it', async () => {
    await team(4);
    const there = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
    const thrice = [...there, ...there];
    for (const moves of [thrice.slice(0, -1), thrice, [...thrice, 'e2e4']]) {
      const { answer, infos } = think(moves, HOUR);
      await overWhen(() => infos.length > 0, 'it says something');
      expect(legalAfter(moves)).toContain((await answer).move);
    }
  });

  test('plays on when fifty moves have passed', async () => {
    await team(3);
    const start = '4k3/8/8/8/8/8/4P3/R3K3 w - - 100 90';
    const { answer, infos } = think([], HOUR, start);
    await overWhen(() => infos.length > 0, 'it says something');
    expect((await answer).move).toMatch(/^[a-e][12]/);
  });
});

describe('an engine that falls', () => {
  test('gets its task again', async () => {
    await team(1);
    engines[0]!.fail(false);
    const { answer } = think([], HOUR);
    await overWhen(() => engines[0]!.asked.length > 1, 'it is asked again');
    expect(legalAfter([])).toContain((await answer).move);
  });

  test('for good leaves the team, which goes on without it', async () => {
    await team(3);
    const first = think([], HOUR);
    await overWhen(() => engines.every(({ asked }) => asked.length > 0), 'all work');
    const { move } = await first.answer;
    engines[0]!.fail(true);
    const { answer, infos } = think([move!], HOUR);
    await until(() => notes.length > 0, 'a note is sent');
    expect(notes.join()).toContain('worker 1 (Scripted) has left: it stays down');
    const reported = infos.length;
    await overWhen(() => infos.length > reported, 'the others go on');
    expect(legalAfter([move!])).toContain((await answer).move);
  });
});
