// What bishops and rooks see. Both diagonals are found at once by subtraction: taking twice the piece
// from the pieces on its line changes the bits up to the first one in the way, and the same on a board
// with its ranks reversed finds the other half (hyperbola quintessence, with one shuffle for both
// byte swaps). Ranks cannot be reversed like that; they and files are looked up in 4.5 KiB.
//
// Perft of the start, Kiwipete and a middle game in M/s, the best of 115 rounds in turns on a busy
// machine, as a range over three runs: 463-472, 689-691, 683-685 like this; 458-460, 664-675, 660-668
// with diagonals looked up by multiplication, so little is gained there; 391-438, 628-648, 633-647 with
// files by subtraction; 379-433, 627-634, 624-627 with all lines by leading and trailing zeros. Magic
// tables would be 0.8 MiB of static data and were not measured; WebAssembly has no pext.
import { DIAGONALS, ON_A_FILE, ON_RANK } from './geometry';

@unmanaged
export class Sliders {
  @inline
  static diagonal(square: i32, occupied: u64): u64 {
    const masks = v128.load(DIAGONALS + ((<usize>square) << 4));
    const taken = v128.and(i64x2.splat(occupied), masks);
    const up = i64x2.sub(taken, i64x2.splat((<u64>2) << square));
    const down = i64x2.sub(swapBytes(taken), i64x2.splat((<u64>2) << (square ^ 56)));
    const seen = v128.and(v128.xor(up, swapBytes(down)), masks);
    return i64x2.extract_lane(seen, 0) | i64x2.extract_lane(seen, 1);
  }

  @inline
  static straight(square: i32, occupied: u64): u64 {
    const file = square & 7;
    const first = square & 56;
    const inner = <usize>(occupied >> (first + 1)) & 63;
    const onRank = (<u64>load<u8>(ON_RANK + ((<usize>file) << 6) + inner)) << first;
    // The product gathers the inner six squares of the file in the top bits, the highest rank first.
    const column = ((occupied >> file) & 0x0101010101010101) * 0x0080402010080400;
    const onFile = load<u64>(ON_A_FILE + ((<usize>first) << 6) + ((<usize>(column >> 58)) << 3));
    return onRank | (onFile << file);
  }
}

function swapBytes(pair: v128): v128 {
  return i8x16.shuffle(pair, pair, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
}
