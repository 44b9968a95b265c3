// How long a search may take at most, by its `go`; after that the engine is stopped.
import type { Go } from '../protocols/index.js';

/**
 * Milliseconds; undefined when no limit of `go` is one of time. `turn` is the side to move, 0 the one that
 * begins the game.
 */
export function longestMs(go: Go, turn: 0 | 1): number | undefined {
  if (go.infinite) return undefined;
  const clock = clockMs(go, turn);
  const limits = [go.moveTime, go.mateTime, clock].filter((limit) => limit !== undefined);
  const shortest = Math.min(...limits);
  return Number.isFinite(shortest) ? Math.max(0, shortest) : undefined;
}

/** More than any engine needs before its first node, and slower than any goes on: a node in a millisecond. */
const SLOW_START_MS = 60_000;

/** Milliseconds after which a search by nodes is given up; undefined where `go` has no limit of nodes. */
export const slowestMs = ({ nodes, infinite }: Go): number | undefined =>
  nodes === undefined || infinite ? undefined : SLOW_START_MS + nodes;

/** The time that the side to move has until it loses on time. */
function clockMs(go: Go, turn: 0 | 1): number | undefined {
  const left = turn === 0 ? go.firstTime : go.secondTime;
  const added = turn === 0 ? go.firstIncrement : go.secondIncrement;
  if (left === undefined && go.byoyomi === undefined) return undefined;
  return Math.max(0, left ?? 0) + Math.max(0, added ?? 0) + Math.max(0, go.byoyomi ?? 0);
}
