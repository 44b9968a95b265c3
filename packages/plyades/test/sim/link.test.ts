// Links to simulated runs: what was put into a link comes out of it, another text is refused with a reason, and the run
// of a link is the run that made it.
import { deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { notationOf } from '#dist/games/load.js';
import { gameNames } from '#dist/games/names.js';
import { parseHierarchy } from '#dist/parallel/hierarchy/file.js';
import {
  BUILD_ID,
  type LinkedRun,
  type LinkedSearch,
  makeLink,
  parseLink,
  simulate,
  simulatedAlgorithms,
  simulateLink,
  simulateProof,
} from '#dist/sim/index.js';
import { MAX_PACKED, MAX_UNPACKED } from '#dist/sim/packed-text.js';

const othello = notationOf('othello');

/** A middle game, in which messages matter. */
const MIDDLE = '------------------OX------OOO-----OXXXX----OX-------X----------- X';

const usual: LinkedSearch = {
  type: 'search',
  game: 'othello',
  position: othello.makePosition(othello.start()),
  algorithm: 'aphid',
  processors: 4,
  depth: 6,
  table: 'local',
  hash: 4,
  profile: 'measured',
  seed: 1,
  faults: 'none',
  build: BUILD_ID,
};

const packed = (value: unknown) =>
  `#run=${deflateSync(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')}`;
const unpacked = (link: string) =>
  JSON.parse(inflateSync(Buffer.from(link.split('#run=')[1]!, 'base64url')).toString());
const codeOf = async (link: string) => {
  const parsed = await parseLink(link);
  return parsed.ok ? 'accepted' : parsed.error.code;
};
const read = async (link: string) => unwrap(await parseLink(link));

const cost = fc.double({ min: 1, max: 3600e9, noNaN: true });
const anyRun: fc.Arbitrary<LinkedRun> = fc
  .record(
    {
      game: fc.constantFrom(...gameNames),
      algorithm: fc.constantFrom(...simulatedAlgorithms),
      processors: fc.integer({ min: 1, max: 4096 }),
      depth: fc.integer({ min: 1, max: 128 }),
      table: fc.constantFrom('local', 'ring', 'shared'),
      hash: fc.double({ min: 0, max: 1e6, noNaN: true }).map(Math.abs),
      profile: fc.oneof(
        fc.constantFrom('paper', 'measured'),
        fc.record({
          name: fc.stringMatching(/^[ -~]{0,60}$/),
          ...{ nodeNs: cost, masterNodeNs: cost, messageNs: cost, byteNs: cost },
          ...{ latencyNs: cost, epochNs: cost },
        }),
      ),
      seed: fc.nat(Number.MAX_SAFE_INTEGER),
      faults: fc.constantFrom('none', 'lose:10%,late:5%', 'slow:0x3@0s'),
      digest: fc.stringMatching(/^[0-9a-f]{16}$/),
      mode: fc.constantFrom('exact', 'play'),
      selective: fc.boolean(),
      limitMs: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    },
    {
      requiredKeys: [
        ...['game', 'algorithm', 'processors', 'depth', 'table', 'hash', 'profile', 'seed'],
        'faults',
      ] as never,
    },
  )
  .map(
    (fields) =>
      ({
        type: 'search',
        position: notationOf(fields.game!).makePosition(notationOf(fields.game!).start()),
        build: BUILD_ID,
        ...fields,
      }) as LinkedRun,
  );

describe('a link', () => {
  test('gives back every run that was put into it', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyRun,
        fc.constantFrom('', 'http://127.0.0.1:8080/t0ken/#/old'),
        async (run, base) => {
          const link = await makeLink(base, run);
          expect(link.match(/#/g)).toHaveLength(1);
          const parsed = await parseLink(link);
          // Some settings do not go together: the reader says so, and changes nothing of the others.
          if (parsed.ok) expect(parsed.value).toEqual(run);
          else expect(parsed.error.message).toMatch(/is no link to a run: .*(mode|table|search)/);
        },
      ),
    );
    expect(await read(await makeLink('', usual))).toEqual(usual);
  });

  test('of a hierarchy has its processes and times, but no addresses and no comments', async () => {
    const hierarchy =
      'latency 10ms 50us\nhub nats://secret.example:4222\npolicy even\n# a comment\nwest x2\n\tworker x3\n' +
      'north nats://other.example:1\n\tworker';
    const link = await makeLink('', { ...usual, processors: 11, hierarchy });
    const read = unwrap(await parseLink(link)) as LinkedSearch;
    expect(read.hierarchy).toBe(
      'policy even\nlatency 10ms 50us\nwest x2\n\tworker x3\nnorth\n\tworker',
    );
    const [given, kept] = [hierarchy, read.hierarchy!].map((text) => unwrap(parseHierarchy(text)));
    expect(kept).toMatchObject({ latenciesNs: given!.latenciesNs, middle: given!.middle });
    expect(await codeOf(packed({ ...unpacked(link), hierarchy }))).toBe('ERR_VALUE');
  });

  test('is short for a usual run', async () => {
    const link = await makeLink('', { ...usual, digest: '0123456789abcdef' });
    expect(link.length).toBeLessThan(400);
  });
});

describe('refused is', () => {
  test('any text that is no link, with a reason and without an exception', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.string({ unit: 'binary' }).map((text) => `#run=${text}`),
          fc.base64String().map((text) => `#run=${text.replace(/[+/=]/g, '')}`),
          fc.json().map(packed),
          fc.json().map((text) => packed({ v: 1, ...JSON.parse(`{"a":${text}}`) })),
        ),
        async (text) => {
          const parsed = await parseLink(text);
          expect(parsed.ok).toBe(false);
          if (!parsed.ok) expect(parsed.error.message).toContain('is no link to a run: ');
        },
      ),
    );
  });

  test('a link with a character changed or its end cut off, or it means the same', async () => {
    const link = await makeLink('', { ...usual, digest: '0123456789abcdef' });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 5, max: link.length - 1 }),
        fc.constantFrom(...'AZaz09-_', '%', '\0', '€', ''),
        async (at, character) => {
          const changed = link.slice(0, at) + character + link.slice(at + 1);
          const parsed = await parseLink(changed);
          if (parsed.ok) expect(parsed.value).toMatchObject(usual);
        },
      ),
    );
    for (let length = 5; length < link.length - 1; length++) {
      expect(await codeOf(link.slice(0, length))).not.toBe('accepted');
    }
  });

  test('a short text that would fill the memory', async () => {
    const bomb = packed('0'.repeat(30_000_000));
    expect(bomb.length).toBeLessThan(MAX_PACKED);
    expect(await codeOf(bomb)).toBe('ERR_TOO_LONG');
    expect(await codeOf(packed(' '.repeat(MAX_UNPACKED + 1)))).toBe('ERR_TOO_LONG');
    expect(await codeOf(`#run=${'A'.repeat(MAX_PACKED + 1)}`)).toBe('ERR_TOO_LONG');
    expect(await codeOf(`${'x'.repeat(1 << 20)}#run=A`)).toBe('ERR_TOO_LONG');
    const deep = packed(`{"v":1,"a":${'['.repeat(100_000)}`);
    expect(await codeOf(deep)).toBe('ERR_VALUE');
  });

  test.each<[string, object, string]>([
    ['a game of another module', { game: './evil.js' }, 'ERR_GAME'],
    ['a game on another host', { game: 'https://example.org/game.js' }, 'ERR_GAME'],
    ['an unknown field', { module: './evil.js' }, 'ERR_VALUE'],
    ['an unknown setting', { settings: { url: 'https://example.org' } }, 'ERR_OPTION'],
    ['a setting that cannot be', { settings: { minSize: -1 } }, 'ERR_OPTION'],
    ['a prototype', { settings: JSON.parse('{"__proto__":{"minSize":1}}') }, 'ERR_OPTION'],
    ['a position that is none', { position: 'X' }, 'ERR_LENGTH'],
    ['a path for a profile', { profile: './profile.json' }, 'ERR_VALUE'],
    ['a cost that cannot be', { profile: { name: 'x', nodeNs: 0 } }, 'ERR_VALUE'],
    ['too many processors', { processors: 4097 }, 'ERR_VALUE'],
    ['a fault of a process that is not there', { faults: 'pause:9@1s+1s' }, 'ERR_VALUE'],
    ['an algorithm that is none', { algorithm: 'toString' }, 'ERR_VALUE'],
    ['another version', { v: 2 }, 'ERR_VALUE'],
    ['a proof with the fields of a search', { type: 'proof' }, 'ERR_VALUE'],
    ['another kind of run', { type: 'constructor' }, 'ERR_VALUE'],
    ['a build that writes to the terminal', { build: '\u001b[2J' }, 'ERR_VALUE'],
    ['a digest that is none', { digest: 'x' }, 'ERR_VALUE'],
  ])('%s', async (_, change, code) => {
    expect(await codeOf(packed({ v: 1, ...usual }))).toBe('accepted');
    expect(await codeOf(packed({ v: 1, ...usual, ...change }))).toBe(code);
  });

  test('text for people only as what a terminal can show', async () => {
    const profile = { name: 'a\u001b[31m', nodeNs: 9, masterNodeNs: 9, messageNs: 9, byteNs: 9 };
    const run = { v: 1, ...usual, profile: { ...profile, latencyNs: 9, epochNs: 9 } };
    expect(await read(packed(run))).toMatchObject({ profile: { name: 'a\\u001b[31m' } });
  });
});

describe('the run of a link', () => {
  const options = { algorithm: 'aphid', processors: 5, depth: 7, hash: 4, threads: 0 };
  const slow = { nodeNs: 500, masterNodeNs: 700, messageNs: 3000, byteNs: 2, latencyNs: 20_000 };

  test.each([
    ['by itself', {}],
    ['with faults drawn by a seed', { faults: 'random', seed: 11 }],
    ['with settings and a horizon', { horizon: 2, settings: { minSize: 1 } }],
    ['in play mode with a limit', { mode: 'play', selective: false, limitMs: 3 }],
    ['with an epoch of its own', { epochNs: 12_345 }],
    ['with a shared table', { table: 'shared' }],
    [
      'with times of links',
      { linkTimes: { heartbeat: 900, silence: 9000, resend: 90, acknowledge: 9 } },
    ],
    [
      'with costs of its own',
      {
        profile: { name: '/home/me/costs.json', about: [], games: {}, other: slow, epochNs: 9000 },
      },
    ],
    [
      'with a hierarchy',
      { algorithm: 'minimal-tree', hierarchy: 'latency 1ms 10us\nsite x2\n\tworker', flat: true },
    ],
  ] as const)('%s is the run that made it', async (_, more) => {
    const first = await simulate(othello.start(), { ...options, ...more });
    const link = await makeLink('', first.linked!);
    expect(link).not.toContain('/home');
    const linked = await read(link);
    expect(JSON.stringify(linked)).not.toContain('/home');
    const { simulation, identical, sameBuild } = await simulateLink(linked, { threads: 1 });
    expect({ identical, sameBuild }).toEqual({ identical: true, sameBuild: true });
    expect(simulation).toMatchObject({ digest: first.digest, value: first.value });
    expect(simulation.linked).toEqual(linked);
  });

  test('of a proof is the run that made it', async () => {
    const position = notationOf('tic-tac-toe').start();
    const first = await simulateProof(position, {
      ...{ processors: 3, goal: 'draw', hash: 2, faults: 'lose:30%', seed: 4, threads: 0 },
      ...{ budget: 50, nodeNs: 321 },
    });
    const linked = await read(await makeLink('', first.linked));
    expect(linked).toMatchObject({ type: 'proof', profile: { nodeNs: 321 } });
    const { simulation, identical } = await simulateLink(linked, { threads: 1 });
    expect(identical).toBe(true);
    expect(simulation.linked).toEqual(first.linked);
    const other = await simulateLink({ ...linked, seed: 5 }, { threads: 0 });
    expect(other.identical).toBe(false);
  });

  test('by another build or with another digest is told apart', async () => {
    const { linked } = await simulate(othello.start(), options);
    const other = await simulateLink({ ...linked!, build: '0.0.0-00000000' }, { threads: 0 });
    expect(other).toMatchObject({ sameBuild: false, identical: true });
    const forged = await simulateLink({ ...linked!, digest: '0'.repeat(16) }, { threads: 0 });
    expect(forged).toMatchObject({ sameBuild: true, identical: false });
    const { digest: _, ...open } = linked!;
    expect((await simulateLink(open, { threads: 0 })).identical).toBeUndefined();
  });

  test('has a digest that every part of the run decides', async () => {
    const digests = new Set<string>();
    const middle = unwrap(othello.parsePosition(MIDDLE));
    const faults = 'lose:30%';
    const changes = [{}, { faults }, { faults, seed: 2 }, { depth: 6 }, { horizon: 3 }];
    for (const change of [...changes, { profile: 'paper' }]) {
      digests.add((await simulate(middle, { ...options, ...change })).digest);
    }
    expect(digests.size).toBe(changes.length + 1);
  });

  test('of a game in plain TypeScript has a digest, but no link', async () => {
    const { openPlainGame } = await import('#dist/api/plain-game.js');
    const game = await openPlainGame('dist/examples/connect-four.js');
    const subject = {
      name: game.id,
      game: game.source,
      state: game.sourcePosition(game.notation.start()),
    };
    const run = await simulate(subject, { ...options, algorithm: 'root-split', depth: 4 });
    expect(run.digest).toMatch(/^[0-9a-f]{16}$/);
    expect(run.linked).toBeUndefined();
  });
});
