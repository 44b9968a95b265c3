// Workers that search parts of each other's work, one worker looked at alone: whose word it takes for the loss of a
// process, and what it tells of the nodes that others claim.
import { expect, test } from 'vitest';
import type { SearchFinding } from '#dist/parallel/actor.js';
import { type AphidMessage, messages } from '#dist/parallel/aphid/messages.js';
import { createCounters } from '#dist/parallel/counters.js';
import type { SearchPort } from '#dist/parallel/ports.js';
import { MAX_NODES } from '#dist/parallel/received.js';
import { RoundTripNodes } from '#dist/parallel/round-trip-nodes.js';
import { Reader, Writer } from '#dist/parallel/wire.js';
import type { WorkSharingMessage } from '#dist/parallel/work-sharing/messages.js';
import { WorkSharing } from '#dist/parallel/work-sharing/work-sharing.js';
import { type SmallPosition, smallRules } from '../support/small-trees.js';

const exactly3 = { value: 3, complete: false, pv: [] };

/** A search that gives away one child after the other. */
class GivingSearch implements Partial<SearchPort<SmallPosition>> {
  readonly nodes = 100;
  readonly leaves = 40;
  readonly found: SearchFinding = { ...exactly3, depth: 4, bound: 'exact', move: 0 };
  #tickets = 0;

  take(): void {}

  candidate(): number {
    return 0;
  }

  split() {
    const ticket = this.#tickets++;
    const part = { depth: 3, alpha: -5, beta: 5, sign: -1, type: 2, scout: false } as const;
    return { ticket, path: [ticket % 2], ...part };
  }

  window() {
    return { alpha: -5, beta: 5 };
  }

  deliver(): boolean {
    return true;
  }
}

/** Worker 1 of three searches a part for worker 2, and worker 3 has a child of that. */
function employ(incarnation = 0) {
  const posted: [to: number, message: WorkSharingMessage][] = [];
  const refused: number[] = [];
  const context = {
    ...{ self: 1, size: 4, incarnation, counters: createCounters() },
    post: (to: number, message: WorkSharingMessage) => void posted.push([to, message]),
    isUp: () => true,
    refuse: (process: number) => void refused.push(process),
    report: () => {},
  };
  const searches = [new GivingSearch(), new GivingSearch()];
  const ports = {
    rules: smallRules([0, [0, 1, 2], [0, 3, 4]]),
    searches: searches as unknown as SearchPort<SmallPosition>[],
  };
  const worker = new WorkSharing(context, ports, new RoundTripNodes(1), 6, 0);
  const window = { alpha: -5, beta: 5 };
  const part = { path: [0], depth: 4, ...window, same: false, nodeType: 2, scout: false };
  worker.message(2, { type: 'part', lease: 7, ...part }, true);
  worker.message(0, { type: 'help', helper: 3 }, false);
  worker.serve();
  /** The lease of the child that worker 3 was given last; what was posted before is forgotten. */
  const takeLease = () => {
    const [to, message] = posted.splice(0).at(-1)!;
    if (to !== 3 || message.type !== 'part') throw new Error('worker 3 was given nothing');
    return message.lease;
  };
  return { worker, posted, refused, takeLease };
}

test('only the master says that a process is gone; a worker that says so is refused', () => {
  const { worker, posted, refused, takeLease } = employ();
  const lease = takeLease();
  worker.message(2, { type: 'gone', process: 3 }, false);
  expect([refused, posted]).toEqual([[2], []]);
  worker.message(0, { type: 'gone', process: 3 }, false);
  expect([refused, posted]).toEqual([[2], [[3, { type: 'abort', lease }]]]);
});

test('a worker whose helpers claim all nodes that may be claimed can still send its own result', () => {
  const { worker, posted, refused, takeLease } = employ();
  for (let part = 0; part < 2; part++) {
    const result = { ...exactly3, lease: takeLease(), bound: 0, size: MAX_NODES };
    worker.message(3, { type: 'result', ...result }, false);
    worker.serve();
  }
  posted.length = 0;
  worker.finish(worker.searches[0]!);
  const [to, result] = posted.find(([, { type }]) => type === 'result')!;
  expect([to, refused]).toEqual([2, []]);
  const out = new Writer();
  messages.write(out, result as AphidMessage);
  const reader = new Reader(out.takeChecked());
  reader.checksum();
  expect(messages.read(reader)).toEqual({ ...result, size: MAX_NODES });
});

test('a worker that began anew does not refuse who declines what it gave away before', () => {
  const before = employ();
  const old = before.takeLease();
  const { worker, refused, takeLease } = employ(1);
  const lease = takeLease();
  expect(lease).toBeGreaterThan(old);
  worker.message(3, { type: 'decline', lease: old }, false);
  expect(refused).toEqual([]);
  worker.message(3, { type: 'decline', lease: lease + 1 }, false);
  expect(refused).toEqual([3]);
});
