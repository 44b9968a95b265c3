// The layout of an icicle: widths are weights, nothing is lost where siblings are drawn together, and the number of
// blocks depends on the picture's size.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Icicle, type NodeSpan, nodeAround, OWN, spanOf, WHOLE } from '../../src/tree/icicle.js';
import { TreeModel } from '../../src/tree/model.js';
import { type Measure, TreeMoment } from '../../src/tree/moment.js';
import { NONE, ROOT } from '../../src/tree/nodes.js';
import { between, limited, Viewport, zoomed } from '../../src/tree/viewport.js';
import { madeTrace } from '../support/made-trace.js';

const log = madeTrace({ nodes: 6000, processes: 16, seed: 11 });
const model = new TreeModel(log);

function momentAt(share: number, measure: Measure = 'effort'): TreeMoment {
  const moment = new TreeMoment(model);
  moment.measure = measure;
  moment.seek(share * log.end);
  return moment;
}

function rowSums(icicle: Icicle): number[] {
  const sums: number[] = [];
  for (let i = 0; i < icicle.count; i++) {
    const row = icicle.row[i]!;
    if (icicle.code[i] === OWN) continue;
    sums[row] = (sums[row] ?? 0) + icicle.right[i]! - icicle.left[i]!;
  }
  return sums;
}

describe('level of detail', () => {
  test.each(['effort', 'leaves'] as const)(
    'keeps the sum of the widths of the first plies (%s)',
    (measure) => {
      const moment = momentAt(0.8, measure);
      const [fine, coarse] = [new Icicle(), new Icicle()];
      fine.layOut(moment, WHOLE, 1e7);
      coarse.layOut(moment, WHOLE, 500);
      const [exact, drawn] = [rowSums(fine), rowSums(coarse)];
      // Below blocks of several siblings nothing is drawn, so deeper rows may be narrower, never wider.
      for (const row of [0, 1, 2]) expect(drawn[row]! / 500).toBeCloseTo(exact[row]! / 1e7, 6);
      for (const [row, sum] of drawn.entries()) {
        expect(sum / 500).toBeLessThanOrEqual(exact[row]! / 1e7 + 1e-9);
      }
    },
  );

  test('children drawn together are as many and as wide as they are', () => {
    const moment = momentAt(1);
    const icicle = new Icicle();
    icicle.layOut(moment, WHOLE, 300);
    const drawn = new Set<number>();
    for (let i = 0; i < icicle.count; i++) {
      if (icicle.right[i]! - icicle.left[i]! >= 1 && icicle.members[i] === 1) {
        drawn.add(icicle.node[i]!);
      }
    }
    for (const node of drawn) {
      let weighty = 0;
      for (
        let child = model.nodes.firstChild[node]!;
        child !== NONE;
        child = model.nodes.nextSibling[child]!
      ) {
        if (moment.isPresent(child) && moment.effort[child]! > 0) weighty++;
      }
      if (weighty === 0) continue;
      let members = 0;
      for (let i = 0; i < icicle.count; i++) {
        if (model.nodes.parent[icicle.node[i]!] === node) members += icicle.members[i]!;
      }
      expect(members).toBe(weighty);
    }
  });

  test('no block that stands for one node with children drawn is narrower than a pixel', () => {
    const icicle = new Icicle();
    icicle.layOut(momentAt(1), WHOLE, 300);
    for (let i = 0; i < icicle.count; i++) {
      if (icicle.hidden[i] === 0 && icicle.members[i]! <= 1) continue;
      expect(icicle.right[i]! - icicle.left[i]!).toBeLessThan(2);
    }
  });

  test('the number of blocks is bounded by the size of the picture', () => {
    const icicle = new Icicle();
    icicle.layOut(momentAt(1), WHOLE, 100);
    const rows = model.nodes.height[ROOT]! + 1;
    // Each pixel of a row begins at most one node and one block of siblings.
    expect(icicle.count).toBeLessThanOrEqual(2 * 100 * rows);
    expect(icicle.count).toBeGreaterThan(20);
  });
});

test('children and the work in the node itself take the width of the node', () => {
  const moment = momentAt(0.9);
  const icicle = new Icicle();
  icicle.layOut(moment, WHOLE, 1000);
  const width = (i: number) => icicle.right[i]! - icicle.left[i]!;
  const below = new Map<number, number>();
  for (let i = 0; i < icicle.count; i++) {
    const node = icicle.node[i]!;
    const above = icicle.code[i] === OWN ? node : model.nodes.parent[node]!;
    below.set(above, (below.get(above) ?? 0) + width(i));
  }
  let compared = 0;
  for (let i = 0; i < icicle.count; i++) {
    const sum = below.get(icicle.node[i]!);
    if (icicle.members[i] !== 1 || sum === undefined) continue;
    compared++;
    // The work in a node itself is drawn from two pixels on.
    expect(width(i) - sum).toBeGreaterThan(-1e-6);
    expect(width(i) - sum).toBeLessThan(2);
  }
  expect(compared).toBeGreaterThan(50);
});

test('children lie within their parents, side by side', () => {
  const moment = momentAt(0.7);
  const icicle = new Icicle();
  icicle.layOut(moment, WHOLE, 4000);
  const place = new Map<number, [left: number, right: number]>();
  for (let i = 0; i < icicle.count; i++) {
    const [left, right] = [icicle.left[i]!, icicle.right[i]!];
    const parent = place.get(model.nodes.parent[icicle.node[i]!]!);
    if (parent !== undefined) {
      expect(left).toBeGreaterThanOrEqual(parent[0] - 1e-6);
      expect(right).toBeLessThanOrEqual(parent[1] + 1e-6);
    }
    if (icicle.members[i] === 1) place.set(icicle.node[i]!, [left, right]);
  }
});

test('a part that is shown has its nodes where the whole has them', () => {
  const moment = momentAt(0.9);
  const whole = new Icicle();
  const part = new Icicle();
  whole.layOut(moment, WHOLE, 1000);
  const span: NodeSpan = { from: 0.3, to: 0.4 };
  part.layOut(moment, span, 1000);
  const inWhole = new Map<number, number>();
  for (let i = 0; i < whole.count; i++) {
    if (whole.members[i] === 1) inWhole.set(whole.node[i]!, whole.left[i]!);
  }
  let compared = 0;
  for (let i = 0; i < part.count; i++) {
    const left = inWhole.get(part.node[i]!);
    if (left === undefined || part.members[i] !== 1) continue;
    compared++;
    expect(part.left[i]! / 10 + 300).toBeCloseTo(left, 6);
  }
  expect(compared).toBeGreaterThan(5);
});

test('the block under a point is the one that was laid out there', () => {
  const icicle = new Icicle();
  icicle.layOut(momentAt(0.9), WHOLE, 800);
  for (let i = 0; i < icicle.count; i += 7) {
    const middle = (icicle.left[i]! + icicle.right[i]!) / 2;
    expect(icicle.at(middle, icicle.row[i]!)).toBe(i);
  }
  expect(icicle.at(400, 200)).toBe(NONE);
});

test('a node without work below it shows its children equally wide', () => {
  const early = momentAt(0);
  const icicle = new Icicle();
  icicle.layOut(early, WHOLE, 900);
  const widths: number[] = [];
  for (let i = 0; i < icicle.count; i++) {
    if (icicle.row[i] === 1) widths.push(icicle.right[i]! - icicle.left[i]!);
  }
  expect(widths.length).toBeGreaterThan(1);
  for (const width of widths) expect(width).toBeCloseTo(widths[0]!, 9);
});

describe('the part in view', () => {
  test('a node is found around the span that it takes', () => {
    const moment = momentAt(0.9);
    for (let node = 0; node < model.nodes.count; node += 13) {
      const span = spanOf(moment, node);
      if (!(span.to - span.from > 1e-8)) continue;
      const around = nodeAround(moment, span);
      // An only child with all the work takes the same span.
      const { from, to } = spanOf(moment, around);
      expect(from).toBeCloseTo(span.from, 9);
      expect(to).toBeCloseTo(span.to, 9);
    }
  });

  test('stays with a node when time moves', () => {
    const late = momentAt(1);
    let node = ROOT;
    for (
      let child = model.nodes.firstChild[ROOT]!;
      child !== NONE;
      child = model.nodes.nextSibling[child]!
    ) {
      if (node === ROOT || late.effort[child]! > late.effort[node]!) node = child;
    }
    const viewport = new Viewport();
    viewport.show(late, spanOf(late, node));
    const earlier = momentAt(0.5);
    expect(viewport.spanAt(earlier).from).toBeCloseTo(spanOf(earlier, node).from, 9);
    expect(viewport.spanAt(earlier).to).toBeCloseTo(spanOf(earlier, node).to, 9);
  });

  test('is what was asked for, at the same moment', () => {
    const moment = momentAt(0.8);
    const viewport = new Viewport();
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, (a, b) => {
        const span = limited({ from: Math.min(a, b), to: Math.max(a, b) });
        viewport.show(moment, span);
        const shown = viewport.spanAt(moment);
        expect(shown.from).toBeCloseTo(span.from, 9);
        expect(shown.to).toBeCloseTo(span.to, 9);
      }),
    );
  });

  test('a zoom keeps the point about which it zooms', () => {
    const span = zoomed({ from: 0.2, to: 0.6 }, 4, 0.25);
    expect(span.to - span.from).toBeCloseTo(0.1, 12);
    expect(span.from + 0.25 * 0.1).toBeCloseTo(0.3, 12);
  });

  test('a journey begins and ends where it should', () => {
    const [a, b] = [WHOLE, { from: 0.31, to: 0.311 }];
    expect(between(a, b, 0)).toEqual(a);
    const end = between(a, b, 1);
    expect(end.from).toBeCloseTo(b.from, 12);
    expect(end.to).toBeCloseTo(b.to, 12);
    const moved = between({ from: 0, to: 0.1 }, { from: 0.5, to: 0.6 }, 0.5);
    expect(moved.from).toBeCloseTo(0.25, 9);
  });
});
