// biome-ignore-all lint: AssemblyScript, not TypeScript
// The plain counts from the start position, which the shipped module has no use for.
import { perftPlain, perftPlainSimd } from '../../assembly/games/othello/perft';

// Black on e4 and d5 moves first, White on d4 and e5.
const BLACK: u64 = (1 << 28) | (1 << 35);
const WHITE: u64 = (1 << 27) | (1 << 36);

export function plain(depth: i32): f64 {
  return <f64>perftPlain(BLACK, WHITE, depth);
}

export function plainSimd(depth: i32): f64 {
  return <f64>perftPlainSimd(BLACK, WHITE, depth);
}
