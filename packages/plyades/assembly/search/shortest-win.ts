// Is there a quicker win? A win that play mode has found is true, but among the moves that it leaves out there
// may be a quicker one. Before the search ends, a search of two plies less, which leaves nothing out, asks in
// a null window whether there is one; if so, that win is taken and the question is asked again. The same holds
// for losses, where the other side may win sooner. The entries of this search have keys of their own in
// the table, since those of the selective search say nothing about what it left out.
//
// The question costs some thirty times as much for each move more to mate, so it has a budget: as many nodes
// as the search has taken so far and LEAST_BUDGET more. When that is spent the win stands as it is.
import { Game, INFINITE, PROVEN, WIN } from '../contract';
import { rescored } from './distance';
import { Frame, framesAt, MODE_PLAY, Searcher } from './searcher';
import { BOUND_EXACT } from './table';

/** Added (xor) to the keys of entries. */
export const SHORTENING_KEY: u64 = 0x2545f4914f6cdd1d;

const LEAST_BUDGET: u64 = 200_000;

/** Plies to the end of the game in the win or loss that was found. */
function pliesToEnd(s: Searcher): i32 {
  return s.doneDepth + WIN - abs(s.doneValue);
}

/** True when the finished depth has found a win or a loss of which a quicker one may have been left out. */
export function mayBeShortened<G extends Game>(s: Searcher): bool {
  if (!changetype<G>(0).selective() || s.mode != MODE_PLAY || s.thorough) return false;
  if (s.doneBound != BOUND_EXACT || abs(s.doneValue) <= PROVEN || pliesToEnd(s) <= 2) return false;
  // The root's window must have room for the better value.
  return s.doneValue > 0 ? s.rootBeta == INFINITE : s.rootAlpha == -INFINITE;
}

/** Sets the depth at which a quicker win would be found; the null window is (`alphaOf`, `alphaOf` + 1). */
export function beginShortening(s: Searcher): void {
  if (!s.shortening) s.shorteningNodes = 2 * s.nodes + LEAST_BUDGET;
  s.shortening = 1;
  s.depth = pliesToEnd(s) - 2;
}

/** A finished game is worth at least WIN where plies remain, and none remain at the last ply. */
export function shorteningAlpha(s: Searcher): i32 {
  return s.doneValue > 0 ? WIN - 1 : -WIN;
}

/** Takes the value of the search for a quicker win; false when there is none. */
export function takeShorter<G extends Game>(searcher: usize, value: i32): bool {
  const s = changetype<Searcher>(searcher);
  if (s.doneValue > 0 ? value < WIN : value > -WIN) return false;
  s.doneValue = rescored(value, s.depth, s.doneDepth);
  s.doneMove = changetype<Frame>(framesAt<G>(searcher)).bestMove;
  s.donePvLength = 0;
  s.doneNodes = s.nodes;
  return true;
}
