// The parts of the cluster's host that own no socket: waits, keys, and the refusal of messages that make no sense.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveSolve } from '#dist/api/solve-options.js';
import { MAX_JOB_PROCESSES } from '#dist/control-plane/index.js';
import { createRandom } from '#dist/core/random.js';
import { tryJson } from '#dist/core/schema.js';
import { Backoff } from '#dist/hosts/nats/backoff.js';
import { parseCredential } from '#dist/hosts/nats/credential.js';
import { linkTimesOf } from '#dist/hosts/nats/link-times.js';
import { drawKey, makeMail, readKey, readMail } from '#dist/hosts/nats/mail.js';
import { capacityRequest, workerCommand, workerNotice } from '#dist/hosts/nats/messages.js';
import { hashOf } from '#dist/hosts/nats/modules.js';
import { PROTOCOL } from '#dist/hosts/nats/subjects.js';
import { createCounters } from '#dist/parallel/counters.js';
import { LINK_TIMES } from '#dist/parallel/links.js';
import { MAX_PACKET } from '#dist/parallel/wire.js';
import type { SolveRequest } from '#dist/proof/index.js';
import { requestWith } from '../support/request.js';

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

test('waits grow, differ and have an end', () => {
  const waits = (seed: number) => {
    const backoff = new Backoff(createRandom(seed));
    return Array.from({ length: 12 }, () => backoff.next());
  };
  const [first, second] = [waits(1), waits(2)];
  expect(first).not.toEqual(second);
  for (const [index, ms] of first.entries()) {
    const limit = Math.min(5000, 100 * 2 ** index);
    expect(ms).toBeGreaterThanOrEqual(limit / 2);
    expect(ms).toBeLessThanOrEqual(limit + 1);
  }
  const backoff = new Backoff(createRandom(3));
  for (let i = 0; i < 9; i++) backoff.next();
  backoff.succeeded();
  expect(backoff.next()).toBeLessThanOrEqual(101);
});

describe('mail', () => {
  test('carries a packet to a place of its own job only', () => {
    const [key, other] = [drawKey(), drawKey()];
    const mail = makeMail(key.bytes, 257, Uint8Array.of(1, 2, 3));
    expect(readMail(key.bytes, mail)).toEqual({ to: 257, packet: Uint8Array.of(1, 2, 3) });
    expect(readMail(other.bytes, mail)).toBeUndefined();
    expect(readMail(key.bytes, mail.slice(0, 18))).toBeUndefined();
    const long = (bytes: number) => makeMail(key.bytes, 1, new Uint8Array(bytes));
    expect(readMail(key.bytes, long(MAX_PACKET))?.packet).toHaveLength(MAX_PACKET);
    expect(readMail(key.bytes, long(MAX_PACKET + 1))).toBeUndefined();
    expect(readKey(key.text)).toEqual(key);
    expect(readKey('xyz')).toBeUndefined();
  });
});

test('heartbeats are rarer with many processes, and two fit into every silence', () => {
  expect(linkTimesOf(3)).toEqual(LINK_TIMES);
  for (let size = 2; size <= MAX_JOB_PROCESSES; size++) {
    const { heartbeat, silence } = linkTimesOf(size);
    expect(heartbeat).toBeGreaterThanOrEqual(LINK_TIMES.heartbeat);
    expect(2 * heartbeat).toBeLessThanOrEqual(LINK_TIMES.silence);
    expect(silence).toBeGreaterThanOrEqual(5 * heartbeat);
    // At most two thousand a second for a master, in each direction.
    expect(1e6 * size).toBeLessThanOrEqual(Math.max(2000, size) * heartbeat);
  }
});

test('counters are part of the protocol: with one more, its number is greater', () => {
  const names = [
    ...['nodes', 'leaves', 'aheadNodes', 'speculativeNodes', 'usedAheadNodes', 'abandonedNodes'],
    ...['againForWindow', 'againForOwner', 'againForTable', 'catchUpNodes', 'helpNodes'],
    'masterNodes',
    ...['passes', 'jobs', 'tasks', 'openTasks', 'checks', 'messages', 'bytes', 'refused'],
    ...['entriesSent', 'entriesReceived', 'entriesUsed'],
  ];
  expect({ protocol: PROTOCOL, names: Object.keys(createCounters()) }).toEqual({
    ...{ protocol: 7, names },
  });
});

describe('messages', () => {
  const request = requestWith({ algorithm: 'aphid', position: 'x', depth: 5, table: 'ring' });
  const start = {
    type: 'start',
    key: 'a'.repeat(32),
    job: 'j1',
    game: { id: 'othello', hash: 'abc' },
    request,
    tableBytes: 100,
    size: 3,
    granted: [{ self: 1, incarnation: 0 }],
    absent: [2],
    seats: [],
    seating: 0,
  };

  const options = resolveSolve({ cluster: { server: '' } });
  const proof: SolveRequest = { ...options, game: 'chess', position: 'x', side: 0 };

  test('of a program name it by its hash, with settings of APHID', () => {
    const { request: _, ...fields } = start;
    const game = { id: 'search.js', hash: 'abc', kind: 'program' };
    const program = { ...fields, type: 'program', game, settings: { minPieces: 4 } };
    expect(tryJson(workerCommand, encode(program))).toEqual(program);
    const wrong = [
      { ...program, settings: { minPieces: 0 } },
      { ...program, settings: { url: 'file:///evil.js' } },
      { ...program, url: 'file:///evil.js' },
      { ...program, game: { ...game, kind: 'module' } },
      { ...program, game: { ...game, hash: '../evil' } },
      { ...program, settings: undefined },
    ];
    for (const each of wrong) expect(tryJson(workerCommand, encode(each))).toBeUndefined();
  });

  test('are read when they make sense', () => {
    expect(tryJson(workerCommand, encode(start))).toEqual(start);
    const whole = { ...request, position: 'x'.repeat(100_000) };
    const long = { ...start, request: whole, job: 'x'.repeat(64) };
    expect(tryJson(workerCommand, encode(long))).toEqual(long);
  });

  test('carry the request of a proof unchanged', () => {
    const { request: _, ...seats } = { ...start, type: 'prove' };
    const prove = { ...seats, request: proof };
    expect(tryJson(workerCommand, encode(prove))).toEqual(prove);
    const limited = { ...prove, request: { ...proof, budget: 500, nodes: 10, workers: 3 } };
    expect(tryJson(workerCommand, encode(limited))).toEqual(limited);
    for (const change of [{ algorithm: 'pns' }, { side: 2 }, { goal: 'x' }, { nodes: 0 }]) {
      const wrong = { ...prove, request: { ...proof, ...change } };
      expect(tryJson(workerCommand, encode(wrong))).toBeUndefined();
    }
  });

  test.each([
    ['a field too many', { ...start, extra: 1 }],
    ['a field too few', { ...start, key: undefined }],
    ['another algorithm', { ...start, request: { ...request, algorithm: 'magic' } }],
    ['a key that is none', { ...start, key: 'A'.repeat(32) }],
    ['a seat too far', { ...start, granted: [{ self: MAX_JOB_PROCESSES, incarnation: 0 }] }],
    ['half a seat', { ...start, granted: [{ self: 0.5, incarnation: 0 }] }],
    ['a shared table', { ...start, request: { ...request, table: 'shared' } }],
    ['a type of everything', { ...start, type: 'constructor' }],
    [
      'a text that is too long',
      { ...start, request: { ...request, position: 'x'.repeat(100_001) } },
    ],
    [
      'one that is too long in a list',
      { ...start, request: { ...request, before: ['x'.repeat(100_001)] } },
    ],
    ['a name that is too long', { ...start, job: 'x'.repeat(65) }],
    [
      'too many positions',
      { ...start, request: { ...request, before: new Array(2001).fill('x') } },
    ],
  ])('are refused with %s', (_, message) => {
    expect(tryJson(workerCommand, encode(message))).toBeUndefined();
  });

  test('of any kind never do more than to be refused', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.jsonValue().map(encode)), (bytes) => {
        for (const check of [workerCommand, workerNotice, capacityRequest])
          tryJson(check as never, bytes);
      }),
    );
  });

  test('that are too long are not read', () => {
    expect(tryJson(workerCommand, encode(start), 10)).toBeUndefined();
  });
});

test('a game in plain TypeScript is known by all the files that it imports', async () => {
  const hash = async (rules: string, main = "export { rules } from './more/rules.js';") => {
    const folder = mkdtempSync(join(tmpdir(), 'plyades-module-'));
    mkdirSync(join(folder, 'more'));
    writeFileSync(join(folder, 'game.js'), main);
    writeFileSync(join(folder, 'more', 'rules.js'), "export * from '../deep.js';");
    writeFileSync(join(folder, 'deep.js'), rules);
    try {
      const url = pathToFileURL(join(folder, 'game.js')).href;
      return await hashOf({ kind: 'plain', url } as never);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  const one = await hash('export const rules = 1;');
  expect(await hash('export const rules = 1;')).toBe(one);
  expect(await hash('export const rules = 2;')).not.toBe(one);
  // What only a comment names need not be there.
  const main = "// import { gone } from './gone.js'\nexport { rules } from './more/rules.js';";
  const commented = await hash('export const rules = 1;', main);
  expect(commented).toMatch(/^[0-9a-f]{32}$/);
  expect(await hash('export const rules = 2;', main)).not.toBe(commented);
});

test('credentials have a name when the file says so', () => {
  const seed = `SU${'A'.repeat(56)}`;
  expect(parseCredential(`# plyades worker w-1\n${seed}\n`)).toEqual({
    kind: 'seed',
    name: 'w-1',
    role: 'worker',
    seed,
  });
  expect(parseCredential(seed)).toMatchObject({ name: 'any' });
  expect(() => parseCredential('hello')).toThrow(/no credential/);
  expect(() => parseCredential(`# plyades worker *\n${seed}\n`)).toThrow(/no credential/);
});
