// What happened to a node, the steps of time, the walk by keyboard, and the words for it.
import { describe, expect, test } from 'vitest';
import { factsOf } from '../../src/tree/facts.js';
import { fatesOf } from '../../src/tree/fates.js';
import { changes, historyOf } from '../../src/tree/history.js';
import { principalNodes } from '../../src/tree/line.js';
import { greatestLosses } from '../../src/tree/losses.js';
import { TreeModel } from '../../src/tree/model.js';
import { TreeMoment } from '../../src/tree/moment.js';
import { NONE, ROOT } from '../../src/tree/nodes.js';
import { nextChange, previousChange } from '../../src/tree/steps.js';
import { neighbour } from '../../src/tree/walk.js';
import { makeEvent, makeValue, makeWindow } from '../../src/tree/words.js';
import { madeTrace } from '../support/made-trace.js';

const log = madeTrace({ nodes: 1000, processes: 8, seed: 21 });
const model = new TreeModel(log);

function momentAt(share: number): TreeMoment {
  const moment = new TreeMoment(model);
  moment.seek(share * log.end);
  return moment;
}

test('the history of a node has its pieces and its changes in the order of time', () => {
  const { path } = log.pieces[10]!;
  const node = model.nodes.follow(path);
  const events = historyOf(model, node);
  const own = log.pieces.filter((piece) => piece.path.join() === path.join());
  expect(events.filter(({ kind }) => kind === 'begin')).toHaveLength(own.length);
  expect(events.filter(({ kind }) => kind === 'end')).toHaveLength(own.length);
  expect(events.some(({ kind }) => kind === 'change')).toBe(true);
  for (const [i, event] of events.entries()) {
    if (i > 0) expect(event.at).toBeGreaterThanOrEqual(events[i - 1]!.at);
    expect(makeEvent(event, log)).not.toBe('');
  }
});

test('changes name what differs', () => {
  const [record] = log.tree;
  expect(changes(record!, record!)).toEqual([]);
  expect(changes(record!, { ...record!, value: 1234, owner: 3 })).toEqual(['value', 'owner']);
  const unknown = { ...record!, alpha: Number.NaN };
  expect(changes(unknown, { ...unknown })).toEqual([]);
});

describe('steps of time', () => {
  test('lead through the ends of all passes and back', () => {
    const times: number[] = [];
    for (let at = nextChange(model, -1); at !== undefined; at = nextChange(model, at))
      times.push(at);
    expect(times).toEqual(log.passes.map(({ to }) => to));
    const back: number[] = [];
    for (
      let at = previousChange(model, log.end + 1);
      at !== undefined;
      at = previousChange(model, at)
    )
      back.push(at);
    expect(back).toEqual(times.toReversed());
  });

  test('lead from piece to piece where there are no passes', () => {
    const pieces = madeTrace({ nodes: 0, processes: 3, pieces: 30 });
    const split = new TreeModel(pieces);
    const times = new Set(pieces.pieces.flatMap(({ from, to }) => [from, to]));
    let steps = 0;
    for (let at = nextChange(split, -1); at !== undefined; at = nextChange(split, at)) {
      expect(times.has(at)).toBe(true);
      steps++;
    }
    expect(steps).toBe(times.size);
  });
});

test('steps of the keyboard lead to relatives that exist', () => {
  const moment = momentAt(0.5);
  const child = neighbour(moment, ROOT, 'child');
  expect(neighbour(moment, child, 'parent')).toBe(ROOT);
  const after = neighbour(moment, child, 'after');
  const before = neighbour(moment, child, 'before');
  if (after !== NONE) expect(neighbour(moment, after, 'before')).toBe(child);
  if (before !== NONE) expect(neighbour(moment, before, 'after')).toBe(child);
  expect(after === NONE && before === NONE).toBe(false);
  expect(neighbour(moment, ROOT, 'parent')).toBe(NONE);
  expect(neighbour(moment, ROOT, 'after')).toBe(NONE);
});

test('the principal variation takes the best believed child at each node', () => {
  const moment = momentAt(0.9);
  const line = principalNodes(moment);
  expect(line.length).toBeGreaterThan(1);
  for (const [i, node] of line.entries()) {
    if (i === 0) continue;
    expect(model.nodes.parent[node]).toBe(line[i - 1]);
    for (
      let other = model.nodes.firstChild[line[i - 1]!]!;
      other !== NONE;
      other = model.nodes.nextSibling[other]!
    ) {
      const record = moment.recordOf(other);
      if (record === undefined || moment.isOutside(other)) continue;
      expect(-record.value).toBeLessThanOrEqual(-moment.recordOf(node)!.value);
    }
  }
});

test('without values the line of the last finished depth is the principal variation', () => {
  const pieces = madeTrace({ nodes: 0, processes: 4, pieces: 2000 });
  const moment = new TreeMoment(new TreeModel(pieces));
  moment.seek(pieces.end);
  const line = principalNodes(moment).slice(1);
  expect(line.length).toBeGreaterThan(0);
  expect(line.map((node) => moment.model.nodes.move[node])).toEqual(
    pieces.depths.at(-1)!.pv.slice(0, line.length),
  );
});

test('effort over time adds up to that of the run', () => {
  const moment = momentAt(1);
  const { nodes, most, intervals } = fatesOf(moment, 100);
  const sum = nodes.reduce((total, count) => total + count, 0);
  expect(sum).toBeCloseTo(moment.effort[ROOT]!, 3);
  expect(most).toBeGreaterThanOrEqual(sum / intervals);
});

test('the facts of a node name its work and those that search it', () => {
  const piece = log.pieces.find(({ path }) => path.length > 1)!;
  const moment = new TreeMoment(model);
  moment.seek((piece.from + piece.to) / 2);
  const node = model.nodes.follow(piece.path);
  const facts = new Map(factsOf(moment, node).map(({ name, text }) => [name, text]));
  expect(facts.get('Effort')).toBe(`${moment.effort[node]!.toLocaleString('en-US')} nodes`);
  expect(facts.get('Searched by')).toContain(`rocessor`);
  expect(facts.get('Searched by')).toContain(`${piece.process}`);
  expect(facts.has('Pass window') && facts.has('Task window')).toBe(true);
  expect(facts.has('Proof number')).toBe(false);
});

test('the greatest losses are the highest nodes outside the predicted tree', () => {
  const moment = momentAt(1);
  const losses = greatestLosses(moment, 5);
  expect(losses).toHaveLength(5);
  for (const node of losses) {
    expect(moment.isOutside(node)).toBe(true);
    expect(moment.isOutside(model.nodes.parent[node]!)).toBe(false);
  }
  const efforts = losses.map((node) => moment.effort[node]!);
  expect(efforts).toEqual(efforts.toSorted((a, b) => b - a));
  for (let node = 1; node < model.nodes.count; node++) {
    if (!moment.isOutside(node) || moment.isOutside(model.nodes.parent[node]!)) continue;
    if (!losses.includes(node)) expect(moment.effort[node]).toBeLessThanOrEqual(efforts.at(-1)!);
  }
});

test('in proof-number search the line leads to the least numbers', () => {
  const proof = madeTrace({ nodes: 300, proofNumbers: true, seed: 4 });
  const moment = new TreeMoment(new TreeModel(proof));
  moment.seek(proof.end);
  const line = principalNodes(moment);
  expect(line.length).toBeGreaterThan(1);
  const { nodes } = moment.model;
  for (const [i, node] of line.entries()) {
    if (i === 0) continue;
    const above = moment.recordOf(line[i - 1]!)!;
    const { proof: proofNumber, disproof } = moment.recordOf(node)!;
    const others: number[] = [];
    for (
      let each = nodes.firstChild[line[i - 1]!]!;
      each !== NONE;
      each = nodes.nextSibling[each]!
    ) {
      const record = moment.recordOf(each);
      if (record !== undefined)
        others.push(above.proof === proofNumber ? record.proof : record.disproof);
    }
    expect(above.proof === proofNumber ? proofNumber : disproof).toBe(Math.min(...others));
  }
});

test('values and windows as text', () => {
  expect(makeValue(12)).toBe('+12');
  expect(makeValue(-3)).toBe('−3');
  expect(makeValue(500_004)).toBe('won');
  expect(makeValue(-500_004)).toBe('lost');
  expect(makeValue(Number.NaN)).toBe('–');
  expect(makeWindow(-520_000, 520_000)).toBe('−∞ … ∞');
});
