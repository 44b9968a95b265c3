// Lines of Action in C++: the position, its tables and its moves, function by function as in
// assembly/games/loa.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

static constexpr u64 NOT_A = 0xfefefefefefefefeULL;
static constexpr u64 NOT_H = 0x7f7f7f7f7f7f7f7fULL;

static inline int popcnt(u64 bits) { return __builtin_popcountll(bits); }

// --- connection.ts ---------------------------------------------------------------------------------

static inline int eulerNumber(u64 stones) {
  const u64 right = (stones >> 1) & NOT_H;
  const u64 above = stones >> 8;
  const u64 across = (stones >> 9) & NOT_H;
  const u64 rows = stones & right;
  const u64 diagonal = (stones ^ right) & (stones ^ above) & ~(stones ^ across);
  return popcnt(stones) - popcnt(rows) - popcnt(stones & above) - popcnt(diagonal) +
         popcnt(rows & (rows >> 8));
}

static inline u64 withNeighbours(u64 squares) {
  const u64 wide = squares | ((squares << 1) & NOT_A) | ((squares >> 1) & NOT_H);
  return wide | (wide << 8) | (wide >> 8);
}

static bool isOneGroup(u64 stones) {
  u64 group = stones & (0 - stones);
  u64 before;
  do {
    before = group;
    group = withNeighbours(group) & stones;
  } while (group != before);
  return group == stones;
}

static inline bool connected(u64 stones) { return eulerNumber(stones) <= 1 && isOneGroup(stones); }

// --- lines.ts --------------------------------------------------------------------------------------

static constexpr int LINES = 42;
static constexpr int POWERS[9] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561};
static constexpr int INNER = 9 + 27 + 81 + 243 + 729 + 2187;
static constexpr int BORDER = INNER + 6561;
static constexpr int CONTENTS = BORDER + 6561;

static u32 sums[CONTENTS];
static u32 movers[CONTENTS];
static u32 places[64][4];
static struct Shape {
  u16 base;
  u8 square, step;
} shapes[LINES + 1];

static u32 upwards(u32 own, u32 other, u32 length, u32 distance) {
  u32 blocked = 0;
  for (u32 i = 1; i < distance; i++) blocked |= other >> i;
  const u32 free = ~own & ((1u << length) - 1);
  return own & ~blocked & (free >> distance);
}

static u32 downwards(u32 own, u32 other, u32 length, u32 distance) {
  u32 blocked = 0;
  for (u32 i = 1; i < distance; i++) blocked |= other << i;
  const u32 free = ~own & ((1u << length) - 1);
  return own & ~blocked & (free << distance);
}

static u32 worth(u32 targets, u32 other, u32 border) {
  const u32 inside = targets & ~border;
  const u32 outside = targets & border;
  return 2 * popcnt(inside) + popcnt(outside) + 2 * popcnt(inside & other) + popcnt(outside & other);
}

static void prepareKind(int base, int length, u32 border) {
  for (int content = 0; content < POWERS[length]; content++) {
    u32 black = 0, white = 0;
    int rest = content;
    for (int place = 0; place < length; place++, rest /= 3) {
      if (rest % 3 == 1) black |= 1u << place;
      if (rest % 3 == 2) white |= 1u << place;
    }
    const u32 n = popcnt(black | white);
    const u32 blackUp = upwards(black, white, length, n);
    const u32 blackDown = downwards(black, white, length, n);
    const u32 whiteUp = upwards(white, black, length, n);
    const u32 whiteDown = downwards(white, black, length, n);
    const u32 blackWorth = worth(blackUp << n, white, border) + worth(blackDown >> n, white, border);
    const u32 whiteWorth = worth(whiteUp << n, black, border) + worth(whiteDown >> n, black, border);
    sums[base + content] = (popcnt(blackUp) + popcnt(blackDown)) |
                           ((popcnt(whiteUp) + popcnt(whiteDown)) << 7) | (blackWorth << 14) |
                           (whiteWorth << 23);
    movers[base + content] =
        blackUp | (blackDown << 6) | (whiteUp << 14) | (whiteDown << 20) | ((n & 7) << 28);
  }
}

static int diagonalBase(int length) {
  if (length == 8) return INNER;
  int base = 0;
  for (int shorter = 2; shorter < length; shorter++) base += POWERS[shorter];
  return base;
}

static void prepareShape(int line, int base, int square, int step) {
  shapes[line] = {static_cast<u16>(base), static_cast<u8>(square), static_cast<u8>(step)};
}

static void preparePlace(int square, int direction, int line, int place) {
  places[square][direction] = line < 0 ? LINES : line | (static_cast<u32>(POWERS[place]) << 16);
}

static void prepare() {
  for (int length = 2; length < 8; length++)
    prepareKind(diagonalBase(length), length, 1 | (1 << (length - 1)));
  prepareKind(INNER, 8, 0x81);
  prepareKind(BORDER, 8, 0xff);
  for (int i = 0; i < 8; i++) {
    const int base = i == 0 || i == 7 ? BORDER : INNER;
    prepareShape(i, base, i * 8, 1);
    prepareShape(8 + i, base, i, 8);
  }
  for (int i = 0; i < 13; i++) {
    const int base = diagonalBase(8 - std::abs(i - 6));
    prepareShape(16 + i, base, i < 6 ? (6 - i) * 8 : i - 6, 9);
    prepareShape(29 + i, base, i < 7 ? i + 1 : (i - 6) * 8 + 7, 7);
  }
  for (int square = 0; square < 64; square++) {
    const int column = square & 7, row = square >> 3;
    const int rising = column - row + 6, falling = column + row - 1;
    preparePlace(square, 0, row, column);
    preparePlace(square, 1, 8 + column, row);
    preparePlace(square, 2, rising < 0 || rising > 12 ? -1 : 16 + rising, std::min(column, row));
    preparePlace(square, 3, falling < 0 || falling > 12 ? -1 : 29 + falling, std::min(7 - column, row));
  }
}

// --- evaluation.ts, what moves keep up to date ------------------------------------------------------

static u32 moments[64];

static void prepareMoments() {
  static const u8 quarter[4][4] = {{0, 4, 6, 8}, {4, 16, 20, 22}, {6, 20, 32, 35}, {8, 22, 35, 40}};
  for (int square = 0; square < 64; square++) {
    const int column = square & 7, row = square >> 3;
    const u32 value = quarter[std::min(row, 7 - row)][std::min(column, 7 - column)];
    moments[square] = column | (row << 8) | (value << 16);
  }
}

// --- loa.ts ----------------------------------------------------------------------------------------

static constexpr u32 PASS = 4096;
static constexpr u8 MOVER_CONNECTED = 1;
static constexpr u8 OTHER_CONNECTED = 2;

struct alignas(16) Position {
  u64 own, opp;
  u32 totals, ownMoment, oppMoment;
  u8 side, ended;
  u16 spare;
  u16 contents[48];
};

static inline u32 turnDigits(Position& position, u32 square, int digits) {
  u32 added = 0;
  for (int direction = 0; direction < 4; direction++) {
    const u32 place = places[square][direction];
    u16& content = position.contents[place & 0xffff];
    const u32 before = content;
    const u32 after = before + static_cast<u32>(digits * static_cast<int>(place >> 16));
    content = static_cast<u16>(after);
    added += sums[after] - sums[before];
  }
  return added;
}

static void load(Position& position, u64 own, u64 opp, u8 side) {
  std::memset(&position, 0, sizeof position);
  for (int line = 0; line < LINES; line++) position.contents[line] = shapes[line].base;
  position.own = own;
  position.opp = opp;
  position.side = side;
  for (u64 rest = own; rest; rest &= rest - 1) {
    const u32 square = __builtin_ctzll(rest);
    position.totals += turnDigits(position, square, side == 0 ? 1 : 2);
    position.ownMoment += moments[square];
  }
  for (u64 rest = opp; rest; rest &= rest - 1) {
    const u32 square = __builtin_ctzll(rest);
    position.totals += turnDigits(position, square, side == 0 ? 2 : 1);
    position.oppMoment += moments[square];
  }
  position.ended = (connected(own) ? MOVER_CONNECTED : 0) | (connected(opp) ? OTHER_CONNECTED : 0);
}

static int generate(const Position& position, u32* moves) {
  if (position.ended) return 0;
  const u32 shift = position.side * 14;
  u32* at = moves;
  for (int line = 0; line < LINES; line++) {
    const u32 found = movers[position.contents[line]];
    const u32 both = (found >> shift) & 0x3fff;
    if (both == 0) continue;
    const u32 step = shapes[line].step;
    const u32 first = shapes[line].square;
    const u32 far = (found >> 28) * step;
    for (u32 up = both & 0x7f; up; up &= up - 1) {
      const u32 from = first + __builtin_ctz(up) * step;
      *at++ = (from << 6) | (from + far);
    }
    for (u32 down = both >> 7; down; down &= down - 1) {
      const u32 from = first + (__builtin_ctz(down) + 1) * step;
      *at++ = (from << 6) | (from - far);
    }
  }
  if (at == moves) *at++ = PASS;
  return static_cast<int>(at - moves);
}

static int count(const Position& position) {
  if (position.ended) return 0;
  return std::max(1, static_cast<int>((position.totals >> (position.side * 7)) & 0x7f));
}

static void play(const Position& here, u32 move, Position& next) {
  next = here;
  const u8 side = here.side;
  next.side = side ^ 1;
  u64 own = here.own;
  u64 opp = here.opp;
  u32 oppMoment = here.oppMoment;
  if (move == PASS) {
    next.own = opp;
    next.opp = own;
    next.ownMoment = oppMoment;
    next.oppMoment = here.ownMoment;
    return;
  }
  const u32 from = move >> 6;
  const u32 target = move & 63;
  const u64 bit = 1ULL << target;
  own ^= bit | (1ULL << from);
  const int digit = 1 + side;
  u32 totals = here.totals + turnDigits(next, from, -digit);
  u8 ended = 0;
  if (opp & bit) {
    opp ^= bit;
    oppMoment -= moments[target];
    totals += turnDigits(next, target, 2 * digit - 3);
    if (connected(opp)) ended = MOVER_CONNECTED;
  } else {
    totals += turnDigits(next, target, digit);
  }
  if (connected(own)) ended |= OTHER_CONNECTED;
  next.own = opp;
  next.opp = own;
  next.ownMoment = oppMoment;
  next.oppMoment = here.ownMoment + moments[target] - moments[from];
  next.totals = totals;
  next.ended = ended;
}
