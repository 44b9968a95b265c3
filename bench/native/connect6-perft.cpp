// The yardstick for the kernel of Connect6: its position, its scores of points and its branches as
// C++ with the same vectors, function by function as in assembly/games/connect6. Takes a depth and the
// branching, counts from a black stone in the centre, and prints one JSON line.
// bench/connect6/perft.mjs builds and runs it.
#include <immintrin.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "clock.hpp"

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

// --- board.ts --------------------------------------------------------------------------------------

static constexpr int POINTS = 361, PLANE = 464, MARGIN = 100, PLANES = 4 * PLANE;
static constexpr int STEPS[4] = {1, 19, 20, 18};

static inline int leastSteps(int direction, int column, int row) {
  if (direction == 0) return std::max(0, column - 13);
  if (direction == 1) return std::max(0, row - 13);
  if (direction == 2) return std::max(0, std::max(column, row) - 13);
  return std::max(0, std::max(row - 13, 5 - column));
}

static inline int mostSteps(int direction, int column, int row) {
  if (direction == 0) return std::min(5, column);
  if (direction == 1) return std::min(5, row);
  if (direction == 2) return std::min(5, std::min(column, row));
  return std::min(5, std::min(row, 18 - column));
}

static inline int firstPoint(int window) { return window % PLANE - MARGIN; }

static inline bool contains(int window, int point) {
  const int step = STEPS[window / PLANE];
  const int distance = point - firstPoint(window);
  return distance >= 0 && distance <= 5 * step && distance % step == 0;
}

// --- shapes.ts -------------------------------------------------------------------------------------

static constexpr int W1 = 3, W2 = 14, W3 = 34, W4 = 80, W5 = 90;
static constexpr int THREAT = 1 << 16, STOPPED = 1 << 24;
static constexpr int MOST_TOGETHER = 5 * (W4 - 2 * W3 + W2);

struct Tables {
  int changes[64]{}, together[64]{};
  constexpr Tables() {
    const int worth[7] = {0, W1, W2, W3, W4, W5, W5};
    for (int n = 0; n < 6; n++) changes[n] = worth[n + 1] - worth[n];
    changes[3] += THREAT;
    changes[5] -= THREAT;
    for (int n = 0; n < 5; n++) together[n] = worth[n + 2] - 2 * worth[n + 1] + worth[n];
    for (int n = 1; n < 6; n++) {
      changes[8 * n] = worth[n] + (n > 3 ? STOPPED : 0);
      together[8 * n] = -worth[n];
    }
  }
};
static constexpr Tables TABLES;

static inline u32 seenBy(int side, u32 window) {
  return side == 0 ? window : ((window >> 3) | (window << 3)) & 63;
}

/** Unlike the shuffle of WebAssembly this one takes indices modulo 16, so large ones are marked. */
static inline __m128i lookUp(__m128i table, __m128i indices) {
  return _mm_shuffle_epi8(table, _mm_adds_epu8(indices, _mm_set1_epi8(0x70)));
}

static inline __m128i changesOf(int side, __m128i windows) {
  const __m128i upper = _mm_and_si128(_mm_srli_epi16(windows, 3), _mm_set1_epi8(0x1f));
  const __m128i lower = _mm_slli_epi16(_mm_and_si128(windows, _mm_set1_epi8(7)), 3);
  const __m128i swapped = _mm_or_si128(upper, lower);
  const __m128i own = side == 0 ? windows : swapped;
  const __m128i other = side == 0 ? swapped : windows;
  const __m128i gains = _mm_setr_epi8(W1, W2 - W1, W3 - W2, W4 - W3, W5 - W4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  const __m128i worths = _mm_setr_epi8(0, W1, W2, W3, W4, W5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  return _mm_add_epi8(lookUp(gains, own), lookUp(worths, other));
}

// --- connect6.ts -----------------------------------------------------------------------------------

struct alignas(16) Position {
  u64 key;
  int value, threats[2], stones, winner, branching;
  u8 board[368];
  u8 planes[PLANES + 16];
};

static inline u64 mix(u64 bits) {
  u64 x = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

static void place(Position& p, int point, int side) {
  const int column = point % 19, row = point / 19;
  const u32 stone = side == 0 ? 1 : 8;
  int change = 0;
  bool six = false;
  for (int direction = 0; direction < 4; direction++) {
    const int step = STEPS[direction];
    const int most = mostSteps(direction, column, row);
    int steps = leastSteps(direction, column, row);
    u8* at = p.planes + direction * PLANE + MARGIN + point - steps * step;
    for (; steps <= most; steps++) {
      const u32 seen = seenBy(side, *at);
      change += TABLES.changes[seen];
      six = six || seen == 5;
      *at = static_cast<u8>(*at + stone);
      at -= step;
    }
  }
  const int threats = static_cast<std::int8_t>(change >> 16);
  const int stopped = (change - threats * THREAT) >> 24;
  p.value += side == 0 ? (change & 0xffff) : -(change & 0xffff);
  p.threats[side] += threats;
  p.threats[1 - side] -= stopped;
  if (six) p.winner = side + 1;
  p.stones++;
  p.board[point] = static_cast<u8>(side + 1);
  p.key ^= mix(static_cast<u64>(side * POINTS + point + 1) * 0x9e3779b97f4a7c15ULL);
}

static void load(Position& p, int branching) {
  std::memset(&p, 0, sizeof p);
  std::memset(p.board + POINTS, 3, sizeof p.board - POINTS);
  std::memset(p.planes, 0x80, sizeof p.planes);
  for (int direction = 0; direction < 4; direction++) {
    for (int point = 0; point < POINTS; point++) {
      const int column = point % 19, row = point / 19;
      if (leastSteps(direction, column, row) == 0 && mostSteps(direction, column, row) >= 0) {
        p.planes[direction * PLANE + MARGIN + point] = 0;
      }
    }
  }
  p.branching = branching;
  p.key = mix(static_cast<u64>(branching) + 0x6c6f);
}

static inline int turn(const Position& p) { return ((p.stones + 1) >> 1) & 1; }

static void play(const Position& p, u32 move, Position& next) {
  std::memcpy(&next, &p, sizeof p);
  const int side = turn(p);
  place(next, static_cast<int>(move >> 9), side);
  if ((move & 511) != 511) place(next, static_cast<int>(move & 511), side);
}

// --- threats.ts ------------------------------------------------------------------------------------

static constexpr int NOWHERE = 511;

static int nextThreat(const Position& p, int side, int from) {
  const __m128i fifth = _mm_set1_epi8(side == 0 ? 1 : 8), five = _mm_set1_epi8(side == 0 ? 5 : 40);
  int mask = ~0u << (from & 15);
  for (int at = from & ~15; at < PLANES; at += 16) {
    const __m128i windows = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p.planes + at));
    const int found = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_or_si128(windows, fifth), five)) & mask;
    if (found) return at + __builtin_ctz(static_cast<u32>(found));
    mask = ~0;
  }
  return -1;
}

static int threatBeside(const Position& p, int side, int one, int two) {
  int window = nextThreat(p, side, 0);
  while (window >= 0 && (contains(window, one) || contains(window, two))) {
    window = nextThreat(p, side, window + 1);
  }
  return window;
}

static int emptyPoint(const Position& p, int window, int from) {
  const int step = STEPS[window / PLANE];
  int point = firstPoint(window) + from * step;
  for (int i = from; i < 6; i++, point += step) {
    if (p.board[point] == 0) return point;
  }
  return NOWHERE;
}

static int otherEmptyPoint(const Position& p, int window, int one) {
  return emptyPoint(p, window, (one - firstPoint(window)) / STEPS[window / PLANE] + 1);
}

// --- points.ts and branches.ts ---------------------------------------------------------------------

static constexpr int ROUNDED = 368, PAIRED = 24;
static constexpr u32 LAST_CODE = (1 << 18) - 1;
static constexpr u64 NEAR = 0x3e | (7ULL << 18) | (0b10101ULL << 36) | (0b1001001ULL << 54);
static constexpr u64 FAR = 0x11100 | (0x421ULL << 26);

struct Work {
  u16 scores[ROUNDED];
  u8 scratch[PLANES + 16];
  u32 best[256];
};

static void scorePoints(const Position& p, int side, Work& work) {
  for (int at = 0; at < PLANES + 16; at += 16) {
    const __m128i windows = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p.planes + at));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(work.scratch + at), changesOf(side, windows));
  }
  const __m128i zero = _mm_setzero_si128();
  for (int first = 0; first < ROUNDED; first += 16) {
    __m128i low = zero, high = zero;
    const u8* at = work.scratch + MARGIN + first;
    for (int direction = 0; direction < 4; direction++, at += PLANE) {
      const int step = STEPS[direction];
      const auto load = [&](int k) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at - k * step)); };
      const __m128i a = _mm_add_epi8(load(0), load(1));
      const __m128i b = _mm_add_epi8(load(2), load(3));
      const __m128i c = _mm_add_epi8(load(4), load(5));
      low = _mm_add_epi16(low, _mm_unpacklo_epi8(a, zero));
      low = _mm_add_epi16(low, _mm_unpacklo_epi8(b, zero));
      low = _mm_add_epi16(low, _mm_unpacklo_epi8(c, zero));
      high = _mm_add_epi16(high, _mm_unpackhi_epi8(a, zero));
      high = _mm_add_epi16(high, _mm_unpackhi_epi8(b, zero));
      high = _mm_add_epi16(high, _mm_unpackhi_epi8(c, zero));
    }
    _mm_storeu_si128(reinterpret_cast<__m128i*>(work.scores + first), low);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(work.scores + first + 8), high);
  }
}

static int bestPoints(const Position& p, Work& work, int limit) {
  int count = 0;
  u32 least = 0;
  for (int first = 0; first < POINTS; first += 8) {
    const __m128i stones = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p.board + first));
    const __m128i empty = _mm_cvtepi8_epi16(_mm_cmpeq_epi8(stones, _mm_setzero_si128()));
    const __m128i scores = _mm_loadu_si128(reinterpret_cast<const __m128i*>(work.scores + first));
    const __m128i better = _mm_cmpgt_epi16(scores, _mm_set1_epi16(static_cast<short>(least)));
    const __m128i wanted = count < limit ? empty : _mm_and_si128(empty, better);
    u32 rest = static_cast<u32>(_mm_movemask_epi8(_mm_packs_epi16(wanted, _mm_setzero_si128())));
    for (; rest; rest &= rest - 1) {
      const int point = first + __builtin_ctz(rest);
      const u32 score = work.scores[point];
      if (count == limit && score <= least) continue;
      if (count < limit) count++;
      const u32 key = (score << 9) | static_cast<u32>(511 - point);
      int at = count - 1;
      for (; at > 0 && work.best[at - 1] < key; at--) work.best[at] = work.best[at - 1];
      work.best[at] = key;
      if (count == limit) least = work.best[limit - 1] >> 9;
    }
  }
  return count;
}

static inline int pointAt(const Work& work, int index) { return 511 - static_cast<int>(work.best[index] & 511); }
static inline int scoreAt(const Work& work, int index) { return static_cast<int>(work.best[index] >> 9); }

static int together(const Position& p, int side, int direction, int point, int apart) {
  const int step = STEPS[direction];
  const u8* plane = p.planes + direction * PLANE + MARGIN;
  int sum = 0;
  for (int steps = 0; steps <= 5 - apart; steps++) {
    const u32 window = plane[point - steps * step];
    if (window < 64) sum += TABLES.together[seenBy(side, window)];
  }
  return sum;
}

static int pairScore(const Position& p, int side, const Work& work, int one, int two) {
  const int sum = work.scores[one] + work.scores[two];
  const int distance = std::abs(two - one);
  const u64 close = distance < 64 ? NEAR >> distance : distance < 128 ? FAR >> (distance - 64) : 0;
  if ((close & 1) == 0) return sum;
  const int point = std::min(one, two);
  const int rows = (distance + 9) / 19;
  if (rows == 0) return sum + together(p, side, 0, point, distance);
  const int columns = distance - 19 * rows;
  return sum + together(p, side, columns == 0 ? 1 : columns > 0 ? 2 : 3, point, rows);
}

static inline u32 moveOf(int one, int two) {
  return static_cast<u32>(one < two ? (one << 9) | two : (two << 9) | one);
}

static int add(const Position& p, int side, const Work& work, int one, int two, int count, int limit, u32* list) {
  const u32 score = static_cast<u32>(pairScore(p, side, work, one, two));
  const u32 key = (score << 18) | (LAST_CODE - moveOf(one, two));
  if (count == limit && list[count - 1] >= key) return count;
  int at = count;
  while (at > 0 && list[at - 1] < key) at--;
  if (at > 0 && list[at - 1] == key) return count;
  const int length = count == limit ? count : count + 1;
  for (int to = length - 1; to > at; to--) list[to] = list[to - 1];
  list[at] = key;
  return length;
}

static int addPairs(const Position& p, int side, const Work& work, int points, int limit, u32* list) {
  int count = 0;
  for (int i = 1; i < points; i++) {
    const int two = pointAt(work, i);
    const int score = scoreAt(work, i) + MOST_TOGETHER;
    for (int j = 0; j < i; j++) {
      if (count == limit && static_cast<u32>(score + scoreAt(work, j)) < list[limit - 1] >> 18) {
        if (j == 0) return count;
        break;
      }
      count = add(p, side, work, pointAt(work, j), two, count, limit, list);
    }
  }
  return count;
}

static int addWins(const Position& p, int side, const Work& work, int limit, u32* list) {
  int count = 0;
  for (int window = nextThreat(p, side, 0); window >= 0; window = nextThreat(p, side, window + 1)) {
    const int one = emptyPoint(p, window, 0);
    int two = otherEmptyPoint(p, window, one);
    if (two == NOWHERE) two = pointAt(work, pointAt(work, 0) == one ? 1 : 0);
    count = add(p, side, work, one, two, count, limit, list);
  }
  return count;
}

static int addDefences(const Position& p, int side, const Work& work, int points, int limit, u32* list) {
  const int other = 1 - side;
  int count = 0;
  const int first = nextThreat(p, other, 0);
  for (int one = emptyPoint(p, first, 0); one != NOWHERE; one = otherEmptyPoint(p, first, one)) {
    const int second = threatBeside(p, other, one, NOWHERE);
    if (second < 0) {
      for (int i = 0; i < points; i++) {
        const int two = pointAt(work, i);
        if (two != one) count = add(p, side, work, one, two, count, limit, list);
      }
      continue;
    }
    for (int two = emptyPoint(p, second, 0); two != NOWHERE; two = otherEmptyPoint(p, second, two)) {
      const bool both = threatBeside(p, other, one, two) < 0;
      if (both && threatBeside(p, other, two, NOWHERE) >= 0) {
        count = add(p, side, work, one, two, count, limit, list);
      }
    }
  }
  return count;
}

static int generate(const Position& p, u32* list) {
  if (p.winner != 0 || p.stones == POINTS) return 0;
  Work work;
  const int side = turn(p);
  scorePoints(p, side, work);
  const int points = bestPoints(p, work, PAIRED);
  const int toStop = p.threats[1 - side];
  int count = 0;
  if (p.threats[side] > 0) {
    count = addWins(p, side, work, p.branching, list);
  } else if (toStop > 0) {
    count = addDefences(p, side, work, points, p.branching, list);
  }
  if (count == 0) count = addPairs(p, side, work, points, toStop > 0 ? 1 : p.branching, list);
  for (int i = 0; i < count; i++) list[i] = LAST_CODE - (list[i] & LAST_CODE);
  return count;
}

// --- perft -----------------------------------------------------------------------------------------

struct Ply {
  Position position;
  u32 moves[256];
};

static u64 perft(Ply* ply, int depth) {
  const int count = generate(ply->position, ply->moves);
  if (depth == 1) return static_cast<u64>(count);
  u64 leaves = 0;
  for (int i = 0; i < count; i++) {
    play(ply->position, ply->moves[i], ply[1].position);
    leaves += perft(ply + 1, depth - 1);
  }
  return leaves;
}

int main(int argc, char** argv) {
  const int depth = argc > 1 ? std::atoi(argv[1]) : 4;
  const int branching = argc > 2 ? std::atoi(argv[2]) : 48;
  static Ply plies[64];
  load(plies[0].position, branching);
  place(plies[0].position, 180, 0);
  const double begin = cpuSeconds();
  const u64 leaves = perft(plies, depth);
  const double seconds = cpuSeconds() - begin;
  std::printf("{\"leaves\":%llu,\"seconds\":%.6f}\n", static_cast<unsigned long long>(leaves), seconds);
  return 0;
}
