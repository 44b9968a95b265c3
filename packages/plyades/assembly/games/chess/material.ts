// Positions that neither side can win by any moves: bare kings, one minor piece, or bishops that all
// stand on squares of one colour.
import { DIAGONAL, OPP, OTHER, OWN, STRAIGHT } from './position';

const DARK: u64 = 0xaa55aa55aa55aa55;

export function isDead(position: usize): bool {
  const pieces = load<u64>(position, OWN) | load<u64>(position, OPP);
  const diagonal = load<u64>(position, DIAGONAL);
  const straight = load<u64>(position, STRAIGHT);
  const other = load<u64>(position, OTHER);
  const kings = straight & other;
  const bishops = diagonal & ~straight & ~other;
  const minors = bishops | (diagonal & other);
  if (pieces != (kings | minors)) return false;
  if ((minors & (minors - 1)) == 0) return true;
  return minors == bishops && ((bishops & DARK) == 0 || (bishops & ~DARK) == 0);
}
