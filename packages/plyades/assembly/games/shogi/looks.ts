// The weights by which a tree of bounded width keeps its best moves, in hundredths of a pawn or so; worth.ts
// says how they are added up. They were set by hand and are not those of the evaluation: weights that are
// fitted to results of games win more, but what professionals play looks worse by them.

/** Worth of a kind on the board; the king counts nothing. */
// biome-ignore format: a row per kind
export const ON_BOARD: usize = memory.data<i16>([
  0, // none
  100, // pawn
  300, // lance
  350, // knight
  510, // silver
  800, // bishop
  950, // rook
  580, // gold
  0, // king
  500, // promoted pawn
  500, // promoted lance
  510, // promoted knight
  560, // promoted silver
  1050, // horse
  1280, // dragon
]);

/** Worth of a kind in hand. */
// biome-ignore format: a row per kind
export const IN_HAND: usize = memory.data<i16>([
  0, // none
  115, // pawn
  310, // lance
  370, // knight
  540, // silver
  880, // bishop
  1040, // rook
  620, // gold
]);

/** By rank as the piece's own side sees it, the far one first; kinds 1 to 14, nine ranks each. */
// biome-ignore format: a row per kind
export const BY_RANK: usize = memory.data<i16>([
  0, 0, 0, 0, 0, 0, 0, 0, 0, // none
  0, 0, 5, 16, 14, 8, 0, 0, 0, // pawn
  0, -20, -20, -16, -12, -8, -4, 4, 8, // lance
  0, 0, 0, 6, 4, 8, -4, -6, 0, // knight
  -20, -12, 0, 8, 14, 14, 8, 2, -6, // silver
  20, 20, 20, 6, 4, 2, 0, 0, -4, // bishop
  40, 44, 40, 10, 6, 4, 2, 6, 0, // rook
  -16, -8, -4, -6, -6, -4, 4, 10, 2, // gold
  40, 30, 20, -70, -90, -80, -50, -8, 6, // king
  -10, 0, 6, 6, 4, 0, -8, -14, -20, // promoted pawn
  -10, 0, 6, 4, 2, 0, -8, -14, -20, // promoted lance
  -10, 0, 6, 4, 2, 0, -8, -14, -20, // promoted knight
  -10, 0, 6, 4, 2, 0, -8, -14, -20, // promoted silver
  16, 20, 20, 14, 12, 10, 8, 6, 4, // horse
  36, 40, 36, 16, 8, 4, 0, -4, -8, // dragon
]);

/** By file, the edge first: a king wants to be away from the centre, other pieces near it. */
// biome-ignore format: a row per kind
export const BY_FILE: usize = memory.data<i16>([
  0, 0, 0, 0, 0, // none
  0, 0, 2, 3, 4, // pawn
  0, 0, 0, 0, 0, // lance
  -10, 0, 2, 2, 0, // knight
  -14, -4, 2, 4, 4, // silver
  -12, -4, 0, 4, 8, // bishop
  -6, 4, 2, 2, 2, // rook
  -14, -4, 2, 4, 2, // gold
  4, 20, 12, -8, -24, // king
  -8, -2, 0, 2, 2, // promoted pawn
  -8, -2, 0, 2, 2, // promoted lance
  -8, -2, 0, 2, 2, // promoted knight
  -8, -2, 0, 2, 2, // promoted silver
  -12, -4, 0, 4, 8, // horse
  -6, 0, 2, 4, 4, // dragon
]);

/** At distances 1 to 4 from the own king. */
// biome-ignore format: a row per kind
export const GUARD: usize = memory.data<i16>([
  0, 0, 0, 0, // none
  14, 6, 0, 0, // pawn
  6, 3, 0, 0, // lance
  10, 6, 0, 0, // knight
  40, 24, 8, 0, // silver
  0, 0, 0, 0, // bishop
  -40, -24, -8, 0, // rook
  52, 32, 10, 0, // gold
  0, 0, 0, 0, // king
  24, 14, 4, 0, // promoted pawn
  24, 14, 4, 0, // promoted lance
  24, 14, 4, 0, // promoted knight
  28, 16, 4, 0, // promoted silver
  50, 36, 18, 8, // horse
  10, 6, 2, 0, // dragon
]);

/** At distances 1 to 4 from the other king. */
// biome-ignore format: a row per kind
export const THREAT: usize = memory.data<i16>([
  0, 0, 0, 0, // none
  30, 18, 6, 0, // pawn
  10, 6, 4, 0, // lance
  8, 34, 14, 0, // knight
  60, 44, 20, 6, // silver
  16, 16, 12, 6, // bishop
  24, 20, 14, 8, // rook
  76, 52, 22, 6, // gold
  0, 0, 0, 0, // king
  80, 54, 24, 8, // promoted pawn
  76, 52, 22, 8, // promoted lance
  76, 52, 22, 8, // promoted knight
  76, 52, 22, 8, // promoted silver
  90, 66, 36, 16, // horse
  100, 76, 44, 20, // dragon
]);
