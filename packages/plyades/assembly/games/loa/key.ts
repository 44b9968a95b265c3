// The key of a position, from its stones as the side to move sees them. The game looks the same from
// both sides, so the side itself is left out, and nothing has to be kept up to date by moves.
import { mix } from '../../hash';

export function keyOf(own: u64, opp: u64): u64 {
  return mix((own * 0x9e3779b97f4a7c15) ^ rotr(opp * 0xd6e8feb86659fd93, 29));
}
