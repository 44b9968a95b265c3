// The yardstick for the Othello rules: the two scalar counts of assembly/games/othello/perft.ts in
// C++. `plain` plays every move of the last ply; `bulk` counts the last ply without playing it.
//   othello-perft plain|bulk DEPTH
// counts from the start position and prints one line of JSON with the CPU seconds it took.
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "board.hpp"
#include "clock.hpp"

static u64 perftPlain(u64 own, u64 opp, int depth) {
  if (depth == 0) return 1;
  u64 moves = mobility(own, opp);
  if (moves == 0) {
    if (mobility(opp, own) == 0) return 1;
    return perftPlain(opp, own, depth - 1);
  }
  u64 leaves = 0;
  while (moves) {
    const int square = std::countr_zero(moves);
    moves &= moves - 1;
    const u64 turned = flips(own, opp, square);
    leaves += perftPlain(opp ^ turned, own ^ turned ^ (1ULL << square), depth - 1);
  }
  return leaves;
}

/** A child with no move counts once, whether it passes or is the end of the game. */
static u64 lastTwo(u64 own, u64 opp, u64 moves) {
  u64 leaves = 0;
  while (moves) {
    const int square = std::countr_zero(moves);
    const u64 turned = flips(own, opp, square);
    const u64 replies = mobility(opp ^ turned, own ^ turned ^ (moves & (0 - moves)));
    leaves += static_cast<u64>(std::popcount(replies)) + (replies == 0);
    moves &= moves - 1;
  }
  return leaves;
}

static u64 perftBulk(u64 own, u64 opp, int depth) {
  if (depth <= 0) return 1;
  u64 moves = mobility(own, opp);
  if (moves == 0) {
    if (mobility(opp, own) == 0) return 1;
    return depth == 1 ? 1 : perftBulk(opp, own, depth - 1);
  }
  if (depth == 1) return static_cast<u64>(std::popcount(moves));
  if (depth == 2) return lastTwo(own, opp, moves);
  u64 leaves = 0;
  while (moves) {
    const int square = std::countr_zero(moves);
    const u64 turned = flips(own, opp, square);
    leaves += perftBulk(opp ^ turned, own ^ turned ^ (moves & (0 - moves)), depth - 1);
    moves &= moves - 1;
  }
  return leaves;
}

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: othello-perft plain|bulk DEPTH\n");
    return 2;
  }
  const bool bulk = std::string_view(argv[1]) == "bulk";
  const int depth = std::atoi(argv[2]);
  // Black on e4 and d5 moves first, White on d4 and e5.
  const u64 black = (1ULL << 28) | (1ULL << 35);
  const u64 white = (1ULL << 27) | (1ULL << 36);
  const double begin = cpuSeconds();
  const u64 leaves = bulk ? perftBulk(black, white, depth) : perftPlain(black, white, depth);
  const double seconds = cpuSeconds() - begin;
  std::printf("{\"depth\":%d,\"leaves\":%llu,\"seconds\":%.6f}\n", depth,
              static_cast<unsigned long long>(leaves), seconds);
  return 0;
}
