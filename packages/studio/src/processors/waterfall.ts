// Where the speedup went, in processors. A run of P processors and T seconds has P T processor-seconds; the sequential
// search needs T1 of them, and the speedup T1 / T is the number of processors that, on average, did just that. Every
// other second belongs to one of the thesis's overheads (section 6.2.6); divided by T, each of them is a number of
// processors, too, and together they are exactly the way from P down to the speedup:
//
//   P - S = P m / (1 + m) + S s + S sp + S (1 + s + sp) p
//
// with the overheads of the master (m), search (s), speculation (sp) and parallelization (p). The last one is split by
// the times of the workers into idleness at first, idleness later, and the rest, mostly the handling of messages.
import type { Overheads, Times } from 'plyades/sim';

export const lossKinds = [
  'master',
  'search',
  'speculative',
  'startIdle',
  'otherIdle',
  'rest',
] as const;
export type LossKind = (typeof lossKinds)[number];

export interface Loss {
  readonly kind: LossKind;
  /** Processors that it takes on average; below 0 where the parallel search does with less. */
  readonly processors: number;
  /** Speedup that is left above and below the bar. */
  readonly from: number;
  readonly to: number;
}

export interface Waterfall {
  /** Linear speedup. */
  readonly processors: number;
  readonly speedup: number;
  readonly losses: readonly Loss[];
}

/** The figures of a simulation that a waterfall is made from. */
export interface MeasuredRun {
  readonly processors: number;
  readonly speedup: number;
  readonly virtualSeconds: number;
  readonly overheads: Overheads;
  readonly times: readonly Times[];
}

/** Undefined for a run without a speedup: one that failed, or whose sequential search did not end. */
export function makeWaterfall(run: MeasuredRun): Waterfall | undefined {
  const { processors, speedup, virtualSeconds, overheads, times } = run;
  const { master, search, speculative, parallelization } = overheads;
  if (!(speedup > 0 && virtualSeconds > 0 && Number.isFinite(parallelization))) return undefined;
  const parallel = speedup * (1 + search + speculative) * parallelization;
  const workers = master > 0 ? times.slice(1) : times;
  const idle = (pick: (times: Times) => number) =>
    workers.reduce((sum, each) => sum + pick(each), 0) / virtualSeconds;
  const startIdle = idle((each) => each.startIdle);
  const otherIdle = idle((each) => each.otherIdle);
  const sizes: Readonly<Record<LossKind, number>> = {
    master: (processors * master) / (1 + master),
    search: speedup * search,
    speculative: speedup * speculative,
    startIdle,
    otherIdle,
    rest: parallel - startIdle - otherIdle,
  };
  let level = processors;
  const losses = lossKinds.map((kind) => {
    const from = level;
    level -= sizes[kind];
    return { kind, processors: sizes[kind], from, to: level };
  });
  return { processors, speedup, losses };
}

/** The losses that matter most, greatest first. */
export const greatestLosses = ({ losses }: Waterfall): Loss[] =>
  losses.filter((loss) => loss.processors > 0).sort((a, b) => b.processors - a.processors);
