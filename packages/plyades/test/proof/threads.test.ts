// Parallel solvers on real threads: they find what is known, leave the tree as one thread would, and their
// answers come with lines and proofs like those of one thread.
import { afterAll, describe, expect, expectTypeOf, onTestFinished, test, vi } from 'vitest';
import {
  closeAll,
  loadGame,
  MIN_MEMORY_MB,
  type ParallelSolver,
  type SequentialSolver,
  type SolveOptions,
  solve,
  solverDescriptions,
  solvers,
  verify,
} from '#dist/api/index.js';
import { createRandom } from '#dist/core/random.js';
import { unwrap } from '#dist/core/result.js';
import { loadKernel } from '#dist/games/load.js';
import { inertImports } from '#dist/games/plain/index.js';
import { runExplain } from '#dist/hosts/proof/parallel-explain.js';
import { runProofThread } from '#dist/hosts/proof/parallel-thread.js';
import {
  explainerMemory,
  layOut,
  ProofMemoryPool,
  threadsThatFit,
} from '#dist/hosts/proof/shared-memory.js';
import { compileKernel, DepthFirst, Kernel } from '#dist/kernel/index.js';
import { MAX_LINE, sharesOf } from '#dist/proof/index.js';
import { dataLines } from '../support/data.js';
import { openBench } from '../support/kernels.js';
import { reachable, wonPositions } from '../support/proofs.js';

afterAll(closeAll);

const parallel = ['rp-pns', 'rp-pn2', 'parallel-dfpn'] as const;

describe.each(parallel)('%s', (algorithm) => {
  const options: SolveOptions = { algorithm, workers: 3, memory: 64 };

  test('finds wins of Lines of Action', async () => {
    const loa = await loadGame('loa');
    for (const line of dataLines('loa/wins.txt').filter((_, i) => i % 7 === 3)) {
      const position = unwrap(loa.parsePosition(line.split('|')[0]!.trim()));
      const found = await solve(position, options).result;
      expect([line, found.result, found.workers]).toEqual([line, 'proved', 3]);
    }
  });

  test('finds mates of shogi, with valid proofs', async () => {
    const shogi = await loadGame('shogi');
    for (const line of dataLines('shogi/tsume.sfen').filter((_, i) => i % 23 === 20)) {
      const position = unwrap(shogi.parsePosition(line.split('|')[0]!.trim()));
      if (Number(line.split('|')[1]) > 17) continue;
      const found = await solve(position, { ...options, goal: 'mate', proof: true }).result;
      expect(found.result).toBe('proved');
      expect(await verify(found.proof!)).toMatchObject({ valid: true });
    }
  });

  test('knows that tic-tac-toe is a draw, again and again', async () => {
    const game = await loadGame('tic-tac-toe');
    const start = game.notation.start();
    for (let seed = 0; seed < 4; seed++) {
      const asked = { ...options, seed, workers: 2 + seed };
      expect((await solve(start, asked).result).result).toBe('disproved');
      expect((await solve(start, { ...asked, goal: 'draw' }).result).result).toBe('proved');
    }
  });

  test('ends as unknown with its nodes, and when it is aborted', async () => {
    const loa = await loadGame('loa');
    const start = loa.notation.start();
    const few = await solve(start, { ...options, nodes: 20_000 }).result;
    expect([few.result, few.reason]).toEqual(['unknown', 'nodes']);
    // The children of a node are evaluated together; who finds none left stops the others.
    expect(few.nodes).toBeGreaterThan(10_000);
    expect(few.nodes).toBeLessThan(20_000 + 3 * 200);
    const control = new AbortController();
    const solving = solve(start, { ...options, signal: control.signal });
    setTimeout(() => control.abort(), 100);
    const aborted = await solving.result;
    expect([aborted.result, aborted.reason]).toEqual(['unknown', 'aborted']);
  });
});

test('threads on a tree agree with brute force, however long they stay below a node', async () => {
  const bench = await openBench('tic-tac-toe');
  const positions = reachable(bench, [bench.start]);
  const won = [0, 1].map((side) => wonPositions(bench, positions, side));
  const open = [...positions].filter(([, record]) => !bench.rules.over(record));
  const random = createRandom(Date.now() % 1e6);
  for (let i = 0; i < 60; i++) {
    const [key, record] = open[random.below(i % 2 === 0 ? 200 : open.length)]!;
    const side = random.below(2) as 0 | 1;
    const algorithm = random.below(2) === 0 ? 'rp-pns' : 'rp-pn2';
    const workers = 2 + random.below(7);
    const stay = [0, 1, 5, 32, 1000][random.below(5)]!;
    const asked = { algorithm, side, workers, stay, memory: 64, seed: i } as const;
    const { result } = await solve({ game: 'tic-tac-toe', record }, asked).result;
    const truth = won[side]!.has(key) ? 'proved' : 'disproved';
    expect({ key, ...asked, result }).toEqual({ key, ...asked, result: truth });
  }
});

describe('the memory of a parallel solver', () => {
  const hooks = { yieldToEventLoop: async () => {}, progress: () => {}, aborted: () => false };

  test.each(parallel)('of %s explains the answer, and is zero afterwards', async (algorithm) => {
    const { id, notation } = await loadGame('tic-tac-toe');
    const pool = new ProofMemoryPool();
    const game = { kind: 'kernel', kernel: await loadKernel('tic-tac-toe') } as const;
    const settings = { threads: 1, selection: 'virtual', seed: 1 } as const;
    const request = {
      ...{ game: id, position: notation.makePosition(notation.start()) },
      ...({ algorithm, goal: 'draw', side: 0, numbers: 'mobility', proof: true } as const),
      ...{ memoryBytes: MIN_MEMORY_MB << 20, nodes: 1e6, exponent: 0.75, workers: 1, ...settings },
    };
    const proof = { game, position: notation.start().record, request, settings };
    const layout = layOut(proof, pool);
    const { shared, arenas, second } = layout;
    await runProofThread({
      ...proof,
      ...({ type: 'prove', index: 0 } as const),
      ...{ shared, arena: arenas[0]!, ...(second && { second }) },
    });
    const counts = { nodes: 100, expanded: 10, memoryBytes: 0, pn: undefined, dn: undefined };
    const made = vi.spyOn(WebAssembly, 'Memory');
    const reply = await runExplain(
      {
        ...proof,
        type: 'explain',
        report: { result: 'proved', reason: undefined, move: undefined, seconds: 1, ...counts },
        memory: explainerMemory(layout),
      },
      hooks,
    );
    expect(made).not.toHaveBeenCalled();
    made.mockRestore();
    expect(reply.proofError).toBeUndefined();
    expect(await verify(reply.proof!)).toMatchObject({ valid: true, goal: 'draw' });
    pool.giveBack(layout);
    const left = new Float64Array(shared.memory.buffer).findIndex((each) => !Object.is(each, 0));
    expect(left).toBe(-1);
    expect(pool.take(1 << 20)).toBe(shared.memory);
  });

  test('is used again, and a small problem does not write to all of it', async () => {
    const { notation } = await loadGame('tic-tac-toe');
    const large: WebAssembly.Memory[] = [];
    const { Memory } = WebAssembly;
    WebAssembly.Memory = new Proxy(Memory, {
      construct(target, [descriptor]) {
        const memory = new target(descriptor);
        if (memory.buffer.byteLength > 500 << 20) large.push(memory);
        return memory;
      },
    });
    onTestFinished(() => {
      WebAssembly.Memory = Memory;
    });
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 3; i++) {
      for (const algorithm of ['parallel-dfpn', 'rp-pns'] as const) {
        const options = { algorithm, workers: 2, memory: 1000, goal: 'draw' } as const;
        expect((await solve(notation.start(), options).result).result).toBe('proved');
      }
    }
    expect(large).toHaveLength(1);
    expect(process.memoryUsage().rss - before).toBeLessThan(600 << 20);
  });
});

test('rp-pns on one thread evaluates the nodes of pns', async () => {
  const loa = await loadGame('loa');
  for (const line of dataLines('loa/wins.txt').filter((_, i) => i % 12 === 11)) {
    const position = unwrap(loa.parsePosition(line.split('|')[0]!.trim()));
    const alone = await solve(position, { algorithm: 'pns', memory: 64 }).result;
    const parallel = await solve(position, { algorithm: 'rp-pns', workers: 1, memory: 64 }).result;
    expect([parallel.nodes, parallel.expanded]).toEqual([alone.nodes, alone.expanded]);
  }
});

test('a tree that does not fit ends as unknown', async () => {
  const loa = await loadGame('loa');
  const options = { algorithm: 'rp-pns', workers: 2, memory: 16 } as const;
  const found = await solve(loa.notation.start(), options).result;
  expect([found.result, found.reason]).toEqual(['unknown', 'memory']);
  expect(found.memoryBytes).toBeLessThanOrEqual(16 * 2 ** 20);
});

test('threads that the memory has no room for are refused, and not chosen', async () => {
  const connect6 = await loadGame('connect6');
  const start = connect6.notation.start();
  const options = { algorithm: 'parallel-dfpn', memory: 16, nodes: 100 } as const;
  await expect(solve(start, { ...options, workers: 8 }).result).rejects.toMatchObject({
    code: 'ERR_LIMIT',
    message: expect.stringMatching(/^memory 16: 8 threads of parallel-dfpn need \d+ MiB$/),
  });
  const job = { kind: 'kernel', kernel: await loadKernel('connect6') } as const;
  const settings = { ...options, goal: 'win', side: 0, numbers: 'unit', exponent: 1 } as const;
  const fitting = (mib: number) =>
    threadsThatFit({ game: job, request: { ...settings, memoryBytes: mib * 2 ** 20 } }, 128);
  expect(fitting(16)).toBe(1);
  expect(fitting(1000)).toBeGreaterThan(64);
  expect(fitting(1000)).toBeLessThan(128);
});

test('the least memory is enough for a table and a tree, in every game', async () => {
  const memoryBytes = MIN_MEMORY_MB * 2 ** 20;
  for (const id of ['chess', 'shogi', 'loa', 'connect6', 'othello', 'checkers', 'foreign']) {
    const imports = id === 'foreign' ? { imports: inertImports } : {};
    const bytes = DepthFirst.bytes(new Kernel(await compileKernel(id), imports), MAX_LINE);
    for (const algorithm of ['pns', 'pn2', 'dfpn'] as const) {
      const { table, tree } = sharesOf({ algorithm, memoryBytes }, bytes);
      expect(table, `${id} ${algorithm}`).toBeGreaterThan(1 << 18);
      if (algorithm !== 'dfpn') expect(tree, `${id} ${algorithm}`).toBeGreaterThan(4 << 20);
      const searches = algorithm === 'dfpn' ? 2 : 1;
      expect(table + tree + searches * bytes).toBeLessThanOrEqual(memoryBytes);
    }
  }
});

test('what only threads have is refused of one thread', async () => {
  const loa = await loadGame('loa');
  const start = loa.notation.start();
  // @ts-expect-error it has one thread
  expect(() => solve(start, { workers: 2 })).toThrow(/one thread/);
  expect(() => solve(start, { algorithm: 'rp-pns', workers: 0 })).toThrow(/workers 0/);
  // @ts-expect-error it has one thread
  expect(() => solve(start, { algorithm: 'pns', selection: 'paper' })).toThrow(/one thread/);
  // @ts-expect-error it has one thread
  expect(() => solve(start, { algorithm: 'pns', stay: 8 })).toThrow(/one thread/);
  expect(() => solve(start, { algorithm: 'rp-pns', stay: -1 })).toThrow(/stay/);
  expect(() => solve(start, { algorithm: 'rp-pns', stay: 8, selection: 'paper' })).toThrow(
    /stay 8: with selection paper/,
  );
});

test('each solver says what it is, and the types of options follow', () => {
  const on = (host: string) => solvers.filter((name) => solverDescriptions[name].host === host);
  expectTypeOf<ParallelSolver>().toEqualTypeOf<'rp-pns' | 'rp-pn2' | 'parallel-dfpn'>();
  expectTypeOf<SequentialSolver>().toEqualTypeOf<'pns' | 'pn2' | 'dfpn'>();
  expect(on('thread')).toEqual(['pns', 'pn2', 'dfpn']);
  expect(on('threads')).toEqual(['rp-pns', 'rp-pn2', 'parallel-dfpn']);
  expect(on('cluster')).toEqual(['pns-dfpn']);
});
