import type { MessageRecord, PieceRecord, TraceLog } from 'plyades/trace';
import { describe, expect, test } from 'vitest';
import { compareLogs } from '../../src/processors/difference.js';
import { sayChanges } from '../../src/processors/request-difference.js';
import { FIRST_REQUEST } from '../../src/runs/request.js';
import { madeTrace } from '../support/made-trace.js';

const log = () => madeTrace({ processes: 8, nodes: 300, crashes: 1 });

const replaced = <T>(list: readonly T[], place: number, change: Partial<T>): T[] =>
  list.map((each, i) => (i === place ? { ...each, ...change } : each));

describe('two traces', () => {
  test('that are the same have no difference', () => {
    expect(compareLogs(log(), log())).toEqual({ settings: [], first: undefined });
  });

  test('differ first where a process changes its state at another time', () => {
    const other = log();
    const lane = other.lanes[5]!;
    const place = 20;
    const lanes = other.lanes.map((each, process) =>
      process === 5
        ? { ...each, times: each.times.map((at, i) => (i === place ? at + 1 : at)) }
        : each,
    );
    const { first } = compareLogs(log(), { ...other, lanes });
    expect(first).toMatchObject({ at: lane.times[place], process: 5 });
    expect(first!.text).toMatch(/^process 5 .*; in the other run it /);
  });

  test('differ first at the earliest of several differences', () => {
    const other = log();
    const late = other.messages.length - 1;
    const early = 10;
    const messages = replaced(replaced<MessageRecord>(other.messages, late, { bytes: 1 }), early, {
      receivedAt: Number.NaN,
    });
    const { first } = compareLogs({ ...other, messages }, log());
    const { from, to, sentAt } = other.messages[early]!;
    expect(first).toMatchObject({ at: sentAt, process: to });
    expect(first!.text).toBe(
      `a message from process ${from} to ${to} never arrives; in the other run it arrives after 12.0 µs`,
    );
  });

  test('differ where a piece has another window, or another end', () => {
    const other = log();
    const place = 7;
    const piece = other.pieces[place]!;
    const window = { ...other, pieces: replaced<PieceRecord>(other.pieces, place, { beta: 9999 }) };
    expect(compareLogs(log(), window).first).toMatchObject({
      // The window that is recorded is the last one.
      ...{ at: piece.to, process: piece.process },
      text: expect.stringContaining('another window'),
    });
    const nodes = { ...other, pieces: replaced<PieceRecord>(other.pieces, place, { nodes: 1 }) };
    expect(compareLogs(log(), nodes).first).toMatchObject({
      ...{ at: piece.to, process: piece.process },
      text: expect.stringContaining('ends the same piece otherwise'),
    });
  });

  test('differ where a fault begins in one of them alone', () => {
    const calm: TraceLog = { ...log(), faults: [] };
    const fault = log().faults[0]!;
    const { first } = compareLogs(log(), calm);
    expect(first).toMatchObject({ at: fault.at, process: fault.process });
    expect(first!.text).toContain('in this run alone');
    expect(compareLogs(calm, log()).first!.text).toContain('in the other run alone');
  });

  test('differ at the end of the shorter one, when nothing else does', () => {
    const longer = { ...log(), end: log().end + 1 };
    expect(compareLogs(log(), longer).first).toMatchObject({
      ...{ at: log().end, text: 'this run ends' },
    });
  });

  test('of different density are not compared message by message', () => {
    const sampled = { ...log(), messages: log().messages.slice(1), messageSampling: 2 };
    expect(compareLogs(log(), sampled).first).toBeUndefined();
  });

  test('say how their headers differ', () => {
    const other = madeTrace({ processes: 4, nodes: 300 });
    expect(compareLogs(log(), other).settings).toEqual(['8 and 4 processes']);
  });
});

test('what was changed between two requests is said from the other one to this one', () => {
  expect(sayChanges(FIRST_REQUEST, FIRST_REQUEST)).toEqual([]);
  const changed = { ...FIRST_REQUEST, processors: 8, faults: 'lose:5%', table: 'ring' as const };
  expect(sayChanges(changed, { ...FIRST_REQUEST, processors: 16, faults: 'none' })).toEqual([
    'processors 16 → 8',
    'faults none → lose:5%',
    'table default → ring',
  ]);
});
