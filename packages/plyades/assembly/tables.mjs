// Static data as AssemblyScript text, for tables that are computed when a kernel is built.

/**
 * `export const NAME: usize = memory.data<type>([...])`, the address of the values.
 * @param {string} name
 * @param {'u8' | 'i8' | 'i16' | 'i32' | 'u64'} type
 * @param {readonly (number | bigint)[]} values
 * @param {string} about What the table holds and in which order.
 */
export function data(name, type, values, about) {
  return `/** ${about} */\nexport const ${name}: usize = memory.data<${type}>([${values.map(literal).join(', ')}], 16);\n`;
}

/** Integers of 64 bits are written in hexadecimal, which AssemblyScript reads as bits. */
const literal = (value) => (typeof value === 'bigint' ? `0x${value.toString(16)}` : String(value));

/** `mix` of assembly/hash.ts. */
export function mix(bits) {
  const word = (value) => BigInt.asUintN(64, value);
  let x = word((bits ^ (bits >> 30n)) * 0xbf58476d1ce4e5b9n);
  x = word((x ^ (x >> 27n)) * 0x94d049bb133111ebn);
  return x ^ (x >> 31n);
}
