// UCI_LimitStrength and UCI_Elo, by the lines that a program with a board sends.
import { loadGame } from 'plyades';
import { expect, test } from 'vitest';
import { createOwnEngine, serve } from '#dist/engines/index.js';

/** What the engine writes for these lines. */
async function talk(...lines: readonly string[]): Promise<readonly string[]> {
  const game = await loadGame('chess');
  const written: string[] = [];
  await serve({
    protocol: 'uci',
    game,
    engine: createOwnEngine(game, 'uci', '0'),
    input: (async function* () {
      yield `${lines.join('\n')}\n`;
    })(),
    write: (line) => written.push(line),
  });
  return written;
}

const limited = (elo: number, seed = 1) => [
  'setoption name UCI_LimitStrength value true',
  `setoption name UCI_Elo value ${elo}`,
  `setoption name Seed value ${seed}`,
];

const answers = (lines: readonly string[]) => lines.filter((line) => line.startsWith('bestmove'));

test('the options are announced with their range', async () => {
  const written = await talk('uci');
  expect(written).toContain('option name UCI_LimitStrength type check default false');
  const [, usual, least, most] =
    written
      .map((line) => /^option name UCI_Elo type spin default (\d+) min (\d+) max (\d+)$/.exec(line))
      .find(Boolean) ?? [];
  expect(usual).toBe(most);
  expect(Number(least)).toBeLessThan(Number(most));
});

test('a number out of the range is refused', async () => {
  const written = await talk('setoption name UCI_Elo value 10', 'isready');
  expect(written.join('\n')).toMatch(/ERR_OPTION: .*UCI_Elo/);
});

test('a move comes by the node budget, without any limit of time, and is the same for a seed', async () => {
  const go = ['position startpos moves e2e4 e7e5', 'go wtime 9000000 btime 9000000'];
  const first = await talk(...limited(1200), ...go);
  expect(answers(first)).toHaveLength(1);
  expect(answers(await talk(...limited(1200), ...go))).toEqual(answers(first));
  expect(first.some((line) => /^info depth \d+ .*score .*pv /.test(line))).toBe(true);
});

test('a stronger player searches more nodes', async () => {
  const nodes = async (elo: number) => {
    const written = await talk(...limited(elo), 'position startpos', 'go movetime 600000');
    return Math.max(...written.map((line) => Number(/ nodes (\d+)/.exec(line)?.[1] ?? 0)));
  };
  expect(await nodes(1000)).toBeLessThan(await nodes(1800));
});

test('searchmoves, a mate in one and a position without moves are answered', async () => {
  const some = await talk(...limited(1000), 'position startpos', 'go searchmoves a2a3 h2h4');
  expect(answers(some)[0]).toMatch(/^bestmove (a2a3|h2h4)/);
  const mate = 'position fen 6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1';
  expect(answers(await talk(...limited(1000), mate, 'go infinite', 'stop'))[0]).toMatch(
    /^bestmove a1a8/,
  );
  const over = 'position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1';
  expect(answers(await talk(...limited(1000), over, 'go movetime 100'))).toHaveLength(1);
});

test('full strength comes back', async () => {
  const off = 'setoption name UCI_LimitStrength value false';
  const written = await talk(...limited(1000), off, 'position startpos', 'go depth 6');
  expect(written.some((line) => line.startsWith('info depth 6 '))).toBe(true);
});
