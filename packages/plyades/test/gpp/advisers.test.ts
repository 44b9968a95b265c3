// Advisers: who they are, which tasks they get, and how they and the tree come to one move.
import { describe, expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import {
  adviserCount,
  elect,
  type GppCommand,
  GppMaster,
  paperRanks,
  type ScoredLine,
  walk,
} from '#dist/gpp/index.js';
import { MATE_VALUE } from '#dist/gpp/values.js';
import { type Toy, toyGame } from '../support/toy-team.js';

type Search = Extract<GppCommand, { kind: 'search' }>;

function teamWithAdvisers(workers: number, advisers: number, speeds: readonly number[] = []) {
  const rules = toyGame(3, 7, 3);
  const random = createRandom(1);
  const master = new GppMaster<Toy>(rules, { growth: 'pv', ranks: paperRanks, random, advisers });
  const assigned = new Map<number, Search>();
  const obey = (orders: readonly GppCommand[]) => {
    for (const order of orders) {
      if (order.kind === 'search') assigned.set(order.worker, order);
      else if (order.kind === 'rest') assigned.delete(order.worker);
    }
  };
  for (let id = 0; id < workers; id++) obey(master.join(id, speeds[id] ?? 1));
  obey(master.begin([''], []));
  const advising = () => [...assigned.values()].filter(({ adviser }) => adviser !== undefined);
  const say = (id: number, line: readonly string[], value = 0, depth = 5) =>
    master.report(id, assigned.get(id)!.task, { value, depth, nodes: 1, line });
  return { rules, master, assigned, obey, advising, say };
}

const scoredLine = (move: string, value = 0, depth = 5): ScoredLine => ({
  value,
  depth,
  line: [move],
});

describe('a team with advisers', () => {
  test('has them search all moves of the root from the first moment on', () => {
    const { master, assigned, advising } = teamWithAdvisers(6, 3);
    expect(assigned.size).toBe(4);
    expect(advising().map(({ adviser }) => adviser)).toEqual([1, 2, 3]);
    for (const { moves, searchMoves } of advising()) {
      expect(moves).toEqual([]);
      expect(searchMoves).toBeUndefined();
    }
    expect(master.spare).toBe(2);
  });

  test('leaves the root to the tree where there is but one worker', () => {
    const { master, assigned, advising } = teamWithAdvisers(1, 4);
    expect(assigned.size).toBe(1);
    expect(advising()).toEqual([]);
    expect(master.root!.worker).toBe(0);
  });

  test('takes them along when a move is played, and forgets what they said', () => {
    const { master, obey, advising, say } = teamWithAdvisers(6, 3);
    for (const { worker } of advising()) say(worker, ['b', 'a']);
    say(master.root!.worker!, ['b', 'a']);
    expect(master.bestLine?.line[0]).toBe('b');
    const before = advising().map(({ worker }) => worker);
    obey(master.advance(['b']));
    expect(advising().map(({ worker }) => worker)).toEqual(before);
    for (const { moves, searchMoves } of advising()) {
      expect(moves).toEqual(['b']);
      expect(searchMoves).toBeUndefined();
    }
    // Only what the tree has from its parent is left.
    expect(master.bestLine?.line).toEqual(['a']);
    const nodes = [...walk(master.root!)];
    expect(nodes.filter(({ worker }) => before.includes(worker ?? -1))).toEqual([]);
    // The root and its expected move: nothing is known of others.
    expect(nodes.length).toBe(2);
  });

  test('takes the move that most of them prefer', () => {
    const { master, advising, say } = teamWithAdvisers(4, 3);
    const [first, second, third] = advising().map(({ worker }) => worker);
    say(master.root!.worker!, ['a'], 50, 9);
    say(first!, ['b'], 10, 4);
    expect(master.bestLine).toEqual(scoredLine('a', 50, 9));
    say(second!, ['b'], 20, 6);
    expect(master.bestLine).toEqual(scoredLine('b', 20, 6));
    expect(master.lines(2).map(({ line }) => line[0])).toEqual(['b', 'a']);
    say(third!, ['a'], 30, 5);
    expect(master.bestLine).toEqual(scoredLine('a', 50, 9));
  });

  test('does not vote for a move that the tree knows to be answered by a mate', () => {
    const { master, obey, assigned, advising, say } = teamWithAdvisers(4, 2);
    say(master.root!.worker!, ['a'], 50, 9);
    obey(master.grow());
    for (const { worker } of advising()) say(worker, ['a'], 40, 9);
    const child = master.root!.children.get('a')!;
    say(master.root!.worker!, ['b'], -30, 9);
    expect(master.bestLine?.line[0]).toBe('a');
    const { task, moves } = assigned.get(child.worker!)!;
    expect(moves).toEqual(['a']);
    const mates = { value: MATE_VALUE - 3, depth: 9, nodes: 1, line: [child.legal[0]!] };
    master.report(child.worker!, task, mates);
    expect(master.bestLine).toEqual(scoredLine('b', -30, 9));
  });

  test('does not believe what they say of another root, or of moves that there are not', () => {
    const { master, obey, assigned, advising } = teamWithAdvisers(4, 2);
    const { worker, task } = advising()[0]!;
    const report = { value: 5, depth: 3, nodes: 1, line: ['a'] };
    expect(master.report(worker, task, { ...report, line: ['z'] })).toBe(false);
    expect(master.report(worker, task, report)).toBe(true);
    obey(master.advance(['a']));
    expect(master.report(worker, task, report)).toBe(false);
    expect(master.report(worker, assigned.get(worker)!.task, report)).toBe(true);
  });

  test('grows where they look', () => {
    const { master, obey, advising, say } = teamWithAdvisers(5, 2);
    const [first] = advising().map(({ worker }) => worker);
    say(master.root!.worker!, ['a']);
    say(first!, ['c', 'b']);
    obey(master.grow());
    expect([...master.root!.children.keys()]).toEqual(expect.arrayContaining(['a', 'c']));
  });

  test('fills their seats again, and makes one of them the worker of a root that has none', () => {
    const { master, obey, assigned, advising } = teamWithAdvisers(3, 2);
    const gone = advising()[0]!.worker;
    assigned.delete(gone);
    obey(master.leave(gone));
    obey(master.join(7));
    expect(advising().map(({ worker }) => worker)).toContain(7);
    const root = master.root!.worker!;
    assigned.delete(root);
    obey(master.leave(root));
    expect(master.root!.worker).toBeDefined();
    expect(advising()).toHaveLength(1);
    expect(assigned.get(master.root!.worker!)?.adviser).toBeUndefined();
  });

  test('keeps the fastest for the root', () => {
    const { master, advising } = teamWithAdvisers(4, 2, [1, 2, 8, 1]);
    expect(master.root!.worker).toBe(2);
    expect(advising().map(({ worker }) => worker)).toEqual([1, 0]);
  });

  test('lets them rest when the game is over', () => {
    const { master, obey, assigned, rules } = teamWithAdvisers(3, 2);
    for (let moves = rules.moves(''); moves.length > 0; ) {
      obey(master.advance([moves[0]!]));
      moves = rules.moves(master.played.join(''));
    }
    expect(assigned.size).toBe(0);
    expect(master.spare).toBe(3);
  });
});

test('half of the workers advise, up to eight, where a team has advisers at all', () => {
  expect([1, 2, 8, 9, 16, 60].map((workers) => adviserCount('consultation', workers))).toEqual([
    0, 1, 4, 4, 8, 8,
  ]);
  for (const growth of ['hash', 'pv', 'random'] as const) expect(adviserCount(growth, 8)).toBe(0);
});

describe('an election', () => {
  test('is decided by the tree where votes are even, and without it by the first adviser', () => {
    const [a, b, c] = [scoredLine('a'), scoredLine('b'), scoredLine('c')];
    expect(elect(a, [])).toBe(a);
    expect(elect(a, [b])).toBe(a);
    expect(elect(a, [b, b, a])).toBe(a);
    expect(elect(undefined, [b, c])).toBe(b);
    expect(elect(undefined, [])).toBeUndefined();
    expect(elect(a, [b, c, c])).toBe(c);
  });

  test('is not held where one of them sees a mate', () => {
    const mate = scoredLine('d', MATE_VALUE - 5, 6);
    expect(elect(scoredLine('a'), [scoredLine('a'), mate, scoredLine('a')])).toBe(mate);
    expect(elect(scoredLine('a', MATE_VALUE - 9), [scoredLine('b'), mate])).toBe(mate);
    // One against the side to move decides nothing.
    const lost = scoredLine('e', 5 - MATE_VALUE);
    expect(elect(lost, [scoredLine('a'), scoredLine('a')])?.line).toEqual(['a']);
  });
});

test('a line that was voted down is not reported as better than the one that is played', () => {
  const { master, assigned, say } = teamWithAdvisers(3, 2);
  for (const { worker, adviser } of assigned.values()) {
    if (adviser === undefined) say(worker, ['a'], 90);
    else say(worker, ['b'], 20);
  }
  expect(master.lines(2)).toEqual([scoredLine('b', 20), scoredLine('a', 20)]);
});
