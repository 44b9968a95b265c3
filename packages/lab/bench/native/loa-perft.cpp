// The yardstick for the kernel of Lines of Action: its perft (the last ply counted, not played) as C++.
// Takes a depth; prints one JSON line. bench/loa/perft.mjs builds and runs it.
#include <cstdio>

#include "clock.hpp"
#include "loa.hpp"

// --- search/perft.ts -------------------------------------------------------------------------------

struct Ply {
  Position position;
  u32 moves[96];
};

static u64 perft(Ply* ply, int depth) {
  if (depth == 1) return count(ply->position);
  const int n = generate(ply->position, ply->moves);
  u64 total = 0;
  for (int i = 0; i < n; i++) {
    play(ply->position, ply->moves[i], ply[1].position);
    total += perft(ply + 1, depth - 1);
  }
  return total;
}

int main(int argc, char** argv) {
  const int depth = argc > 1 ? std::atoi(argv[1]) : 5;
  prepare();
  prepareMoments();
  static Ply plies[64];
  load(plies[0].position, 0x7e0000000000007eULL, 0x0081818181818100ULL, 0);
  const double begin = cpuSeconds();
  const u64 leaves = perft(plies, depth);
  const double seconds = cpuSeconds() - begin;
  std::printf("{\"leaves\":%llu,\"seconds\":%.6f}\n", static_cast<unsigned long long>(leaves), seconds);
  return 0;
}
