// Turns `go` into the limits of our own search: the side's clock, byoyomi, and a little time kept back for the way of
// the answer.
import type { SearchLimits } from '../api/index.js';
import type { Go } from '../protocols/index.js';

/** No search of ours is deeper. */
const DEEPEST = 128;

/** The longest time a limit can have. */
const LONGEST_MS = 2 ** 31 - 1;

/** A move with byoyomi may take this part of the clock beside it. */
const MOVES_AHEAD = 30;

/**
 * The limits of a search; none for one that goes on until it is stopped. `turn` is the side to move, 0 the
 * one that begins the game; `overheadMs` is kept back of every limit by time.
 */
export function limitsOf(go: Go, turn: 0 | 1, overheadMs: number): SearchLimits {
  const { depth, nodes, moveTime, mate } = go;
  const limits: { -readonly [K in keyof SearchLimits]: SearchLimits[K] } = {};
  if (go.infinite) return limits;
  if (depth !== undefined) limits.depth = within(depth, 1, DEEPEST);
  // A mate in n moves lies within 2n plies.
  if (mate !== undefined) limits.depth = within(2 * mate, 1, limits.depth ?? DEEPEST);
  if (nodes !== undefined) limits.nodes = within(nodes, 1, Number.MAX_SAFE_INTEGER);
  if (moveTime !== undefined) limits.ms = within(moveTime - overheadMs, 1, LONGEST_MS);
  const left = (turn === 0 ? go.firstTime : go.secondTime) ?? 0;
  const increment = (turn === 0 ? go.firstIncrement : go.secondIncrement) ?? 0;
  const hasClock = (turn === 0 ? go.firstTime : go.secondTime) !== undefined;
  if (go.byoyomi !== undefined && go.byoyomi > 0) {
    const usable = go.byoyomi + Math.max(0, left) / MOVES_AHEAD;
    limits.ms = within(Math.floor(usable - overheadMs), 1, limits.ms ?? LONGEST_MS);
  } else if (hasClock) {
    limits.clock = {
      remainingMs: within(left - overheadMs, 1, LONGEST_MS),
      incrementMs: within(increment, 0, LONGEST_MS),
      ...(go.movesToGo !== undefined &&
        go.movesToGo > 0 && { movesToGo: Math.min(go.movesToGo, 1000) }),
    };
  }
  return limits;
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
