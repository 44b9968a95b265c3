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

static constexpr int W1 = 0, W2 = 10, W3 = 24, W4 = 111, W5 = 111;
static constexpr int THREAT = 1 << 16, STOPPED = 1 << 24;

struct Tables {
  int changes[64]{};
  constexpr Tables() {
    const int worth[7] = {0, W1, W2, W3, W4, W5, W5};
    for (int n = 0; n < 6; n++) changes[n] = worth[n + 1] - worth[n];
    changes[3] += THREAT;
    changes[5] -= THREAT;
    for (int n = 1; n < 6; n++) changes[8 * n] = worth[n] + (n > 3 ? STOPPED : 0);
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

static inline __m128i allSeenBy(int side, __m128i windows) {
  if (side == 0) return windows;
  const __m128i upper = _mm_and_si128(_mm_srli_epi16(windows, 3), _mm_set1_epi8(0x1f));
  return _mm_or_si128(upper, _mm_slli_epi16(_mm_and_si128(windows, _mm_set1_epi8(7)), 3));
}

static inline __m128i worths() { return _mm_setr_epi8(0, W1, W2, W3, W4, W5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0); }

static inline __m128i changesOf(__m128i own, __m128i other) {
  const __m128i gains = _mm_setr_epi8(W1, W2 - W1, W3 - W2, W4 - W3, W5 - W4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  return _mm_add_epi8(lookUp(gains, own), lookUp(worths(), other));
}

static inline __m128i togetherOf(__m128i own, __m128i other) {
  const __m128i gains = _mm_setr_epi8(W2 - 2 * W1, W3 - 2 * W2 + W1, W4 - 2 * W3 + W2, W5 - 2 * W4 + W3, W4 - W5, 0,
                                      0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  return _mm_sub_epi8(lookUp(gains, own), lookUp(worths(), other));
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

// --- order.mjs -------------------------------------------------------------------------------------

struct Order {
  u16 points[POINTS], places[POINTS];
  Order() {
    const auto distance = [](int point) {
      const int x = point % 19 - 9, y = point / 19 - 9;
      return x * x + y * y;
    };
    for (int point = 0; point < POINTS; point++) points[point] = static_cast<u16>(point);
    std::sort(points, points + POINTS, [&](int a, int b) {
      if (distance(a) != distance(b)) return distance(a) < distance(b);
      return a * 156 % 361 < b * 156 % 361;
    });
    for (int i = 0; i < POINTS; i++) places[points[i]] = static_cast<u16>(i);
  }
};
static const Order ORDER;

static constexpr u32 LAST_PLACE = 511;
static inline u32 precedence(int point) { return LAST_PLACE - ORDER.places[point]; }
static inline int pointOf(u32 precedence) { return ORDER.points[LAST_PLACE - precedence]; }

// --- greatest.ts -----------------------------------------------------------------------------------

static inline __m128i loadAt(const void* at) { return _mm_loadu_si128(static_cast<const __m128i*>(at)); }
static inline void storeAt(void* at, __m128i value) { _mm_storeu_si128(static_cast<__m128i*>(at), value); }

static inline int sumOf(__m128i counts) {
  const u64 pair = static_cast<u64>(_mm_extract_epi64(counts, 0)) + static_cast<u64>(_mm_extract_epi64(counts, 1));
  return static_cast<int>(pair) + static_cast<int>(pair >> 32);
}

static inline int notLess(const u32* from, const u32* end, u32 number) {
  const __m128i least = _mm_set1_epi32(static_cast<int>(number));
  __m128i count = _mm_setzero_si128();
  for (const u32* at = from; at < end; at += 4) {
    const __m128i numbers = loadAt(at);
    count = _mm_sub_epi32(count, _mm_cmpeq_epi32(_mm_max_epu32(numbers, least), numbers));
  }
  return sumOf(count);
}

static u32 leastOf(const u32* from, const u32* end, int limit) {
  __m128i all = _mm_setzero_si128();
  for (const u32* at = from; at < end; at += 4) all = _mm_or_si128(all, loadAt(at));
  const u64 pair = static_cast<u64>(_mm_extract_epi64(all, 0) | _mm_extract_epi64(all, 1));
  u32 bit = 0x80000000u >> __builtin_clz(static_cast<u32>(pair | (pair >> 32)));
  u32 least = 0;
  for (; bit != 0; bit >>= 1) {
    const int reached = notLess(from, end, least | bit);
    if (reached < limit) continue;
    least |= bit;
    if (reached == limit) break;
  }
  return least;
}

static int sortGreatest(u32* from, u32* end, int limit, u32* list) {
  storeAt(end, _mm_setzero_si128());
  int count = static_cast<int>(end - from);
  if (count > limit) {
    const u32 least = leastOf(from, end, limit);
    u32* to = from;
    for (const u32* at = from; at < end; at++) {
      const u32 number = *at;
      *to = number;
      to += number >= least;
    }
    end = to;
    count = limit;
    storeAt(end, _mm_setzero_si128());
  }
  for (const u32* at = from; at < end; at++) list[notLess(from, end, *at) - 1] = *at;
  return count;
}

// --- points.ts and branches.ts ---------------------------------------------------------------------

static constexpr int ROUNDED = 368, PAIRED = 24;
static constexpr u64 NEAR = 0x3e | (7ULL << 18) | (0b10101ULL << 36) | (0b1001001ULL << 54);
static constexpr u64 FAR = 0x11100 | (0x421ULL << 26);

struct Work {
  u16 scores[ROUNDED], masked[ROUNDED];
  std::int8_t windows[PLANES + 16];
  u8 scratch[PLANES + 16], indices[POINTS + MARGIN];
  u32 best[PAIRED], entries[ROUNDED + 4];
  std::int16_t matrix[PAIRED + 1][32];
};

static void scorePoints(const Position& p, int side, Work& work) {
  for (int at = 0; at < PLANES + 16; at += 16) {
    const __m128i windows = loadAt(p.planes + at);
    const __m128i own = allSeenBy(side, windows), other = allSeenBy(1 - side, windows);
    storeAt(work.scratch + at, changesOf(own, other));
    storeAt(work.windows + at, togetherOf(own, other));
  }
  const __m128i zero = _mm_setzero_si128();
  for (int first = 0; first < ROUNDED; first += 16) {
    __m128i low = zero, high = zero;
    const u8* at = work.scratch + MARGIN + first;
    for (int direction = 0; direction < 4; direction++, at += PLANE) {
      const int step = STEPS[direction];
      const __m128i a = _mm_add_epi8(loadAt(at), loadAt(at - step));
      const __m128i b = _mm_add_epi8(loadAt(at - 2 * step), loadAt(at - 3 * step));
      const __m128i c = _mm_add_epi8(loadAt(at - 4 * step), loadAt(at - 5 * step));
      low = _mm_add_epi16(low, _mm_unpacklo_epi8(a, zero));
      low = _mm_add_epi16(low, _mm_unpacklo_epi8(b, zero));
      low = _mm_add_epi16(low, _mm_unpacklo_epi8(c, zero));
      high = _mm_add_epi16(high, _mm_unpackhi_epi8(a, zero));
      high = _mm_add_epi16(high, _mm_unpackhi_epi8(b, zero));
      high = _mm_add_epi16(high, _mm_unpackhi_epi8(c, zero));
    }
    storeAt(work.scores + first, low);
    storeAt(work.scores + first + 8, high);
  }
}

static inline __m128i reaches(const u16* scores, __m128i least) {
  const __m128i eight = loadAt(scores);
  return _mm_cmpeq_epi16(_mm_max_epu16(eight, least), eight);
}

static u16 leastScore(const u16* scores, __m128i all, int limit) {
  const u64 pair = static_cast<u64>(_mm_extract_epi64(all, 0) | _mm_extract_epi64(all, 1));
  const u32 half = static_cast<u32>(pair | (pair >> 32));
  u32 bit = 0x80000000u >> __builtin_clz((half | (half >> 16)) & 0xffff);
  u32 least = 0;
  for (; bit != 0; bit >>= 1) {
    const __m128i tried = _mm_set1_epi16(static_cast<short>(least | bit));
    __m128i count = _mm_setzero_si128();
    for (int at = 0; at < ROUNDED; at += 8) count = _mm_sub_epi16(count, reaches(scores + at, tried));
    const int reached = sumOf(_mm_madd_epi16(count, _mm_set1_epi16(1)));
    if (reached < limit) continue;
    least |= bit;
    if (reached == limit) break;
  }
  return static_cast<u16>(std::max(least, 1u));
}

static int bestPoints(const Position& p, Work& work, int limit) {
  __m128i greatest = _mm_setzero_si128();
  for (int first = 0; first < ROUNDED; first += 8) {
    const __m128i stones = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p.board + first));
    const __m128i empty = _mm_cvtepi8_epi16(_mm_cmpeq_epi8(stones, _mm_setzero_si128()));
    const __m128i score = _mm_and_si128(_mm_add_epi16(loadAt(work.scores + first), _mm_set1_epi16(1)), empty);
    greatest = _mm_or_si128(greatest, score);
    storeAt(work.masked + first, score);
  }
  const __m128i least = _mm_set1_epi16(static_cast<short>(leastScore(work.masked, greatest, limit)));
  u32* end = work.entries;
  for (int first = 0; first < ROUNDED; first += 8) {
    const __m128i reached = _mm_packs_epi16(reaches(work.masked + first, least), _mm_setzero_si128());
    for (u32 rest = static_cast<u32>(_mm_movemask_epi8(reached)); rest; rest &= rest - 1) {
      const int point = first + __builtin_ctz(rest);
      *end++ = (static_cast<u32>(work.scores[point]) << 9) | precedence(point);
    }
  }
  return sortGreatest(work.entries, end, limit, work.best);
}

static inline int pointAt(const Work& work, int index) { return pointOf(work.best[index] & LAST_PLACE); }

static int togetherAt(const Work& work, int one, int two) {
  const int distance = std::abs(two - one);
  const u64 close = distance < 64 ? NEAR >> distance : distance < 128 ? FAR >> (distance - 64) : 0;
  if ((close & 1) == 0) return 0;
  const int rows = (distance + 9) / 19;
  const int columns = distance - 19 * rows;
  const int direction = rows == 0 ? 0 : columns == 0 ? 1 : columns > 0 ? 2 : 3;
  const std::int8_t* at = work.windows + direction * PLANE + MARGIN + std::min(one, two);
  int sum = *at;
  for (int more = 5 - (rows == 0 ? distance : rows); more > 0; more--) sum += *(at -= STEPS[direction]);
  return sum;
}

static inline u32 moveOf(int one, int two) {
  return static_cast<u32>(one < two ? (one << 9) | two : (two << 9) | one);
}

static inline u32 placed(u32 one, u32 two) { return (std::min(one, two) << 9) | std::max(one, two); }

static int enter(u32 entry, int count, int limit, u32* list) {
  int at = count;
  if (count == limit) {
    if (list[--at] > entry) return count;
  } else {
    count++;
  }
  for (; at > 0 && list[at - 1] < entry; at--) list[at] = list[at - 1];
  list[at] = entry;
  return count;
}

static int add(const Work& work, int one, int two, int count, int limit, u32* list) {
  const u32 score = static_cast<u32>(work.scores[one] + work.scores[two] + togetherAt(work, one, two));
  const u32 entry = (score << 18) | placed(precedence(one), precedence(two));
  for (int i = 0; i < count; i++) {
    if (list[i] == entry) return count;
  }
  return enter(entry, count, limit, list);
}

static void fillMatrix(Work& work, int points) {
  std::memset(work.matrix, 0, sizeof work.matrix);
  std::memset(work.indices, PAIRED, sizeof work.indices);
  for (int i = 0; i < points; i++) work.indices[pointAt(work, i)] = static_cast<u8>(i);
  for (int i = 0; i < points; i++) {
    const int point = pointAt(work, i);
    for (int direction = 0; direction < 4; direction++) {
      const int step = STEPS[direction];
      const std::int8_t* window = work.windows + direction * PLANE + MARGIN + point;
      const u8* other = work.indices + point + 5 * step;
      int sum = 0;
      for (int apart = 5; apart > 0; apart--, window -= step, other -= step) {
        sum += *window;
        work.matrix[i][*other] = work.matrix[*other][i] = static_cast<std::int16_t>(sum);
      }
    }
  }
}

static int addPairs(Work& work, int points, int limit, u32* list) {
  fillMatrix(work, points);
  const __m128i places = _mm_set1_epi32(LAST_PLACE);
  u32* end = work.entries;
  for (int i = 1; i < points; i++) {
    const __m128i point = _mm_set1_epi32(static_cast<int>(work.best[i]));
    const __m128i place = _mm_and_si128(point, places), score = _mm_srli_epi32(point, 9);
    for (int j = 0; j < i; j += 4) {
      const __m128i others = loadAt(work.best + j);
      const __m128i otherPlaces = _mm_and_si128(others, places);
      const __m128i changes =
          _mm_cvtepi16_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(work.matrix[i] + j)));
      const __m128i sum = _mm_add_epi32(_mm_add_epi32(score, _mm_srli_epi32(others, 9)), changes);
      const __m128i early = _mm_max_epu32(place, otherPlaces), late = _mm_min_epu32(place, otherPlaces);
      const __m128i both = _mm_or_si128(_mm_slli_epi32(late, 9), early);
      storeAt(end + j, _mm_or_si128(_mm_slli_epi32(sum, 18), both));
    }
    end += i;
  }
  return sortGreatest(work.entries, end, limit, list);
}

static int addWins(const Position& p, int side, const Work& work, int limit, u32* list) {
  int count = 0;
  for (int window = nextThreat(p, side, 0); window >= 0; window = nextThreat(p, side, window + 1)) {
    const int one = emptyPoint(p, window, 0);
    int two = otherEmptyPoint(p, window, one);
    if (two == NOWHERE) two = pointAt(work, pointAt(work, 0) == one ? 1 : 0);
    count = add(work, one, two, count, limit, list);
  }
  return count;
}

static int addDefences(const Position& p, int other, const Work& work, int points, int limit, u32* list) {
  int count = 0;
  const int first = nextThreat(p, other, 0);
  for (int one = emptyPoint(p, first, 0); one != NOWHERE; one = otherEmptyPoint(p, first, one)) {
    const int second = threatBeside(p, other, one, NOWHERE);
    if (second < 0) {
      for (int i = 0; i < points; i++) {
        const int two = pointAt(work, i);
        if (two != one) count = add(work, one, two, count, limit, list);
      }
      continue;
    }
    for (int two = emptyPoint(p, second, 0); two != NOWHERE; two = otherEmptyPoint(p, second, two)) {
      const bool both = threatBeside(p, other, one, two) < 0;
      if (both && threatBeside(p, other, two, NOWHERE) >= 0) {
        count = add(work, one, two, count, limit, list);
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
    count = addDefences(p, 1 - side, work, points, p.branching, list);
  }
  if (count == 0) count = addPairs(work, points, toStop > 0 ? 1 : p.branching, list);
  for (int i = 0; i < count; i++) list[i] = moveOf(pointOf((list[i] >> 9) & 511), pointOf(list[i] & 511));
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
