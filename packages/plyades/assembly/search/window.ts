// Windows of children. The first child of a node gets all of its parent's window; the others first a null
// window above alpha, the scout's, which only asks whether they are better. Where a side moves twice in
// a row the window stays as it is, else it is turned round.
import { Game } from '../contract';
import { Frame, NO_SCOUT } from './searcher';

/** Gives the child its first window: a null window above alpha when it is a scout, else all of it. */
export function scoutWindow<G extends Game>(parent: usize, child: usize): void {
  const p = changetype<Frame>(parent);
  if (p.scout == NO_SCOUT) {
    setWindow<G>(parent, child, p.alpha);
    return;
  }
  const beta = p.beta;
  p.beta = p.alpha + 1;
  setWindow<G>(parent, child, p.alpha);
  p.beta = beta;
}

/** Gives the child the window (alpha, parent's beta), seen from the child's side. */
export function setWindow<G extends Game>(parent: usize, child: usize, alpha: i32): void {
  const p = changetype<Frame>(parent);
  const c = changetype<Frame>(child);
  if (changetype<G>(0).alternates() || p.sign < 0) {
    c.alpha = -p.beta;
    c.beta = -alpha;
  } else {
    c.alpha = alpha;
    c.beta = p.beta;
  }
}
