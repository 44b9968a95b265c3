// Nodes of the master's tree that workers make: the tree is the one that the master would make, whatever arrives
// late or never, and a worker that makes nodes up is found out as soon as an honest one is to play its moves.
import { describe, expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import { INFINITE } from '#dist/core/score.js';
import type { ActorReport } from '#dist/parallel/actor.js';
import { createCounters } from '#dist/parallel/counters.js';
import { Expander } from '#dist/parallel/minimal-tree/expander.js';
import { Expansions } from '#dist/parallel/minimal-tree/expansions.js';
import {
  type FactLists,
  isShortKey,
  readFacts,
  writeFacts,
} from '#dist/parallel/minimal-tree/facts.js';
import { MinimalTreeMaster } from '#dist/parallel/minimal-tree/master.js';
import { type MinimalTreeMessage, messages } from '#dist/parallel/minimal-tree/messages.js';
import { completeOptions } from '#dist/parallel/minimal-tree/options.js';
import { Pass } from '#dist/parallel/minimal-tree/pass.js';
import {
  IllegalNode,
  MinimalTree,
  type MinimalTreeNode,
  pathTo,
} from '#dist/parallel/minimal-tree/tree.js';
import { follow } from '#dist/parallel/path.js';
import type { RulesPort } from '#dist/parallel/ports.js';
import { Reader, Writer } from '#dist/parallel/wire.js';
import { type PathPosition, pathRules } from '../support/path-trees.js';
import { smallRules, type Written } from '../support/small-trees.js';

const settings = completeOptions({ delegate: 0 });

/** A tree after one pass of a master that makes it itself. */
function grown(rules: RulesPort<PathPosition>, horizon: number) {
  const tree = new MinimalTree(rules, horizon + 6, horizon);
  const pass = new Pass(tree, settings, () => {});
  pass.begin();
  pass.run(Number.POSITIVE_INFINITY);
  return tree;
}

/** Everything about a node that passes use, and each node that is met again by its name. */
function describeNode<P>(tree: MinimalTree<P>, root: MinimalTreeNode<P>): unknown[] {
  const names = new Map<MinimalTreeNode<P>, number>();
  const describe = (node: MinimalTreeNode<P>): unknown => {
    const known = names.get(node);
    if (known !== undefined) return known;
    names.set(node, names.size);
    const { turn, over, value, guess, lower, upper } = node;
    const children = node.children?.map((child) =>
      tree.isMade(child) ? [child.move, child.sign, describe(child.node)] : child.move,
    );
    const isLeaf = node.leaf !== undefined;
    return { turn, over, value, guess: 0 + guess, lower, upper, isLeaf, children };
  };
  return [describe(root), tree.leaves.length];
}

/** Lists as they arrive: through the bytes of a message. */
function sent(facts: FactLists): FactLists {
  const out = new Writer();
  messages.write(out, { type: 'expanded', request: 7, ...facts });
  return messages.read(new Reader(out.take())) as FactLists & MinimalTreeMessage;
}

describe('facts', () => {
  test('make the tree that the master would make', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const rules = pathRules(2 + (seed % 4), seed, seed % 2 === 0);
      const horizon = 2 + (seed % 3);
      const own = grown(rules, horizon);
      const other = new MinimalTree(rules, horizon + 6, horizon);
      const facts = readFacts(sent(writeFacts(own)), horizon, other.hasKeys);
      expect(other.graft(other.root, facts!, 1)).toBeGreaterThan(3);
      expect(describeNode(other, other.root), `seed ${seed}`).toEqual(describeNode(own, own.root));
      for (const { node } of other.leaves) {
        expect(other.positionOf(node)).toEqual(follow(rules, pathTo(node)));
        expect(node.maker).toBe(1);
      }
    }
  });

  test('leave nodes as they are that are expanded already', () => {
    const rules = pathRules(3, 5, true);
    const own = grown(rules, 3);
    const before = describeNode(own, own.root);
    own.graft(own.root, readFacts(writeFacts(grown(rules, 3)), 3, true)!, 1);
    expect(describeNode(own, own.root)).toEqual(before);
  });

  const lists = writeFacts(grown(pathRules(3, 4, true), 3));
  test.each<[string, Partial<FactLists>]>([
    ['without a root', { widths: [], guesses: [] }],
    ['of too few nodes', { widths: lists.widths.slice(1), guesses: lists.guesses.slice(1) }],
    ['of a node without moves', { widths: [0, ...lists.widths.slice(1)] }],
    ['with fewer children than it says', { widths: [200, ...lists.widths.slice(1)] }],
    ['with more children than it says', { widths: [2, ...lists.widths.slice(1)] }],
    ['with a move twice', { moves: lists.moves.map(() => 1) }],
    ['with too few kinds', { kinds: lists.kinds.slice(1) }],
    ['with too few evaluations', { values: lists.values.slice(1) }],
    ['with an evaluation out of range', { values: lists.values.map(() => INFINITE) }],
    ['with a guess out of range', { guesses: lists.guesses.map(() => -INFINITE) }],
    ['with half a key', { keys: lists.keys.slice(1) }],
    ['with children of a finished game', { kinds: lists.kinds.map((kind) => kind | 2) }],
  ])('%s are none', (_, wrong) => {
    expect(readFacts(lists, 3, true)).toBeDefined();
    expect(readFacts({ ...lists, ...wrong }, 3, true)).toBeUndefined();
  });

  test('below the horizon are none, nor with keys where the game has none', () => {
    expect(readFacts(lists, 2, true)).toBeUndefined();
    expect(readFacts(lists, 3, false)).toBeUndefined();
  });

  test('have no keys that are long texts', () => {
    expect([undefined, '0123456789abcdef', '0 string x', '0123'].map(isShortKey)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

test('a move that was made up names its source when it is to be played', () => {
  const rules = pathRules(2, 1, false);
  const tree = new MinimalTree(rules, 6, 2);
  const facts = { turn: 1, over: false, value: 3, key: undefined };
  const child = { node: facts, expanded: undefined };
  tree.graft(tree.root, { guess: 0, children: [{ move: 1, ...child }] }, 4);
  const first = tree.root.children![0]!.node;
  tree.graft(first, { guess: 0, children: [{ move: 9, ...child }] }, 5);
  expect(tree.positionOf(first)).toEqual([1]);
  let source = 0;
  try {
    tree.positionOf(first.children![0]!.node);
  } catch (error) {
    if (error instanceof IllegalNode) source = error.source;
  }
  expect(source).toBe(5);
});

test('a worker makes what the master would make, in steps of any size', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const rules = pathRules(3, seed, seed % 2 === 0);
    const random = createRandom(seed);
    const expander = new Expander(rules, settings);
    const about = { request: 5, position: [2], path: [2], depth: 9 };
    expander.add({ ...about, plies: 3, alpha: -INFINITE, beta: INFINITE });
    let nodes = 0;
    for (;;) {
      const step = expander.run(1 + random.below(9));
      nodes += step.nodes;
      if (step.facts === undefined) continue;
      const below = { ...rules, root: [2] };
      const own = grown(below, 3);
      expect(step).toMatchObject({ request: 5, facts: writeFacts(own) });
      break;
    }
    expect(nodes).toBeGreaterThan(10);
    expect(expander.size).toBe(0);
  }
});

describe('requests', () => {
  const request = { alpha: -5, beta: 5 };
  const tree = grown(pathRules(6, 1, false), 1);
  const nodes = tree.root.children!.map(({ node }) => node);

  function stand() {
    const posted: number[][] = [];
    const expansions = new Expansions<PathPosition>((to, message) => {
      if (message.type === 'expand') posted.push([to, message.request]);
    });
    const ask = (node: number, isIdle = (_: number) => true) => {
      expansions.ask(nodes[node]!, request, {
        ...{ workers: [1, 2, 3], isIdle, depth: 9, horizon: 8 },
      });
      return posted.splice(0);
    };
    return { expansions, ask };
  }

  test('go to idle workers first, one for a node and a worker', () => {
    const { ask } = stand();
    expect(ask(0, (worker) => worker === 2)).toEqual([[2, 0]]);
    expect(ask(0)).toEqual([]);
    expect(ask(1)).toEqual([[3, 1]]);
    expect(ask(2, () => false)).toEqual([[1, 2]]);
    expect(ask(3)).toEqual([]);
  });

  test('of a worker that is lost go to another, and its answers do not count', () => {
    const { expansions, ask } = stand();
    expect(ask(0)).toEqual([[1, 0]]);
    expansions.forget(1);
    expect(expansions.take(0, 1)).toBeUndefined();
    expect(ask(0)).toEqual([[2, 1]]);
    expect(expansions.take(1, 3)).toBeUndefined();
    expect(expansions.take(1, 2)).toBe(nodes[0]);
    expect(expansions.take(1, 2)).toBeUndefined();
  });

  test('that wait for long go to another worker, too; either answer counts', () => {
    const { expansions, ask } = stand();
    ask(0);
    expansions.renew();
    expect(ask(0)).toEqual([[2, 1]]);
    expect(expansions.take(0, 1)).toBe(nodes[0]);
    expect(expansions.take(1, 2)).toBe(nodes[0]);
  });

  test('about a tree that was dropped are too late', () => {
    const { expansions, ask } = stand();
    ask(0);
    expansions.clear();
    expect(expansions.take(0, 1)).toBe('late');
    expect(ask(0)).toEqual([[2, 1]]);
  });
});

describe('a master', () => {
  /** What searches of the four leaves find: the first child of the root is worth 1, the other one 3. */
  const tree: Written = [0, [0, 8, 9], [0, 5, 6]];
  const truth: Record<string, number> = { '00': 1, '01': 2, '10': 3, '11': 4 };
  const rules = smallRules(tree);

  type Behave = (worker: number, honest: MinimalTreeMessage) => readonly MinimalTreeMessage[];

  /** Runs a search with workers that say what `behave` makes of an honest answer. */
  function search(behave: Behave, losesFirst = false) {
    const inbox: [number, MinimalTreeMessage][] = [];
    const refused: number[] = [];
    const values: number[] = [];
    const expanders: number[] = [];
    const paths = new Map<number, string>();
    const lost = new Set<number>();
    const answer = (to: number, message: MinimalTreeMessage) => {
      if (!lost.has(to)) for (const said of behave(to, message)) inbox.push([to, said]);
    };
    const context = {
      ...{ self: 0, size: 4, incarnation: 0, counters: createCounters() },
      isUp: () => true,
      post(to: number, message: MinimalTreeMessage) {
        if (message.type === 'expand') {
          expanders.push(to);
          if (losesFirst && expanders.length === 1) {
            lost.add(to);
            return;
          }
          const { path } = message;
          const position = follow(rules, path);
          if (position === undefined) answer(to, { type: 'illegal', path });
          else {
            const expander = new Expander(rules, settings);
            expander.add({ ...message, position, plies: 1 });
            const { request, facts } = expander.run(1000);
            answer(to, { type: 'expanded', request, ...facts! });
          }
        }
        if (message.type === 'position') {
          paths.set(message.leaf, message.path.join(''));
          if (follow(rules, message.path) === undefined) {
            answer(to, { type: 'illegal', path: message.path });
          }
        }
        if (message.type !== 'tasks') return;
        for (const leaf of message.leaves) {
          const value = truth[paths.get(leaf)!];
          if (value === undefined) continue;
          const exact = { lower: value, upper: value, depth: 4, complete: false, pv: [0] };
          answer(to, { type: 'score', leaf, ...exact });
        }
      },
      refuse(worker: number) {
        refused.push(worker);
        lost.add(worker);
        master.lost(worker);
      },
      report(report: ActorReport) {
        if (report.type === 'depth') values.push(report.finding.value);
      },
    };
    const own = completeOptions({ horizon: 2, delegate: 0 });
    const master = new MinimalTreeMaster(context, { rules, searches: [] }, 6, own);
    for (let i = 0; i < 200 && values.length === 0; i++) {
      master.work(1000, i);
      if (losesFirst && i === 0) for (const worker of lost) master.lost(worker);
      for (const [from, message] of inbox.splice(0)) {
        if (!refused.includes(from)) master.message(from, message);
      }
    }
    return { refused, values, expanders, counters: context.counters };
  }

  test('lets workers expand its nodes, and pays for a visit of each', () => {
    const { refused, values, expanders, counters } = search((_, honest) => [honest]);
    expect([refused, values]).toEqual([[], [3]]);
    expect(expanders).toHaveLength(3);
    // Three nodes of two moves each; lines are checked from four positions, two plies below the root.
    expect(counters.masterNodes).toBeGreaterThan(9);
    expect(counters.nodes).toBe(6);
  });

  test('gives the nodes of a lost worker to another', () => {
    const { values, expanders } = search((_, honest) => [honest], true);
    expect(values).toEqual([3]);
    expect(expanders[1]).not.toBe(expanders[0]);
  });

  const isExpansion = (message: MinimalTreeMessage) => message.type === 'expanded';
  test.each<[string, Behave]>([
    [
      'an expansion that it was not asked for',
      (_, honest) => [isExpansion(honest) ? ({ ...honest, request: 999 } as never) : honest],
    ],
    ['an expansion twice', (_, honest) => (isExpansion(honest) ? [honest, honest] : [honest])],
    [
      'nodes that are no tree',
      (_, honest) => [isExpansion(honest) ? ({ ...honest, guesses: [] } as never) : honest],
    ],
    [
      'that moves cannot be played which can',
      (_, honest) => (isExpansion(honest) ? [honest, { type: 'illegal', path: [] }] : [honest]),
    ],
    [
      'moves that cannot be played',
      (_, honest) => [isExpansion(honest) ? ({ ...honest, moves: [0, 9] } as never) : honest],
    ],
  ])('refuses a worker that says %s, and the value stays right', (_, lie) => {
    const { refused, values } = search((worker, honest) =>
      worker === 1 ? lie(worker, honest) : [honest],
    );
    expect([refused, values]).toEqual([[1], [3]]);
  });
});
