// An engine team as a program opens it: one engine to ask about positions, closed with its engines.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadGame } from 'plyades';
import { serve } from 'plyades/engines';
import { type GrowthName, openEngineTeam, usualGrowth } from 'plyades/gpp';
import { describe, expect, test } from 'vitest';
import { deferEngineTeam } from '#dist/gpp/engines/index.js';

const fake = fileURLToPath(new URL('../../support/fake-engine.mjs', import.meta.url));
const good = `${process.execPath} ${fake}`;

describe('an engine team', () => {
  test('answers as one engine, and is closed at the end of its block', async () => {
    let closed: Promise<unknown>;
    {
      await using team = await openEngineTeam({ engines: [good], workers: 2, growth: 'pv' });
      expect(team).toMatchObject({ game: 'chess', protocol: 'uci' });
      const infos: unknown[] = [];
      const found = await team.search({
        setup: { moves: [] },
        go: { nodes: 10, searchMoves: ['d2d4', 'e2e4'] },
        onInfo: (info) => infos.push(info),
      });
      expect(['d2d4', 'e2e4']).toContain(found.move);
      expect(found.nodes).toBeGreaterThan(0);
      expect(infos.length).toBeGreaterThan(0);
      expect(found.lines[0]!.pv![0]).toBe(found.move);
      const illegal = team.search({ setup: { moves: ['e2e5'] }, go: { nodes: 10 } });
      await expect(illegal).rejects.toMatchObject({ code: 'ERR_ILLEGAL_MOVE' });
      await expect(team.setOption('Threads', 2)).rejects.toMatchObject({ code: 'ERR_OPTION' });
      closed = Promise.resolve(team);
    }
    const team = (await closed) as Awaited<ReturnType<typeof openEngineTeam>>;
    const late = team.search({ setup: { moves: [] }, go: { nodes: 1 } });
    await expect(late).rejects.toMatchObject({ code: 'ERR_CLOSED' });
  });

  test('ends a search at its deadline, and the one before another one', async () => {
    await using team = await openEngineTeam({ engines: [good], workers: 1, growth: 'pv' });
    const request = { setup: { moves: [] }, go: { infinite: true } };
    const { move } = await team.search({ ...request, deadlineMs: 50 });
    expect(move).toBe('e2e4');
    const first = team.search(request);
    const second = team.search({ ...request, deadlineMs: 50 });
    expect([(await first).move, (await second).move]).toEqual(['e2e4', 'e2e4']);
  });

  test('is what a front end serves', async () => {
    await using team = await openEngineTeam({ engines: [good], workers: 2, growth: 'pv' });
    const lines: string[] = [];
    async function* input() {
      yield 'uci\nposition startpos\ngo nodes 10\n';
    }
    await serve({
      protocol: 'uci',
      game: await loadGame('chess'),
      engine: team.served,
      input: input(),
      write: (line) => lines.push(line),
    });
    expect(lines.at(-1)).toMatch(/^bestmove /);
  });

  test('that cannot be is refused, and leaves no engine behind', async () => {
    const open = (engine: string, growth: string) =>
      openEngineTeam({ engines: [engine], workers: 2, growth: growth as GrowthName });
    await expect(open(good, 'hash')).rejects.toMatchObject({ code: 'ERR_OPTION' });
    await expect(open(good, 'council')).rejects.toMatchObject({
      code: 'ERR_OPTION',
      message: expect.stringContaining('council is called consultation now'),
    });
    await expect(open('no-such', 'pv')).rejects.toMatchObject({ code: 'ERR_MISSING_PART' });
    const aborted = AbortSignal.abort();
    const cut = openEngineTeam({ engines: [good, good], workers: 2, signal: aborted });
    await expect(cut).rejects.toBe(aborted.reason);
  });

  test('that is closed while it starts measures no engine any more', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plyades-team-'));
    const received = join(folder, 'received');
    const noting = `${good} --received ${received}`;
    const options = { engines: [noting, good], workers: 2, name: 'Team' };
    const { engine, started } = deferEngineTeam(await loadGame('chess'), options);
    await engine.close();
    // Nobody waits for it, so its end is no fault.
    expect(await started).toBeUndefined();
    await expect(engine.ready()).rejects.toMatchObject({ name: 'AbortError' });
    const searches = readFileSync(received, 'utf8').match(/^go .*$/gm) ?? [];
    expect(searches.filter((line) => !line.includes('searchmoves'))).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  test('grows by what its engines can do', () => {
    expect(usualGrowth(['plyades'])).toBe('hash');
    expect(usualGrowth(['stockfish', 'plyades'])).toBe('pv');
  });
});
