// Legal moves and flips, twice. `scalar` is assembly/games/othello/board-scalar.ts line by line: what
// a compiler makes of the same source. `vector` takes four directions at a time in g++'s vector types
// (AVX2 on today's x86): what a C++ programmer gets who writes for the machine. -DBOARD=scalar or
// -DBOARD=vector chooses. Square 0 is a1, 1 is b1, 63 is h8; bit i of a board is square i.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

/** Columns b to g: a disc on an edge column is never enclosed by a line that crosses columns. */
inline constexpr u64 INNER = 0x7e7e7e7e7e7e7e7e;

/** For each square the four rays that rise through the square numbers, then the four that fall. */
using Rays = std::array<std::array<u64, 8>, 64>;

constexpr u64 ray(int square, int dx, int dy) {
  u64 squares = 0;
  int x = square % 8 + dx;
  int y = square / 8 + dy;
  for (; x >= 0 && x < 8 && y >= 0 && y < 8; x += dx, y += dy) squares |= 1ULL << (y * 8 + x);
  return squares;
}

constexpr Rays makeRays() {
  constexpr int directions[8][2] = {{1, 0},  {-1, 1}, {0, 1},  {1, 1},
                                    {-1, 0}, {1, -1}, {0, -1}, {-1, -1}};
  Rays rays{};
  for (int square = 0; square < 64; square++)
    for (int i = 0; i < 8; i++) rays[square][i] = ray(square, directions[i][0], directions[i][1]);
  return rays;
}

alignas(64) inline constexpr Rays RAYS = makeRays();

namespace scalar {

inline u64 rising(u64 own, u64 opp, int step) {
  u64 run = opp & (own << step);
  run |= opp & (run << step);
  const u64 pairs = opp & (opp << step);
  run |= pairs & (run << (step + step));
  run |= pairs & (run << (step + step));
  return run << step;
}

inline u64 falling(u64 own, u64 opp, int step) {
  u64 run = opp & (own >> step);
  run |= opp & (run >> step);
  const u64 pairs = opp & (opp >> step);
  run |= pairs & (run >> (step + step));
  run |= pairs & (run >> (step + step));
  return run >> step;
}

/** The squares where `own` may move: each direction is a parallel prefix over runs of `opp`. */
inline u64 mobility(u64 own, u64 opp) {
  const u64 inner = opp & INNER;
  return (rising(own, inner, 1) | falling(own, inner, 1) | rising(own, opp, 8) |
          falling(own, opp, 8) | rising(own, inner, 7) | falling(own, inner, 7) |
          rising(own, inner, 9) | falling(own, inner, 9)) &
         ~(own | opp);
}

inline u64 turnedRising(u64 own, u64 opp, u64 ray) {
  const u64 rest = ray & ~opp;
  const u64 end = rest & (0 - rest) & own;
  return (end - (end != 0)) & ray;
}

inline u64 turnedFalling(u64 own, u64 opp, u64 ray) {
  const u64 end = (0x8000000000000000ULL >> std::countl_zero((ray & ~opp) | 1)) & own & ray;
  return (0 - (end << 1)) & ray;
}

/** The discs of `opp` that `own` turns by playing on the empty `square`; 0 if that is no move. */
inline u64 flips(u64 own, u64 opp, int square) {
  const auto& rays = RAYS[square];
  return turnedRising(own, opp, rays[0]) | turnedRising(own, opp, rays[1]) |
         turnedRising(own, opp, rays[2]) | turnedRising(own, opp, rays[3]) |
         turnedFalling(own, opp, rays[4]) | turnedFalling(own, opp, rays[5]) |
         turnedFalling(own, opp, rays[6]) | turnedFalling(own, opp, rays[7]);
}

}  // namespace scalar

namespace vector {

typedef u64 Four __attribute__((vector_size(32)));

inline Four fourAt(const u64* boards) {
  Four four;
  std::memcpy(&four, boards, sizeof four);
  return four;
}

inline u64 united(Four boards) { return (boards[0] | boards[1]) | (boards[2] | boards[3]); }

/** scalar::mobility. */
inline u64 mobility(u64 own, u64 opp) {
  constexpr Four step = {1, 8, 7, 9};
  constexpr Four columns = {INNER, ~0ULL, INNER, INNER};
  const Four inner = columns & opp;
  const Four mine = Four{} + own;
  Four up = inner & (mine << step);
  Four down = inner & (mine >> step);
  up |= inner & (up << step);
  down |= inner & (down >> step);
  const Four pairsUp = inner & (inner << step);
  const Four pairsDown = pairsUp >> step;
  up |= pairsUp & (up << 2 * step);
  down |= pairsDown & (down >> 2 * step);
  up |= pairsUp & (up << 2 * step);
  down |= pairsDown & (down >> 2 * step);
  return united((up << step) | (down >> step)) & ~(own | opp);
}

/** scalar::flips; the nearest square on a falling ray is found by filling all beyond it. */
inline u64 flips(u64 own, u64 opp, int square) {
  constexpr Four step = {1, 7, 8, 9};
  const Four up = fourAt(&RAYS[square][0]);
  const Four down = fourAt(&RAYS[square][4]);
  const Four restUp = up & ~opp;
  const Four endUp = restUp & -restUp & own;
  const Four turnedUp = (endUp + (Four)(endUp != 0)) & up;
  const Four restDown = down & ~opp;
  Four filled = restDown | (restDown >> step);
  filled |= filled >> 2 * step;
  filled |= filled >> 4 * step;
  const Four endDown = restDown & ~(filled >> step) & own;
  const Four turnedDown = -(endDown << 1) & down;
  return united(turnedUp | turnedDown);
}

}  // namespace vector

using namespace BOARD;
