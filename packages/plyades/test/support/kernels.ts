// What the tests of the search share: a kernel to play with, random positions, and the oracle.
import fc from 'fast-check';
import { createRandom, type Random } from '#dist/core/random.js';
import { FULL_DEPTH, INFINITE, PROVEN } from '#dist/core/score.js';
import { loadKernel, notationOf } from '#dist/games/load.js';
import { Kernel, Rules } from '#dist/kernel/index.js';

export interface Bench {
  readonly kernel: Kernel;
  readonly rules: Rules;
  readonly start: Uint8Array;
}

/** A kernel with room for tables and searchers; `text` is the start position if given. */
export async function openBench(id: string, text?: string, capacity = 64 << 20): Promise<Bench> {
  const { module, data } = await loadKernel(id);
  const kernel = new Kernel(module, { capacity, ...(data && { data }) });
  const notation = notationOf(id);
  const start = text === undefined ? notation.start() : must(notation.parsePosition(text));
  return { kernel, rules: new Rules(kernel), start: start.record };
}

function must<T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** The position after some random moves, or where the game ended. */
export function randomPosition({ rules, start }: Bench, plies: number, random: Random): Uint8Array {
  let record = start;
  for (let i = 0; i < plies; i++) {
    const moves = rules.moves(record);
    if (moves.length === 0) break;
    record = rules.play(record, moves[random.below(moves.length)]!);
  }
  return record;
}

/** A property's choice of a position: seed and length of the random game that leads there. */
export const anyGame = fc.tuple(fc.nat(), fc.nat(6));

/** The position at the end of a game. */
export function endOf(bench: Bench, [seed, plies]: readonly [number, number]): Uint8Array {
  return randomPosition(bench, plies, createRandom(seed));
}

/**
 * The oracle: plain minimax of the fixed-depth tree, slow and obvious. A finished game that is won or
 * lost counts by the depth that remains. A depth that completes the game is taken to its end.
 */
export function minimax(rules: Rules, record: Uint8Array, depth: number): number {
  if (depth < FULL_DEPTH && rules.completes(record, depth))
    return minimax(rules, record, FULL_DEPTH);
  if (rules.over(record)) {
    const result = rules.result(record);
    if (result > PROVEN) return result + depth;
    if (result < -PROVEN) return result - depth;
    return result;
  }
  if (depth <= 0 && rules.quiesces) return quiesce(rules, record, depth);
  if (depth === 0) return rules.evaluate(record);
  const below = depth === FULL_DEPTH ? FULL_DEPTH : depth - 1;
  return bestOf(rules, record, rules.moves(record), below, -INFINITE);
}

/**
 * The oracle beyond the horizon: the evaluation, if the game lets a side stand pat, or the value of a
 * better tactical move.
 */
function quiesce(rules: Rules, record: Uint8Array, depth: number): number {
  const stand = rules.standsPat(record) ? rules.evaluate(record) : -INFINITE;
  return bestOf(rules, record, rules.tacticalMoves(record), depth - 1, stand);
}

/** The best of `least` and the values of these moves, whose positions are judged at depth `below`. */
function bestOf(
  rules: Rules,
  record: Uint8Array,
  moves: readonly number[],
  below: number,
  least: number,
): number {
  let best = least;
  for (const move of moves) {
    const next = rules.play(record, move);
    const value = minimax(rules, next, below);
    best = Math.max(best, rules.turn(next) === rules.turn(record) ? value : 0 - value);
  }
  return best;
}

function movesAt(rules: Rules, record: Uint8Array, depth: number): number[] {
  if (depth > 0) return rules.moves(record);
  return rules.quiesces ? rules.tacticalMoves(record) : [];
}

/**
 * False when the oracle would take long: a tree with a quiescence search has no bound that its depth
 * tells, and captures without end are common in random games of shogi.
 */
export function isSmall(rules: Rules, record: Uint8Array, depth: number, limit = 6000): boolean {
  let nodes = 0;
  const visit = (at: Uint8Array, left: number): void => {
    nodes++;
    for (const move of movesAt(rules, at, left)) {
      if (nodes > limit) return;
      visit(rules.play(at, move), left - 1);
    }
  };
  if (rules.quiesces) visit(record, depth);
  return nodes <= limit;
}

export { createRandom };
