// The only source of chance: a generator that its seed determines completely, so that every run
// can be repeated. It is xoshiro128** by Blackman and Vigna, which needs nothing but 32-bit
// integers and passes the usual batteries of tests.

export interface Random {
  /** The next integer, 0 .. 2^32 - 1. */
  next(): number;
  /** An integer 0 .. n - 1, each equally likely; n is an integer 1 .. 2^32. */
  below(n: number): number;
  /** A new generator whose numbers do not depend on how this one is used afterwards. */
  fork(): Random;
}

/** The generator of a seed, an integer of which the low 32 bits count. */
export function createRandom(seed: number): Random {
  // Neighbouring seeds must not give neighbouring states, so a Weyl sequence is hashed into four.
  const word = (index: number) => scramble((seed + Math.imul(index, 0x9e3779b9)) | 0);
  return randomFromState(word(1), word(2), word(3), word(4));
}

/** The generator with this state: four 32-bit words that are not all zero. */
export function randomFromState(a: number, b: number, c: number, d: number): Random {
  function next(): number {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return result;
  }

  function below(n: number): number {
    if (!(Number.isInteger(n) && n >= 1 && n <= 2 ** 32)) {
      throw new RangeError(`below(${n}): n must be an integer from 1 to 2^32`);
    }
    // Numbers of the last, incomplete run of n would favour the small remainders: draw again.
    const limit = 2 ** 32 - (2 ** 32 % n);
    let drawn = next();
    while (drawn >= limit) drawn = next();
    return drawn % n;
  }

  return {
    next,
    below,
    fork: () => randomFromState(next(), next(), next(), next()),
  };
}

function rotateLeft(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

/** A bijection of the 32-bit words in which every input bit reaches every output bit. */
function scramble(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return mixed ^ (mixed >>> 15);
}
