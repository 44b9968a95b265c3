// A position's key as two 32-bit halves for the kernel, which mixes all 64 bits. Numbers and bigints
// of 64 bits go over as they are, so different ones never collide; everything else is hashed.
import type { Key } from './define.js';

export interface KeyHalves {
  /** Takes a key and returns its low half; `high()` is then the other one. */
  low(key: Key): number;
  high(): number;
}

export function createKeyHalves(): KeyHalves {
  const words = new Uint32Array(2);
  const double = new Float64Array(words.buffer);
  const integer = new BigUint64Array(words.buffer);
  let high = 0;

  function low(key: Key): number {
    if (typeof key === 'number') {
      // Adding 0 turns -0, which is equal to 0, into 0.
      double[0] = key + 0;
    } else if (typeof key === 'bigint') {
      integer[0] = key;
      if (integer[0] !== key) return text(key.toString(36));
    } else {
      return text(key);
    }
    high = words[1]!;
    return words[0]!;
  }

  /** Two lanes that see every character with another rotation and multiplier. */
  function text(key: string): number {
    let a = 0x2545f491 ^ key.length;
    let b = 0x61c88647;
    for (let i = 0; i < key.length; i++) {
      const code = key.charCodeAt(i);
      a = Math.imul(((a << 15) | (a >>> 17)) ^ code, 0x9e3779b1);
      b = Math.imul(((b << 13) | (b >>> 19)) ^ code, 0x85ebca77) + a;
    }
    high = b >>> 0;
    return a >>> 0;
  }

  return { low, high: () => high };
}
