// Bitboards inside compact records. In little-endian order bit i of an integer of any width is bit
// i % 8 of byte i / 8, so one pair of functions serves boards of every size, without BigInt.

export function hasBit(bytes: Uint8Array, bit: number): boolean {
  return ((bytes[bit >> 3]! >> (bit & 7)) & 1) === 1;
}

export function setBit(bytes: Uint8Array, bit: number): void {
  bytes[bit >> 3]! |= 1 << (bit & 7);
}
