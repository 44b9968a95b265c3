// The state of entering moves on a board: what was picked, and the choice that is open. It belongs to one position
// and is gone when another one is shown.
import type { LoadedGame, Move, Position } from 'plyades';
import { useMemo, useState } from 'preact/hooks';
import { type MoveEntry, pathEntry } from './entry.js';
import { entryFor } from './entry-for.js';
import {
  type BoardGame,
  type BoardPicture,
  type MoveShape,
  shapeOf,
  type Target,
} from './picture.js';

export interface EntryState {
  readonly picked: readonly Target[];
  /** Moves of which the player must choose. */
  readonly choosing: readonly MoveShape[];
  /** Targets that carry the entry on. */
  readonly next: ReadonlySet<Target>;
  /** Targets on which a move can begin. */
  readonly begins: ReadonlySet<Target>;
  /** The pass, where it is legal. */
  readonly pass: Move | undefined;
  /** True when moves can be entered. */
  readonly active: boolean;
  /** Touches a target; returns what is picked then. */
  touch(target: Target): readonly Target[];
  choose(move: Move): void;
  cancel(): void;
}

interface Stored {
  readonly of: string;
  readonly picked: readonly Target[];
  readonly choosing: readonly MoveShape[];
}

const none: readonly Move[] = [];

export interface EntryOptions {
  readonly game: LoadedGame;
  readonly board: BoardGame;
  readonly position: Position;
  readonly picture: BoardPicture;
  /** The position's text, by which it is recognised. */
  readonly text: string;
  readonly legal: readonly Move[] | undefined;
  readonly onMove: ((move: Move) => void) | undefined;
}

export function useEntry(options: EntryOptions): EntryState {
  const { game, board, position, picture, text, legal = none, onMove } = options;
  const active = onMove !== undefined && legal.length > 0;
  const empty: Stored = { of: text, picked: [], choosing: [] };
  const [stored, setStored] = useState<Stored>(empty);
  const { picked, choosing } = active && stored.of === text ? stored : empty;

  const shapes = useMemo(
    () => (active ? legal.map((move) => shapeOf(board, game.notation, picture, move)) : []),
    [active, legal, board, game, picture],
  );
  const entry: MoveEntry = useMemo(
    () => (active ? entryFor({ game, board, position, picture, shapes }) : pathEntry([])),
    [active, game, board, position, picture, shapes],
  );
  const next = useMemo(
    () => (active ? entry.next(picked) : new Set<Target>()),
    [active, entry, picked],
  );

  const begins = useMemo(() => (active ? entry.next([]) : new Set<Target>()), [active, entry]);

  function choose(move: Move): void {
    setStored(empty);
    onMove?.(move);
  }

  return {
    picked,
    choosing,
    next,
    begins,
    active,
    pass: shapes.find(({ path }) => path.length === 0)?.move,
    choose,
    cancel: () => setStored(empty),
    touch(target) {
      if (!active || choosing.length > 0) return picked;
      const step = entry.touch(picked, target);
      if (step.kind === 'move') {
        choose(step.move);
        return [];
      }
      const after = step.kind === 'picked' ? step.picked : [...picked, target];
      setStored({ of: text, picked: after, choosing: step.kind === 'choice' ? step.shapes : [] });
      return after;
    },
  };
}
