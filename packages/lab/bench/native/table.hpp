// The transposition table of assembly/search/table.ts: 16-byte entries, four to a cache line, placed
// by the upper half of the key, and the same choice of what is replaced.
// Data of an entry, from bit 0: value + 2^19 (20 bits), depth (8), bound (2), open (1), play mode (1,
// always 0 here), move (24), generation (8, always 0 here). Data 0 means empty.
#pragma once
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include "board.hpp"

enum Bound : u32 { BOUND_LOWER = 1, BOUND_UPPER = 2, BOUND_EXACT = 3 };

inline constexpr u32 NO_MOVE = 0xffffff;

struct Entry {
  u64 data;

  static constexpr int BIAS = 1 << 19;

  static Entry pack(int value, int depth, Bound bound, bool open, u32 move) {
    const u32 low = static_cast<u32>(value + BIAS) | static_cast<u32>(depth) << 20 | bound << 28 |
                    static_cast<u32>(open) << 30;
    return {low | static_cast<u64>(move) << 32};
  }

  bool found() const { return data != 0; }
  int value() const { return static_cast<int>(data & 0xfffff) - BIAS; }
  int depth() const { return static_cast<int>(data >> 20 & 0xff); }
  Bound bound() const { return static_cast<Bound>(data >> 28 & 3); }
  bool open() const { return (data >> 30 & 1) != 0; }
  u32 move() const { return static_cast<u32>(data >> 32) & NO_MOVE; }
};

class Table {
 public:
  /** The largest table whose buckets and header of one bucket fit; its memory is touched here. */
  explicit Table(std::size_t bytes)
      : buckets(std::max<std::size_t>(2, bytes / sizeof(Bucket)) - 1) {
    lines.reset(static_cast<Bucket*>(std::aligned_alloc(sizeof(Bucket), buckets * sizeof(Bucket))));
    if (!lines) throw std::bad_alloc();
    clear();
  }

  void clear() { std::memset(static_cast<void*>(lines.get()), 0, buckets * sizeof(Bucket)); }

  Entry probe(u64 key) const {
    for (const Slot& slot : bucketOf(key).slots)
      if ((slot.check ^ slot.data) == key && slot.data != 0) return {slot.data};
    return {0};
  }

  /** Over the same key, else over an empty place, else over the first of the shallowest entries. */
  void remember(u64 key, Entry entry) {
    Bucket& bucket = bucketOf(key);
    Slot* victim = nullptr;
    int worst = 256;
    for (u64 i = 0; i < 4; i++) {
      Slot& slot = bucket.slots[(key + i) & 3];
      if (slot.data == 0 || (slot.check ^ slot.data) == key) {
        victim = &slot;
        break;
      }
      const int worth = Entry{slot.data}.depth();
      if (worth < worst) {
        worst = worth;
        victim = &slot;
      }
    }
    *victim = {key ^ entry.data, entry.data};
  }

 private:
  struct Slot {
    u64 check;
    u64 data;
  };
  struct alignas(64) Bucket {
    Slot slots[4];
  };
  struct Free {
    void operator()(Bucket* memory) const { std::free(memory); }
  };

  Bucket& bucketOf(u64 key) const { return lines[((key >> 32) * buckets) >> 32]; }

  u64 buckets;
  std::unique_ptr<Bucket[], Free> lines;
};
