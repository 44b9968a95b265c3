// The weights of the evaluation, in hundredths of a pawn or so; worth.ts says how they are added up.
// tools/shogi-eval reads and writes this file, every number in the order in which it stands here.

/** Worth of a kind on the board; the king counts nothing. */
// biome-ignore format: a row per kind
export const ON_BOARD: usize = memory.data<i16>([
  0, // none
  121, // pawn
  304, // lance
  315, // knight
  526, // silver
  745, // bishop
  912, // rook
  576, // gold
  0, // king
  511, // promoted pawn
  498, // promoted lance
  513, // promoted knight
  544, // promoted silver
  1052, // horse
  1317, // dragon
]);

/** Worth of a kind in hand. */
// biome-ignore format: a row per kind
export const IN_HAND: usize = memory.data<i16>([
  0, // none
  110, // pawn
  343, // lance
  394, // knight
  569, // silver
  882, // bishop
  1064, // rook
  648, // gold
]);

/** By rank as the piece's own side sees it, the far one first; kinds 1 to 14, nine ranks each. */
// biome-ignore format: a row per kind
export const BY_RANK: usize = memory.data<i16>([
  0, 0, 0, 0, 0, 0, 0, 0, 0, // none
  0, 17, 21, 68, -1, -11, -33, 4, -1, // pawn
  0, -15, -15, -10, -6, -9, -10, -12, 13, // lance
  0, 0, 3, 9, -5, 6, -9, -11, -21, // knight
  -25, -13, -3, 15, 25, 7, 11, 36, -29, // silver
  16, 28, 20, 2, 3, 8, 4, -17, -50, // bishop
  41, 47, 41, 27, 11, 11, 22, -74, -12, // rook
  -28, -9, -7, -3, -5, -10, 3, 30, -4, // gold
  43, 34, 23, -66, -86, -75, -55, -13, -7, // king
  -27, 6, 29, 4, 6, 0, -8, -14, -20, // promoted pawn
  -12, 5, 0, 4, 2, 0, -8, -14, -20, // promoted lance
  -9, 8, 4, 1, 1, 0, -8, -14, -20, // promoted knight
  -23, -1, 4, 5, 1, 0, -8, -14, -20, // promoted silver
  10, 23, 22, 20, 9, 13, 4, 8, 3, // horse
  61, 58, 35, 18, 6, 2, -1, -4, -10, // dragon
]);

/** By file, the edge first: a king wants to be away from the centre, other pieces near it. */
// biome-ignore format: a row per kind
export const BY_FILE: usize = memory.data<i16>([
  0, 0, 0, 0, 0, // none
  -12, 32, 6, -6, 10, // pawn
  -16, 5, 2, 5, 8, // lance
  -28, -33, 15, 2, 3, // knight
  -7, 6, 52, -12, -32, // silver
  -31, -22, -31, 11, 13, // bishop
  -53, 34, -7, -1, -7, // rook
  -21, 6, 19, 18, -35, // gold
  9, 27, 19, -24, -28, // king
  -39, 39, 17, -9, -3, // promoted pawn
  -11, 1, -1, 1, 2, // promoted lance
  -9, 12, 0, -6, -1, // promoted knight
  -10, -4, -7, -2, 1, // promoted silver
  -12, 1, -2, 12, 0, // horse
  2, 35, -1, 2, 3, // dragon
]);

/** At distances 1 to 4 from the own king. */
// biome-ignore format: a row per kind
export const GUARD: usize = memory.data<i16>([
  0, 0, 0, 0, // none
  52, 32, -21, -54, // pawn
  23, 20, -12, 2, // lance
  33, 25, -25, -26, // knight
  67, 32, 7, -9, // silver
  -5, 13, -5, -38, // bishop
  -58, -75, -50, 46, // rook
  71, 43, 3, -5, // gold
  0, 0, 0, 0, // king
  27, 17, 6, 1, // promoted pawn
  24, 15, 5, 1, // promoted lance
  26, 15, 4, 0, // promoted knight
  29, 18, 5, -1, // promoted silver
  51, 42, 18, 7, // horse
  9, 7, 7, -4, // dragon
]);

/** At distances 1 to 4 from the other king. */
// biome-ignore format: a row per kind
export const THREAT: usize = memory.data<i16>([
  0, 0, 0, 0, // none
  32, 38, 9, 1, // pawn
  11, 12, 14, -2, // lance
  4, 37, 16, 2, // knight
  63, 42, 18, 7, // silver
  17, 18, 7, 9, // bishop
  24, 18, 18, 15, // rook
  76, 62, 8, -14, // gold
  0, 0, 0, 0, // king
  83, 92, 34, -5, // promoted pawn
  78, 57, 18, 3, // promoted lance
  78, 58, 16, 4, // promoted knight
  78, 59, 21, -4, // promoted silver
  90, 80, 40, 20, // horse
  100, 91, 55, 36, // dragon
]);
