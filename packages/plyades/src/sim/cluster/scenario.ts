// The events of a simulated cluster, drawn from a seed: which workers there are, what they cannot do, and when they come,
// leave, crash, fall silent or lose their threads, which jobs masters run and when those crash, and how bad the network
// is. At `calmAt` all faults end but those of workers that cannot do the work; from then on there is one that can, so
// that every job must end.
import type { Milliseconds } from '../../control-plane/index.js';
import { createRandom, type Random } from '../../core/random.js';
import { type AlgorithmName, algorithmsOn } from '../../parallel/algorithms.js';

/** From `from` to `until`. */
export interface FaultInterval {
  readonly from: Milliseconds;
  readonly until: Milliseconds;
}

/** Messages that a node sends (`out`), gets (`in`), or both do not pass. */
export interface Partition extends FaultInterval {
  readonly direction: 'in' | 'out' | 'both';
}

export interface WorkerPlan {
  readonly joinAt: Milliseconds;
  readonly slots: number;
  /** The version or the build of the game differs from the masters'. */
  readonly mismatch?: 'version' | 'game';
  /** It has too little memory for the tables of the jobs. */
  readonly lacksMemory: boolean;
  /** Of its start commands, counted from 1, those whose game cannot be opened. */
  readonly failedOpenings: readonly number[];
  /** It leaves the cluster as it should, or vanishes. */
  readonly leaveAt?: Milliseconds;
  readonly crashAt?: Milliseconds;
  /** Each time, or when it has a seat again, a process of one of its seats dies. */
  readonly deathsAt: readonly Milliseconds[];
  /** It does nothing at all: a machine that sleeps. */
  readonly pauses: readonly FaultInterval[];
  readonly partitions: readonly Partition[];
  /** How long its game takes to open, and its processes at most to stop. */
  readonly openMs: Milliseconds;
  readonly stopMs: Milliseconds;
  /** After its last message it can still be reached for this long. */
  readonly withdrawMs: Milliseconds;
  /** Times the usual cost of a node. */
  readonly slowness: number;
}

export interface JobPlan {
  readonly startAt: Milliseconds;
  /** Undefined: nothing searches, and the job is ended some time after the faults; only seats matter. */
  readonly search?: {
    readonly algorithm: AlgorithmName;
    readonly tree: number;
    readonly depth: number;
    readonly table: 'local' | 'ring';
    /** Virtual time of the search on one processor. */
    readonly sequentialMs: Milliseconds;
  };
  readonly maxSeats: number;
  /** Its master vanishes, and another one goes on from the checkpoint after a while. */
  readonly crashes: readonly { readonly at: Milliseconds; readonly downMs: Milliseconds }[];
  readonly cancelAt?: Milliseconds;
  /** One of its workers turns out to lie. */
  readonly liarAt?: Milliseconds;
  readonly partitions: readonly Partition[];
}

/** Free-slot notices of workers that do not exist, or do not mean it. */
export interface Flood {
  readonly at: Milliseconds;
  readonly notices: number;
  readonly isOfStrangers: boolean;
}

export interface ClusterScenario {
  readonly seed: number;
  readonly calmAt: Milliseconds;
  readonly workers: readonly WorkerPlan[];
  readonly jobs: readonly JobPlan[];
  readonly floods: readonly Flood[];
  /** Per mille of the messages. */
  readonly network: {
    readonly lost: number;
    readonly doubled: number;
    readonly late: number;
    readonly latencyMs: Milliseconds;
  };
}

/** The longest delay of a late message. */
export const LATEST_MS = 6000;

/** Processes of a worker that die: of most workers, and of some, of which a master has had enough at last. */
const FEW_DEATHS = [0, 0, 1, 2];
const MANY_DEATHS = [3, 4, 5, 5];

/** A generator with the draws that plans need. */
class Draws {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** An integer, `least` .. `most`. */
  between(least: number, most: number): number {
    return least + this.#random.below(most - least + 1);
  }

  chance(percent: number): boolean {
    return this.#random.below(100) < percent;
  }

  oneOf<T>(values: readonly T[]): T {
    return values[this.#random.below(values.length)]!;
  }

  /** From `least` to `most` values. */
  times<T>(least: number, most: number, draw: () => T): T[] {
    return Array.from({ length: this.between(least, most) }, draw);
  }

  /** A partition that ends before `limit`. */
  partition(limit: Milliseconds): Partition {
    const direction = this.oneOf(['in', 'out', 'both'] as const);
    return { ...this.interval(limit, 8000), direction };
  }

  /** An interval that ends before `limit`. */
  interval(limit: Milliseconds, longest: Milliseconds): FaultInterval {
    const from = this.between(0, limit - 1);
    return { from, until: Math.min(limit, from + this.between(100, longest)) };
  }
}

export function drawScenario(seed: number, trees: number): ClusterScenario {
  const draws = new Draws(createRandom(seed));
  const calmAt = draws.between(4000, 12_000);
  const isBad = draws.chance(70);
  const reliable: WorkerPlan = {
    ...drawWorker(draws, calmAt, false),
    joinAt: draws.between(0, calmAt),
  };
  const others = draws.times(1, 6, () => drawWorker(draws, calmAt, true));
  const jobs = Array.from({ length: draws.chance(40) ? 2 : 1 }, () =>
    drawJob(draws, calmAt, trees),
  );
  const floods = draws.times(0, draws.chance(30) ? 3 : 0, () => ({
    at: draws.between(0, calmAt),
    notices: draws.between(20, 200),
    isOfStrangers: draws.chance(50),
  }));
  return {
    seed,
    calmAt,
    workers: [reliable, ...others],
    jobs,
    floods,
    network: {
      lost: isBad ? draws.between(0, 300) : 0,
      doubled: isBad ? draws.between(0, 300) : 0,
      late: isBad ? draws.between(0, 150) : 0,
      latencyMs: draws.between(1, 40),
    },
  };
}

/** `mayGo`: it need not be there in the end, nor be able to do the work. */
function drawWorker(draws: Draws, calmAt: Milliseconds, mayGo: boolean): WorkerPlan {
  const partitions = draws.chance(40) ? draws.times(1, 2, () => draws.partition(calmAt)) : [];
  const pauses = draws.chance(20) ? [draws.interval(calmAt, 8000)] : [];
  const end = mayGo ? draws.between(0, 99) : 99;
  const deaths = draws.oneOf(mayGo && draws.chance(20) ? MANY_DEATHS : FEW_DEATHS);
  return {
    joinAt: draws.chance(60) ? 0 : draws.between(0, calmAt),
    slots: draws.between(1, 3),
    ...(mayGo && draws.chance(15) && { mismatch: draws.oneOf(['version', 'game'] as const) }),
    ...(end < 20 && { crashAt: draws.between(200, calmAt) }),
    ...(end >= 20 && end < 40 && { leaveAt: draws.between(200, calmAt) }),
    lacksMemory: mayGo && draws.chance(8),
    failedOpenings: mayGo && draws.chance(15) ? draws.times(1, 2, () => draws.between(1, 3)) : [],
    deathsAt: draws.times(deaths, deaths, () => draws.between(200, calmAt)),
    pauses,
    partitions,
    openMs: draws.chance(15) ? draws.between(500, 4000) : draws.between(0, 60),
    stopMs: draws.chance(15) ? draws.between(500, 4000) : 60,
    withdrawMs: draws.between(10, 3000),
    slowness: draws.chance(20) ? draws.between(2, 4) : 1,
  };
}

function drawJob(draws: Draws, calmAt: Milliseconds, trees: number): JobPlan {
  const downMs = () => draws.between(50, 7000);
  const crashes = draws.chance(25) ? [{ at: draws.between(500, calmAt), downMs: downMs() }] : [];
  return {
    startAt: draws.between(0, 3000),
    ...(draws.chance(60) && {
      search: {
        algorithm: draws.oneOf(algorithmsOn('cluster')),
        tree: draws.between(0, trees - 1),
        depth: draws.between(4, 6),
        table: draws.chance(30) ? 'ring' : 'local',
        sequentialMs: draws.between(1000, 25_000),
      } as const,
    }),
    maxSeats: draws.chance(30) ? draws.between(1, 4) : 64,
    crashes,
    ...(draws.chance(5) && { cancelAt: draws.between(0, calmAt) }),
    ...(draws.chance(15) && { liarAt: draws.between(0, calmAt) }),
    partitions: draws.chance(15) ? [draws.partition(calmAt)] : [],
  };
}
