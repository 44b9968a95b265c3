// Speedup curves: one search simulated on 1, 2, 4, ... processors, one run after the other. Curves of several settings are
// kept for comparison, and each point knows the request that made it.
import { signal } from '@preact/signals';
import { loadGame, unwrap } from 'plyades';
import {
  type ProofSimulation,
  type SimulateOptions,
  type Simulation,
  simulate,
  simulateProof,
} from 'plyades/sim';
import { PROOF_ALGORITHM, type SimulationRequest } from '../runs/request.js';
import { proofOptionsOf } from '../runs/simulation.js';
import { forProcessors } from './faults.js';
import { outcomeOf } from './result.js';
import { sweepSteps } from './scales.js';

export interface SpeedupPoint {
  readonly processors: number;
  readonly speedup: number;
  /** Of the parallel run. */
  readonly virtualSeconds: number;
  readonly nodes: number;
  /** The value of a search, the answer of a proof; empty when there is none. */
  readonly outcome: string;
  /** Whether it is that of one processor alone. */
  readonly isRight: boolean;
}

export interface Curve {
  /** Everything but the number of processors. */
  readonly key: string;
  readonly label: string;
  readonly algorithm: string;
  readonly game: string;
  readonly width: number;
  /** In the order of processors. */
  readonly points: readonly SpeedupPoint[];
}

/** Curves that are kept; more would be hard to distinguish. */
export const MOST_CURVES = 5;

export const keyOf = (request: SimulationRequest): string => {
  const { processors: _, hash: __, ...rest } = request;
  return JSON.stringify(rest, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort())
      : value,
  );
};

export function labelOf(request: SimulationRequest): string {
  const { game, algorithm, depth, profile, faults, table = 'local', horizon, goal } = request;
  const name = typeof profile === 'string' ? profile : profile.name;
  const more = [
    ...(table === 'local' ? [] : [`${table} table`]),
    ...(horizon === undefined ? [] : [`horizon ${horizon}`]),
    ...(faults === 'none' ? [] : ['faults']),
  ];
  const what = algorithm === PROOF_ALGORITHM ? goal : `depth ${depth}`;
  return [`${algorithm}, ${game}, ${what}, ${name}`, ...more].join(', ');
}

export function pointOf(run: Simulation | ProofSimulation): SpeedupPoint {
  const { processors, speedup, virtualSeconds, counters } = run;
  const outcome = outcomeOf(run);
  return {
    ...{ processors, speedup, virtualSeconds, nodes: counters.nodes },
    outcome: outcome?.text ?? '',
    isRight: outcome?.isSame ?? false,
  };
}

/** Adds a point to the curve of its request, and makes the curve where there is none. */
export function withPoint(
  curves: readonly Curve[],
  request: SimulationRequest,
  width: number,
  point: SpeedupPoint,
): readonly Curve[] {
  const key = keyOf(request);
  const { algorithm, game } = request;
  const found = curves.find((curve) => curve.key === key);
  const others = found?.points.filter(({ processors }) => processors !== point.processors) ?? [];
  const points = [...others, point].sort((a, b) => a.processors - b.processors);
  const curve = { key, label: labelOf(request), algorithm, game, width, points };
  if (found !== undefined) return curves.map((each) => (each === found ? curve : each));
  return [...curves, curve].slice(-MOST_CURVES);
}

/** Lines of comma-separated values, the first one with the names. */
export function makeCsv(curves: readonly Curve[]): string {
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = curves.flatMap(({ label, points }) =>
    points.map(({ processors, speedup, virtualSeconds, nodes, outcome }) =>
      [quote(label), processors, speedup, virtualSeconds, nodes, outcome].join(','),
    ),
  );
  return `${['curve,processors,speedup,virtual seconds,nodes,outcome', ...rows].join('\n')}\n`;
}

export const curves = signal<readonly Curve[]>([]);

export interface Sweep {
  readonly label: string;
  readonly done: number;
  readonly all: number;
  /** The number of processors that is simulated now. */
  readonly now: number;
}
export const sweep = signal<Sweep | undefined>(undefined);

let stopped = new AbortController();

export function stopSweep(): void {
  stopped.abort();
}

/** Simulates a search on 1, 2, 4, ... processors. Points that the curve has already are not simulated again. */
export async function startSweep(request: SimulationRequest, most: number): Promise<void> {
  stopped.abort();
  const abort = new AbortController();
  stopped = abort;
  const { notation } = await loadGame(request.game);
  const position =
    request.position === '' ? notation.start() : unwrap(notation.parsePosition(request.position));
  const width = notation.branching?.of(position) ?? 0;
  const steps = sweepSteps(most);
  const isProof = request.algorithm === PROOF_ALGORITHM;
  // The sequential search is the same for all that have tables of the same size.
  const alone = new Map<number, { readonly value: number; readonly nodes: number }>();
  try {
    for (const [done, processors] of steps.entries()) {
      if (abort.signal.aborted) return;
      sweep.value = { label: labelOf(request), done, all: steps.length, now: processors };
      const curve = curves.peek().find(({ key }) => key === keyOf(request));
      if (curve?.points.some((point) => point.processors === processors)) continue;
      const { signal } = abort;
      // A proof needs a master and a worker.
      const found = isProof
        ? processors === 1
          ? undefined
          : await simulateProof(position, { ...proofStep(request, processors), signal })
        : await simulate(position, { ...stepOptions(request, processors, alone), signal });
      if (signal.aborted || found?.end === 'stopped') return;
      if (found === undefined) continue;
      if (!('treeNodes' in found)) alone.set(found.hash, found.sequential);
      curves.value = withPoint(curves.peek(), request, width, pointOf(found));
    }
  } finally {
    if (stopped === abort) sweep.value = undefined;
  }
}

const proofStep = (request: SimulationRequest, processors: number) =>
  proofOptionsOf({
    ...request,
    processors,
    hash: Math.max(request.hash ?? 0, processors),
    faults: forProcessors(request.faults, request.processors, processors),
  });

/** On one processor the sequential search runs, which every speedup compares with. */
function stepOptions(
  request: SimulationRequest,
  processors: number,
  alone: ReadonlyMap<number, { readonly value: number; readonly nodes: number }>,
): SimulateOptions {
  const { game: _, position: __, settings, horizon, table = 'local', ...rest } = request;
  const hash = Math.max(rest.hash ?? 0, processors);
  const known = alone.get(hash);
  const sequential = known && { value: known.value, nodes: known.nodes };
  const faults = forProcessors(rest.faults, request.processors, processors);
  const common = { ...rest, processors, hash, ...(sequential && { sequential }) };
  if (processors === 1) {
    return { ...common, algorithm: 'sequential', faults: 'none' } as SimulateOptions;
  }
  const own = { table, ...(settings && { settings }), ...(horizon !== undefined && { horizon }) };
  return { ...common, ...own, faults } as SimulateOptions;
}
