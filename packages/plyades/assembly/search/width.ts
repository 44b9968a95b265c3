// What a value rests on in a tree of bounded width, where a game generates the best of its moves only. There
// the flag `open` says more than that some leaf was evaluated:
// - A win needs one move, so it rests on what the loss of its best child rests on, and on nothing else.
// - A loss needs every move. It is open when a child's win is, or when the position has moves that were not
//   generated and do not lose at once.
// - Any other value is open when one of its children is, or when moves were not generated.
// So a win or a loss without the flag is one of the game, and not of this tree alone; table entries and parts
// that others searched carry the flag with them. Games that generate all moves are compiled without any of it.
import { Game, PROVEN } from '../contract';
import { Frame, movesOf, scoresOf, stateOf } from './searcher';

/** In `Frame.open`: something below is open. */
const ANY: u32 = 1;
/** In `Frame.open`: the best child is. */
const BEST: u32 = 2;

/** A child that is open, or not, has become the best one. */
export function noteBest<G extends Game>(f: Frame, open: u32): void {
  if (changetype<G>(0).bounded()) f.open = (f.open & ANY) | (open != 0 ? BEST : 0);
}

/** A node is done: turns what `Frame.open` has noted into 0 or 1. */
export function judgeWidth<G extends Game>(frame: usize): void {
  const f = changetype<Frame>(frame);
  if (f.best > PROVEN) f.open = f.open & BEST ? 1 : 0;
  else f.open = (f.open & ANY) != 0 || !isWhole<G>(frame) ? 1 : 0;
}

/** True when the moves of a node that were searched are all that matter to its value. */
function isWhole<G extends Game>(frame: usize): bool {
  const f = changetype<Frame>(frame);
  const g = changetype<G>(stateOf(frame));
  if (f.depth <= 0) return false;
  if (g.listsAll() || g.isShort(f.count)) return true;
  if (f.best > -PROVEN) return false;
  // The scores of the moves are needed no more.
  const replies = scoresOf<G>(frame);
  const end = replies + ((<usize>max(0, g.replies(replies))) << 2);
  if (end == replies) return false;
  for (let at = replies; at < end; at += 4) {
    if (!isListed<G>(frame, load<u32>(at))) return false;
  }
  return true;
}

function isListed<G extends Game>(frame: usize, move: u32): bool {
  const moves = movesOf<G>(frame);
  const end = moves + ((<usize>changetype<Frame>(frame).count) << 2);
  for (let at = moves; at < end; at += 4) {
    if (load<u32>(at) == move) return true;
  }
  return false;
}
