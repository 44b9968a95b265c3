// The yardstick for proof-number search: PNS of assembly/proof on Lines of Action as C++, with the same nodes
// of 20 bytes, the same blocks and lists, the same initial numbers and order, so that both evaluate the same
// nodes. Takes stones of the side to move and of the other side in hexadecimal and the side to move; prints
// one JSON line. bench/loa/pns.mjs builds and runs it.
#include <cstdio>
#include <vector>

#include "clock.hpp"
#include "loa.hpp"

static constexpr u32 INF = 0x40000000;
static constexpr u32 EXPANDED = 4;
static constexpr int MAX_PLY = 400;
static constexpr int MAX_MOVES = 96;

struct Node {
  u32 pn, dn, move, first, flags;
};

static u64 mix(u64 bits) {
  u64 x = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

static inline u64 keyOf(const Position& position) {
  const u64 opp = position.opp * 0xd6e8feb86659fd93ULL;
  return mix((position.own * 0x9e3779b97f4a7c15ULL) ^ ((opp >> 29) | (opp << 35)));
}

class Prover {
 public:
  Prover(u32 capacity, u64 own, u64 opp, u8 side) : nodes(capacity + 1), attacker(side) {
    load(positions[0], own, opp, side);
    keys[0] = keyOf(positions[0]);
    look(0);
    nodes[1] = {pn, dn, 0, 0, 0};
    evaluated = 1;
  }

  bool run() {
    path[0] = 1;
    int ply = 0;
    for (;;) {
      ply = select(ply);
      if (ply >= MAX_PLY || !expand(ply)) return false;
      while (backUp(path[ply], isOr(ply), ply == 0)) {
        if (ply == 0) {
          if (isSolved(nodes[1])) return true;
          break;
        }
        ply--;
      }
    }
  }

  const Node& root() const { return nodes[1]; }
  u64 evaluated = 0;

 private:
  bool isOr(int ply) const { return positions[ply].side == attacker; }
  static bool isSolved(const Node& node) { return node.pn == 0 || node.dn == 0; }

  int look(int ply) {
    const Position& position = positions[ply];
    const bool orNode = position.side == attacker;
    pn = dn = 1;
    const int choices = count(position);
    if (choices == 0) {
      const int result = position.ended == MOVER_CONNECTED ? 1 : position.ended == OTHER_CONNECTED ? -1 : 0;
      return settle((orNode ? result : -result) > 0);
    }
    (orNode ? dn : pn) = static_cast<u32>(choices);
    const u64 key = keys[ply];
    for (int back = 2; back <= ply; back += 2)
      if (keys[ply - back] == key) return settle(false);
    return 0;
  }

  int settle(bool proved) {
    pn = proved ? 0 : INF;
    dn = proved ? INF : 0;
    return proved ? 1 : 2;
  }

  void descend(int ply, u32 move) {
    play(positions[ply], move, positions[ply + 1]);
    keys[ply + 1] = keyOf(positions[ply + 1]);
  }

  int select(int ply) {
    for (;;) {
      const Node& here = nodes[path[ply]];
      if (!(here.flags & EXPANDED)) return ply;
      const bool orNode = isOr(ply);
      const u32 children = here.flags >> 16;
      u32 best = 0, least = INF;
      for (u32 i = 0; i < children; i++) {
        const Node& child = nodes[here.first + i];
        const u32 number = orNode ? child.pn : child.dn;
        if (number < least) {
          least = number;
          best = here.first + i;
        }
      }
      descend(ply, nodes[best].move);
      path[++ply] = best;
    }
  }

  bool expand(int ply) {
    const bool orNode = isOr(ply);
    const int decisive = orNode ? 1 : 2;
    u32 moves[MAX_MOVES];
    const int n = generate(positions[ply], moves);
    Node fresh[MAX_MOVES];
    u32 found = 0;
    for (int i = 0; i < n; i++) {
      descend(ply, moves[i]);
      const bool decides = look(ply + 1) == decisive;
      evaluated++;
      if (decides) found = 0;
      fresh[found++] = {pn, dn, moves[i], 0, 0};
      if (decides) break;
    }
    const u32 block = allocate(found);
    if (block == 0) return false;
    std::copy(fresh, fresh + found, nodes.begin() + block);
    Node& here = nodes[path[ply]];
    here.first = block;
    here.flags = EXPANDED | (found << 16);
    return true;
  }

  /** True when the numbers have changed. */
  bool backUp(u32 index, bool orNode, bool atRoot) {
    Node& here = nodes[index];
    const u32 children = here.flags >> 16;
    u32 least = INF, total = 0;
    for (u32 i = 0; i < children; i++) {
      const Node& child = nodes[here.first + i];
      least = std::min(least, orNode ? child.pn : child.dn);
      total = std::min(total + (orNode ? child.dn : child.pn), INF);
    }
    if (least == 0)
      total = INF;
    else if (total == INF && least < INF)
      total = INF - 1;
    const u32 newPn = orNode ? least : total;
    const u32 newDn = orNode ? total : least;
    const bool changed = newPn != here.pn || newDn != here.dn;
    here.pn = newPn;
    here.dn = newDn;
    if (!atRoot && isSolved(here)) freeBelow(here);
    return changed;
  }

  u32 allocate(u32 size) {
    if (const u32 block = lists[size]) {
      lists[size] = nodes[block].pn;
      return block;
    }
    if (next + size <= nodes.size()) {
      const u32 block = next;
      next += size;
      return block;
    }
    for (u32 larger = size + 1; larger <= MAX_MOVES; larger++) {
      if (const u32 block = lists[larger]) {
        lists[larger] = nodes[block].pn;
        give(block + size, larger - size);
        return block;
      }
    }
    return 0;
  }

  void give(u32 block, u32 size) {
    nodes[block].pn = lists[size];
    lists[size] = block;
  }

  void freeBelow(Node& node) {
    const u32 children = node.flags >> 16;
    if (children == 0) return;
    for (u32 i = 0; i < children; i++) freeBelow(nodes[node.first + i]);
    give(node.first, children);
    node.first = 0;
    node.flags &= 0xffff;
  }

  std::vector<Node> nodes;
  u32 next = 2;
  u32 lists[MAX_MOVES + 1] = {};
  Position positions[MAX_PLY + 2];
  u64 keys[MAX_PLY + 2];
  u32 path[MAX_PLY + 2];
  u32 pn = 1, dn = 1;
  u8 attacker;
};

int main(int argc, char** argv) {
  if (argc < 5) return 2;
  prepare();
  prepareMoments();
  const u64 own = std::strtoull(argv[1], nullptr, 16);
  const u64 opp = std::strtoull(argv[2], nullptr, 16);
  static Prover* prover;
  prover = new Prover(static_cast<u32>(std::atoi(argv[4])), own, opp, static_cast<u8>(std::atoi(argv[3])));
  const double begin = cpuSeconds();
  prover->run();
  const double seconds = cpuSeconds() - begin;
  const char* result = prover->root().pn == 0 ? "proved" : prover->root().dn == 0 ? "disproved" : "unknown";
  std::printf("{\"result\":\"%s\",\"nodes\":%llu,\"seconds\":%.6f}\n", result,
              static_cast<unsigned long long>(prover->evaluated), seconds);
  return 0;
}
