// Starts simulations in the page and makes them runs.
import { signal } from '@preact/signals';
import { loadGame, type Position, unwrap } from 'plyades';
import {
  BUILD_ID,
  type DistributedProofSettings,
  type ProofSimulation,
  type SimulateOptions,
  type SimulateProofOptions,
  type Simulation,
  simulate,
  simulateProof,
} from 'plyades/sim';
import type { TraceLog } from 'plyades/trace';
import { PROOF_ALGORITHM, type SimulationRequest } from './request.js';
import { currentRun, type DigestCheck, type ExpectedRun, type Run, type RunStatus } from './run.js';

/** Milliseconds between two looks at a growing log. */
const LOOK_MS = 33;

let lastId = 0;

/** Starts a simulation. The run is current at once. */
export function startSimulation(request: SimulationRequest, expected?: ExpectedRun): Run {
  const abort = new AbortController();
  const run = {
    id: ++lastId,
    title: titleOf(request),
    request,
    expected,
    log: signal<TraceLog | undefined>(undefined),
    version: signal(0),
    status: signal<RunStatus>('running'),
    result: signal<Simulation | undefined>(undefined),
    proof: signal<ProofSimulation | undefined>(undefined),
    failure: signal<string | undefined>(undefined),
    digestCheck: signal<DigestCheck | undefined>(undefined),
    stop: () => abort.abort(),
  };
  currentRun.peek()?.stop();
  currentRun.value = run;
  void follow(run, request, abort.signal, expected);
  return run;
}

async function follow(
  run: StartedRun,
  request: SimulationRequest,
  abort: AbortSignal,
  expected: ExpectedRun | undefined,
): Promise<void> {
  const timer = setInterval(() => {
    const version = run.log.peek()?.version;
    if (version !== undefined && version !== run.version.peek()) run.version.value = version;
  }, LOOK_MS);
  try {
    const position = await positionOf(request);
    const isProof = request.algorithm === PROOF_ALGORITHM;
    const watched = {
      signal: abort,
      trace: (log: TraceLog) => {
        run.log.value = log;
      },
    };
    const found = isProof
      ? await simulateProof(position, { ...proofOptionsOf(request), ...watched })
      : await simulate(position, { ...optionsOf(request), ...watched });
    if (abort.aborted) {
      run.status.value = 'stopped';
      return;
    }
    if (expected !== undefined) run.digestCheck.value = checkDigest(found, expected);
    if ('treeNodes' in found) run.proof.value = found;
    else run.result.value = found;
    run.failure.value = found.failure;
    run.status.value = found.failure === undefined ? 'done' : 'failed';
  } catch (error) {
    run.status.value = abort.aborted ? 'stopped' : 'failed';
    if (!abort.aborted) run.failure.value = error instanceof Error ? error.message : String(error);
  } finally {
    clearInterval(timer);
    run.version.value = run.log.peek()?.version ?? 0;
  }
}

/** Compares a run with what its link says. Runs of another build may differ, so only the same digest is sure. */
export function checkDigest(
  { digest }: Pick<Simulation, 'digest'>,
  expected: ExpectedRun,
  build = BUILD_ID,
): DigestCheck | undefined {
  if (expected.digest === undefined) return undefined;
  if (digest === expected.digest) return { kind: 'same', digest };
  if (expected.build !== build) return { kind: 'build', build, expected: expected.build };
  return { kind: 'different', digest, expected: expected.digest };
}

async function positionOf({ game, position }: SimulationRequest): Promise<Position> {
  const { notation } = await loadGame(game);
  return position === '' ? notation.start() : unwrap(notation.parsePosition(position));
}

type StartedRun = Run & Required<Pick<Run, 'proof'>>;

export function proofOptionsOf(request: SimulationRequest): SimulateProofOptions {
  const { processors, goal, side, show, hash, profile, seed, faults, settings } = request;
  return {
    ...(settings as Partial<DistributedProofSettings> | undefined),
    ...{ processors, profile, seed, faults },
    ...(goal !== undefined && { goal }),
    ...(side !== undefined && { side }),
    ...(show !== undefined && { show }),
    ...(hash !== undefined && { hash }),
  };
}

function optionsOf(request: SimulationRequest): SimulateOptions {
  const { game: _, position: __, goal: ___, side: ____, show: _____, ...options } = request;
  return options as SimulateOptions;
}

export function titleOf({
  game,
  algorithm,
  processors,
  depth,
  goal = 'win',
}: SimulationRequest): string {
  const what = algorithm === PROOF_ALGORITHM ? `goal ${goal}` : `depth ${depth}`;
  const count = processors.toLocaleString('en-US');
  return `${game[0]!.toUpperCase()}${game.slice(1)}, ${algorithm} on ${count} processors, ${what}`;
}
