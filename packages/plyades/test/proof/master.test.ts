// The master of a distributed proof against workers that say one thing or another, message by message.
import { expect, test } from 'vitest';
import type { ActorReport } from '#dist/parallel/actor.js';
import { createCounters } from '#dist/parallel/counters.js';
import { ProofMaster } from '#dist/parallel/pns-dfpn/master.js';
import type { ProofMessage } from '#dist/parallel/pns-dfpn/messages.js';
import { PROOF_SETTINGS } from '#dist/parallel/pns-dfpn/options.js';
import type { ProofRules } from '#dist/parallel/pns-dfpn/ports.js';

const INFINITE = 2 ** 30;
const MINUTE = 60_000_000;

/** The attacker moves, then the defender, and then the game is over: it is won by those who began with 1. */
const rules: ProofRules<string> = {
  root: '',
  attacks: (position) => position.length === 0,
  moves: (position) => (position.length < 2 ? [0, 1] : []),
  play: (position, move) => `${position}${move}`,
  threats: () => undefined,
  ended: (position) => (position.length < 2 ? undefined : position.startsWith('1')),
  identity: (position) => position,
  left: () => Number.POSITIVE_INFINITY,
  perpetual: false,
  listsAll: true,
};

function masterOf(size: number, game: ProofRules<string> = rules) {
  const posted: { readonly to: number; readonly message: ProofMessage }[] = [];
  const reports: ActorReport[] = [];
  const context = {
    ...{ self: 0, size, incarnation: 0, counters: createCounters() },
    post: (to: number, message: ProofMessage) => void posted.push({ to, message }),
    isUp: () => true,
    refuse: () => {},
    report: (report: ActorReport) => void reports.push(report),
  };
  const master = new ProofMaster(
    context,
    { rules: game },
    { settings: { ...PROOF_SETTINGS, orders: 1 }, show: true },
  );
  let now = 0;
  const pass = (micros: number) => {
    now += micros;
    for (let i = 0; i < 20; i++) master.work(1000, now);
  };
  pass(0);
  return {
    master,
    pass,
    reports,
    /** The last command to a worker, except to stop. */
    lastTo: (worker: number) =>
      posted.findLast(({ to, message }) => to === worker && message.type !== 'stop')?.message,
    say(worker: number, message: ProofMessage) {
      master.message(worker, message, now);
      pass(0);
    },
  };
}

const claim = (lease: number, wins: boolean): ProofMessage => ({
  ...{ type: 'result', lease, rests: undefined, nodes: 100, deep: false, children: [] },
  ...(wins ? { pn: 0, dn: INFINITE } : { pn: INFINITE, dn: 0 }),
});

const leaseOf = (message: ProofMessage | undefined) => (message as { lease: number }).lease;

test('a worker that shows nothing three times is excluded', () => {
  const { master, pass, say, lastTo, reports } = masterOf(2);
  for (let time = 1; time <= 3; time++) {
    expect(lastTo(1)).toMatchObject({ type: 'search' });
    say(1, claim(leaseOf(lastTo(1)), false));
    expect(lastTo(1)).toMatchObject({ type: 'show', wins: false });
    expect(master.numbers.liars).toEqual([]);
    pass(30_000_000);
    expect(lastTo(1)).toMatchObject({ type: 'show' });
    pass(5 * MINUTE);
  }
  expect(master.numbers.liars).toEqual([1]);
  expect(reports).toMatchObject([
    { type: 'done', outcome: { attackerWins: undefined, reason: 'unshown', liars: [1] } },
  ]);
});

test('a process that takes a seat later is not to blame for earlier claims there', () => {
  const { master, pass, say, lastTo, reports } = masterOf(2);
  say(1, claim(leaseOf(lastTo(1)), false));
  expect(lastTo(1)).toMatchObject({ type: 'show', budget: undefined });
  master.lost(1);
  master.back(1);
  pass(0);
  // It is another's claim to the process that is there now, which says the opposite.
  expect(lastTo(1)).toMatchObject({ type: 'show', budget: expect.any(Number) });
  say(1, claim(leaseOf(lastTo(1)), true));
  expect(master.numbers.liars).toEqual([]);
  say(1, claim(leaseOf(lastTo(1)), true));
  say(1, { type: 'part', lease: leaseOf(lastTo(1)), moves: [1], last: true });
  expect(reports).toMatchObject([{ type: 'done', outcome: { attackerWins: true, liars: [] } }]);
});

test('who cannot mean what it says is named: unable to search, or games that end otherwise', () => {
  const searching = masterOf(3);
  searching.say(1, { type: 'unable', lease: leaseOf(searching.lastTo(1)) });
  expect(searching.master.numbers.liars).toEqual([1]);

  const ending = masterOf(2);
  const children = (...wins: boolean[]) =>
    wins.map((won) => ({
      ...(won ? { pn: 0, dn: INFINITE } : { pn: INFINITE, dn: 0 }),
      rests: undefined,
    }));
  const open = { pn: 1, dn: 1, rests: undefined };
  const numbers = { type: 'result', nodes: 100, deep: false, ...open } as const;
  ending.say(1, { ...numbers, lease: leaseOf(ending.lastTo(1)), children: [open, open] });
  expect(ending.lastTo(1)).toMatchObject({ type: 'search', path: [0] });
  const lie = children(true, true);
  ending.say(1, { ...numbers, lease: leaseOf(ending.lastTo(1)), children: lie });
  expect(ending.master.numbers.liars).toEqual([1]);
});

test('a line that became too long ends a proof when no other worker goes on', () => {
  const { say, lastTo, reports, pass } = masterOf(3);
  const deep = (worker: number): ProofMessage => ({
    ...{ type: 'result', lease: leaseOf(lastTo(worker)), nodes: 100, deep: true, children: [] },
    ...{ pn: 1, dn: 1, rests: undefined },
  });
  say(1, deep(1));
  pass(MINUTE);
  expect(reports).toEqual([]);
  say(2, deep(2));
  expect(reports).toMatchObject([{ outcome: { attackerWins: undefined, reason: 'depth' } }]);
});

test('who claims more nodes than it was given does not keep the tree of others from growing', () => {
  const long = { ...rules, moves: () => [0, 1], ended: () => undefined };
  const { master, say, lastTo } = masterOf(3, long);
  const open = { pn: 1, dn: 1, rests: undefined };
  const result = (worker: number, nodes: number): ProofMessage => ({
    ...{ type: 'result', lease: leaseOf(lastTo(worker)), nodes, deep: false, ...open },
    children: [open, open],
  });
  say(1, result(1, 2 ** 40));
  for (let i = 0; i < 100; i++) say(2, result(2, (lastTo(2) as { budget: number }).budget));
  expect(master.numbers.treeNodes).toBeGreaterThan(20);
});

test('who says that a position without moves is open is named', () => {
  const stuck = { ...rules, moves: () => [] };
  const { master, say, lastTo } = masterOf(2, stuck);
  const open = { pn: 1, dn: 1, rests: undefined };
  const lease = leaseOf(lastTo(1));
  say(1, { type: 'result', lease, nodes: 1, deep: false, ...open, children: [] });
  expect(master.numbers.liars).toEqual([1]);
});
