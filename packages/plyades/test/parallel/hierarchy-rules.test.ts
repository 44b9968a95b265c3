// The rules of the middle level one by one: what a site's masters are asked, whom they begin with, which search a
// worker makes first, and what becomes of both when a process is lost.
import { describe, expect, test } from 'vitest';
import type { ProcessId } from '#dist/parallel/actor.js';
import type { SearchPlan } from '#dist/parallel/algorithm.js';
import { createCounters } from '#dist/parallel/counters.js';
import type { LevelPiece, Levels } from '#dist/parallel/hierarchy/levels.js';
import type { SiteMessage } from '#dist/parallel/hierarchy/messages.js';
import { MIDDLE, type MiddleSettings } from '#dist/parallel/hierarchy/settings.js';
import { Site } from '#dist/parallel/hierarchy/site.js';
import { SiteWorker } from '#dist/parallel/hierarchy/site-worker.js';
import type { Ports, RulesPort, SearchPort } from '#dist/parallel/ports.js';
import type { ProcessContext } from '#dist/parallel/process.js';
import type { SavedTree } from '#dist/parallel/saved-tree.js';
import { Sharing } from '#dist/parallel/sharing.js';

/** Positions are the moves to them; every one has five. */
type Moves = readonly number[];

interface Word {
  readonly type: string;
  readonly lease?: number;
  readonly helper?: number;
}

const rules: RulesPort<Moves> = {
  root: [],
  moves: () => [0, 1, 2, 3, 4],
  play: (position, move) => [...position, move],
  turn: (position) => position.length % 2,
  value: () => 0,
  key: undefined as never,
  completes: () => false,
  deepen: (_, depth) => depth + 1,
};

const PLAN = { request: { depth: 12 } } as unknown as SearchPlan;
const idle = { nodes: 0, masterNodes: 0, idle: true, wakeAt: Number.POSITIVE_INFINITY };

interface Said {
  readonly to: ProcessId;
  readonly message: SiteMessage<Word>;
}

/** A context whose messages are written down. */
function contextOf(self: ProcessId, size: number) {
  const said: Said[] = [];
  const down = new Set<ProcessId>();
  const context: ProcessContext<SiteMessage<Word>> = {
    ...{ self, size, incarnation: 3, counters: createCounters() },
    post: (to, message) => void said.push({ to, message }),
    isUp: (process) => !down.has(process),
    refuse: () => {},
    report() {},
  };
  return { context, said, down };
}

interface FakeMaster {
  readonly context: ProcessContext<Word>;
  readonly piece: LevelPiece;
  readonly windows: (readonly [number, number])[];
  readonly received: string[];
}

/** A site of five workers whose masters do what a test says. */
function siteOf(settings: Partial<MiddleSettings> = {}, kept?: SavedTree) {
  const { context, said, down } = contextOf(0, 6);
  const masters: FakeMaster[] = [];
  const levels: Levels<Word> = {
    messages: undefined as never,
    createMaster(inner, _, piece) {
      const master: FakeMaster = { context: inner, piece, windows: [], received: [] };
      masters.push(master);
      return {
        message: (from, { type }) => void master.received.push(`${type} of ${from}`),
        lost: (process) => void master.received.push(`${process} is lost`),
        back: (process) => void master.received.push(`${process} is back`),
        work: () => idle,
        rewindow: (alpha, beta) => void master.windows.push([alpha, beta]),
        keep: () => kept,
      };
    },
    createWorker: undefined as never,
  };
  const searches = Array.from({ length: 9 }, () => ({}) as SearchPort<Moves>);
  const ports: Ports<Moves> = { rules, searches };
  const site = new Site(levels, context, ports, PLAN, { ...MIDDLE, ...settings }, false);
  return { site, said, down, masters };
}

const opened = (said: readonly Said[]) =>
  said.flatMap(({ to, message }) => (message.type === 'open' ? [{ to, ...message }] : []));

describe('a search of a site', () => {
  test('is of the position, the depth and the window that the master above has asked for', () => {
    const { site, masters, said } = siteOf();
    const [search] = site.searches;
    search!.rebase([4, 4]);
    search!.start([4, 4, 2], { depth: 9, from: 7, alpha: -3, beta: 5, path: [2] });
    expect(masters[0]!.piece).toMatchObject({ depth: 9, from: 7, alpha: -3, beta: 5 });
    masters[0]!.context.post(2, { type: 'work' });
    expect(opened(said)).toMatchObject([{ to: 2, path: [4, 4, 2], depth: 9 }]);
  });

  test('follows a narrower window, and none when it is over', () => {
    const { site, masters } = siteOf();
    const [search] = site.searches;
    search!.start([], { depth: 9 });
    search!.rewindow(1, 2);
    expect(masters[0]!.windows).toEqual([[1, 2]]);
    search!.release();
    search!.rewindow(0, 1);
    expect(masters[0]!.windows).toHaveLength(1);
  });

  test('is opened for a worker once, for its helpers before they learn of each other, and closed for all', () => {
    const { site, masters, said } = siteOf();
    site.searches[0]!.start([], { depth: 9 });
    const { post } = masters[0]!.context;
    post(2, { type: 'work' });
    post(2, { type: 'help', helper: 4 });
    expect(said.map(({ to, message }) => `${message.type} to ${to}`)).toEqual([
      ...['open to 2', 'say to 2', 'open to 4', 'say to 2'],
    ]);
    said.length = 0;
    site.searches[0]!.release();
    expect(said.map(({ to, message }) => `${message.type} to ${to}`)).toEqual([
      ...['close to 2', 'close to 4'],
    ]);
    // What a master says of a search that is over is ignored.
    post(2, { type: 'work' });
    expect(said).toHaveLength(2);
  });

  test('is opened again for a worker that was lost', () => {
    const { site, masters, said } = siteOf();
    site.searches[0]!.start([], { depth: 9 });
    masters[0]!.context.post(2, { type: 'work' });
    site.lost(2, 0);
    site.back(2, 0);
    masters[0]!.context.post(2, { type: 'work' });
    expect(masters[0]!.received).toEqual(['2 is lost', '2 is back']);
    expect(opened(said)).toHaveLength(2);
  });

  test('begins without the workers that are away', () => {
    const { site, masters, down } = siteOf();
    down.add(3);
    site.searches[0]!.start([], { depth: 9 });
    expect(masters[0]!.context.absent).toEqual([3]);
  });

  test('gets the messages of its own search, and nothing of another or an earlier one', () => {
    const { site, masters } = siteOf();
    const [search] = site.searches;
    search!.start([], { depth: 9 });
    const { searchId } = search!;
    search!.start([1], { depth: 9 });
    expect(search!.searchId).toBeGreaterThan(searchId);
    site.message(2, { type: 'say', searchId, message: { type: 'score' } }, 0);
    site.message(2, { type: 'say', searchId: search!.searchId, message: { type: 'result' } }, 0);
    expect(masters.map(({ received }) => received)).toEqual([[], ['result of 2']]);
  });

  test('has the more leaves the fewer others there are, and none below the grain', () => {
    const { site, masters } = siteOf({ pieces: 2 });
    for (const search of site.searches.slice(0, 5)) search.start([], { depth: 9 });
    site.searches[5]!.start([], { depth: 4 });
    // Five workers with two leaves each: 29 at 3 plies, 9 at 2. One worker: the whole.
    expect(masters.map(({ piece }) => piece.horizon)).toEqual([3, 1, 1, 1, 0, 0]);
  });
});

describe('ranks of searches', () => {
  const ranks = (policy: MiddleSettings['policy'], ahead = false) => {
    const { site, masters, said } = siteOf({ policy, tasks: 2 });
    const depths = [9, 7, 8];
    for (const [index, depth] of depths.entries()) {
      site.searches[index]!.start([index], { depth, ahead });
      for (const worker of [1, 2]) masters[index]!.context.post(worker, { type: 'work' });
    }
    const all = opened(said);
    return [1, 2].map((worker) => all.filter(({ to }) => to === worker).map(({ rank }) => rank));
  };

  test('oldest: all alike, so the one begun first comes first', () => {
    expect(ranks('oldest')).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });

  test('shallow: by depth', () => {
    expect(ranks('shallow')).toEqual([
      [9, 7, 8],
      [9, 7, 8],
    ]);
  });

  test('even: every worker begins with another one', () => {
    const [first, second] = ranks('even');
    expect(new Set(first).size).toBe(3);
    expect(first!.indexOf(Math.min(...first!))).not.toBe(second!.indexOf(Math.min(...second!)));
    const all = Array.from({ length: 3 }, (_, index) => [first![index], second![index]]);
    for (const [one, other] of all) expect(one).not.toBe(other);
  });

  test('work ahead comes behind all others until a pass waits for it', () => {
    for (const policy of ['oldest', 'shallow', 'even'] as const) {
      expect(Math.min(...ranks(policy, true).flat())).toBeGreaterThan(
        Math.max(...ranks(policy).flat()),
      );
    }
    const { site, masters, said } = siteOf();
    site.searches[0]!.start([], { depth: 9, ahead: true });
    masters[0]!.context.post(3, { type: 'work' });
    said.length = 0;
    site.searches[0]!.hurry();
    site.searches[0]!.hurry();
    const { searchId } = site.searches[0]!;
    expect(said).toEqual([{ to: 3, message: { type: 'rank', searchId, rank: 0 } }]);
  });
});

describe('workers that searches share', () => {
  test('each begins where the last one has ended', () => {
    const { site, masters } = siteOf();
    site.searches[0]!.start([], { depth: 9 });
    masters[0]!.piece.share.turn = 3;
    site.searches[1]!.start([], { depth: 9 });
    expect(masters[1]!.piece.share.turn).toBe(3);
  });

  test('each knows for whom others wait, for as long as they search', () => {
    const { site, masters } = siteOf();
    for (const search of site.searches.slice(0, 3)) search.start([], { depth: 9 });
    const [a, b, c] = masters.map(({ piece }) => piece.share);
    a!.note([1, 2]);
    b!.note([2, 3]);
    expect([1, 2, 3, 4].map((worker) => c!.othersOf(worker))).toEqual([1, 2, 1, 0]);
    expect([1, 2, 3, 4].map((worker) => a!.othersOf(worker))).toEqual([0, 1, 1, 0]);
    b!.note([4]);
    expect(a!.othersOf(2)).toBe(0);
    site.searches[0]!.release();
    expect([1, 2, 3, 4].map((worker) => c!.othersOf(worker))).toEqual([0, 0, 0, 1]);
  });

  test('a master that leaves is waited for no more', () => {
    const sharing = new Sharing();
    const [a, b] = [sharing.join(), sharing.join()];
    a.note([1]);
    expect(b.othersOf(1)).toBe(1);
    sharing.leave(a);
    expect(b.othersOf(1)).toBe(0);
  });
});

describe('what a search has found', () => {
  const tree = (horizon: number): SavedTree => ({
    horizon,
    granularity: 1,
    leaves: [{ path: [0], results: [] }],
  });
  const keptOf = (horizon: number, path: Moves) => {
    const { site, masters } = siteOf({ pieces: 2 }, tree(horizon));
    const [search] = site.searches;
    search!.start([1], { depth: 8, path: [1] });
    search!.release();
    search!.start(path, { depth: 9, path });
    return masters[1]!.piece;
  };

  test('is known to the next one of the position, whose tree is as deep', () => {
    expect(keptOf(3, [1])).toMatchObject({ kept: tree(3), horizon: 3 });
    expect(keptOf(2, [1])).toMatchObject({ kept: tree(2), horizon: 2 });
  });

  test('is of no use to one of another position, or with a much deeper tree', () => {
    expect(keptOf(3, [2])).toMatchObject({ kept: undefined, horizon: 3 });
    expect(keptOf(1, [1])).toMatchObject({ kept: undefined, horizon: 3 });
  });
});

describe('a worker of a site', () => {
  function benchOf() {
    const { context, said } = contextOf(2, 4);
    const done: string[] = [];
    const lost: string[] = [];
    const nodes = new Map<string, number>();
    const levels: Levels<Word> = {
      messages: undefined as never,
      createMaster: undefined as never,
      createWorker: (_, ports, depth) => {
        const name = `${(ports as unknown as Ports<Moves>).rules.root.join(' ')} to ${depth}`;
        nodes.set(name, 10);
        return {
          message: (from, { type }) => void done.push(`${name}: ${type} of ${from}`),
          lost: (process) => void lost.push(`${name}: ${process}`),
          back() {},
          work(budget) {
            const searched = Math.min(budget, nodes.get(name)!);
            nodes.set(name, nodes.get(name)! - searched);
            if (searched > 0) done.push(name);
            return searched > 0 ? { ...idle, nodes: searched, idle: false } : idle;
          },
        };
      },
    };
    const searches = Array.from({ length: 9 }, () => ({}) as SearchPort<Moves>);
    const bench = new SiteWorker(levels, context, { rules, searches }, PLAN, MIDDLE, false);
    const open = (searchId: number, path: Moves, rank: number, from = 0) =>
      bench.message(from, { type: 'open', searchId, path, depth: 9, rank }, 0);
    return { bench, open, said, done, lost };
  }

  test('makes the search of lowest rank first, then the oldest', () => {
    const { bench, open, done } = benchOf();
    open(1, [1], 5);
    open(2, [2], 0);
    open(3, [3], 0);
    bench.work(25, 0);
    expect(done).toEqual(['2 to 9', '3 to 9', '1 to 9']);
  });

  test('follows another rank', () => {
    const { bench, open, done } = benchOf();
    open(1, [1], 0);
    open(2, [2], 7);
    bench.message(0, { type: 'rank', searchId: 1, rank: 9 }, 0);
    bench.work(5, 0);
    expect(done).toEqual(['2 to 9']);
  });

  test('leaves everything when its master is lost, and what is closed', () => {
    const { bench, open, done, lost } = benchOf();
    open(1, [1], 0);
    open(2, [2], 0);
    bench.message(0, { type: 'close', searchId: 1 }, 0);
    expect(lost).toEqual(['1 to 9: 0']);
    bench.lost(0, 0);
    expect(lost).toEqual(['1 to 9: 0', '2 to 9: 0']);
    expect(bench.work(100, 0)).toMatchObject({ idle: true, nodes: 0 });
    expect(done).toEqual([]);
  });

  test('learns of searches from its master alone', () => {
    const { bench, open, done } = benchOf();
    open(1, [1], 0, 3);
    bench.work(5, 0);
    expect(done).toEqual([]);
  });

  test('keeps what another one says of a search that it does not know yet, and declines parts of old ones', () => {
    const { bench, open, said, done, lost } = benchOf();
    const part = (searchId: number) =>
      bench.message(3, { type: 'say', searchId, message: { type: 'part', lease: 8 } }, 0);
    part(1);
    expect(said).toEqual([]);
    open(1, [1], 0);
    expect(done).toEqual(['1 to 9: part of 3']);
    bench.message(0, { type: 'close', searchId: 1 }, 0);
    part(1);
    const decline = (searchId: number) => ({
      to: 3,
      message: { type: 'say', searchId, message: { type: 'decline', lease: 8 } },
    });
    expect(said).toEqual([decline(1)]);
    // Without its master it will never learn of this one.
    part(2);
    bench.lost(0, 0);
    expect(said).toEqual([decline(1), decline(2)]);
    expect(lost).toEqual(['1 to 9: 0']);
  });
});
