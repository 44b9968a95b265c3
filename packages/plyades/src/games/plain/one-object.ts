// Moves that are objects come back from threads as copies, and `moves` may make new ones each time it is asked. Callers
// compare with ===, so the `moves` of a defined game returns one object for all moves of equal content.
import { contentOf } from './same.js';

/** Contents remembered; those that were not seen for longest are forgotten first. */
const MAX_REMEMBERED = 1 << 14;

/** Symbol.for: the game may come from another copy of the library than the search. */
const ORIGINAL = Symbol.for('plyades.moves');

type Moves<State, Move> = (this: unknown, state: State) => readonly Move[];
type SharedMoves<State, Move> = Moves<State, Move> & {
  readonly [ORIGINAL]?: Moves<State, Move>;
};

/** `moves` with one object for equal moves; a move whose content cannot be written down stays as it is. */
export function sharingObjects<State, Move>(moves: Moves<State, Move>): Moves<State, Move> {
  const original = originalMoves(moves);
  const known = new Map<string, Move>();

  const shared = (move: Move): Move => {
    const content = contentOf(move);
    if (content === undefined) return move;
    const found = known.get(content) ?? move;
    known.delete(content);
    known.set(content, found);
    if (known.size > MAX_REMEMBERED) known.delete(known.keys().next().value!);
    return found;
  };
  const sharing: SharedMoves<State, Move> = Object.assign(
    function (this: unknown, state: State) {
      const list = original.call(this, state);
      const hasObjects = Array.isArray(list) && list.some((move) => typeof move === 'object');
      return hasObjects ? list.map(shared) : list;
    },
    { [ORIGINAL]: original },
  );
  return sharing;
}

/** The author's own function: searches do not compare moves, and need none of this. */
export const originalMoves = <State, Move>(moves: SharedMoves<State, Move>): Moves<State, Move> =>
  moves[ORIGINAL] ?? moves;
