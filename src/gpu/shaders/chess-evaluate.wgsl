// The static value of a chess position, as assembly/games/chess/evaluate.ts counts it; the weights are
// written before this text when the shader is made (src/gpu/chess.ts).

const FULL_PHASE: i32 = 24;
const MOST_PRESSURE: i32 = 60;

fn evaluated(p: Position) -> i32 {
  let score = p.psq
    + countSide(p.own, p.opp, p.diagonal, p.straight, p.other)
    - countSide(turned(p.opp), turned(p.own), turned(p.diagonal), turned(p.straight), turned(p.other));
  let phase = min(
    FULL_PHASE,
    count(p.diagonal & ~p.straight)
      + 2 * count(p.straight & ~p.diagonal & ~p.other)
      + 4 * count(p.diagonal & p.straight)
  );
  let middle = (score << 16u) >> 16u;
  var end = (score + 0x8000) >> 16u;
  if (end > 0) {
    end = (end * quarters(p, p.own, p.opp)) >> 2u;
  } else {
    end = (end * quarters(p, p.opp, p.own)) >> 2u;
  }
  return (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE + TEMPO;
}

/** Quarters that an advantage is worth: without pawns it takes more than a minor piece to win. */
fn quarters(p: Position, strong: Bits, weak: Bits) -> i32 {
  if (some(strong & p.other & ~(p.diagonal | p.straight))) { return 4; }
  return select(4, 1, piecesOf(p, strong) - piecesOf(p, weak) <= 3);
}

fn piecesOf(p: Position, who: Bits) -> i32 {
  return 3 * count(who & p.diagonal & ~p.straight)
    + 5 * count(who & p.straight & ~p.diagonal & ~p.other)
    + 9 * count(who & p.diagonal & p.straight);
}

/** All that is counted for one side, which moves up the board. */
fn countSide(own: Bits, opp: Bits, diagonal: Bits, straight: Bits, other: Bits) -> i32 {
  let occupied = own | opp;
  let allPawns = other & ~(diagonal | straight);
  let pawns = own & allPawns;
  let enemies = opp & allPawns;
  let kings = straight & other;
  let king = lowest(own & kings);
  let enemyKing = lowest(opp & kings);
  let guarded = down(enemies & NOT_A, 9u) | down(enemies & NOT_H, 7u);
  let attacked = up(pawns & NOT_A, 7u) | up(pawns & NOT_H, 9u);
  let area = ~(own | guarded);
  let around = kingFrom(enemyKing);
  let zone = around | down(around, 8u);

  var score = PAWN_THREAT * count(attacked & opp & ~allPawns & ~kings);
  var pressure = 0;
  var attackers = 0;
  if (several(own & diagonal & ~straight & ~other)) { score += BISHOP_PAIR; }

  // Knights, bishops, rooks and queens in one loop: lanes with different pieces stay together.
  var left = own & ~allPawns & ~kings;
  while (some(left)) {
    let square = lowest(left);
    let slides = !holds(other, square);
    let bishop = slides && holds(diagonal, square);
    let rook = slides && holds(straight, square);
    var seen = NONE;
    var mobility = KNIGHT_MOBILITY;
    var weight = 2;
    if (!slides) { seen = knightFrom(square); }
    if (bishop) {
      seen = diagonalFrom(square, occupied);
      mobility = BISHOP_MOBILITY;
    }
    if (rook) {
      seen |= straightFrom(square, occupied);
      mobility = ROOK_MOBILITY;
      weight = 3;
      if (bishop) {
        mobility = QUEEN_MOBILITY;
        weight = 4;
      } else {
        let file = Bits(FILE_A.x << (square & 7u), FILE_A.y << (square & 7u));
        if (!some(file & pawns)) { score += select(OPEN_FILE, HALF_OPEN_FILE, some(file & enemies)); }
      }
    }
    score += mobility * count(seen & area);
    let near = count(seen & zone);
    if (near > 0) {
      attackers += select(1, 2, bishop && rook);
      pressure += weight * near;
    }
    left = dropLowest(left);
  }
  // A lone piece near the king threatens little.
  if (attackers > 2) {
    let felt = min(pressure, MOST_PRESSURE);
    score += (felt * felt * DANGER) >> 6u;
  }
  let shield = up(own & kings, 8u) | up(own & kings, 16u);
  let wide = shield | down(shield & NOT_A, 1u) | up(shield & NOT_H, 1u);
  score += SHELTER * count(wide & pawns);
  return score + countPawns(pawns, enemies, king, enemyKing);
}

fn countPawns(pawns: Bits, enemies: Bits, king: u32, enemyKing: u32) -> i32 {
  let beside = down(pawns & NOT_A, 1u) | up(pawns & NOT_H, 1u);
  var score = SUPPORTED * count(pawns & (beside | up(beside, 8u)));
  let files = wholeFiles(pawns);
  score += ISOLATED * count(pawns & ~(down(files & NOT_A, 1u) | up(files & NOT_H, 1u)));
  let behind = downFill(down(pawns, 8u));
  score += DOUBLED * count(pawns & behind);
  let stopped = downFill(down(enemies, 8u));
  let barred = stopped | down(stopped & NOT_A, 1u) | up(stopped & NOT_H, 1u);
  var passed = pawns & ~barred & ~behind;
  while (some(passed)) {
    let square = lowest(passed);
    let rank = i32(square >> 3u);
    score += passedOn(rank);
    if (rank > 2) {
      let ahead = square + 8u;
      score += (rank - 2)
        * (PASSED_KING_NEAR * distanceOf(king, ahead) + PASSED_ENEMY_NEAR * distanceOf(enemyKing, ahead));
    }
    passed = dropLowest(passed);
  }
  return score;
}

// Not by abs(): of a difference of two numbers of three bits, NVIDIA's driver 580 leaves it out.
fn distanceOf(a: u32, b: u32) -> i32 {
  let files = max(a & 7u, b & 7u) - min(a & 7u, b & 7u);
  let ranks = max(a >> 3u, b >> 3u) - min(a >> 3u, b >> 3u);
  return i32(max(files, ranks));
}

/** The squares and all below them on their files. */
fn downFill(those: Bits) -> Bits {
  var filled = those | down(those, 8u);
  filled |= down(filled, 16u);
  return Bits(filled.x | filled.y, filled.y);
}

fn wholeFiles(those: Bits) -> Bits {
  var word = those.x | those.y;
  word |= (word >> 8u) | (word << 24u);
  word |= (word >> 16u) | (word << 16u);
  return Bits(word, word);
}
