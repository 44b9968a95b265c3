import { closeAll, loadGame, openProof, solve, unwrap, verify } from 'plyades';
import { afterAll, expect, test } from 'vitest';
import { isKept, keptBytes, makeKept } from '../../src/proof/kept.js';
import { problems } from '../../src/proof/problems.js';
import {
  beginWalk,
  goTo,
  playGiven,
  playOn,
  playReply,
  repliesAt,
  shownStep,
} from '../../src/proof/walk.js';
import { claimWords, endWords, taskWords, verdictWords } from '../../src/proof/words.js';

afterAll(closeAll);

async function proofOf({ game, position, goal }: (typeof problems)[number]) {
  const loaded = await loadGame(game);
  const options = { goal, proof: true, memory: 64 } as const;
  const { proof } = await solve(unwrap(loaded.parsePosition(position)), options).result;
  return proof!;
}

test.each(problems)('$name: solved, verified, and walked to its end', async (problem) => {
  const file = await proofOf(problem);
  const verified = await verify(file);
  expect(verified).toMatchObject({ valid: true, result: 'proved', goal: problem.goal });
  const proof = await openProof(file);
  let walk = playGiven(proof, beginWalk(proof));
  while (shownStep(walk).at.kind !== 'over') {
    const replies = repliesAt(proof, shownStep(walk).at);
    expect(replies.length).toBeGreaterThan(0);
    walk = playReply(proof, walk, replies.at(-1)!.move);
  }
  const sides = ['First', 'Second'] as const;
  const words = endWords(proof, shownStep(walk).at, sides);
  if (problem.goal === 'draw') expect(words).toMatch(/draw|First has won/);
  else expect(words).toContain(`${sides[proof.prover]} has won`);
  expect(words).not.toContain('against the claim');
});

test('going back keeps the way, and another reply leaves it', async () => {
  const proof = await openProof(await proofOf(problems.at(-1)!));
  const first = playGiven(proof, beginWalk(proof));
  expect(first.shown).toBe(1);
  const [one, two] = repliesAt(proof, shownStep(first).at);
  const further = playReply(proof, first, one!.move);
  expect(further.steps.length).toBe(4);
  expect(shownStep(further).text).toBe(one!.answer);
  const back = goTo(further, 1);
  expect(back.steps).toBe(further.steps);
  expect(playOn(proof, back, one!.move).steps).toBe(further.steps);
  const other = playOn(proof, back, two!.move);
  expect(other.steps.length).toBe(3);
  expect(goTo(other, 99).shown).toBe(2);
  expect(goTo(other, -1).shown).toBe(0);
});

test('words name the sides and what was checked', async () => {
  const header = {
    ...{ game: 'chess', position: '', nodes: 7, bytes: 1, sha256: '' },
    ...({ goal: 'mate', side: 0, result: 'proved' } as const),
  };
  const sides = ['White', 'Black'] as const;
  expect(claimWords(header, sides)).toBe('White mates, whatever Black does.');
  expect(claimWords({ ...header, goal: 'win', side: 1, result: 'disproved' }, sides)).toBe(
    'Black cannot win: White always holds at least a draw.',
  );
  const { notation } = await loadGame('chess');
  const at = { position: notation.start(), node: 1, kind: 'replies', moves: [1, 2] } as const;
  expect(taskWords(at, 'White', 'Black')).toContain('Black may choose among 2 moves');
  expect(taskWords({ ...at, moves: [1] }, 'White', 'Black')).toBe('Black has one move.');
  const good = { valid: true, positions: 1234, hole: undefined, line: [] };
  expect(verdictWords(good, 'Chess')).toMatchObject({
    kind: 'good',
    text: expect.stringContaining('1,234 positions'),
  });
  const bad = { valid: false, positions: 0, hole: 'the move is illegal', line: ['e4', 'e5'] };
  expect(verdictWords(bad, 'Chess')).toEqual({
    kind: 'bad',
    text: 'Not a proof: the move is illegal, after e4 e5. The file claims more than it shows.',
  });
});

test('an open proof is kept for a reload, unless it is large', () => {
  const bytes = new Uint8Array([0, 7, 255, 128]);
  const kept = makeKept('mate.proof', bytes, [1, 2])!;
  expect(isKept(JSON.parse(JSON.stringify(kept)))).toBe(true);
  expect(keptBytes(kept)).toEqual(bytes);
  expect(makeKept('large', new Uint8Array(400_000), [])).toBeUndefined();
  expect(isKept({ ...kept, moves: ['e4'] })).toBe(false);
  expect(isKept(null)).toBe(false);
  expect(keptBytes({ ...kept, file: '%%%' })).toBeUndefined();
});
