// Written by tools/checkers-eval: the weights of evaluation.ts in hundredths of a man, in the order of the
// names there. The high half counts on an empty board, the low half on a full one.

export const PAIRS: usize = memory.data<i64>([
  (95 << 32) + 110, // a man on its home row
  (98 << 32) + 100, // 1 rows on
  (102 << 32) + 100, // 2 rows on
  (108 << 32) + 102, // 3 rows on
  (114 << 32) + 104, // 4 rows on
  (124 << 32) + 106, // 5 rows on
  (140 << 32) + 115, // 6 rows on
  (150 << 32) + 150, // a king
  (-3 << 32) + -3, // man at the side
  (2 << 32) + 3, // man in the middle
  (12 << 32) + 8, // king in the centre
  (-10 << 32) + -6, // king at the edge
  (25 << 32) + 4, // king in a double corner
  (3 << 32) + 3, // supported man
  (2 << 32) + 2, // step of a man
  (4 << 32) + 2, // step of a king
  (30 << 32) + 15, // man about to become a king
  (60 << 32) + 30, // the only kings
  (-40 << 32) + -25, // piece of the other side that could jump
  (5 << 32) + 5, // the move
  (12 << 32) + 0, // opposition
  (0 << 32) + 0, // home row 0000
  (3 << 32) + 6, // home row 0001
  (3 << 32) + 6, // home row 0010
  (6 << 32) + 12, // home row 0011
  (3 << 32) + 6, // home row 0100
  (6 << 32) + 12, // home row 0101
  (6 << 32) + 12, // home row 0110
  (9 << 32) + 18, // home row 0111
  (3 << 32) + 6, // home row 1000
  (6 << 32) + 12, // home row 1001
  (10 << 32) + 20, // home row 1010
  (13 << 32) + 26, // home row 1011
  (6 << 32) + 12, // home row 1100
  (9 << 32) + 18, // home row 1101
  (13 << 32) + 26, // home row 1110
  (16 << 32) + 32, // home row 1111
]);
