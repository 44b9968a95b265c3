// What the browser tests let the page do, with the library as any page would import it. Each scene
// returns plain data, which the test judges on its own side with its own copy of the rules.
import {
  bot,
  closeAll,
  descriptions,
  loadGame,
  type Position,
  analystAlgorithms as parallelAlgorithms,
  search,
} from 'plyades';
import { othello } from 'plyades/games/othello';
import { compileKernel, createMemory, freeArena, Kernel, Searcher, Table } from 'plyades/kernel';
import connectFour from '../../dist/examples/connect-four.js';
import type { TraceLog } from '../../dist/trace/log.js';
import type { TableJob } from './table-worker.js';

/** Linear congruential: the same opponent in every run. */
function chooser(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

/** A game from the start to its end: the bot has one side, random legal moves the other. */
async function playAgainstBot(id: string, botSide: 0 | 1, depth: number) {
  const game = await loadGame(id);
  const choose = chooser(7);
  const ai = await bot(id, { hash: 1 });
  const moves: number[] = [];
  let position: Position = game.notation.start();
  while (!game.over(position)) {
    const legal = game.legalMoves(position);
    const move =
      game.turn(position) === botSide
        ? (await ai.move(position, { depth })).move
        : legal[choose(legal.length)];
    if (move === undefined) throw new Error('no move, but the game is not over');
    const next = game.play(position, move);
    if (!next.ok) throw new Error(next.error.message);
    moves.push(move);
    position = next.value;
  }
  await ai.close();
  return moves;
}

/** False for an algorithm that needs a shared table. */
const hasLocalTables = (algorithm: (typeof parallelAlgorithms)[number]): boolean =>
  descriptions[algorithm].tables.includes('local');

export const scenes = {
  environment: async () => ({
    isolated: crossOriginIsolated,
    sharedArrayBuffer: typeof SharedArrayBuffer === 'function',
  }),

  /** A traced search on two threads: what the log has at the end. */
  async traceThreads() {
    let log: TraceLog | undefined;
    const query = { position: othello.start(), depth: 8, mode: 'exact', hash: 4 } as const;
    const { value } = await search({
      ...{ ...query, algorithm: 'aphid', workers: 2 },
      trace(given: TraceLog) {
        log = given;
      },
    }).result;
    await closeAll();
    const { lanes, pieces, messages, depths, complete } = log!;
    return {
      value,
      complete,
      lanes: lanes.map(({ states }) => states),
      pieces: pieces.length,
      depth: depths.at(-1)?.depth,
      late: messages.filter(({ sentAt, receivedAt }) => receivedAt - sentAt > 60e9).length,
      received: messages.filter(({ sentAt, receivedAt }) => receivedAt >= sentAt).length,
    };
  },

  async searchOthello() {
    const handle = search({ position: othello.start(), depth: 7, mode: 'exact', hash: 4 });
    const depths: number[] = [];
    for await (const { depth } of handle) depths.push(depth);
    const { value, nodes, move, depth } = await handle.result;
    await closeAll();
    return { value, nodes, move, depth, depths };
  },

  /** Every parallel algorithm with the tables that there can be; `default` is what a page gets. */
  async searchInParallel() {
    const found: Record<string, { value: number; depth: number; move: number | undefined }> = {};
    for (const algorithm of parallelAlgorithms) {
      for (const table of ['shared', 'local', undefined] as const) {
        if (table === 'shared' && !crossOriginIsolated) continue;
        const needsShared = !hasLocalTables(algorithm);
        if (needsShared && (table === 'local' || !crossOriginIsolated)) continue;
        const options = { mode: 'exact', algorithm, workers: 2, hash: 4 } as const;
        const chosen = table === undefined ? options : { ...options, table };
        const { value, depth, move } = await search({
          position: othello.start(),
          depth: 7,
          ...chosen,
        }).result;
        found[`${algorithm} ${table ?? 'default'}`] = { value, depth, move };
      }
    }
    await closeAll();
    return found;
  },

  /** What is left of a shared table where nothing can be shared: the code of the refusal. */
  async shareTable() {
    try {
      const options = { algorithm: 'lazy-smp', table: 'shared', workers: 2, hash: 1 } as const;
      await search({ position: othello.start(), depth: 3, ...options }).result;
      return 'no error';
    } catch (error) {
      return (error as { code?: string }).code ?? String(error);
    } finally {
      await closeAll();
    }
  },

  /** Limits of a search on two workers: nodes are counted although nothing may be shared. */
  async limitInParallel() {
    const stopped: Record<string, string> = {};
    for (const algorithm of parallelAlgorithms) {
      if (!crossOriginIsolated && !hasLocalTables(algorithm)) continue;
      const options = { mode: 'exact', algorithm, workers: 2, hash: 4 } as const;
      for (const limits of [{ nodes: 200_000 }, { ms: 150 }]) {
        const result = await search({ position: othello.start(), ...limits, ...options }).result;
        stopped[`${algorithm} ${Object.keys(limits)}`] = result.status;
      }
    }
    await closeAll();
    return stopped;
  },

  /** Ends a search that would take ten minutes, as soon as it has something to say. */
  async abortSearch() {
    const controller = new AbortController();
    const handle = search({
      position: othello.start(),
      ms: 600_000,
      signal: controller.signal,
      hash: 4,
    });
    for await (const _ of handle) controller.abort();
    const { status: stopped, move, seconds } = await handle.result;
    await closeAll();
    return { stopped, move, seconds };
  },

  /** The same in parallel. */
  async abortParallel() {
    const controller = new AbortController();
    const limits = { ms: 600_000, signal: controller.signal };
    const options = { algorithm: 'lazy-smp', workers: 2, hash: 4 } as const;
    const handle = search({ position: othello.start(), ...limits, ...options });
    for await (const _ of handle) controller.abort();
    const { status: stopped, move, seconds } = await handle.result;
    await closeAll();
    return { stopped, move, seconds };
  },

  ticTacToe: () => playAgainstBot('tic-tac-toe', 1, 9),
  othello: () => playAgainstBot('othello', 0, 3),

  /** The bot against itself, in a game whose rules are plain TypeScript. */
  async connectFour() {
    const ai = await bot(connectFour, { hash: 1 });
    const moves: number[] = [];
    let state = connectFour.start();
    while (connectFour.winner(state) === undefined) {
      const { move } = await ai.move(state, { depth: 4 });
      if (move === undefined) throw new Error('no move, but the game is not over');
      moves.push(move);
      state = connectFour.play(state, move);
    }
    await ai.close();
    return moves;
  },

  /** Another thread fills a table in shared memory; then this thread solves the same position. */
  async sharedTable() {
    const game = await loadGame('tic-tac-toe');
    const { record } = game.notation.start();
    const module = await compileKernel('tic-tac-toe');
    const memory = createMemory(4 << 20);
    const { start, end } = freeArena(memory);
    const middle = (start + end) / 2;
    const kernel = new Kernel(module, { memory, arena: { start, end: middle } });
    const table = Table.create(kernel, 1 << 20);
    const worker = new Worker(new URL('./table-worker.js', import.meta.url), { type: 'module' });
    const alone = await new Promise<number>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
      const arena = { start: middle, end };
      const job: TableJob = { module, memory, arena, table: table.address, record };
      worker.postMessage(job);
    });
    worker.terminate();
    const searcher = new Searcher(kernel, 32).attach(table);
    searcher.start(record, { minDepth: 9, maxDepth: 9 });
    while (searcher.run(100_000) === 'running');
    return { alone, after: searcher.nodes, value: searcher.found?.value };
  },
};

Object.assign(globalThis, { scenes });
