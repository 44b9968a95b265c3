// A trace of P-GPP in the studio: the file is opened, and the tree shows its nodes with workers, values and boards.
import { openEngineTeam } from 'plyades/gpp';
import { makeTrace, type TraceLog, type TreeRecord } from 'plyades/trace';
import { beforeAll, expect, test } from 'vitest';
import { LaneLog } from '../../src/processors/lane-log.js';
import { momentOf, sayMoment } from '../../src/processors/moment.js';
import type { Run } from '../../src/runs/run.js';
import { openTraceFile } from '../../src/runs/trace-file.js';
import { factsOf } from '../../src/tree/facts.js';
import { GameLines } from '../../src/tree/game-lines.js';
import { historyOf } from '../../src/tree/history.js';
import { principalNodes } from '../../src/tree/line.js';
import { TreeModel } from '../../src/tree/model.js';
import { TreeMoment } from '../../src/tree/moment.js';
import { NONE, ROOT } from '../../src/tree/nodes.js';
import { makeEvent, makeValue, predictedName, stateWords } from '../../src/tree/words.js';

let run: Run;
let log: TraceLog;
let moment: TreeMoment;
/** The last record of each path that the file has. */
const records = new Map<string, { readonly path: readonly number[]; readonly last: TreeRecord }>();

beforeAll(async () => {
  let recorded: TraceLog | undefined;
  await using team = await openEngineTeam({
    workers: 3,
    trace: (growing) => {
      recorded = growing;
    },
  });
  await team.search({ setup: { moves: ['e2e4'] }, go: { depth: 10 } });
  run = await openTraceFile(new File([makeTrace(recorded!)], 'team.plytrace'));
  log = run.log.peek()!;
  const paths = new Map<number, readonly number[]>();
  for (const last of log.tree) {
    const path = last.parent < 0 ? [] : [...paths.get(last.parent)!, last.move];
    paths.set(last.node, path);
    records.set(path.join(' '), { path, last });
  }
  moment = new TreeMoment(new TreeModel(log));
  moment.seek(log.end);
});

test('the file is opened as a run of a team', () => {
  expect(run.title).toBe('team.plytrace: chess, p-gpp with 3 workers');
});

test('the tree has every node, with its worker, its value and a board', async () => {
  expect(records.size).toBeGreaterThan(1);
  const lines = await GameLines.load(log.header);
  const factOf = (node: number, name: string) =>
    factsOf(moment, node).find((each) => each.name === name)?.text;
  for (const { path, last } of records.values()) {
    const node = moment.model.nodes.follow(path);
    expect(node).not.toBe(NONE);
    expect(moment.recordOf(node)).toEqual(last);
    expect(factOf(node, 'Value believed')).toBe(makeValue(last.value));
    // Engines get no window from the master.
    expect(factOf(node, 'Pass window')).toBeUndefined();
    const { position, names } = lines.follow(path);
    expect(names).toHaveLength(path.length);
    expect(lines.game!.turn(position!)).toBe((path.length + 1) % 2);
  }
  moment.seek(log.end - 1);
  for (const { path, last } of records.values()) {
    if (last.owner < 0) continue;
    const node = moment.model.nodes.follow(path);
    expect(factOf(node, 'Searched by')).toBe(`Worker ${last.owner}`);
    expect(moment.stateOf(node)).toBe('searching');
  }
  expect(moment.effort[ROOT]).toBeGreaterThan(0);
});

test('the principal variation is the best line of the master, as far as it has nodes', () => {
  moment.seek(log.end);
  const { model } = moment;
  const best = log.depths.at(-1)!.pv;
  const expected = [ROOT];
  for (const move of best) {
    const next = model.nodes.find(expected.at(-1)!, move);
    if (next === NONE) break;
    expected.push(next);
  }
  expect(principalNodes(moment)).toEqual(expected);
  expect(predictedName(model)).toBe('best line');
  expect(stateWords(model).left.name).toBe('Pruned');
});

test('the history of a node names workers', () => {
  const texts = historyOf(moment.model, ROOT).map((event) => makeEvent(event, log));
  expect(texts.some((text) => text.startsWith('Worker 1 begins'))).toBe(true);
  expect(texts.join()).not.toContain('rocessor');
});

test('each worker has a lane with what it searches', () => {
  const lanes = new LaneLog(log);
  expect(lanes.lanes).toHaveLength(4);
  for (const piece of log.pieces) {
    const at = (piece.from + piece.to) / 2;
    const shown = momentOf(lanes, piece.process, at);
    expect(shown.piece).toBe(piece);
    expect(sayMoment(shown, 'e4')).not.toContain('NaN');
  }
});
