// Measures what threads of this machine cost each other, for the host `threads` of a profile: nodes by the number of
// busy threads, with tables of their own and with one for all, and the begin and the end of a search. All search one
// position to one depth: threads with tables of their own make the same search each, threads with one table one search in
// different orders, as the processes of a parallel search do, so they meet in the same entries, and their caches hold the
// same part of the tree. Processor time is taken: other programs do not add to it.
import { cpuMicros } from '#platform';
import { createRandom } from '../core/random.js';
import type { SearchRequest } from '../core/search-request.js';
import type { GameSource } from '../games/open.js';
import type { FactorCurve } from '../hosts/epochs/costs.js';
import { ThreadPool } from '../hosts/threads/pool.js';
import {
  Blackboard,
  type ProcessReply,
  type TableMemory,
} from '../hosts/threads/process-protocol.js';
import type { SearchReport } from '../hosts/threads/protocol.js';
import { ThreadGroupMemory } from '../hosts/threads/shared-memory.js';
import { sharedNow } from '../hosts/threads/shared-time.js';
import { leaseAll, runThreadGroup, THREAD_LINKS } from '../hosts/threads/thread-group.js';
import { createMemory } from '../kernel/index.js';
import { algorithmsOn, findDescription } from '../parallel/described.js';
import type { RulesPort } from '../parallel/ports.js';
import { mean, middle, round } from './timing.js';

const equals = algorithmsOn('simulation').flatMap((name) => {
  const description = findDescription(name);
  return description.hasMaster || !description.runsOn.includes('threads') ? [] : description;
});
/** The algorithm whose process, alone, is nothing but a search in a table. */
const ALONE = equals.find(({ searchesRoot }) => searchesRoot)!.name;
/** An algorithm without a master that has nothing to do in a search of one ply. */
const STARTED = equals.find(({ searchesRoot }) => !searchesRoot)!.name;

/** A search of a measurement takes this long at least: tables of 64 MiB fill to a half. */
const SEARCH_MS = 300;
/** Searches alone, and first uses of memory; the least counts. */
const REPEATS = 3;
/** Searches side by side; they take long. */
const RUNS = 2;
const STARTS = 9;
const TOUCHED_BYTES = 64 << 20;
/** Deeper than any search of a measurement. */
const DEEP = 60;

/** A game with positions of searches side by side. */
export interface CalibratedGame {
  readonly id: string;
  readonly source: GameSource;
  /** Compact records. */
  readonly positions: readonly Uint8Array[];
}

/** A search of a measurement, and what a node of it costs alone. */
interface CalibratedSearch {
  readonly position: Uint8Array;
  readonly depth: number;
  readonly nodeNs: number;
}

/** Processor time of a search on all threads, and its nodes. */
interface Spent {
  readonly ns: number;
  readonly nodes: number;
}

export interface ThreadCosts {
  readonly nodeNs: number;
  readonly ownTables: FactorCurve;
  readonly sharedTable: FactorCurve;
}

/** The numbers of busy threads to measure: powers of 2 and all cores. */
export function busyCounts(cores: number): number[] {
  const counts: number[] = [];
  for (let count = 1; count < cores; count *= 2) counts.push(count);
  return [...counts, cores];
}

/**
 * A curve of costs that never falls: more busy threads do not make a node cheaper, and other programs only add, so the
 * least of a point and those after it is nearest to the machine's own.
 */
export function ascending(curve: FactorCurve): FactorCurve {
  return curve.map(([at], index) => [
    at,
    Math.min(...curve.slice(index).map(([, value]) => value)),
  ]);
}

/** Positions some random moves into a game, where searches are of the usual kind. */
export function midgames<P>(rules: RulesPort<P>, count: number): P[] {
  return Array.from({ length: count }, (_, seed) => midgame(rules, seed + 1));
}

export function midgame<P>(rules: RulesPort<P>, seed: number): P {
  const random = createRandom(seed);
  let position = rules.root;
  for (let ply = 0; ply < 14; ply++) {
    const moves = rules.moves(position);
    if (moves.length === 0) return rules.root;
    const next = rules.play(position, moves[random.below(moves.length)]!);
    if (rules.moves(next).length === 0) return position;
    position = next;
  }
  return position;
}

/** Runs the measurements on threads of its own; close it in the end. */
export class ThreadBench {
  readonly #pool = new ThreadPool();
  readonly #cores: number;
  readonly #hash: number;
  /** One for each thread. */
  readonly #memories: ThreadGroupMemory[] = [];

  constructor(cores: number, hash: number) {
    this.#cores = cores;
    this.#hash = hash;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  /** What nodes cost beside other threads. All searches of a position end at one depth: nodes of other depths cost other times. */
  async costsOf(game: CalibratedGame): Promise<ThreadCosts> {
    const tasks: CalibratedSearch[] = [];
    for (const position of game.positions) tasks.push(await this.#task(game, position));
    const counts = busyCounts(this.#cores);
    const ownTables: [number, number][] = [];
    const sharedTable: [number, number][] = [];
    for (const count of counts) {
      const own = await this.#factor(tasks, (task, depth) =>
        this.#besides(game.source, task, depth, count),
      );
      ownTables.push([count, own]);
      const shared = this.#sharing(game, count);
      sharedTable.push([count, await this.#factor(tasks, shared)]);
    }
    const nodeNs = round(mean(tasks.map(({ nodeNs }) => nodeNs)));
    return { nodeNs, ownTables: ascending(ownTables), sharedTable: ascending(sharedTable) };
  }

  /** How deep a sequential search of a position must be to take a while, and what its nodes cost. */
  async #task(game: CalibratedGame, position: Uint8Array): Promise<CalibratedSearch> {
    let depth = 1;
    let last: Spent;
    do last = await this.#alone(game, { position, depth: ++depth });
    while (last.ns < 1e6 * SEARCH_MS && depth < DEEP);
    const begins: number[] = [];
    for (let start = 0; start < STARTS; start++)
      begins.push((await this.#alone(game, { position, depth: 1 })).ns);
    const times = [last.ns];
    while (times.length < REPEATS) times.push((await this.#alone(game, { position, depth })).ns);
    return { position, depth, nodeNs: (Math.min(...times) - middle(begins)) / last.nodes };
  }

  /** A node of searches side by side over one of the same searches alone. */
  async #factor(
    tasks: readonly CalibratedSearch[],
    run: (task: CalibratedSearch, depth: number) => Promise<Spent>,
  ): Promise<number> {
    const [first] = tasks;
    const begins: number[] = [];
    for (let start = 0; start < STARTS; start++) begins.push((await run(first!, 1)).ns);
    let spent = 0;
    let expected = 0;
    for (const task of tasks) {
      const runs: Spent[] = [];
      while (runs.length < RUNS) runs.push(await run(task, task.depth));
      // Searches that share a table take other numbers of nodes each time.
      const costs = runs.map(({ ns, nodes }) => (ns - middle(begins)) / nodes);
      const { nodes } = runs[0]!;
      spent += nodes * Math.min(...costs);
      expected += nodes * task.nodeNs;
    }
    return round(spent / expected);
  }

  /** Searches of one position by threads that share a table, each in an order of its own. */
  #sharing(game: CalibratedGame, count: number) {
    const memory = new ThreadGroupMemory();
    return async ({ position }: CalibratedSearch, depth: number): Promise<Spent> => {
      const request = { ...this.#request(ALONE), depth, workers: count };
      const from = cpuMicros();
      const { counters } = await runThreadGroup(this.#pool, {
        ...{ game: game.source, position, before: [], request, memory, keepTable: false },
      });
      return { ns: 1000 * (cpuMicros() - from), nodes: counters.nodes };
    };
  }

  /** Nanoseconds from the question to the answer of a search without nodes: in parallel, and alone. */
  async starts(game: CalibratedGame): Promise<{ startNs: FactorCurve; startAloneNs: number }> {
    const memory = new ThreadGroupMemory();
    const timed = async (work: () => Promise<unknown>) => {
      const times: number[] = [];
      for (let start = 0; start <= STARTS; start++) {
        const from = performance.now();
        await work();
        times.push((performance.now() - from) * 1e6);
      }
      // The first one makes the memory.
      return round(middle(times.slice(1)));
    };
    const [position] = game.positions;
    const subject = { game: game.source, position, before: [] };
    const points: [number, number][] = [];
    for (const count of busyCounts(this.#cores)) {
      const request = {
        ...this.#request(STARTED),
        depth: 1,
        workers: count,
        table: 'shared',
      } as const;
      const search = { ...subject, request, memory, keepTable: false };
      points.push([count, await timed(() => runThreadGroup(this.#pool, search))]);
    }
    const request = { ...this.#request(STARTED), depth: 1 };
    const command = { type: 'search', ...subject, request, keepTable: false } as const;
    const thread = await this.#pool.lease();
    const startAloneNs = await timed(() => thread.run(command));
    this.#pool.giveBack(thread);
    return { startNs: points, startAloneNs };
  }

  /** Nanoseconds of the first use of a MiB; the best of some, since the host of a virtual machine may have to find pages first. */
  touchNs(): number {
    return round(Math.min(...Array.from({ length: REPEATS }, touchOnce)));
  }

  /** Memories for `count` threads, each with its part of the tables. */
  #tables(source: GameSource, count: number): TableMemory[] {
    const bytes = (this.#hash * 2 ** 20) / count;
    const algorithm = findDescription(ALONE);
    return Array.from({ length: count }, (_, index): TableMemory => {
      this.#memories[index] ??= new ThreadGroupMemory();
      const [memory] = this.#memories[index].open(source, algorithm, 1, bytes, {
        keepTable: false,
      });
      return memory!;
    });
  }

  #request(algorithm: string): SearchRequest {
    return {
      ...{ game: '', position: '', before: [], depth: DEEP, mode: 'exact', selective: true },
      ...{ algorithm, settings: {}, workers: 1, table: 'shared', hash: this.#hash, seed: 1 },
      deterministic: false,
    };
  }

  /** The same search on several threads at the same time, with a table each: processor time of all, and nodes. */
  async #besides(
    source: GameSource,
    { position }: CalibratedSearch,
    depth: number,
    count: number,
  ): Promise<Spent> {
    const tables = this.#tables(source, count);
    const threads = await leaseAll(this.#pool, count);
    const request = { ...this.#request(ALONE), depth };
    const from = cpuMicros();
    const replies = threads.map((thread, index) =>
      thread.run({
        ...{ type: 'process', game: source, position, before: [] },
        plan: { request, deepening: true, linkTimes: THREAD_LINKS },
        seat: { self: 0, size: 1, incarnation: 0 },
        tableMemory: tables[index]!,
        blackboard: Blackboard.create(1),
        peers: [undefined],
        askedAt: sharedNow(),
      }),
    );
    const done = (await Promise.all(replies)) as ProcessReply[];
    const ns = 1000 * (cpuMicros() - from);
    for (const thread of threads) this.#pool.giveBack(thread);
    return { ns, nodes: done.reduce((sum, { counters }) => sum + counters.nodes, 0) };
  }

  /** The sequential search: processor time and nodes. */
  async #alone(
    game: CalibratedGame,
    { position, depth }: Pick<CalibratedSearch, 'position' | 'depth'>,
  ): Promise<Spent> {
    const from = cpuMicros();
    const report = (await this.#pool.run({
      ...{ type: 'search', game: game.source, position, before: [] },
      request: { mode: 'exact', hash: this.#hash, depth },
      keepTable: false,
    })) as SearchReport;
    return { ns: 1000 * (cpuMicros() - from), nodes: report.nodes };
  }
}

function touchOnce(): number {
  const words = new Uint8Array(createMemory(TOUCHED_BYTES).buffer);
  const from = performance.now();
  for (let at = 0; at < TOUCHED_BYTES; at += 4096) words[at] = 1;
  return ((performance.now() - from) * 1e6 * (1 << 20)) / TOUCHED_BYTES;
}
