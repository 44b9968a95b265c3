// A prediction: the simulation of a search on a real host, with the frozen costs of its machine.
import { PlyadesError } from 'plyades/internal/core/errors.js';
import { findAlgorithm } from 'plyades/internal/parallel/algorithms.js';
import { simulate } from 'plyades/internal/sim/index.js';
import { positionOf } from '../positions.js';
import type { PredictSettings } from './runs.js';
import { frozenProfile } from './settings.js';

/** Figures of a search, predicted or real. */
export interface SearchFigures {
  readonly speedup: number;
  readonly seconds: number;
  readonly nodes: number;
  readonly messages: number;
}

export interface Prediction extends SearchFigures {
  readonly kind: 'predict';
  readonly sequential: { readonly value: number; readonly nodes: number; readonly seconds: number };
  /** Share of the time of all processes without work. */
  readonly idle: number;
  /** Digest of the cost profile; missing in rows of round 1. */
  readonly profile?: string;
}

export async function predict(
  {
    round,
    place,
    depth,
    machine,
    host,
    table,
    workers,
    algorithm,
    settings,
    hash,
  }: PredictSettings,
  known: Prediction['sequential'] | undefined,
  signal: AbortSignal,
): Promise<Prediction> {
  const position = await positionOf(place);
  // On a cluster process 0 is a process of the program that asks, beside the workers, in every algorithm.
  const isOwn = host === 'nats' || findAlgorithm(algorithm).hasMaster;
  const processors = workers + (isOwn ? 1 : 0);
  const { profile, digest } = frozenProfile(round, machine);
  const found = await simulate(position, {
    ...{ algorithm, processors, depth, hash, table, host, settings, signal },
    profile,
    ...(known && { sequential: { value: known.value, nodes: known.nodes } }),
  });
  if (found.failure !== undefined) {
    throw new PlyadesError('ERR_SIMULATION', `${found.failure}; to see it again: ${found.command}`);
  }
  const { value, nodes, virtualSeconds } = found.sequential;
  const idle = found.times.reduce((sum, each) => sum + each.startIdle + each.otherIdle, 0);
  return {
    kind: 'predict',
    speedup: found.speedup,
    seconds: found.virtualSeconds,
    nodes: found.counters.nodes,
    messages: found.counters.messages,
    sequential: { value, nodes, seconds: virtualSeconds },
    idle: idle / (processors * found.virtualSeconds),
    profile: digest,
  };
}
