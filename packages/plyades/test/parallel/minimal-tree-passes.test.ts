// Incremental passes are a shortcut, nothing else: with any results, in any order, and positions that are
// reached on several ways, they request what whole passes request, in the same order, and end with the same value.
import { expect, test } from 'vitest';
import { createRandom, type Random } from '#dist/core/random.js';
import { INFINITE } from '#dist/core/score.js';
import { readFacts, writeFacts } from '#dist/parallel/minimal-tree/facts.js';
import { Pass } from '#dist/parallel/minimal-tree/pass.js';
import { MinimalTree, type MinimalTreeNode, pathTo } from '#dist/parallel/minimal-tree/tree.js';
import type { RulesPort } from '#dist/parallel/ports.js';
import { testSeeds } from '../support/long.js';
import { type PathPosition, pathRules, pseudoRandom } from '../support/path-trees.js';

function stand(
  rules: RulesPort<PathPosition>,
  horizon: number,
  settings: object,
  incremental: boolean,
  delegates = false,
) {
  const tree = new MinimalTree(rules, horizon + 6, horizon);
  let requests: string[] = [];
  const options = { negascout: true, steady: true, presort: 0, ...settings, incremental };
  const show = (request: object) => Object.values(request).map((one) => 0 + one);
  const expansions = new Map<string, MinimalTreeNode<PathPosition>>();
  const pass = new Pass(
    tree,
    options,
    (leaf, request) => void requests.push(`${leaf.number}: ${show(request)}`),
    delegates
      ? {
          ownNodes: 0,
          onRequest(node, request) {
            expansions.set(pathTo(node).join(' '), node);
            requests.push(`${pathTo(node)} expanded: ${show(request)}`);
          },
        }
      : undefined,
  );
  /** Answers a request for an expansion as a worker would that looks some plies ahead. */
  const expand = (path: string, plies: number) => {
    const node = expansions.get(path)!;
    expansions.delete(path);
    const below = new MinimalTree(rules, 9, plies, tree.positionOf(node));
    const small = new Pass(below, { ...options, incremental: false }, () => {});
    small.begin();
    small.run(Number.POSITIVE_INFINITY);
    tree.graft(node, readFacts(writeFacts(below), plies, tree.hasKeys)!, 1);
  };
  return {
    tree,
    expansions,
    expand,
    begin() {
      requests = [];
      pass.begin();
    },
    run: (visits: number) => pass.run(visits),
    end: () => ({ requests, wanted: pass.wanted, value: 0 + pass.value }),
    visits: () => pass.visits,
  };
}

/** A result of a leaf as a search in some window might report it. */
function resultFor(random: Random, leaf: number, seed: number) {
  const depth = 2 * (1 + random.below(3));
  const value = pseudoRandom(`${leaf} ${depth}`, seed + 1);
  const kind = random.below(3);
  return {
    depth,
    lower: kind === 1 ? -INFINITE : value,
    upper: kind === 2 ? INFINITE : value,
    complete: false,
    pv: [],
  };
}

testSeeds('incremental passes request what whole passes request', 40, 200, (seeds) => {
  let [fewer, more] = [0, 0];
  for (const seed of seeds) {
    const random = createRandom(seed);
    const coin = () => random.below(2) === 0;
    const rules = pathRules(2 + random.below(3), seed, coin());
    const settings = { negascout: coin(), steady: coin(), presort: random.below(4) };
    const horizon = 2 + random.below(4);
    const delegates = coin();
    const whole = stand(rules, horizon, settings, false, delegates);
    const quick = stand(rules, horizon, settings, true, delegates);
    const both = [whole, quick];
    for (let pass = 0; pass < 60; pass++) {
      for (const one of both) {
        one.begin();
        expect(one.run(Number.POSITIVE_INFINITY)).toBe(true);
      }
      expect(quick.end(), `seed ${seed}, pass ${pass}`).toEqual(whole.end());
      more += whole.visits();
      fewer += quick.visits();
      for (const path of [...quick.expansions.keys()]) {
        const { ply } = quick.expansions.get(path)!;
        if (random.below(3) === 0) continue;
        const plies = 1 + random.below(Math.min(3, horizon - ply));
        for (const one of both) one.expand(path, plies);
      }
      for (let results = random.below(4); results > 0; results--) {
        const { length } = whole.tree.leaves;
        if (length === 0) break;
        const leaf = random.below(length);
        const result = resultFor(random, leaf, seed);
        for (const { tree } of both) tree.record(tree.leaves[leaf]!, result);
      }
      if (random.below(40) === 0) {
        for (const { tree } of both) tree.deepen(tree.depth + 2);
      }
    }
  }
  expect(fewer).toBeLessThan(0.8 * more);
});

test('results in the middle of a pass are not overlooked by the next one', () => {
  let resting = 0;
  for (let seed = 1; seed <= 200; seed++) {
    const random = createRandom(seed);
    const quick = stand(pathRules(3, seed, seed % 2 === 0), 4, {}, true);
    for (let pass = 0; pass < 30; pass++) {
      quick.begin();
      while (!quick.run(quick.visits() + 1 + random.below(5))) {
        if (random.below(4) > 0) continue;
        const leaf = random.below(quick.tree.leaves.length || 1);
        const known = quick.tree.leaves[leaf];
        if (known !== undefined) quick.tree.record(known, resultFor(random, leaf, seed));
      }
    }
    // What passes leave out in the end is as a whole pass would find it.
    const settle = () => {
      quick.begin();
      quick.run(Number.POSITIVE_INFINITY);
      return quick.end();
    };
    for (let i = 0; i < 40; i++) settle();
    const rested = settle();
    // Where two ways lead to a node, passes may go on for ever with one or the other.
    if (JSON.stringify(settle()) !== JSON.stringify(rested)) continue;
    resting++;
    for (const { node } of quick.tree.leaves) forget(node);
    expect(settle(), `seed ${seed}`).toEqual(rested);
  }
  expect(resting).toBeGreaterThan(190);
});

/** Forgets what was remembered of all visits. */
function forget(node: MinimalTreeNode<PathPosition>): void {
  for (const { parent, memory } of node.ways) {
    memory.fresh = false;
    if (parent !== undefined) forget(parent);
  }
}
