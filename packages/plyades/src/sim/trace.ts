// The trace of a simulated run: its header, and the log that grows with the run.
import type { Position } from '../core/game.js';
import { unwrap } from '../core/result.js';
import type { TraceHeader } from '../core/trace.js';
import { notationOf } from '../games/load.js';
import { DISTRIBUTED_SOLVER } from '../proof/index.js';
import { createTraceLog } from '../trace/growing-log.js';
import type { TraceLog } from '../trace/log.js';
import { findAlgorithm } from './algorithms.js';
import { BUILD_ID } from './build-id.js';
import type { ResolvedSimulation } from './options.js';

/** Where the records of a run go. */
export interface RunTraceLog {
  readonly add: (chunk: Uint8Array) => void;
  finish(): void;
}

/** Hands an empty log to the caller of a simulation. */
export function beginTrace(
  { printed, processors }: ResolvedSimulation,
  command: string,
  give: (log: TraceLog) => void,
): RunTraceLog {
  const { game, position, algorithm } = printed;
  const { hasMaster } = findAlgorithm(algorithm);
  return openTrace({ game, position, algorithm, processes: processors, hasMaster, command }, give);
}

/** The same for a simulated proof. */
export function beginProofTrace(
  subject: Position,
  processes: number,
  give: (log: TraceLog) => void,
): RunTraceLog {
  const { game } = subject;
  const position = notationOf(game).makePosition(subject);
  const algorithm = DISTRIBUTED_SOLVER;
  return openTrace({ game, position, algorithm, processes, hasMaster: true }, give);
}

function openTrace(
  header: Omit<TraceHeader, 'version' | 'build' | 'clock'>,
  give: (log: TraceLog) => void,
): RunTraceLog {
  const log = createTraceLog({ version: 1, build: BUILD_ID, clock: 'virtual', ...header });
  give(log);
  return { add: (chunk) => void unwrap(log.append(chunk)), finish: () => log.finish() };
}
