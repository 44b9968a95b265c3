// What a position is worth, in hundredths of a man, from the side to move.
import { BOTTOM_ROW, TOP_ROW } from './squares';

const MAN: i32 = 100;
const KING: i32 = 140;

export function evaluatePieces(own: u32, opp: u32, kings: u32, side: u32): i32 {
  const ownKings = own & kings;
  const oppKings = opp & kings;
  let value =
    MAN * (<i32>popcnt(own ^ ownKings) - <i32>popcnt(opp ^ oppKings)) +
    KING * (<i32>popcnt(ownKings) - <i32>popcnt(oppKings));
  const ownHome = side == 0 ? TOP_ROW : BOTTOM_ROW;
  const oppHome = side == 0 ? BOTTOM_ROW : TOP_ROW;
  value += 6 * (<i32>popcnt(own & ~kings & ownHome) - <i32>popcnt(opp & ~kings & oppHome));
  return value;
}
