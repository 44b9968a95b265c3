// The tree of a run at a moment: effort adds up, and a moment is the same from wherever it is reached.
import fc from 'fast-check';
import type { TraceLog } from 'plyades/trace';
import { describe, expect, test } from 'vitest';
import { TreeModel } from '../../src/tree/model.js';
import { type Measure, TreeMoment } from '../../src/tree/moment.js';
import { MOST_PLIES, NONE, ROOT } from '../../src/tree/nodes.js';
import { madeTrace } from '../support/made-trace.js';
import { GrowingCopy } from './growing.js';

/** Everything that a picture needs of a moment, by paths: numbers of nodes may differ. */
function pictureOf(moment: TreeMoment): Map<string, string> {
  const { nodes } = moment.model;
  const all = new Map<string, string>();
  for (let node = 0; node < nodes.count; node++) {
    if (!moment.isPresent(node)) continue;
    const { at, value } = moment.recordOf(node) ?? {};
    const text = [
      ...[moment.stateOf(node), moment.isOutside(node), moment.effort[node]],
      ...[moment.weight[node], moment.busy[node], moment.ownEffort(node), at, value],
    ].join(' ');
    all.set(nodes.path(node).join(' '), text);
  }
  return all;
}

function momentAt(log: TraceLog, time: number, measure: Measure = 'effort'): TreeMoment {
  const moment = new TreeMoment(new TreeModel(log));
  moment.measure = measure;
  moment.seek(time);
  return moment;
}

const logs = {
  'with a master': madeTrace({ nodes: 800, processes: 9, seed: 5 }),
  'of pieces alone': madeTrace({ nodes: 0, processes: 6, pieces: 300, seed: 6 }),
} as const;

describe.each(Object.entries(logs))('a run %s', (_, log) => {
  test('effort of the root is that of all pieces', () => {
    const moment = momentAt(log, log.end);
    const all = log.pieces.reduce((sum, { nodes }) => sum + nodes, 0);
    expect(moment.effort[ROOT]).toBe(all);
    expect(moment.effortOf.reduce((sum, effort) => sum + effort, 0)).toBe(all);
  });

  test('effort of a node is its own and that of its children, at random times', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
        const moment = momentAt(log, share * log.end);
        const { nodes } = moment.model;
        const sums = Array.from({ length: nodes.count }, (_, node) => moment.ownEffort(node));
        for (let node = nodes.count - 1; node > ROOT; node--) {
          sums[nodes.parent[node]!]! += sums[node]!;
        }
        expect(sums).toEqual([...moment.effort.subarray(0, nodes.count)]);
      }),
      { numRuns: 20 },
    );
  });

  test('effort never falls', () => {
    const moment = momentAt(log, 0);
    let before = 0;
    for (let i = 0; i <= 50; i++) {
      moment.seek((i / 50) * log.end);
      expect(moment.effort[ROOT]).toBeGreaterThanOrEqual(before);
      before = moment.effort[ROOT]!;
    }
    expect(before).toBeGreaterThan(0);
  });

  test('scrubbing back and forth shows what building from scratch shows', () => {
    const times = fc.array(fc.double({ min: -0.1, max: 1.1, noNaN: true }), {
      minLength: 1,
      maxLength: 12,
    });
    const moment = new TreeMoment(new TreeModel(log));
    fc.assert(
      fc.property(times, fc.constantFrom<Measure>('effort', 'leaves'), (shares, measure) => {
        moment.measure = measure;
        for (const share of shares) moment.seek(share * log.end);
        const last = shares.at(-1)! * log.end;
        expect(pictureOf(moment)).toEqual(pictureOf(momentAt(log, last, measure)));
      }),
      { numRuns: 40 },
    );
  });

  test('a run that is followed while it grows shows what its whole trace shows', () => {
    const copy = new GrowingCopy(log);
    const moment = new TreeMoment(new TreeModel(copy.log));
    for (let step = 1; step <= 40; step++) {
      copy.growTo((step / 40) * log.end);
      expect(moment.update()).toBe(true);
      moment.seek(copy.log.end);
      if (step % 8 === 0) {
        const whole = momentAt(log, copy.log.end);
        const present = pictureOf(moment);
        expect([...present.keys()].sort()).toEqual([...pictureOf(whole).keys()].sort());
        expect(moment.effort[ROOT]).toBe(whole.effort[ROOT]);
      }
    }
    // And back to a time of which only the beginning was known.
    moment.seek(log.end / 3);
    expect(pictureOf(moment)).toEqual(pictureOf(momentAt(log, log.end / 3)));
  });
});

test('records that come late are in the picture, wherever the playhead stands', () => {
  const log = madeTrace({ nodes: 800, processes: 9, seed: 8 });
  const copy = new GrowingCopy(log);
  const moment = new TreeMoment(new TreeModel(copy.log));
  for (let step = 1; step <= 30; step++) {
    copy.growTo((step / 30) * log.end, step === 30 ? 0 : log.end / 12);
    expect(moment.update()).toBe(true);
    moment.seek(copy.log.end);
  }
  expect(pictureOf(moment)).toEqual(pictureOf(momentAt(log, log.end)));
  moment.seek(log.end / 2);
  expect(pictureOf(moment)).toEqual(pictureOf(momentAt(log, log.end / 2)));
});

test('a log that dropped records asks for a new model', () => {
  const log = madeTrace({ nodes: 400 });
  const copy = new GrowingCopy(log);
  copy.growTo(log.end / 2);
  const model = new TreeModel(copy.log);
  copy.log.tree = copy.log.tree.filter((_, i) => i % 2 === 0);
  copy.log.version++;
  expect(model.update()).toBe(false);
});

test('a log of which every second piece went asks for a new model', () => {
  const log = madeTrace({ nodes: 400 });
  const copy = new GrowingCopy(log);
  copy.growTo(log.end / 2);
  const model = new TreeModel(copy.log);
  const all = copy.log.pieces;
  copy.log.pieces = all.filter((_, i) => i % 2 === 0);
  copy.log.version++;
  expect(model.update()).toBe(false);
  // Even when more have come meanwhile than went.
  copy.log.pieces = [...copy.log.pieces, ...log.pieces.slice(all.length)];
  Object.assign(copy.log, { pieceSampling: 2 });
  expect(copy.log.pieces.length).toBeGreaterThan(all.length);
  expect(model.update()).toBe(false);
});

test('a piece of a node that the master describes later is work of that node', () => {
  const log = madeTrace({ nodes: 400, processes: 4, seed: 2 });
  const [first] = log.pieces;
  const early = {
    ...first!,
    process: 1,
    piece: 9999,
    from: 0,
    to: 1,
    nodes: 7,
    outcome: 'done' as const,
  };
  const moment = momentAt({ ...log, pieces: [early, ...log.pieces] }, log.end);
  const { nodes } = moment.model;
  const node = nodes.follow(first!.path);
  expect(node).not.toBe(NONE);
  expect(moment.recordOf(node)).toBeDefined();
  expect(moment.ownEffort(node)).toBe(momentAt(log, log.end).ownEffort(node) + 7);
});

test('moves of 32 bits lead to one node each', () => {
  const log = madeTrace({ nodes: 0, processes: 2, pieces: 20 });
  const path = [0xffff_fff0, 7];
  const pieces = log.pieces.map((piece) => ({ ...piece, path }));
  const { nodes } = new TreeModel({ ...log, pieces });
  expect(nodes.count).toBe(3);
  expect(nodes.path(2)).toEqual(path);
});

describe('a hostile trace', () => {
  const log = madeTrace({ nodes: 400, seed: 2 });
  const [record] = log.tree;

  test('of one endless line is cut off', () => {
    const tree = Array.from({ length: 100_000 }, (_, node) => ({
      ...record!,
      node,
      parent: node - 1,
    }));
    const moment = momentAt({ ...log, tree, pieces: [] }, log.end);
    expect(moment.model.nodes.count).toBe(MOST_PLIES + 1);
  });

  test('of one endless family keeps all its children', () => {
    const tree = Array.from({ length: 100_000 }, (_, node) => ({
      ...record!,
      ...{ node, parent: node === 0 ? -1 : 0, move: node * 7 },
    }));
    const { nodes } = momentAt({ ...log, tree, pieces: [] }, log.end).model;
    expect(nodes.count).toBe(100_000);
    expect(nodes.follow([7 * 99_999])).toBe(99_999);
    expect(nodes.follow([7 * 20])).toBe(20);
    expect(nodes.follow([5])).toBe(NONE);
  });

  test('with pieces that begin at no time shows the others', () => {
    const lost = { ...log.pieces[0]!, from: Number.NaN, to: Number.NaN };
    const moment = momentAt({ ...log, pieces: [lost, ...log.pieces] }, log.end);
    expect(moment.effort[ROOT]).toBe(momentAt(log, log.end).effort[ROOT]);
  });
});

test('records of nodes whose parent was never described are left out', () => {
  const log = madeTrace({ nodes: 400, seed: 2 });
  const stray = { ...log.tree.at(-1)!, node: 1_000_000, parent: 999_999 };
  const moment = momentAt({ ...log, tree: [...log.tree, stray] }, log.end);
  expect(moment.model.nodes.count).toBe(momentAt(log, log.end).model.nodes.count);
});

test('a node is searched while a piece of it is', () => {
  const log = madeTrace({ nodes: 400, processes: 4, seed: 3 });
  for (const piece of log.pieces.slice(0, 40)) {
    const moment = momentAt(log, (piece.from + piece.to) / 2);
    const node = moment.model.nodes.follow(piece.path);
    expect(moment.stateOf(node)).toBe('searching');
    expect(moment.searchers(node).map(({ process }) => process)).toContain(piece.process);
    expect(moment.busy[ROOT]).toBe(1);
  }
});
