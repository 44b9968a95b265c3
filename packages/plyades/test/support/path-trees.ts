// Trees of uniform width with random evaluations. A position is the moves so far; where `meets`, positions with the
// same moves in another order are one.
import type { RulesPort } from '#dist/parallel/ports.js';

export type PathPosition = readonly number[];

export function pseudoRandom(text: string, seed: number): number {
  return (hashOf(text, seed) % 41) - 20;
}

function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0;
  return hash;
}

export function pathRules(width: number, seed: number, meets: boolean): RulesPort<PathPosition> {
  const sorted = (position: PathPosition) => [...position].sort((a, b) => a - b).join(' ');
  const name = meets ? sorted : (position: PathPosition) => position.join(' ');
  const half = (position: PathPosition, by: number) =>
    hashOf(sorted(position), by).toString(16).padStart(8, '0');
  return {
    root: [],
    moves: () => Array.from({ length: width }, (_, i) => i),
    play: (position, move) => [...position, move],
    turn: ({ length }) => length % 2,
    value: (position) => pseudoRandom(name(position), seed),
    // 64 bits as 16 digits, as kernels give them.
    key: (position) => (meets ? half(position, 17) + half(position, 71) : undefined),
    completes: () => false,
    deepen: (_, depth) => depth + 1,
  };
}
