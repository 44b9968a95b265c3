// Advisers: workers that search all moves of the root, each for itself, as an engine alone would. A tree takes the
// best of what many small searches say, and the best of many guesses is often the one that errs most in its own
// favour; with engines that see eight plies in two thousand nodes this eats up what depth wins. Where several
// searches of the whole position prefer the same move it is seldom a mistake, so the tree and its advisers vote.
import type { GrowthName } from './growth.js';
import type { EngineReport, ScoredLine } from './tree.js';
import { MATE_PLIES, MATE_VALUE } from './values.js';

interface Adviser {
  /** From 1. */
  readonly number: number;
  /** Names what it was told to search; undefined when it must be told. */
  task: number | undefined;
  line: ScoredLine | undefined;
}

/** More votes than that change little. */
const MOST_ADVISERS = 8;

/** How many of so many workers advise, by the way in which a team's tree grows. */
export function adviserCount(growth: GrowthName, workers: number): number {
  return growth === 'council' ? Math.min(MOST_ADVISERS, Math.floor(workers / 2)) : 0;
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

  /** Takes as many of these workers as there are seats left, the first ones. */
  appoint(workers: readonly number[]): void {
    const taken = new Set([...this.#advisers.values()].map(({ number }) => number));
    const free = Array.from({ length: this.#seats }, (_, i) => i + 1).filter((n) => !taken.has(n));
    for (const [i, number] of free.entries()) {
      const worker = workers[i];
      if (worker === undefined) return;
      this.#advisers.set(worker, { number, task: undefined, line: undefined });
    }
  }

  /** The worker is no adviser any more; without one, the last that was appointed. False when there is none. */
  dismiss(worker = [...this.#advisers.keys()].at(-1)): boolean {
    return worker !== undefined && this.#advisers.delete(worker);
  }

  /** Another position is to be searched: what was said of the last one is forgotten. */
  turn(): void {
    for (const adviser of this.#advisers.values()) {
      adviser.task = undefined;
      adviser.line = undefined;
    }
  }

  /** Those who must be told what to search; each is told under the name of a task. */
  tell(nextTask: () => number): { worker: number; task: number; number: number }[] {
    return [...this.#advisers].flatMap(([worker, adviser]) => {
      if (adviser.task !== undefined) return [];
      adviser.task = nextTask();
      return { worker, task: adviser.task, number: adviser.number };
    });
  }

  /** What an adviser found; false when it is about something else than its task. */
  hear(worker: number, task: number, { value, depth, line, multiPv = 1 }: EngineReport): boolean {
    const adviser = this.#advisers.get(worker);
    if (adviser === undefined || adviser.task !== task) return false;
    if (multiPv === 1) adviser.line = { value, depth, line };
    return true;
  }

  /** What they say, the first adviser first. */
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
