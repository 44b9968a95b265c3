// The yardstick for the Othello kernel: perftPlain of assembly/games/othello/perft.ts, line by line,
// as C++. run.mjs builds it with g++ -O3 -march=native and runs it with a depth; prints one JSON line.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

using u64 = std::uint64_t;

static u64 RAYS[64][8];

static u64 ray(int square, int dx, int dy) {
  u64 squares = 0;
  int x = square % 8 + dx;
  int y = square / 8 + dy;
  for (; x >= 0 && x < 8 && y >= 0 && y < 8; x += dx, y += dy) squares |= 1ULL << (y * 8 + x);
  return squares;
}

static void prepareRays() {
  const int directions[8][2] = {{1, 0}, {-1, 1}, {0, 1}, {1, 1}, {-1, 0}, {1, -1}, {0, -1}, {-1, -1}};
  for (int square = 0; square < 64; square++)
    for (int i = 0; i < 8; i++) RAYS[square][i] = ray(square, directions[i][0], directions[i][1]);
}

static inline u64 rising(u64 own, u64 opp, int step) {
  u64 run = opp & (own << step);
  run |= opp & (run << step);
  const u64 pairs = opp & (opp << step);
  run |= pairs & (run << (step + step));
  run |= pairs & (run << (step + step));
  return run << step;
}

static inline u64 falling(u64 own, u64 opp, int step) {
  u64 run = opp & (own >> step);
  run |= opp & (run >> step);
  const u64 pairs = opp & (opp >> step);
  run |= pairs & (run >> (step + step));
  run |= pairs & (run >> (step + step));
  return run >> step;
}

static u64 mobility(u64 own, u64 opp) {
  const u64 inner = opp & 0x7e7e7e7e7e7e7e7eULL;
  return (rising(own, inner, 1) | falling(own, inner, 1) | rising(own, opp, 8) |
          falling(own, opp, 8) | rising(own, inner, 7) | falling(own, inner, 7) |
          rising(own, inner, 9) | falling(own, inner, 9)) &
         ~(own | opp);
}

static inline u64 turnedRising(u64 own, u64 opp, u64 ray) {
  const u64 rest = ray & ~opp;
  const u64 end = rest & (0 - rest) & own;
  return (end - (end != 0)) & ray;
}

static inline u64 turnedFalling(u64 own, u64 opp, u64 ray) {
  const u64 end = (0x8000000000000000ULL >> __builtin_clzll((ray & ~opp) | 1)) & own & ray;
  return (0 - (end << 1)) & ray;
}

static u64 flips(u64 own, u64 opp, int square) {
  const u64* rays = RAYS[square];
  return turnedRising(own, opp, rays[0]) | turnedRising(own, opp, rays[1]) |
         turnedRising(own, opp, rays[2]) | turnedRising(own, opp, rays[3]) |
         turnedFalling(own, opp, rays[4]) | turnedFalling(own, opp, rays[5]) |
         turnedFalling(own, opp, rays[6]) | turnedFalling(own, opp, rays[7]);
}

static u64 perftPlain(u64 own, u64 opp, int depth) {
  if (depth == 0) return 1;
  u64 moves = mobility(own, opp);
  if (moves == 0) {
    if (mobility(opp, own) == 0) return 1;
    return perftPlain(opp, own, depth - 1);
  }
  u64 leaves = 0;
  while (moves) {
    const int square = __builtin_ctzll(moves);
    moves &= moves - 1;
    const u64 turned = flips(own, opp, square);
    leaves += perftPlain(opp ^ turned, own ^ turned ^ (1ULL << square), depth - 1);
  }
  return leaves;
}

int main(int argc, char** argv) {
  const int depth = argc > 1 ? std::atoi(argv[1]) : 10;
  prepareRays();
  // Black on d5 and e4 moves first, White on d4 and e5.
  const u64 black = (1ULL << 35) | (1ULL << 28);
  const u64 white = (1ULL << 27) | (1ULL << 36);
  const auto begin = std::chrono::steady_clock::now();
  const std::clock_t cpuBegin = std::clock();
  const u64 nodes = perftPlain(black, white, depth);
  const double cpu = static_cast<double>(std::clock() - cpuBegin) / CLOCKS_PER_SEC;
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  std::printf("{\"nodes\":%llu,\"seconds\":%.6f,\"cpuSeconds\":%.6f}\n",
              static_cast<unsigned long long>(nodes), wall.count(), cpu);
  return 0;
}
