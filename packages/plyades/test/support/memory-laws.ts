// The laws of a game's constants. A searcher lays out positions and its history table by them and checks nothing while
// it runs, so a game that breaks one overwrites its own memory without a sign.
import type { Kernel } from '#dist/kernel/index.js';
import type { Inside } from './inside.js';

/** A position has to be a multiple of this many bytes; see `size` in assembly/contract.ts. */
const POSITION_ALIGNMENT = 16;

/** What is wrong with the size of the kernel's positions; empty when nothing is. */
export function sizeFaults({ exports }: Kernel): string[] {
  const size = exports.positionBytes();
  if (size > 0 && size % POSITION_ALIGNMENT === 0) return [];
  return [`size() is ${size}: expected a positive multiple of ${POSITION_ALIGNMENT}`];
}

/** The moves of a position whose history slot is outside of the table; empty when none is. */
export function historyFaults(
  { exports }: Kernel,
  inside: Inside,
  place: number,
  moves: readonly number[],
): string[] {
  const slots = exports.historySlots();
  return moves.flatMap((move) => {
    const slot = inside.historySlot(place, move);
    if (slot >= 0 && slot < slots) return [];
    return [`historySlot(${move}) is ${slot}: expected 0 to historySlots() - 1, ${slots - 1}`];
  });
}
