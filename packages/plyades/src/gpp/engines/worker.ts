// A worker that searches by exact numbers of nodes, regardless of the clock: it is given a task and then, again
// and again, nodes to spend on it. A task that is not changed goes on: its nodes accumulate.
import type { Engine } from '../../engines/engine.js';
import type { Info, Setup } from '../../protocols/index.js';
import { scoreValue } from '../../protocols/score.js';
import type { EngineReport, ListedPosition } from '../index.js';

/** The task of a worker. */
export interface BudgetAssignment {
  readonly setup: Setup;
  /** All legal ones when not given. */
  readonly searchMoves?: readonly string[];
}

export interface BudgetWorker {
  /** Forgets its task and empties its tables. */
  newGame(): Promise<void>;
  /** The next nodes are for this; tables are kept. */
  assign(task: BudgetAssignment): void;
  /** Spends nodes on its task, and says what it found on the way, the latest last. */
  run(nodes: number): Promise<readonly EngineReport[]>;
  /** The deepest positions that its table has below a position, beginning with none of the covered moves. */
  list?(
    setup: Setup,
    count: number,
    covered: readonly string[],
  ): Promise<readonly ListedPosition[]>;
  close(): Promise<void>;
}

/**
 * How a program that only understands `go nodes` spends nodes on a task that it has searched before. It begins
 * at depth 1 each time, though its table remembers. `again`: as many nodes as the task has got in all, so that
 * it looks as deep as a search that was never interrupted; its table then knows somewhat more than that one's.
 * `restart`: the new nodes only; it then looks less deep. The truth lies between the two.
 */
export const accumulations = ['again', 'restart'] as const;
export type Accumulation = (typeof accumulations)[number];

/** A program behind the supervisor. */
export class EngineWorker implements BudgetWorker {
  readonly #engine: Engine;
  readonly #accumulation: Accumulation;
  #task: BudgetAssignment | undefined;
  #spent = 0;
  /** The position that the engine searched last. */
  #asked: Setup | undefined;

  constructor(engine: Engine, accumulation: Accumulation = 'again') {
    this.#engine = engine;
    this.#accumulation = accumulation;
  }

  async newGame(): Promise<void> {
    this.#task = undefined;
    this.#asked = undefined;
    await this.#engine.newGame();
  }

  assign(task: BudgetAssignment): void {
    this.#task = task;
    this.#spent = 0;
  }

  async run(nodes: number): Promise<readonly EngineReport[]> {
    const task = this.#task;
    if (task === undefined) return [];
    this.#spent += nodes;
    const total = this.#accumulation === 'again' ? this.#spent : nodes;
    const reports: EngineReport[] = [];
    this.#asked = task.setup;
    const { move, lines } = await this.#engine.search({
      setup: task.setup,
      go: { nodes: total, ...(task.searchMoves && { searchMoves: task.searchMoves }) },
      onInfo: (info) => {
        const report = reportOf(info);
        if (report !== undefined) reports.push(report);
      },
    });
    if (reports.length > 0 || move === undefined) return reports;
    // So few nodes that it knows but a bound: better than nothing, and not deep.
    const score = lines[0]?.score;
    return [{ value: score === undefined ? 0 : scoreValue(score), depth: 0, nodes, line: [move] }];
  }

  async list(
    setup: Setup,
    count: number,
    covered: readonly string[],
  ): Promise<readonly ListedPosition[]> {
    if (!this.#engine.extensions.includes('hash')) return [];
    if (!isSame(this.#asked, setup)) {
      // It lists what is below the position that it searched last, so it must search this one first.
      this.#asked = setup;
      await this.#engine.search({ setup, go: { nodes: 1 } });
    }
    const lines = await this.#engine.hashLines(count + covered.length);
    return lines
      .map(({ depth, line }) => ({ path: line, depth }))
      .filter(({ path }) => !covered.includes(path[0] ?? ''));
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}

function isSame(a: Setup | undefined, b: Setup): boolean {
  return a !== undefined && a.start === b.start && a.moves.join(' ') === b.moves.join(' ');
}

/** A report from an info line; undefined when it has no exact score of a best move. */
export function reportOf({ score, depth, nodes, pv, multiPv }: Info): EngineReport | undefined {
  if (score === undefined || score.bound !== 'exact' || pv === undefined) return undefined;
  return {
    value: scoreValue(score),
    depth: depth ?? 0,
    nodes: nodes ?? 0,
    line: pv,
    ...(multiPv !== undefined && { multiPv }),
  };
}
