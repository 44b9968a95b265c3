// The key of a position, from its discs alone: two odd multipliers spread each board over the upper
// bits, a rotation brings them across each other, and a last multiplication reaches the rest. A move
// turns many discs, so a key kept up to date by each would cost more look-ups than this costs steps.

export function hashDiscs(own: u64, opp: u64): u64 {
  const x = (own * 0x9e3779b97f4a7c15) ^ rotr(opp * 0xd6e8feb86659fd93, 29);
  return (x ^ (x >> 32)) * 0xa0761d6478bd642f;
}
