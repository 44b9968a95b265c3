// Entering a move: which targets can be touched next, and what a touch leads to. The board has no rules of its own:
// everything follows from the list of legal moves and the targets of each.
import type { Move } from 'plyades';
import type { MoveShape, Target } from './picture.js';

/** What a touch leads to. */
export type EntryStep =
  | { readonly kind: 'picked'; readonly picked: readonly Target[] }
  | { readonly kind: 'move'; readonly move: Move }
  /** The targets fit several moves, of which the player chooses. */
  | { readonly kind: 'choice'; readonly shapes: readonly MoveShape[] };

/** Moves being entered; `picked` are the targets touched so far. */
export interface MoveEntry {
  /** Targets that carry the entry on. */
  next(picked: readonly Target[]): ReadonlySet<Target>;
  /** Touching one of them, or any other target, which picks another piece or drops what was picked. */
  touch(picked: readonly Target[], target: Target): EntryStep;
}

const nothing: EntryStep = { kind: 'picked', picked: [] };

/** Moves from target to target, such as a man's jumps; their order counts. */
export function pathEntry(shapes: readonly MoveShape[]): MoveEntry {
  const fitting = (picked: readonly Target[]) =>
    shapes.filter(({ path }) => path.length > 0 && picked.every((target, i) => path[i] === target));

  function arrive(picked: readonly Target[], found: readonly MoveShape[]): EntryStep {
    const complete = found.filter(({ path }) => path.length === picked.length);
    const [only, ...others] = complete;
    if (only === undefined) return { kind: 'picked', picked };
    return others.length === 0
      ? { kind: 'move', move: only.move }
      : { kind: 'choice', shapes: complete };
  }

  /** The moves that end on a target further on: a player may touch the last square of a way at once. */
  function ending(picked: readonly Target[], target: Target): readonly MoveShape[] {
    if (picked.length === 0) return [];
    return fitting(picked).filter(({ path }) => path.length > 2 && path.at(-1) === target);
  }

  return {
    next(picked) {
      const targets = fitting(picked).flatMap(({ path }) => path[picked.length] ?? []);
      const ends = fitting(picked)
        .map(({ path }) => path.at(-1)!)
        .filter((end) => ending(picked, end).length === 1);
      return new Set([...targets, ...ends]);
    },

    touch(picked, target) {
      const further = [...picked, target];
      const found = fitting(further);
      if (found.length > 0) return arrive(further, found);
      const ends = ending(picked, target);
      if (ends.length === 1) return { kind: 'move', move: ends[0]!.move };
      // Not part of what was begun: another piece, or none when the same one is touched again.
      if (picked.length === 0 || picked[0] === target) return nothing;
      return fitting([target]).length > 0 ? this.touch([], target) : nothing;
    },
  };
}

/** Stones placed on free points, in any order; `moveOf` finds the move, undefined where the game refuses it. */
export function stoneEntry(
  free: ReadonlySet<Target>,
  count: number,
  moveOf: (points: readonly Target[]) => Move | undefined,
): MoveEntry {
  return {
    next: (picked) => new Set([...free].filter((point) => !picked.includes(point))),
    touch(picked, target) {
      if (picked.includes(target)) {
        return { kind: 'picked', picked: picked.filter((point) => point !== target) };
      }
      if (!free.has(target)) return { kind: 'picked', picked };
      const points = [...picked, target];
      if (points.length < count) return { kind: 'picked', picked: points };
      const move = moveOf(points);
      return move === undefined ? nothing : { kind: 'move', move };
    },
  };
}
