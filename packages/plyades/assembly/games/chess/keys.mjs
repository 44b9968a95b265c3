// Zobrist keys, computed when the kernel is built: the build takes this text for `keys.ts`. A key is
// `mix` of its index, so they are the same in every build.
import { data, mix } from '../../tables.mjs';

const GOLDEN = 0x9e3779b97f4a7c15n;
const keys = Array.from({ length: 2 * 8 * 64 }, (_, i) =>
  mix(BigInt.asUintN(64, BigInt(i + 1) * GOLDEN)),
);

export default [
  data(
    'KEYS',
    'u64',
    keys,
    'By colour (0 white), piece code 0 to 7 and square. Code 0 of white is a castling right by its rook or an en passant square.',
  ),
  `/** Of the side to move, when it is Black. */\nexport const BLACK_TO_MOVE: u64 = 0x${mix((GOLDEN * 2000n) & 0xffffffffffffffffn).toString(16)};\n`,
].join('\n');
