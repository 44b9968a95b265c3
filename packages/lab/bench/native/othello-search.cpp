// The yardstick for the search: exact mode below the end of the game, as one would write it by hand
// in C++ for Othello alone. It is recursive where assembly/search has an explicit stack, cannot be
// interrupted, and is otherwise the same algorithm: iterative deepening, NegaScout with fail-soft
// values, the same table, ordering and evaluation. So it visits the same nodes, which the bench checks.
//   othello-search WEIGHTS HASH_MB DEPTH POSITION
// prints one line of JSON: what each depth found, and the CPU seconds of the whole search.
#include <cstdio>
#include <exception>

#include "clock.hpp"
#include "position.hpp"
#include "table.hpp"

static constexpr int INFINITE = 520'000;
static constexpr int MAX_MOVES = 64;
static constexpr int MAX_PLY = 64;
/** Score of the table's move, above all others. */
static constexpr int TABLE_MOVE = 1 << 30;
/** Nodes of at least this depth are looked up and stored. */
static constexpr int TABLE_DEPTH = 3;

/** The legal moves of a node; `pick` sorts them as far as they are needed. */
struct MoveList {
  u32 moves[MAX_MOVES];
  int scores[MAX_MOVES];
  int count = 0;

  void generate(const Position& p) {
    u64 squares = mobility(p.own, p.opp);
    if (squares == 0) {
      moves[0] = PASS;
      count = mobility(p.opp, p.own) != 0 ? 1 : 0;
      return;
    }
    for (; squares; squares &= squares - 1)
      moves[count++] = static_cast<u32>(std::countr_zero(squares));
  }

  /** Brings the best of the moves from `index` on to that place and returns it. */
  u32 pick(int index) {
    int best = index;
    for (int i = index + 1; i < count; i++)
      if (scores[i] > scores[best]) best = i;
    std::swap(moves[index], moves[best]);
    std::swap(scores[index], scores[best]);
    return moves[index];
  }
};

/** Merit of moves that cut, per side and square, within +-2^14. */
class History {
 public:
  int of(const Position& p, u32 move) const { return merit[slot(p, move)]; }

  /** `list.moves[0 .. tried - 1]` were tried, and `move`, the last of them, has cut. */
  void reward(const Position& p, const MoveList& list, int tried, u32 move, int depth) {
    const int bonus = std::min(depth, 24) * std::min(depth, 24);
    credit(merit[slot(p, move)], bonus);
    for (int i = 0; i < tried - 1; i++)
      if (list.moves[i] != move) credit(merit[slot(p, list.moves[i])], -bonus);
  }

 private:
  static constexpr int LIMIT = 1 << 14;

  static u32 slot(const Position& p, u32 move) { return p.side * 65 + move; }
  static void credit(int& old, int bonus) { old += bonus - old * std::abs(bonus) / LIMIT; }

  int merit[130] = {};
};

static constexpr u64 CORNERS = 0x8100000000000081;
static constexpr u64 CORNER_NEIGHBOURS = 0x42c300000000c342;

/** The squares themselves and all that touch them. */
static u64 withNeighbours(u64 squares) {
  const u64 wide =
      squares | ((squares << 1) & 0xfefefefefefefefe) | ((squares >> 1) & 0x7f7f7f7f7f7f7f7f);
  return wide | (wide << 8) | (wide >> 8);
}

/** The quadrants with an odd number of empty squares. */
static u64 oddQuadrants(u64 empty) {
  u64 odd = 0;
  for (const u64 quadrant : {0x000000000f0f0f0fULL, 0x00000000f0f0f0f0ULL, 0x0f0f0f0f00000000ULL,
                             0xf0f0f0f000000000ULL})
    if (std::popcount(empty & quadrant) & 1) odd |= quadrant;
  return odd;
}

class Search {
 public:
  Search(const Weights& weights, Table& table) : weights(weights), table(table) {}

  /** What a depth found; nodes are counted from the start of the first depth. */
  struct Report {
    int depth;
    int value;
    u32 move;
    u64 nodes;
    u64 leaves;
  };

  std::vector<Report> deepen(const Position& root, int maxDepth) {
    std::vector<Report> reports;
    for (int depth = 1; depth <= maxDepth; depth++) {
      const Value found = visit(root, depth, -INFINITE, INFINITE, 0);
      reports.push_back({depth, found.value, line[0][0], nodes, leaves});
      if (!found.open) break;
    }
    return reports;
  }

 private:
  /** Fail-soft, from the side to move; `open` when it rests on an evaluation. */
  struct Value {
    int value;
    bool open;
  };

  struct Best {
    int value = -INFINITE;
    u32 move = NO_MOVE;
    bool open = false;
  };

  Value visit(const Position& p, int depth, int alpha, int beta, int ply) {
    nodes++;
    lineLength[ply] = 0;
    u64 key = 0;
    u32 tableMove = NO_MOVE;
    if (depth >= TABLE_DEPTH) {
      key = p.hash();
      const Entry entry = table.probe(key);
      if (entry.found()) {
        tableMove = entry.move();
        if (ply > 0 && entry.depth() == depth) {
          const int value = entry.value();
          const Bound bound = entry.bound();
          if (bound == BOUND_EXACT || (bound == BOUND_LOWER ? value >= beta : value <= alpha))
            return {value, entry.open()};
        }
      }
    }

    if (depth == 1) return frontier(p, alpha, beta, ply);
    MoveList list;
    list.generate(p);
    if (list.count == 0) {
      leaves++;
      return {p.result(), false};
    }
    score(p, list, tableMove, depth);
    return inner(p, list, key, depth, alpha, beta, ply);
  }

  Value inner(const Position& p, MoveList& list, u64 key, int depth, int alpha, int beta, int ply) {
    const int floor = alpha;
    Best best;
    int index = 0;
    Position child;
    while (index < list.count && best.value < beta) {
      const u32 move = list.pick(index);
      p.play(move, child, weights);
      int value;
      if (index == 0 || beta - alpha == 1) {
        value = ask(child, depth - 1, alpha, beta, ply, best.open);
      } else {
        value = ask(child, depth - 1, alpha, alpha + 1, ply, best.open);
        if (value > alpha && value < beta)
          value = ask(child, depth - 1, value - 1, beta, ply, best.open);
      }
      index++;
      if (value > best.value) {
        best.value = value;
        best.move = move;
        if (value > alpha) {
          alpha = value;
          if (value < beta) extendLine(ply, move);
        }
      }
    }
    Bound bound = BOUND_UPPER;
    if (best.value >= beta) {
      bound = BOUND_LOWER;
      history.reward(p, list, index, best.move, depth);
    } else if (best.value > floor) {
      bound = BOUND_EXACT;
    }
    if (depth >= TABLE_DEPTH)
      table.remember(key, Entry::pack(best.value, depth, bound, best.open, best.move));
    return {best.value, best.open};
  }

  /** The child's value from its parent's view, in the parent's window. */
  int ask(const Position& child, int depth, int alpha, int beta, int ply, bool& open) {
    const Value found = visit(child, depth, -beta, -alpha, ply + 1);
    open |= found.open;
    return -found.value;
  }

  /** One ply from the horizon: all children are leaves. Squares beside a corner come last. */
  Value frontier(const Position& p, int alpha, int beta, int ply) {
    Best best;
    int looked = 0;
    Position child;
    const auto look = [&](u32 move) {
      looked++;
      p.play(move, child, weights);
      int value;
      if (child.over()) {
        value = -child.result();
      } else {
        value = -child.evaluate(weights);
        best.open = true;
      }
      if (value > best.value) {
        best.value = value;
        best.move = move;
      }
    };
    const u64 squares = mobility(p.own, p.opp);
    if (squares == 0) {
      if (mobility(p.opp, p.own) == 0) {
        leaves++;
        return {p.result(), false};
      }
      look(PASS);
    }
    for (const u64 group : {squares & ~CORNER_NEIGHBOURS, squares & CORNER_NEIGHBOURS})
      for (u64 rest = group; rest && best.value < beta; rest &= rest - 1)
        look(static_cast<u32>(std::countr_zero(rest)));
    nodes += static_cast<u64>(looked);
    leaves += static_cast<u64>(looked);
    if (best.value > alpha && best.value < beta) {
      line[ply][0] = best.move;
      lineLength[ply] = 1;
    }
    return {best.value, best.open};
  }

  /** Table move, else few replies for the opponent, evaluation where it pays, and history. */
  void score(const Position& p, MoveList& list, u32 tableMove, int depth) const {
    const u64 empty = ~(p.own | p.opp);
    const u64 odd = oddQuadrants(empty);
    const bool evaluated = list.count <= 32 && depth >= 5;
    for (int i = 0; i < list.count; i++) {
      const u32 move = list.moves[i];
      if (move == tableMove) {
        list.scores[i] = TABLE_MOVE;
      } else {
        list.scores[i] = history.of(p, move);
        if (move != PASS) list.scores[i] += staticScore(p, move, empty, odd, evaluated) << 5;
      }
    }
  }

  /** In 1/100 disc. */
  int staticScore(const Position& p, u32 move, u64 empty, u64 odd, bool evaluated) const {
    const u64 bit = 1ULL << move;
    const u64 turned = flips(p.own, p.opp, static_cast<int>(move));
    const u64 mine = p.own ^ turned ^ bit;
    const u64 replies = mobility(p.opp ^ turned, mine);
    int score = (bit & CORNERS ? 256 : 0) + (bit & odd ? 32 : 0) - 320 * std::popcount(replies) -
                192 * std::popcount(replies & CORNERS) -
                64 * std::popcount(withNeighbours(mine) & empty & ~bit);
    if (evaluated) {
      Position next;
      p.play(move, next, weights);
      score -= next.evaluate(weights);
    }
    return score;
  }

  void extendLine(int ply, u32 move) {
    line[ply][0] = move;
    std::copy_n(line[ply + 1], lineLength[ply + 1], &line[ply][1]);
    lineLength[ply] = lineLength[ply + 1] + 1;
  }

  const Weights& weights;
  Table& table;
  History history;
  u64 nodes = 0;
  u64 leaves = 0;
  u32 line[MAX_PLY + 1][MAX_PLY + 1] = {};
  int lineLength[MAX_PLY + 1] = {};
};

int main(int argc, char** argv) try {
  if (argc != 5) {
    std::fprintf(stderr, "usage: othello-search WEIGHTS HASH_MB DEPTH POSITION\n");
    return 2;
  }
  const Weights weights(argv[1]);
  Table table(static_cast<std::size_t>(std::atoi(argv[2])) << 20);
  const int depth = std::atoi(argv[3]);
  const Position root = Position::parse(argv[4], weights);
  Search search(weights, table);
  const double begin = cpuSeconds();
  const auto reports = search.deepen(root, depth);
  const double seconds = cpuSeconds() - begin;
  std::printf("{\"depths\":[");
  for (const auto& report : reports)
    std::printf("%s{\"depth\":%d,\"value\":%d,\"move\":%u,\"nodes\":%llu,\"leaves\":%llu}",
                report.depth > 1 ? "," : "", report.depth, report.value, report.move,
                static_cast<unsigned long long>(report.nodes),
                static_cast<unsigned long long>(report.leaves));
  std::printf("],\"seconds\":%.6f}\n", seconds);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "othello-search: %s\n", error.what());
  return 1;
}
