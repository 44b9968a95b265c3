// Advisers: workers that search all moves of the root, each for itself, as an engine alone would, and vote with the
// tree: the consultation of T. Obata, T. Sugiyama, K. Hoki and T. Ito, "Consultation Algorithm for Computer Shogi: Move
// Decisions by Majority" (2010). A tree takes the best of many small searches, which is often the one that errs most in
// its own favour; with engines that see eight plies in 2,000 nodes this costs more than the extra depth gains. A move
// that several searches of the whole position prefer is seldom a mistake.
import type { GrowthName } from './growth.js';
import type { EngineReport, ScoredLine } from './tree.js';
import { MATE_PLIES, MATE_VALUE } from './values.js';

interface Adviser {
  /** From 1. */
  readonly number: number;
  /** The task that the adviser searches; undefined until it has got one. */
  task: number | undefined;
  line: ScoredLine | undefined;
}

/** More votes than this change little. */
const MOST_ADVISERS = 8;

/** How many of a team's workers advise, by the growth of its tree. */
export function adviserCount(growth: GrowthName, workers: number): number {
  return growth === 'consultation' ? Math.min(MOST_ADVISERS, Math.floor(workers / 2)) : 0;
}

export class Advisers {
  readonly #seats: number;
  /** By worker. */
  readonly #advisers = new Map<number, Adviser>();

  constructor(seats: number) {
    this.#seats = seats;
  }

  has(worker: number): boolean {
    return this.#advisers.has(worker);
  }

  /** Makes the first of these workers advisers until all seats are taken. */
  appoint(workers: readonly number[]): void {
    const taken = new Set([...this.#advisers.values()].map(({ number }) => number));
    const free = Array.from({ length: this.#seats }, (_, i) => i + 1).filter((n) => !taken.has(n));
    for (const [i, number] of free.entries()) {
      const worker = workers[i];
      if (worker === undefined) return;
      this.#advisers.set(worker, { number, task: undefined, line: undefined });
    }
  }

  /** Dismisses this adviser, or the one appointed last. False when there is none. */
  dismiss(worker = [...this.#advisers.keys()].at(-1)): boolean {
    return worker !== undefined && this.#advisers.delete(worker);
  }

  /** Forgets tasks and lines: the root has changed. */
  turn(): void {
    for (const adviser of this.#advisers.values()) {
      adviser.task = undefined;
      adviser.line = undefined;
    }
  }

  /** Gives a task to each adviser without one, and returns these. */
  assignTasks(nextTask: () => number): { worker: number; task: number; number: number }[] {
    return [...this.#advisers].flatMap(([worker, adviser]) => {
      if (adviser.task !== undefined) return [];
      adviser.task = nextTask();
      return { worker, task: adviser.task, number: adviser.number };
    });
  }

  /** Records an adviser's report; false when it is not about the adviser's task. */
  record(worker: number, task: number, { value, depth, line, multiPv = 1 }: EngineReport): boolean {
    const adviser = this.#advisers.get(worker);
    if (adviser === undefined || adviser.task !== task) return false;
    if (multiPv === 1) adviser.line = { value, depth, line };
    return true;
  }

  /** The advisers' lines, by number. */
  get advice(): readonly ScoredLine[] {
    return [...this.#advisers.values()]
      .sort((a, b) => a.number - b.number)
      .flatMap(({ line }) => line ?? []);
  }
}

/**
 * The move that most searches of a position prefer, with the deepest of their lines. The tree has one vote like
 * any adviser; where votes are even its move is taken, else that of the first adviser. A mate needs no votes.
 */
export function elect(
  tree: ScoredLine | undefined,
  advice: readonly ScoredLine[],
): ScoredLine | undefined {
  if (advice.length === 0) return tree;
  const all = tree === undefined ? advice : [tree, ...advice];
  const quickest = all.reduce((a, b) => (b.value > a.value ? b : a));
  if (quickest.value > MATE_VALUE - MATE_PLIES) return quickest;
  const votes = (move: string | undefined) => all.filter(({ line }) => line[0] === move).length;
  const chosen = all.reduce((a, b) => (votes(b.line[0]) > votes(a.line[0]) ? b : a));
  if (chosen === tree) return tree;
  return advice
    .filter(({ line }) => line[0] === chosen.line[0])
    .reduce((a, b) => (b.depth > a.depth ? b : a));
}
