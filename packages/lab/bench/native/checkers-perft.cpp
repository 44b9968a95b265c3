// The yardstick for the kernel of English checkers: the perft of assembly/search/perft.ts over the rules
// of assembly/games/checkers, function by function, as C++. bench/checkers/perft.mjs builds
// it and runs it with a depth; prints one JSON line.
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "clock.hpp"

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using std::popcount;
using std::rotl;
using std::rotr;

static const u32 CAN_DOWN_RIGHT = 0xe7b6f3f7, CAN_DOWN_LEFT = 0xefaeebef;
static const u32 CAN_UP_RIGHT = 0xd775f7f7, CAN_UP_LEFT = 0xcf6de7ef;
static const u32 INNER = 0xc724e3e7, TOP_ROW = 0x20820800, BOTTOM_ROW = 0x10410400;
static const int BY[4] = {1, 7, 25, 31};

struct Position {
  u32 own, opp, kings, side;
  u32 down() const { return side == 0 ? own : own & kings; }
  u32 up() const { return side == 0 ? own & kings : own; }
  u32 empty() const { return ~(own | opp); }
};

static u32 jumpers(u32 down, u32 up, u32 foe, u32 empty) {
  const u32 inner = foe & INNER;
  return (down & (rotr(inner & rotr(empty, 1), 1) | rotr(inner & rotr(empty, 7), 7))) |
         (up & (rotr(inner & rotr(empty, 25), 25) | rotr(inner & rotr(empty, 31), 31)));
}

static u32 stepsDownRight(u32 down, u32 empty) { return rotl(down & CAN_DOWN_RIGHT, 1) & empty; }
static u32 stepsDownLeft(u32 down, u32 empty) { return rotl(down & CAN_DOWN_LEFT, 7) & empty; }
static u32 stepsUpRight(u32 up, u32 empty) { return rotl(up & CAN_UP_RIGHT, 25) & empty; }
static u32 stepsUpLeft(u32 up, u32 empty) { return rotl(up & CAN_UP_LEFT, 31) & empty; }

static u32* writeDirection(u32* at, u32 targets, u32 by, u32 direction) {
  for (; targets; targets &= targets - 1)
    *at++ = ((std::countr_zero(targets) - by) & 31) | (direction << 5);
  return at;
}

static u32* writeSteps(u32* at, u32 down, u32 up, u32 empty) {
  at = writeDirection(at, stepsDownRight(down, empty), 1, 0);
  at = writeDirection(at, stepsDownLeft(down, empty), 7, 1);
  if (up == 0) return at;
  at = writeDirection(at, stepsUpRight(up, empty), 25, 2);
  return writeDirection(at, stepsUpLeft(up, empty), 31, 3);
}

static u32* writeWays(u32* at, u32 here, u32 inner, u32 empty, bool goesDown, bool goesUp,
                      u32 square, u32 way, u32 jumps) {
  u32* const begin = at;
  const u32 next = jumps + 1;
  if (goesDown) {
    u32 jumped = rotl(here, 1) & inner;
    u32 to = rotl(jumped, 1) & empty;
    if (to) at = writeWays(at, to, inner ^ jumped, empty, goesDown, goesUp, square, way, next);
    jumped = rotl(here, 7) & inner;
    to = rotl(jumped, 7) & empty;
    if (to) {
      const u32 on = way | (1u << (jumps << 1));
      at = writeWays(at, to, inner ^ jumped, empty, goesDown, goesUp, square, on, next);
    }
  }
  if (goesUp) {
    u32 jumped = rotl(here, 25) & inner;
    u32 to = rotl(jumped, 25) & empty;
    if (to) {
      const u32 on = way | (2u << (jumps << 1));
      at = writeWays(at, to, inner ^ jumped, empty, goesDown, goesUp, square, on, next);
    }
    jumped = rotl(here, 31) & inner;
    to = rotl(jumped, 31) & empty;
    if (to) {
      const u32 on = way | (3u << (jumps << 1));
      at = writeWays(at, to, inner ^ jumped, empty, goesDown, goesUp, square, on, next);
    }
  }
  if (at != begin) return at;
  *at = square | ((way | (1u << (jumps << 1))) << 5);
  return at + 1;
}

static u32* writeJumps(u32* at, u32 from, u32 down, u32 up, u32 foe, u32 empty) {
  const u32 inner = foe & INNER;
  while (from) {
    const u32 bit = from & (0 - from);
    from ^= bit;
    at = writeWays(at, bit, inner, empty | bit, (down & bit) != 0, (up & bit) != 0,
                   std::countr_zero(bit), 0, 0);
  }
  return at;
}

static int generate(const Position& p, u32* moves) {
  const u32 down = p.down(), up = p.up(), empty = p.empty();
  const u32 from = jumpers(down, up, p.opp, empty);
  u32* const end = from ? writeJumps(moves, from, down, up, p.opp, empty)
                        : writeSteps(moves, down, up, empty);
  return static_cast<int>(end - moves);
}

static int count(const Position& p, u32* scratch) {
  const u32 down = p.down(), up = p.up(), empty = p.empty();
  const u32 from = jumpers(down, up, p.opp, empty);
  if (from == 0)
    return popcount(stepsDownRight(down, empty)) + popcount(stepsDownLeft(down, empty)) +
           popcount(stepsUpRight(up, empty)) + popcount(stepsUpLeft(up, empty));
  return static_cast<int>(writeJumps(scratch, from, down, up, p.opp, empty) - scratch);
}

static void play(const Position& p, u32 move, Position& to) {
  const u32 from = 1u << (move & 31);
  u32 way = move >> 5, here, opp = p.opp, kings = p.kings;
  if (way < 4) {
    here = rotl(from, BY[way]);
  } else {
    here = from;
    u32 jumped = 0;
    do {
      const int by = BY[way & 3];
      const u32 over = rotl(here, by);
      jumped |= over;
      here = rotl(over, by);
      way >>= 2;
    } while (way != 1);
    opp &= ~jumped;
    kings &= ~jumped;
  }
  const u32 crowned = kings & from ? here : here & (p.side == 0 ? BOTTOM_ROW : TOP_ROW);
  to.own = opp;
  to.opp = (p.own & ~from) | here;
  to.kings = (kings & ~from) | crowned;
  to.side = p.side ^ 1;
}

struct Ply {
  Position position;
  u32 moves[48];
};

static u64 perft(Ply* ply, int depth) {
  if (depth == 1) return count(ply->position, ply->moves);
  const int n = generate(ply->position, ply->moves);
  u64 total = 0;
  for (int i = 0; i < n; i++) {
    play(ply->position, ply->moves[i], ply[1].position);
    total += perft(ply + 1, depth - 1);
  }
  return total;
}

int main(int argc, char** argv) {
  const int depth = argc > 1 ? std::atoi(argv[1]) : 11;
  static Ply plies[64];
  plies[0].position = {0xe38e0830, 0x1071c70c, 0, 0};
  const double begin = cpuSeconds();
  const u64 leaves = perft(plies, depth);
  const double seconds = cpuSeconds() - begin;
  std::printf("{\"leaves\":%llu,\"seconds\":%.6f}\n", static_cast<unsigned long long>(leaves), seconds);
  return 0;
}
