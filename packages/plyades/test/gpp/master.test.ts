// The master tree: every move is searched by one worker, values are minimax, and what survives a move is not
// interrupted.
import { describe, expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import { GppMaster, GppNode, growthNames, paperRanks, pathOf, walk } from '#dist/gpp/index.js';
import { MATE_VALUE, valueAfter, valueBefore } from '#dist/gpp/values.js';
import { solve, type Toy, toyGame, toyTeam } from '../support/toy-team.js';

/** Each node with its moves: who searches each of them, or which child has it. */
function expectCovered(team: ReturnType<typeof toyTeam>): void {
  const { master, busy } = team;
  const nodes = [...walk(master.root!)];
  const staffed = nodes.filter(({ worker }) => worker !== undefined);
  expect(staffed.length).toBe(busy.size);
  expect(new Set(staffed.map(({ worker }) => worker)).size).toBe(staffed.length);
  for (const node of nodes) {
    const others = node.legal.filter((move) => !node.children.has(move));
    if (node.worker === undefined) {
      expect(others).toEqual([]);
      continue;
    }
    const order = busy.get(node.worker)!;
    expect(order.task).toBe(node.task);
    expect(order.moves).toEqual([...master.played, ...pathOf(node)]);
    expect(order.searchMoves ?? node.legal).toEqual(others);
    expect(others.length).toBeGreaterThan(0);
  }
}

describe.each(growthNames)('a tree that grows by %s', (growth) => {
  test('covers every move once, and its value is the minimax value', () => {
    for (let seed = 0; seed < 40; seed++) {
      const team = toyTeam(seed, 1 + (seed % 13), growth);
      const random = createRandom(seed);
      const { master, rules } = team;
      for (;;) {
        expectCovered(team);
        team.reportAll();
        const position = master.played.join('');
        expect(master.bestLine?.value).toBe(solve(rules, position).value);
        const { legal } = master.root!;
        if (legal.length === 0) break;
        const best = master.bestLine!.line[0]!;
        team.obey(
          master.advance([random.below(3) === 0 ? legal[random.below(legal.length)]! : best]),
        );
      }
      expect(master.spare).toBe(1 + (seed % 13));
    }
  });

  test('uses all workers as soon as it knows where to', () => {
    const team = toyTeam(7, 6, growth, 7, 3);
    team.reportAll();
    team.obey(team.master.advance([team.master.bestLine!.line[0]!]));
    expect(team.busy.size).toBe(6);
  });
});

describe('a move that is played', () => {
  test('leaves workers alone whose nodes are still in the tree', () => {
    let survivors = 0;
    for (let seed = 0; seed < 30; seed++) {
      const team = toyTeam(seed, 16, 'pv', 5, 2);
      for (let round = 0; round < 4; round++) {
        team.reportAll();
        team.obey(team.master.grow());
      }
      team.reportAll();
      const move = team.master.bestLine!.line[0]!;
      const next = team.master.root!.children.get(move);
      if (next === undefined) continue;
      const before = new Map(
        [...walk(next)].map((node) => [node, [node.worker, node.children.size]]),
      );
      const tasks = new Map([...walk(next)].map((node) => [node, node.task]));
      team.obey(team.master.advance([move]));
      for (const [node, [worker, children]] of before) {
        if (worker === undefined || node.children.size !== children) continue;
        survivors++;
        expect(node.worker).toBe(worker);
        expect(node.task).toBe(tasks.get(node));
      }
    }
    expect(survivors).toBeGreaterThan(50);
  });

  test('takes the worker of the other moves along when it is no child', () => {
    const team = toyTeam(3, 3, 'pv', 6);
    team.reportAll();
    team.obey(team.master.grow());
    const root = team.master.root!;
    const worker = root.worker;
    const other = root.legal.find((move) => !root.children.has(move))!;
    team.obey(team.master.advance([other]));
    expect(team.master.root!.worker).toBe(worker);
    expect(team.busy.get(worker!)!.moves).toEqual([other]);
  });

  test('leads to a position in which a move is known', () => {
    const team = toyTeam(4, 1, 'pv', 6);
    team.master.report(0, team.master.root!.task, { value: 9, depth: 12, nodes: 1, line: ['b'] });
    team.obey(team.master.advance(['b']));
    expect(team.master.bestLine).toBeUndefined();
    const { task, legal } = team.master.root!;
    team.master.report(0, task, { value: 3, depth: 2, nodes: 1, line: [legal[0]!] });
    expect(team.master.bestLine?.line).toEqual([legal[0]]);
  });

  test('may lead to a draw that no player claims: it is one below the root only', () => {
    const toy = toyGame(3, 7, 3);
    // The side that plays a can claim a draw.
    const claimed = (game: readonly Toy[]) => (game.at(-1)!.endsWith('a') ? 0 : toy.ended(game));
    const master = new GppMaster<Toy>(
      { ...toy, ended: claimed },
      { growth: 'pv', ranks: paperRanks, random: createRandom(1) },
    );
    for (const id of [0, 1, 2]) master.join(id);
    master.begin([''], []);
    master.report(0, master.root!.task, { value: 9, depth: 8, nodes: 1, line: ['a'] });
    master.grow();
    expect(master.root!.children.get('a')!.legal).toEqual([]);
    expect(master.bestLine).toMatchObject({ value: 0, line: ['a'] });
    master.advance(['a']);
    expect(master.root).toMatchObject({ ended: undefined, legal: toy.moves('a') });
    expect(master.root!.worker).toBeDefined();
    expect(master.bestLine).toBeUndefined();
    master.advance(['b']);
    expect(master.played).toEqual(['a', 'b']);
  });

  test('must be legal', () => {
    const team = toyTeam(1, 2, 'pv');
    expect(() => team.master.advance(['z'])).toThrow('z is not legal at the root');
  });
});

describe('workers', () => {
  test('may leave at any time: every move is still searched by a worker', () => {
    for (let seed = 0; seed < 30; seed++) {
      const team = toyTeam(seed, 9, 'pv', 6);
      const random = createRandom(seed);
      team.reportAll();
      team.obey(team.master.grow());
      const ids = [...Array(9).keys()];
      while (ids.length > 1) {
        const [id] = ids.splice(random.below(ids.length), 1);
        team.busy.delete(id!);
        team.obey(team.master.leave(id!));
        expectCovered(team);
        team.reportAll();
        expect(team.master.bestLine?.value).toBe(solve(team.rules, '').value);
      }
      team.obey(team.master.join(100));
      expectCovered(team);
    }
  });

  test('of unequal speed: the fastest gets the root, and keeps it', () => {
    const rules = toyGame(5, 7, 3);
    const master = new GppMaster<Toy>(rules, {
      growth: 'pv',
      ranks: paperRanks,
      random: createRandom(1),
    });
    for (const [id, speed] of [1, 1.5, 4, 1].entries()) master.join(id, speed);
    master.begin([''], []);
    expect(master.root!.worker).toBe(2);
    const { line, value } = solve(rules, '');
    master.report(2, master.root!.task, { line, value, depth: 9, nodes: 1 });
    master.advance([line[0]!]);
    master.grow();
    expect(master.root!.worker).toBe(2);
    master.advance([line[1]!]);
    expect(master.root!.worker).toBe(2);
  });

  test('are not believed when they speak of another task or of moves that are not theirs', () => {
    const team = toyTeam(2, 2, 'pv');
    const { task, worker } = team.busy.get(0)!;
    const report = { value: 5, depth: 3, nodes: 1, line: ['a'] };
    expect(team.master.report(worker, task - 1, report)).toBe(false);
    expect(team.master.report(worker, task, { ...report, line: ['z'] })).toBe(false);
    expect(team.master.report(worker, task, { ...report, line: [] })).toBe(false);
    expect(team.master.report(99, task, report)).toBe(false);
    expect(team.master.report(worker, task, report)).toBe(true);
    team.obey(team.master.grow());
    const { worker: others } = team.master.root!;
    const again = team.busy.get(others!)!;
    expect(again.searchMoves).not.toContain('a');
    expect(team.master.report(others!, again.task, report)).toBe(false);
  });
});

describe('what is known of a node', () => {
  test('is what its parent knew, until a worker has looked as deep', () => {
    const team = toyTeam(4, 2, 'pv', 6);
    const { master } = team;
    const { task } = master.root!;
    master.report(0, task, { value: 40, depth: 8, nodes: 1, line: ['b', 'a'] });
    team.obey(master.grow());
    const child = master.root!.children.get('b')!;
    expect(master.bestLine).toEqual({ value: 40, depth: 8, line: ['b', 'a'] });
    master.report(child.worker!, child.task, {
      value: 70,
      depth: 2,
      nodes: 1,
      line: [child.legal[0]!],
    });
    expect(master.bestLine?.value).toBe(40);
    master.report(child.worker!, child.task, {
      value: 70,
      depth: 7,
      nodes: 1,
      line: [child.legal[0]!],
    });
    expect(master.bestLine?.value).toBe(-70);
    const { worker: others, task: again } = master.root!;
    master.report(others!, again, { value: -20, depth: 8, nodes: 1, line: ['c'] });
    expect(master.bestLine).toEqual({ value: -20, depth: 8, line: ['c'] });
  });

  test('does not hang on what another search believes of the other moves after a few plies', () => {
    const team = toyTeam(4, 2, 'pv', 6);
    const { master } = team;
    master.report(0, master.root!.task, { value: 40, depth: 8, nodes: 1, line: ['b', 'a'] });
    team.obey(master.grow());
    const { worker, task } = master.root!;
    master.report(worker!, task, { value: 100, depth: 7, nodes: 1, line: ['c'] });
    expect(master.bestLine).toMatchObject({ value: 40, line: ['b', 'a'] });
    master.report(worker!, task, { value: MATE_VALUE - 3, depth: 7, nodes: 1, line: ['c'] });
    expect(master.bestLine?.line).toEqual(['c']);
    master.report(worker!, task, { value: 100, depth: 8, nodes: 1, line: ['d'] });
    expect(master.bestLine).toMatchObject({ value: 100, line: ['d'] });
  });

  test('is kept when its worker is needed elsewhere', () => {
    const team = toyTeam(4, 2, 'pv', 6);
    const { master } = team;
    master.report(0, master.root!.task, { value: 40, depth: 8, nodes: 1, line: ['a', 'b'] });
    team.obey(master.grow());
    const { worker, task, legal } = master.root!.children.get('a')!;
    master.report(worker!, task, { value: -60, depth: 12, nodes: 1, line: [legal[0]!] });
    const { worker: others, task: again } = master.root!;
    master.report(others!, again, { value: 10, depth: 9, nodes: 1, line: ['b'] });
    const known = { value: 60, depth: 13, line: ['a', legal[0]] };
    expect(master.bestLine).toEqual(known);
    team.busy.delete(worker!);
    team.obey(master.leave(worker!));
    expect(master.root!.children.size).toBe(0);
    expect(master.bestLine).toEqual(known);
    // A search of all moves takes over when it has looked as deep.
    const { worker: last, task: all } = master.root!;
    master.report(last!, all, { value: 30, depth: 12, nodes: 1, line: ['b'] });
    expect(master.bestLine).toEqual(known);
    master.report(last!, all, { value: 30, depth: 13, nodes: 1, line: ['b'] });
    expect(master.bestLine).toEqual({ value: 30, depth: 13, line: ['b'] });
  });

  test('at the end of a game does not silence a search that must do without it', () => {
    const rules = toyGame(1, 3);
    const root = new GppNode<Toy>(rules, ['']);
    root.own = { value: 5, depth: 9, line: ['b'] };
    root.latest = root.own;
    const over = { ...rules, ended: () => -70 };
    const child = new GppNode<Toy>(over, ['', 'a'], { node: root, move: 'a' });
    root.children.set('a', child);
    root.takeBack(child);
    expect(root.bestLine()).toEqual({ value: 70, depth: 9, line: ['a'] });
  });

  test('is not better than the best move of a deeper search, until a worker has looked as deep', () => {
    const team = toyTeam(4, 3, 'pv', 6);
    const { master } = team;
    const about = (move: string) => {
      const { worker, task, legal } = master.root!.children.get(move)!;
      return (value: number, depth: number) =>
        master.report(worker!, task, { value, depth, nodes: 1, line: [legal[0]!] });
    };
    const { task } = master.root!;
    master.report(0, task, { value: 90, depth: 3, nodes: 1, line: ['a', 'b'] });
    master.report(0, task, { value: 40, depth: 8, nodes: 1, line: ['b', 'a'] });
    team.obey(master.grow());
    expect([...master.root!.children.keys()].sort()).toEqual(['a', 'b']);
    expect(master.bestLine?.line[0]).toBe('b');
    about('a')(-200, 6);
    expect(master.bestLine).toMatchObject({ value: 40, line: ['b', 'a'] });
    expect(master.lines(2).map(({ value }) => value)).toEqual([40, 39]);
    about('a')(-50, 7);
    expect(master.bestLine).toMatchObject({ value: 50, depth: 8 });
    expect(master.bestLine?.line[0]).toBe('a');
  });

  test('counts mates in plies from where it is seen', () => {
    const mated = -(MATE_VALUE - 4);
    expect(valueBefore(mated)).toBe(MATE_VALUE - 5);
    expect(valueAfter(MATE_VALUE - 5)).toBe(mated);
    for (const value of [0, 1, -1, 350, MATE_VALUE - 1, 2 - MATE_VALUE]) {
      expect(valueBefore(valueAfter(value))).toBe(value);
    }
    const rules = toyGame(1, 3);
    const root = new GppNode<Toy>(rules, ['']);
    const child = new GppNode<Toy>(rules, ['', 'a'], { node: root, move: 'a' });
    root.children.set('a', child);
    child.own = { value: mated, depth: 3, line: ['a'] };
    root.own = { value: 900, depth: 12, line: ['b'] };
    expect(root.bestLine()).toEqual({ value: MATE_VALUE - 5, depth: 4, line: ['a', 'a'] });
  });

  test('includes the best lines of the root, each with another move', () => {
    const team = toyTeam(6, 3, 'pv', 6);
    team.reportAll();
    team.obey(team.master.grow());
    team.reportAll();
    const { root } = team.master;
    const lines = team.master.lines(3);
    expect(lines[0]).toEqual(team.master.bestLine);
    expect(new Set(lines.map(({ line }) => line[0])).size).toBe(lines.length);
    expect(lines.length).toBe(Math.min(3, root!.children.size + 1));
  });

  test('as lines of the root is in order, and nothing of what a search has left behind', () => {
    const team = toyTeam(4, 1, 'pv', 6);
    const { master } = team;
    const { task } = master.root!;
    const say = (move: string, value: number, depth: number, multiPv: number) =>
      master.report(0, task, { value, depth, nodes: 1, line: [move], multiPv });
    say('c', 90, 3, 1);
    say('d', 80, 4, 2);
    say('a', 50, 5, 1);
    say('b', 70, 4, 2);
    const reported = () => master.lines(3).map(({ line, value, depth }) => [line[0], value, depth]);
    // The last round is not over: what it has not come to yet is of the round before.
    expect(reported()).toEqual([
      ['a', 50, 5],
      ['d', 50, 4],
      ['b', 50, 4],
    ]);
    say('b', 40, 5, 2);
    say('e', 30, 5, 3);
    expect(reported()).toEqual([
      ['a', 50, 5],
      ['b', 40, 5],
      ['e', 30, 5],
    ]);
  });
});
