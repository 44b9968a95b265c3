// An Othello position with the pattern evaluation that rides along, as in
// assembly/games/othello/othello.ts and patterns.ts: the same weights file, the same 46 base-3 part
// numbers kept up to date by every move, the same integer arithmetic.
#pragma once
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "board.hpp"

inline constexpr u32 PASS = 64;
inline constexpr int DISC = 100;

/** Powers of three of a square, or base-3 contents of a position, for 46 parts; two are unused. */
struct alignas(32) Parts {
  static constexpr int COUNT = 48;
  u16 at[COUNT];
};

class Weights {
 public:
  explicit Weights(const std::string& path) {
    const std::vector<unsigned char> file = read(path);
    for (int stage = 0; stage < STAGES; stage++) scales[stage] = word(&file[4 + 2 * stage]);
    for (int empties = 0; empties <= 60; empties++)
      biases[empties] = static_cast<std::int16_t>(word(&file[32 + 2 * empties]));
    makeVectors();
    fillTables(&file[HEADER]);
  }

  /** In 1/100 disc, from the side to move (0 black, 1 white), within +-6400. */
  int evaluate(const Parts& parts, int empties, u32 side) const {
    const int stage = std::clamp((empties - 5) >> 2, 0, STAGES - 1);
    const std::int8_t* table = &tables[(static_cast<std::size_t>(stage) * 2 + side) * TABLE];
    int sum = 0;
    for (int part = 0; part < PARTS; part++) sum += table[OFFSETS[part] + parts.at[part]];
    return std::clamp(((sum * scales[stage]) >> 6) + biases[empties], -6400, 6400);
  }

  const Parts& vector(int square) const { return vectors[square]; }

 private:
  /** Squares of a part, how often it lies on the board, pairs that its mirror image exchanges. */
  struct Shape {
    int squares;
    int instances;
    int pairs;
    int first[10];
  };

  static constexpr int STAGES = 13;
  static constexpr int PARTS = 46;
  static constexpr int CLASSES = 11;
  static constexpr std::size_t HEADER = 160;
  static constexpr std::size_t FILE_WEIGHTS = 113'877;
  static constexpr std::size_t TABLE = 167'265;
  static constexpr Shape SHAPES[CLASSES] = {
      {4, 4, 2, {3, 10, 17, 24}},
      {5, 4, 2, {4, 11, 18, 25, 32}},
      {6, 4, 3, {5, 12, 19, 26, 33, 40}},
      {7, 4, 3, {6, 13, 20, 27, 34, 41, 48}},
      {8, 2, 4, {7, 14, 21, 28, 35, 42, 49, 56}},
      {8, 4, 4, {8, 9, 10, 11, 12, 13, 14, 15}},
      {8, 4, 4, {16, 17, 18, 19, 20, 21, 22, 23}},
      {8, 4, 4, {24, 25, 26, 27, 28, 29, 30, 31}},
      {10, 4, 5, {9, 0, 1, 2, 3, 4, 5, 6, 7, 14}},
      {10, 8, 0, {0, 1, 2, 3, 4, 8, 9, 10, 11, 12}},
      {9, 4, 3, {1, 2, 10, 0, 9, 18, 17, 16, 8}},
  };

  static constexpr int contents(const Shape& shape) {
    int product = 1;
    for (int i = 0; i < shape.squares; i++) product *= 3;
    return product;
  }

  /** Where the weights of each part begin in a table. */
  static constexpr std::array<int, PARTS> makeOffsets() {
    std::array<int, PARTS> offsets{};
    int part = 0;
    int begin = 0;
    for (const Shape& shape : SHAPES) {
      for (int i = 0; i < shape.instances; i++) offsets[part++] = begin;
      begin += contents(shape);
    }
    return offsets;
  }
  static const std::array<int, PARTS> OFFSETS;

  static int word(const unsigned char* at) { return at[0] | at[1] << 8; }

  static std::vector<unsigned char> read(const std::string& path) {
    std::vector<unsigned char> bytes(HEADER + STAGES * FILE_WEIGHTS);
    std::FILE* file = std::fopen(path.c_str(), "rb");
    const std::size_t size = file ? std::fread(bytes.data(), 1, bytes.size(), file) : 0;
    if (file) std::fclose(file);
    if (size != bytes.size()) throw std::runtime_error("cannot read the weights: " + path);
    return bytes;
  }

  /** The square of an instance that corresponds to a square of instance 0. */
  static int turned(int square, int instance) {
    int file = square & 7;
    int rank = square >> 3;
    if (instance >= 4) std::swap(file, rank);
    for (int i = instance & 3; i > 0; i--) {
      const int before = file;
      file = 7 - rank;
      rank = before;
    }
    return rank * 8 + file;
  }

  /** The content of the mirrored part: digits exchanged in pairs. */
  static int mirrored(int content, const Shape& shape) {
    int left = 1;
    int right = contents(shape) / 3;
    int image = content;
    for (int i = 0; i < shape.pairs; i++) {
      image += (content / left % 3 - content / right % 3) * (right - left);
      left *= 3;
      right /= 3;
    }
    return image;
  }

  /** The content with black and white exchanged. */
  static int exchanged(int content) {
    int image = 0;
    for (int power = 1; content; power *= 3, content /= 3) {
      const int digit = content % 3;
      image += (digit ? 3 - digit : 0) * power;
    }
    return image;
  }

  void makeVectors() {
    int slot = 0;
    for (const Shape& shape : SHAPES)
      for (int instance = 0; instance < shape.instances; instance++, slot++) {
        int power = 1;
        for (int i = 0; i < shape.squares; i++, power *= 3)
          vectors[turned(shape.first[i], instance)].at[slot] = static_cast<u16>(power);
      }
  }

  /** The file holds each pair of mirror images once, as the smaller content. */
  void fillTables(const unsigned char* weights) {
    tables.resize(2 * STAGES * TABLE);
    std::int8_t* base = tables.data();
    for (const Shape& shape : SHAPES) {
      for (int content = 0; content < contents(shape); content++) {
        const int image = mirrored(content, shape);
        if (image < content) continue;
        for (int stage = 0; stage < STAGES; stage++) {
          const auto weight = static_cast<std::int8_t>(weights[stage * FILE_WEIGHTS]);
          std::int8_t* black = base + static_cast<std::size_t>(stage) * 2 * TABLE;
          black[content] = black[image] = weight;
          black[TABLE + exchanged(content)] = black[TABLE + exchanged(image)] = weight;
        }
        weights++;
      }
      base += contents(shape);
    }
  }

  int scales[STAGES];
  int biases[61];
  Parts vectors[64] = {};
  std::vector<std::int8_t> tables;
};

inline constexpr std::array<int, Weights::PARTS> Weights::OFFSETS = Weights::makeOffsets();

struct Position {
  u64 own;
  u64 opp;
  Parts parts;
  /** The side to move, 0 is Black. */
  u32 side;

  /** Reads the 64 squares and the side of a line of OBF. */
  static Position parse(const char* text, const Weights& weights) {
    if (std::strlen(text) < 66) throw std::runtime_error("no position: " + std::string(text));
    Position p{};
    p.side = text[65] == 'O';
    for (int square = 0; square < 64; square++) {
      if (text[square] == '-') continue;
      const bool white = text[square] == 'O';
      (white == (p.side == 1) ? p.own : p.opp) |= 1ULL << square;
      const Parts& vector = weights.vector(square);
      for (int i = 0; i < Parts::COUNT; i++) p.parts.at[i] += vector.at[i] * (1 + white);
    }
    return p;
  }

  int empties() const { return std::popcount(~(own | opp)); }
  bool over() const { return mobility(own, opp) == 0 && mobility(opp, own) == 0; }
  int evaluate(const Weights& weights) const { return weights.evaluate(parts, empties(), side); }

  /** The side is left out: from the mover's view the value does not depend on it. */
  u64 hash() const {
    const u64 x = (own * 0x9e3779b97f4a7c15) ^ std::rotr(opp * 0xd6e8feb86659fd93, 29);
    return (x ^ (x >> 32)) * 0xa0761d6478bd642f;
  }

  /** A hundred times the final disc difference; empty squares count for the winner. */
  int result() const {
    const int mine = std::popcount(own);
    const int theirs = std::popcount(opp);
    if (mine == theirs) return 0;
    return mine > theirs ? DISC * (64 - 2 * theirs) : DISC * (2 * mine - 64);
  }

  /** Writes the position after a legal move. */
  void play(u32 move, Position& to, const Weights& weights) const {
    to.side = side ^ 1;
    if (move == PASS) {
      to.own = opp;
      to.opp = own;
      to.parts = parts;
      return;
    }
    const u64 turned = flips(own, opp, static_cast<int>(move));
    to.own = opp ^ turned;
    to.opp = own ^ turned ^ (1ULL << move);
    Parts sum = weights.vector(std::countr_zero(turned));
    for (u64 rest = turned & (turned - 1); rest; rest &= rest - 1) {
      const Parts& vector = weights.vector(std::countr_zero(rest));
      for (int i = 0; i < Parts::COUNT; i++) sum.at[i] += vector.at[i];
    }
    // Black adds 1 for its disc and turns 2 into 1; white adds 2 and turns 1 into 2.
    const Parts& disc = weights.vector(static_cast<int>(move));
    if (side == 0)
      for (int i = 0; i < Parts::COUNT; i++) to.parts.at[i] = parts.at[i] + disc.at[i] - sum.at[i];
    else
      for (int i = 0; i < Parts::COUNT; i++)
        to.parts.at[i] = parts.at[i] + 2 * disc.at[i] + sum.at[i];
  }
};
