// Measures what threads of this machine cost each other, for the host `threads` of a profile: nodes by the number of
// busy threads, with tables of their own and with one for all, and the begin and the end of a search. Threads with tables
// of their own search different positions. Threads with one table search the same one, each in an order of its own, as
// the processes of a parallel search do: they meet in the same entries, and their caches hold the same part of the tree.
// Processor time is taken: other programs do not add to it.
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

/** A search of a measurement takes this long: tables of 64 MiB fill to a half. */
const SEARCH_MS = 250;
const WARM_UP_MS = 500;
const REPEATS = 3;
const STARTS = 9;
const TOUCHED_BYTES = 64 << 20;
/** As long as a limit of time alone ends a search. */
const DEEP = 60;

/** A game with positions of searches side by side. */
export interface CalibratedGame {
  readonly id: string;
  readonly source: GameSource;
  /** Compact records. */
  readonly positions: readonly Uint8Array[];
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

  /** What nodes cost beside other threads. */
  async costsOf(game: CalibratedGame): Promise<ThreadCosts> {
    await this.#together(game, this.#tables(game, this.#cores), WARM_UP_MS);
    await this.#sequential(game, 0, WARM_UP_MS);
    const alone: number[] = [];
    for (const index of game.positions.keys()) {
      const first = await this.#sequential(game, index);
      alone.push(Math.min(first, await this.#sequential(game, index)));
    }
    const ownTables: [number, number][] = [];
    const sharedTable: [number, number][] = [];
    for (const count of busyCounts(this.#cores)) {
      ownTables.push([count, round(await this.#ownFactor(game, count, alone))]);
      sharedTable.push([count, round(await this.#sharedFactor(game, count, alone))]);
    }
    return { nodeNs: round(mean(alone)), ownTables, sharedTable };
  }

  /** A node of threads with a table each, over one of searches alone. */
  async #ownFactor(game: CalibratedGame, count: number, alone: readonly number[]): Promise<number> {
    const factors: number[] = [];
    for (let repeat = 0; repeat < REPEATS; repeat++) {
      const { ns, nodes } = await this.#together(game, this.#tables(game, count));
      factors.push(ns / nodes.reduce((sum, each, i) => sum + each * alone[i % alone.length]!, 0));
    }
    return Math.min(...factors);
  }

  /** A node of threads that search one position with one table, over one of searches alone. */
  async #sharedFactor(
    game: CalibratedGame,
    count: number,
    alone: readonly number[],
  ): Promise<number> {
    const memory = new ThreadGroupMemory();
    const search = async (index: number, limits: { depth: number; ms?: number }) => {
      const request = { ...this.#request(ALONE), ...limits, workers: count };
      const from = cpuMicros();
      const { counters } = await runThreadGroup(this.#pool, {
        ...{ game: game.source, position: game.positions[index], before: [], request, memory },
        keepTable: true,
      });
      return { ns: 1000 * (cpuMicros() - from), nodes: counters.nodes };
    };
    await search(0, { depth: DEEP, ms: SEARCH_MS });
    const starts: number[] = [];
    for (let start = 0; start < STARTS; start++) starts.push((await search(0, { depth: 1 })).ns);
    let spent = 0;
    let expected = 0;
    for (const [index, nodeNs] of alone.entries()) {
      const { ns, nodes } = await search(index, { depth: DEEP, ms: SEARCH_MS });
      spent += ns - middle(starts);
      expected += nodes * nodeNs;
    }
    return spent / expected;
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

  /** Nanoseconds of the first use of a MiB. */
  touchNs(): number {
    const words = new Uint8Array(createMemory(TOUCHED_BYTES).buffer);
    const from = performance.now();
    for (let at = 0; at < TOUCHED_BYTES; at += 4096) words[at] = 1;
    return round(((performance.now() - from) * 1e6 * (1 << 20)) / TOUCHED_BYTES);
  }

  /** Memories for `count` threads, each with its part of the tables. */
  #tables(game: CalibratedGame, count: number): TableMemory[] {
    const bytes = (this.#hash * 2 ** 20) / count;
    const algorithm = findDescription(ALONE);
    return Array.from({ length: count }, (_, index): TableMemory => {
      this.#memories[index] ??= new ThreadGroupMemory();
      const [memory] = this.#memories[index].open(game.source, algorithm, 1, bytes, {
        keepTable: true,
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

  /** Searches side by side, each of a position of its own: processor time of all, and nodes of each. */
  async #together(
    { source, positions }: CalibratedGame,
    tables: readonly TableMemory[],
    ms = SEARCH_MS,
  ): Promise<{ ns: number; nodes: readonly number[] }> {
    const threads = await leaseAll(this.#pool, tables.length);
    const request = { ...this.#request(ALONE), ms };
    const from = cpuMicros();
    const replies = threads.map((thread, index) =>
      thread.run({
        type: 'process',
        game: source,
        position: positions[index % positions.length],
        before: [],
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
    return { ns, nodes: done.map(({ counters }) => counters.nodes) };
  }

  /** Nanoseconds of a node of the sequential search. */
  async #sequential(game: CalibratedGame, index: number, ms = SEARCH_MS): Promise<number> {
    const from = cpuMicros();
    const report = (await this.#pool.run({
      type: 'search',
      game: game.source,
      position: game.positions[index],
      before: [],
      request: { mode: 'exact', hash: this.#hash, ms },
      keepTable: true,
    })) as SearchReport;
    return (1000 * (cpuMicros() - from)) / report.nodes;
  }
}
