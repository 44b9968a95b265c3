// Many workers as one player, by exact numbers of nodes: every worker gets as many, one after the other or some
// at a time, and the master gets their reports when all have spent them. So the outcome depends neither on the speed
// of the machine nor on how many workers it can run at once, and sixty workers play on one core.
import type { LoadedGame, Position } from '../../api/index.js';
import { createRandom } from '../../core/random.js';
import type { Setup } from '../../protocols/index.js';
import {
  adviserCount,
  type GppCommand,
  GppMaster,
  type GppMasterOptions,
  type ScoredLine,
  walk,
} from '../index.js';
import type { MoveOrdering } from './move-ordering.js';
import { gppRules } from './rules.js';
import type { BudgetWorker } from './worker.js';

export interface BudgetTeamOptions extends Omit<GppMasterOptions, 'advisers' | 'random'> {
  readonly game: LoadedGame;
  readonly workers: readonly BudgetWorker[];
  /** Orders moves where no engine has reported a line; without it, trees grow by the engines' lines alone. */
  readonly ordering?: MoveOrdering;
  /** For growth at random, from the beginning of each game on; 1 if not given. */
  readonly seed?: number;
  /** Workers that run at the same time; 1 if not given. */
  readonly concurrency?: number;
}

/** Counters of a team, for tables. */
export interface TeamCounters {
  /** Nodes given to workers, those of idle ones not counted. */
  nodes: number;
  /** Times that the root moved, and how often it had been a node of the tree. */
  moves: number;
  hits: number;
  /** Tasks that workers began, and turns in which one went on with its task. */
  tasks: number;
  continued: number;
  /** Turns in which a worker had nothing to do. */
  idle: number;
}

/** Each adviser does without this share more of its nodes than the one before. */
const ADVISERS_DIFFER = 0.01;

export class BudgetTeam {
  readonly #options: BudgetTeamOptions;
  readonly #concurrency: number;
  #master!: GppMaster<Position>;
  #start: string | undefined;
  readonly #busy = new Map<number, { task: number; fresh: boolean; adviser: number }>();
  readonly counters: TeamCounters = {
    nodes: 0,
    moves: 0,
    hits: 0,
    tasks: 0,
    continued: 0,
    idle: 0,
  };

  constructor(options: BudgetTeamOptions) {
    this.#options = options;
    this.#concurrency = options.concurrency ?? 1;
  }

  /** A new game; its positions in order, and how the protocol writes it. */
  async begin(positions: readonly Position[], { start, moves }: Setup): Promise<void> {
    const { workers, game } = this.#options;
    await this.#each(workers, (worker) => worker.newGame());
    this.#busy.clear();
    this.#start = start;
    this.#master = new GppMaster(gppRules(game, this.#options.ordering), {
      ...this.#options,
      advisers: adviserCount(this.#options.growth, workers.length),
      random: createRandom(this.#options.seed ?? 1),
    });
    for (const id of workers.keys()) await this.#obey(this.#master.join(id));
    await this.#obey(this.#master.begin(positions, moves));
  }

  /** A side has played a move. */
  async played(move: string): Promise<void> {
    this.counters.moves++;
    if (this.#master.root?.children.has(move)) this.counters.hits++;
    await this.#obey(this.#master.advance([move]));
  }

  /** Workers empty their tables and leave their tasks, until a move is played. */
  async forget(): Promise<void> {
    await this.#each(this.#options.workers, (worker) => worker.newGame());
  }

  /** Every worker with a task spends this many nodes on it. */
  async spend(nodes: number): Promise<void> {
    const { workers } = this.#options;
    const ids = [...this.#busy.keys()];
    this.counters.idle += workers.length - ids.length;
    const found = await this.#each(ids, async (id) => {
      const busy = this.#busy.get(id)!;
      if (busy.fresh) this.counters.tasks++;
      else this.counters.continued++;
      busy.fresh = false;
      // By the same number of nodes all advisers would say the same.
      const own = Math.max(1, Math.round(nodes * (1 - ADVISERS_DIFFER * busy.adviser)));
      this.counters.nodes += own;
      return { id, task: busy.task, reports: await workers[id]!.run(own) };
    });
    for (const { id, task, reports } of found) {
      for (const report of reports) this.#master.report(id, task, report);
    }
  }

  /** The best line of the position; undefined before the first report. */
  get bestLine(): ScoredLine | undefined {
    return this.#master.bestLine;
  }

  /** The move to play; before the first report the one that a quick look prefers, or any. */
  get move(): string | undefined {
    const root = this.#master.root!;
    return this.bestLine?.line[0] ?? root.order[0] ?? root.legal[0];
  }

  /** Paths of moves from the root to every node. */
  get shape(): TreeShape {
    return shapeOf(this.#master.root!);
  }

  get size(): number {
    return [...walk(this.#master.root!)].length;
  }

  async close(): Promise<void> {
    await Promise.all(this.#options.workers.map((worker) => worker.close()));
  }

  async #obey(orders: readonly GppCommand[]): Promise<void> {
    const { workers } = this.#options;
    for (const order of orders) {
      const worker = workers[order.worker]!;
      if (order.kind === 'rest') {
        this.#busy.delete(order.worker);
      } else if (order.kind === 'search') {
        const { moves, searchMoves, task, adviser = 0 } = order;
        worker.assign({ setup: this.#setup(moves), ...(searchMoves && { searchMoves }) });
        this.#busy.set(order.worker, { task, fresh: true, adviser });
      } else {
        const { ticket, moves, count, covered } = order;
        const offers = (await worker.list?.(this.#setup(moves), count, covered)) ?? [];
        await this.#obey(this.#master.addListed(ticket, offers));
      }
    }
  }

  #setup(moves: readonly string[]): Setup {
    return { moves, ...(this.#start !== undefined && { start: this.#start }) };
  }

  /** Calls for all, some at a time; answers in order. */
  async #each<T, R>(items: readonly T[], call: (item: T) => Promise<R>): Promise<R[]> {
    const answers = new Array<R>(items.length);
    let next = 0;
    const lane = async () => {
      while (next < items.length) {
        const at = next++;
        answers[at] = await call(items[at]!);
      }
    };
    await Promise.all(Array.from({ length: this.#concurrency }, lane));
    return answers;
  }
}

/** The moves of a tree. */
export interface TreeShape {
  readonly [move: string]: TreeShape;
}

function shapeOf({ children }: Shapely): TreeShape {
  return Object.fromEntries([...children].map(([move, child]) => [move, shapeOf(child)]));
}

interface Shapely {
  readonly children: ReadonlyMap<string, Shapely>;
}

/** How many of the moves that were played next a tree had foreseen. */
export function countForeseen(shape: TreeShape, played: readonly string[]): number {
  let at: TreeShape | undefined = shape;
  let depth = 0;
  for (const move of played) {
    at = Object.hasOwn(at, move) ? at[move] : undefined;
    if (at === undefined) break;
    depth++;
  }
  return depth;
}
