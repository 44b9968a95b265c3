// The deterministic half of parallel searches: which options it takes, and its answer in the form of the
// other searches. The line is completed by sequential searches of its end, which are deterministic too.
import { inputError, PlyadesError } from '../core/errors.js';
import type { Move, Position } from '../core/game.js';
import { unwrap } from '../core/result.js';
import { FULL_DEPTH } from '../core/score.js';
import { checkDeterministic, searchDeterministic } from '../hosts/epochs/deterministic.js';
import { completeLine, knownLine, openBoard } from '../hosts/line.js';
import type { SearchJob, SearchReport } from '../hosts/threads/protocol.js';
import type { Finding } from '../parallel/actor.js';
import type { TableKind } from '../parallel/algorithm.js';
import type { AlgorithmName } from '../parallel/algorithms.js';
import type { Counters } from '../parallel/counters.js';
import type { AlgorithmSettings } from '../parallel/settings.js';
import { type Board, gameLength } from '../search/board.js';
import type { Limits } from '../search/limits.js';
import { isSolved } from '../search/sequential.js';
import type { Playable } from './games.js';
import { driverThreads, threads } from './threads.js';

/** Threads with larger tables are not kept: somebody else may need the memory. */
const MOST_KEPT = 1 << 30;

export interface DeterministicSettings {
  readonly algorithm: AlgorithmName;
  readonly workers?: number | 'auto';
  readonly table?: TableKind;
  readonly seed?: number;
  readonly tableBytes: number;
  /** Of the algorithm, checked. */
  readonly settings?: AlgorithmSettings;
}

/** Throws a PlyadesError when a search with these limits would not be the same every time. */
export function checkRepeatable(
  limits: Limits,
  { workers, ...settings }: DeterministicSettings,
): void {
  const { depth, ms, nodes, clock } = limits;
  if (ms !== undefined || clock !== undefined) {
    refuse('a deterministic search cannot have a time limit: give a depth', ms ?? 'clock');
  }
  if (nodes !== undefined) {
    refuse('a deterministic search ends with its depth: it has no limit of nodes', nodes);
  }
  if (depth === undefined) refuse('a deterministic search needs a depth', depth);
  if (typeof workers !== 'number') {
    const why = 'what it finds must not depend on the machine';
    refuse(`a deterministic search needs a number of workers: ${why}`, workers ?? 'auto');
  }
  checkDeterministic({ ...settings, workers, depth });
}

function refuse(message: string, input: unknown): never {
  throw PlyadesError.refusing(inputError('ERR_OPTION', message, String(input)));
}

export interface DeterministicAnswer extends SearchReport {
  readonly counters: Readonly<Counters>;
}

/** Searches a position; options have been checked. */
export async function searchRepeatably(
  game: Playable,
  position: Position,
  depth: number,
  settings: DeterministicSettings & { readonly workers: number },
  handlers: {
    readonly onProgress: (report: SearchReport) => void;
    readonly signal: AbortSignal;
  },
): Promise<DeterministicAnswer> {
  const { signal } = handlers;
  const root = game.jobPosition(position);
  const board = await openBoard(game.job);
  const startedAt = performance.now();
  const report = (finding: Finding, line = knownLine(finding)): SearchReport => {
    const { depth, value, bound } = finding;
    const moves = nameLine(game, position, line);
    return {
      depth: depth === FULL_DEPTH ? gameLength(board, root) : depth,
      value,
      bound,
      move: moves[0],
      pv: moves,
      nodes: 0,
      leaves: 0,
      seconds: (performance.now() - startedAt) / 1000,
      solved: isSolved(board, root, finding, true),
      stopped: undefined,
    };
  };
  const { finding, end, reason, counters } = await searchDeterministic(game.job, root, {
    ...settings,
    depth,
    signal,
    pool: settings.tableBytes > MOST_KEPT ? undefined : driverThreads,
    onDepth: (finding) => handlers.onProgress(report(finding)),
  });
  if (end === 'failed' || end === 'stuck') throw new Error(`the search ended: ${reason}`);
  const found = finding ?? nothing(board, root);
  const search = (job: SearchJob) => threads.run(job, { signal }) as Promise<SearchReport>;
  const line =
    end === 'done' && !signal.aborted
      ? await completeLine(game.job, board, root, found, settings.tableBytes, search)
      : found.pv;
  const last = report(found, line);
  const { nodes, leaves } = counters;
  const stopped = end === 'stopped' ? 'aborted' : last.solved ? 'solved' : 'depth';
  return { ...last, nodes, leaves, stopped, counters };
}

/** What is known before the first depth is finished. */
function nothing<P>(board: Board<P>, root: P): Finding {
  const value = board.value(root);
  return { depth: 0, value, bound: 'exact', move: undefined, pv: [], complete: false };
}

/** The moves of a line whose moves are those of the kernel: numbers, in a game in plain TypeScript. */
export function nameLine(
  game: Playable,
  position: Position,
  line: readonly number[],
): readonly Move[] {
  if (game.job.kind === 'kernel') return line;
  let at = position;
  return line.map((number) => {
    const move = game.legalMoves(at)[number]!;
    at = unwrap(game.play(at, move));
    return move;
  });
}
