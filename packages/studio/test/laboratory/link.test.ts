import { loadGame, unwrap } from 'plyades';
import { BUILD_ID, parseLink, simulateLink, simulateProof } from 'plyades/sim';
import { expect, test } from 'vitest';
import { digestWords, proofWords, sizeHint } from '../../src/laboratory/result.js';
import { addressOfRun, openLink, packRequest, packRun } from '../../src/runs/link.js';
import { FIRST_REQUEST } from '../../src/runs/request.js';
import { checkDigest, proofOptionsOf } from '../../src/runs/simulation.js';

const profile = {
  name: 'paper l10 n0',
  about: [],
  games: {},
  other: { nodeNs: 44_000, masterNodeNs: 50_600, messageNs: 2e5, byteNs: 50, latencyNs: 1e7 },
  epochNs: 5e7,
};

test.each([
  ['the first search', FIRST_REQUEST],
  ['the start, with faults', { ...FIRST_REQUEST, position: '', faults: 'crash:7@0.005s+0.25s' }],
  ['a profile of its own', { ...FIRST_REQUEST, profile, settings: { updates: false } }],
])('a request travels as a link: %s', async (_, request) => {
  const packed = await packRequest(request);
  const { request: opened, expected } = await openLink(packed!);
  const { notation } = await loadGame('othello');
  const position = request.position || notation.makePosition(notation.start());
  expect(opened).toEqual({ ...request, position, table: 'local' });
  expect(expected).toEqual({ build: BUILD_ID, digest: undefined });
});

test('the link of a finished run has its digest, and another one is noticed', async () => {
  const packed = (await packRequest({ ...FIRST_REQUEST, depth: 5, processors: 4 }))!;
  const linked = unwrap(await parseLink(addressOfRun('http://127.0.0.1/#/tree', packed)));
  const { simulation } = await simulateLink(linked, { threads: 0 });
  const { expected } = await openLink(await packRun(simulation.linked!));
  expect(expected.digest).toBe(simulation.digest);
  const same = checkDigest(simulation, expected)!;
  expect(digestWords(same)).toMatchObject({ kind: 'good' });
  const other = { ...expected, digest: '0123456789abcdef' };
  expect(checkDigest(simulation, other)!.kind).toBe('different');
  expect(checkDigest(simulation, { ...other, build: '0.0.0-x' })!.kind).toBe('build');
  expect(checkDigest(simulation, { build: BUILD_ID, digest: undefined })).toBeUndefined();
});

test.each(['', 'x', 'AAAA', '../../etc', '<script>', 'e'.repeat(100_000)])(
  'a damaged link is one message: %s',
  async (packed) => {
    await expect(openLink(packed)).rejects.toThrow(/is no link to a run/);
  },
);

test('a simulated proof travels as a link, with its goal and settings', async () => {
  const { notation, parsePosition } = await loadGame('loa');
  const position = '-------------------------XX--XO----XOXX---X----O-----O----X----- X';
  const request = {
    ...FIRST_REQUEST,
    ...({ game: 'loa', position, algorithm: 'pns-dfpn', processors: 4, goal: 'win' } as const),
  };
  expect(await packRequest(request)).toBeUndefined();
  const simulation = await simulateProof(unwrap(parsePosition(position)), {
    ...proofOptionsOf(request),
    threads: 0,
  });
  expect(simulation.result).toBe('proved');
  const opened = await openLink(await packRun(simulation.linked));
  expect(opened.expected.digest).toBe(simulation.digest);
  expect(opened.request).toMatchObject({ game: 'loa', goal: 'win', side: 0, processors: 4 });
  expect(notation.title).toBe('Lines of Action');
  const again = await simulateProof(unwrap(parsePosition(opened.request.position)), {
    ...proofOptionsOf(opened.request),
    threads: 0,
  });
  expect(again.digest).toBe(simulation.digest);
  expect(proofWords(again)).toMatchObject({
    kind: 'good',
    text: expect.stringContaining('The same answer as df-pn'),
  });
  expect(sizeHint(1536, 0.5, 300_000)).toContain('195 for each of 1,536 processors');
  expect(sizeHint(16, 11, 300_000)).toBeUndefined();
});
