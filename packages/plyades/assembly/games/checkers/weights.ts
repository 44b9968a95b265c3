// Written by tools/checkers-eval: the weights of evaluation.ts in hundredths of a man, in the order of the
// names there. The high half counts on an empty board, the low half on a full one.

export const PAIRS: usize = memory.data<i64>([
  (116 << 32) + 128, // a man on its home row
  (116 << 32) + 120, // 1 rows on
  (109 << 32) + 108, // 2 rows on
  (109 << 32) + 102, // 3 rows on
  (114 << 32) + 94, // 4 rows on
  (138 << 32) + 89, // 5 rows on
  (125 << 32) + 101, // 6 rows on
  (175 << 32) + 146, // a king
  (4 << 32) + -3, // man at the side
  (4 << 32) + 9, // man in the middle
  (7 << 32) + 6, // king in the centre
  (4 << 32) + -21, // king at the edge
  (38 << 32) + -5, // king in a double corner
  (19 << 32) + -9, // supported man
  (14 << 32) + -7, // step of a man
  (8 << 32) + -3, // step of a king
  (18 << 32) + 11, // man about to become a king
  (25 << 32) + 0, // the only kings
  (-29 << 32) + -15, // piece of the other side that could jump
  (9 << 32) + -1, // the move
  (18 << 32) + -3, // opposition
  (5 << 32) + 1, // home row 0000
  (3 << 32) + 1, // home row 0001
  (-19 << 32) + -4, // home row 0010
  (-12 << 32) + -14, // home row 0011
  (6 << 32) + 11, // home row 0100
  (13 << 32) + 20, // home row 0101
  (10 << 32) + 14, // home row 0110
  (8 << 32) + 13, // home row 0111
  (1 << 32) + -2, // home row 1000
  (2 << 32) + 3, // home row 1001
  (29 << 32) + 46, // home row 1010
  (6 << 32) + 19, // home row 1011
  (9 << 32) + 20, // home row 1100
  (7 << 32) + 20, // home row 1101
  (26 << 32) + 47, // home row 1110
  (18 << 32) + 28, // home row 1111
]);
