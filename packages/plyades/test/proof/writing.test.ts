// Whatever is solved can be written down: wins whose moves were found one by one and go round in circles,
// and answers that rest on the fifty-move rule. What was known before writing is not lost with it.

import { endgames } from 'plyades-lab/endgames';
import { afterAll, describe, expect, test } from 'vitest';
import { closeAll, loadGame, type Position, solve, verify } from '#dist/api/index.js';
import { unwrap } from '#dist/core/result.js';
import { makeProofFile, parseProofFile } from '#dist/proof/index.js';

afterAll(closeAll);

const at = async (game: string, text: string): Promise<Position> =>
  unwrap((await loadGame(game)).parsePosition(text));

/** Solves with a proof, which must be valid. */
async function proved(text: string) {
  const found = await solve(await at('chess', text), { proof: true, memory: 64 }).result;
  expect([text, found.proofError]).toEqual([text, undefined]);
  expect(await verify(found.proof!)).toMatchObject({ valid: true, result: found.result });
  return found;
}

describe('a win', () => {
  test.each([
    '8/8/8/3k4/8/8/8/QK6 w - - 0 1',
    '8/8/8/8/8/2k5/8/K6Q w - - 0 1',
    '8/3k4/8/2K5/8/8/Q7/8 w - - 0 1',
    '5k2/8/3K4/8/8/8/8/R7 w - - 0 1',
  ])('that was found in circles has a proof without any, and a line to mate: %s', async (text) => {
    const { result, line } = await proved(text);
    expect(result).toBe('proved');
    const game = await loadGame('chess');
    const end = line.reduce(
      (position, move) => unwrap(game.play(position, move)),
      await at('chess', text),
    );
    expect(game.over(end)).toBe(true);
  });

  test('in which one position has other moves late than early is written with its clocks', async () => {
    expect((await proved('8/3K4/8/8/8/2k5/8/5Q2 w - - 81 60')).result).toBe('proved');
  });
});

describe('an answer that rests on the fifty-move rule', () => {
  const LATE = '7k/8/5K2/8/8/8/8/R7 w - - 98 60';

  test('has a proof, and a line that ends with the draw', async () => {
    const { result, line } = await proved(LATE);
    expect([result, line.length]).toEqual(['disproved', 2]);
    expect((await proved('8/8/K6k/1Q6/8/8/8/8 w - - 95 60')).result).toBe('disproved');
  });

  test('is not proved by the same graph at another clock', async () => {
    const { header, graph } = unwrap(await parseProofFile((await proved(LATE)).proof!));
    for (const clock of [97, 90, 0]) {
      const position = LATE.replace('98', String(clock));
      const file = await makeProofFile({ ...header, position }, graph);
      expect(await verify(file)).toMatchObject({
        valid: false,
        hole: expect.stringContaining('ends'),
      });
    }
  });
});

test('an answer is not lost when its proof is interrupted', async () => {
  const { position } = endgames()[0]!;
  const stop = new AbortController();
  const solving = solve(await at('loa', position), {
    algorithm: 'pns',
    proof: true,
    signal: stop.signal,
  });
  // The tree has its answer; the finder of moves begins with an empty table.
  for await (const { pn, dn } of solving) if (pn === 0 || dn === 0) stop.abort();
  const { result, proof, proofError } = await solving.result;
  expect([result, proof, proofError]).toEqual([endgames()[0]!.result, undefined, 'interrupted']);
});
