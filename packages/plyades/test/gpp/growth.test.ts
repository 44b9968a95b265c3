// Greedy growth against all trees of the same size: nothing else may have a greater utility.
import { describe, expect, test } from 'vitest';
import { bestUtility, countVirtual, growGreedily, type Virtual } from '#dist/gpp/greedy.js';
import { likelihoods } from '#dist/gpp/growth.js';
import { frequenciesOf, Probabilities, paperRanks } from '#dist/gpp/ranks.js';
import { GppNode } from '#dist/gpp/tree.js';
import { type Toy, toyGame, toyTeam } from '../support/toy-team.js';

/** Trees of `nodes` nodes, a node being the probabilities of its children's subtrees in order of rank. */
interface Tree {
  readonly children: ReadonlyMap<number, Tree>;
}

/** All trees with `size` nodes in which a node has at most `moves` children, of any ranks. */
function* allTrees(size: number, moves: number): Generator<Tree> {
  for (const children of allForests(size - 1, moves, 1)) yield { children };
}

function* allForests(size: number, moves: number, from: number): Generator<Map<number, Tree>> {
  if (size === 0) {
    yield new Map();
    return;
  }
  for (let rank = from; rank <= moves; rank++) {
    for (let first = 1; first <= size; first++) {
      for (const tree of allTrees(first, moves)) {
        for (const rest of allForests(size - first, moves, rank + 1)) {
          yield new Map([[rank, tree], ...rest]);
        }
      }
    }
  }
}

/** Equation (1): depths weighted by the probability that the game ends up at the node's other moves. */
function utility(tree: Tree, transitions: readonly number[], probability = 1, depth = 0): number {
  let rest = probability;
  let sum = 0;
  for (const [rank, child] of tree.children) {
    const reached = probability * transitions[rank - 1]!;
    rest -= reached;
    sum += utility(child, transitions, reached, depth + 1);
  }
  return sum + rest * depth;
}

describe('the utility of a tree that grows greedily', () => {
  test.each([
    ['the paper', paperRanks, 7, 4],
    ['a flat table', [0.3, 0.28, 0.22, 0.2], 7, 4],
    ['a steep table', [0.8, 0.15, 0.03, 0.02], 7, 4],
    ['two moves', paperRanks, 9, 2],
  ])('is the greatest of all trees: %s', (_, table, most, moves) => {
    const probabilities = new Probabilities(table);
    const transitions = probabilities.of(moves);
    for (let size = 1; size <= most; size++) {
      let best = 0;
      for (const tree of allTrees(size, moves)) best = Math.max(best, utility(tree, transitions));
      expect(bestUtility(size, moves, probabilities)).toBeCloseTo(best, 10);
    }
  });

  test('is that of equation (1)', () => {
    const probabilities = new Probabilities(paperRanks);
    const nodes = [
      { probability: 1, moves: 30, ranks: Array.from({ length: 30 }, (_, i) => i + 1) },
    ];
    const { added, gain } = growGreedily(nodes, 31, probabilities);
    const treeOf = (virtual: readonly Virtual[]): Tree => ({
      children: new Map(virtual.map(({ index, children }) => [index + 1, treeOf(children)])),
    });
    expect(gain).toBeCloseTo(utility(treeOf(added[0]!), probabilities.of(30)), 10);
    expect(countVirtual(added[0]!)).toBe(31);
  });

  test('goes on where a tree has been grown already', () => {
    // Figure 3's first steps: the best move, then the best reply.
    const probabilities = new Probabilities(paperRanks);
    const nodes = [
      { probability: 1, moves: 30, ranks: [2, 3] },
      { probability: 0.5472, moves: 30, ranks: [1, 2] },
    ];
    const { added } = growGreedily(nodes, 3, probabilities);
    expect(countVirtual(added[1]!)).toBe(2);
    expect(added[1]![0]!.children).toHaveLength(1);
    expect(added[0]).toHaveLength(1);
    expect(added[0]![0]!.index).toBe(0);
  });

  test('stops where every line has ended', () => {
    const probabilities = new Probabilities(paperRanks);
    const { added, gain } = growGreedily(
      [{ probability: 1, moves: 0, ranks: [] }],
      5,
      probabilities,
    );
    expect([added, gain]).toEqual([[[]], 0]);
  });
});

describe('probabilities by rank', () => {
  test('never rise, and sum to one for any number of moves', () => {
    const probabilities = new Probabilities(paperRanks);
    for (let moves = 1; moves <= 200; moves++) {
      const all = probabilities.of(moves);
      expect(all).toHaveLength(moves);
      expect(all.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 10);
      for (let i = 1; i < moves; i++) expect(all[i]).toBeLessThanOrEqual(all[i - 1]!);
    }
  });

  test('are the table where it needs no change', () => {
    const all = new Probabilities(paperRanks).of(31);
    const total = paperRanks.reduce((sum, each) => sum + each, 0);
    expect(all[0]).toBeCloseTo(0.5472 / total, 10);
    expect(all[8]).toBeCloseTo((0.0082 + 0.011) / 2 / total, 10);
    expect(all[9]).toBe(all[8]);
    expect(all[20]).toBeCloseTo(0.0284 / 21 / total, 10);
  });

  test('come from counts', () => {
    expect(frequenciesOf([3, 1, 0])).toEqual([0.75, 0.25, 0]);
    expect(() => frequenciesOf([0, 0])).toThrow('at least one move');
    expect(() => new Probabilities([0, 1])).toThrow('two or more classes');
  });
});

test.each([
  ['the best', 90, [1, 3, 4, 5], 2],
  ['the second best', 50, [2, 3, 4, 5], 1],
])('other moves have the rank of the best of them: %s', (_, others, ranks, childRank) => {
  const rules = toyGame(2, 6, 5);
  const root = new GppNode<Toy>(rules, ['']);
  const child = new GppNode<Toy>(rules, ['', 'a'], { node: root, move: 'a' });
  root.children.set('a', child);
  child.own = { value: -60, depth: 4, line: [child.legal[0]!] };
  root.own = { value: others, depth: 5, line: ['b'] };
  const probabilities = new Probabilities(paperRanks);
  const [first, second] = likelihoods(root, probabilities);
  expect(first!.ranks.slice(0, 4)).toEqual(ranks);
  expect(second!.probability).toBe(probabilities.of(root.legal.length)[childRank - 1]);
});

test('growth at random begins with the best move', () => {
  for (let seed = 0; seed < 20; seed++) {
    const team = toyTeam(seed, 2, 'random', 6, 5);
    const { master } = team;
    const best = master.root!.legal[seed % master.root!.legal.length]!;
    master.report(0, master.root!.task, { value: 5, depth: 9, nodes: 1, line: [best] });
    team.obey(master.grow());
    expect([...master.root!.children.keys()]).toEqual([best]);
  }
});
