// Messages to a process that is down, and ends of pieces that cannot be.
import { describe, expect, test } from 'vitest';
import { notationOf } from '#dist/games/load.js';
import { simulate } from '#dist/sim/index.js';
import { createTraceLog, type TraceHeader, type TraceLog } from '#dist/trace/index.js';
import { RecordWriter } from '#dist/trace/records.js';

const header: TraceHeader = {
  version: 1,
  build: 'test',
  game: 'othello',
  position: '',
  algorithm: 'aphid',
  processes: 3,
  hasMaster: true,
  clock: 'virtual',
};

describe('a process that is down', () => {
  test.each(['crash', 'pause'])('receives nothing meanwhile after a %s', async (type) => {
    let log: TraceLog | undefined;
    const simulation = await simulate(notationOf('othello').start(), {
      algorithm: 'aphid',
      processors: 8,
      depth: 9,
      profile: 'paper',
      faults: `${type}:3@100ms+200ms`,
      threads: 0,
      trace(growing) {
        log = growing;
      },
    });
    expect(simulation.failure).toBeUndefined();
    const [fault] = log!.faults;
    expect(fault).toMatchObject({ process: 3, type });
    const toThree = log!.messages.filter(({ to }) => to === 3);
    const during = toThree.filter(
      ({ receivedAt }) => receivedAt >= fault!.at && receivedAt < fault!.until,
    );
    expect(during).toEqual([]);
    const lost = toThree.filter(({ receivedAt }) => Number.isNaN(receivedAt));
    const late = toThree.filter(({ receivedAt }) => receivedAt === fault!.until);
    expect((type === 'crash' ? lost : late).length).toBeGreaterThan(0);
  });
});

describe('the end of a piece', () => {
  const piece = { process: 1, piece: 5, from: 100, path: [1], depth: 3, alpha: -1, beta: 1 };
  const end = { depth: 3, alpha: -1, beta: 1, value: 0, bound: 'exact', outcome: 'done' } as const;

  function logOf(write: (out: RecordWriter) => void): TraceLog {
    const out = new RecordWriter();
    out.pieceBegin({ ...piece, kind: 'own', ahead: false });
    write(out);
    const log = createTraceLog(header);
    log.append(out.take());
    return log;
  }

  test('is taken where it fits', () => {
    const log = logOf((out) => out.pieceEnd({ ...end, process: 1, piece: 5, to: 200, nodes: 7 }));
    expect(log.pieces[0]).toMatchObject({ to: 200, nodes: 7, outcome: 'done' });
  });

  test.each([
    ['ends before it began', { process: 1, piece: 5, to: 99, nodes: 7 }],
    ['has fewer than no nodes', { process: 1, piece: 5, to: 200, nodes: -7 }],
    ['is of another process', { process: 2, piece: 5, to: 200, nodes: 7 }],
  ])('is dropped where it %s', (_, wrong) => {
    const log = logOf((out) => out.pieceEnd({ ...end, ...wrong }));
    expect(log.pieces[0]!.outcome).toBeUndefined();
  });

  test('cannot name a piece of another process by its number', () => {
    // 2 ** 36 is the number of pieces that a process may have.
    const log = logOf((out) =>
      out.pieceEnd({ ...end, process: 0, piece: 2 ** 36 + 5, to: 200, nodes: 7 }),
    );
    expect(log.pieces[0]!.outcome).toBeUndefined();
  });
});
