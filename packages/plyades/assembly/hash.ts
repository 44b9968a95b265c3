// Hashing without tables: positions small enough to be mixed whole.

/** A finalizer like that of splitmix64: every input bit reaches every output bit. */
export function mix(bits: u64): u64 {
  let x = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}
