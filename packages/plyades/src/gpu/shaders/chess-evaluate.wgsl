// The static value of a chess position, as assembly/games/chess/evaluate.ts counts it; the weights are
// written before this text when the shader is made (src/gpu/chess.ts).

const FULL_PHASE: i32 = 24;
const MOST_PRESSURE: i32 = 60;

/** A position as one of its sides sees it, which moves up the board. */
struct Side {
  own: Bits,
  opp: Bits,
  diagonal: Bits,
  straight: Bits,
  other: Bits,
}

fn sideToPlay(p: Position) -> Side {
  return Side(p.own, p.opp, p.diagonal, p.straight, p.other);
}

fn otherSide(p: Position) -> Side {
  return Side(turned(p.opp), turned(p.own), turned(p.diagonal), turned(p.straight), turned(p.other));
}

fn evaluated(p: Position) -> i32 {
  return blended(p, p.psq + countSide(sideToPlay(p)) - countSide(otherSide(p)));
}

/** The value by a score of two halves, middle game and endgame, and by how many pieces are left. */
fn blended(p: Position, score: i32) -> i32 {
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

/** All that is counted for one side. */
fn countSide(s: Side) -> i32 {
  let area = areaOf(s);
  let zone = zoneOf(s);
  var felt = vec3<i32>(0, 0, 0);
  // Knights, bishops, rooks and queens in one loop: lanes with different pieces stay together.
  var left = piecesIn(s);
  while (some(left)) {
    felt += countPiece(s, lowest(left), area, zone);
    left = dropLowest(left);
  }
  return felt.x + dangerBy(felt.y, felt.z) + countOthers(s);
}

fn pawnsIn(s: Side) -> Bits { return s.other & ~(s.diagonal | s.straight); }
fn kingsIn(s: Side) -> Bits { return s.straight & s.other; }
/** Own knights, bishops, rooks and queens. */
fn piecesIn(s: Side) -> Bits { return s.own & ~pawnsIn(s) & ~kingsIn(s); }

/** Where pieces count as mobile. */
fn areaOf(s: Side) -> Bits {
  let enemies = s.opp & pawnsIn(s);
  return ~(s.own | down(enemies & NOT_A, 9u) | down(enemies & NOT_H, 7u));
}

/** The squares near the other king. */
fn zoneOf(s: Side) -> Bits {
  let around = kingFrom(lowest(s.opp & kingsIn(s)));
  return around | down(around, 8u);
}

/** Of the piece on a square: its score, how many attackers it counts for, and its pressure on the other king. */
fn countPiece(s: Side, square: u32, area: Bits, zone: Bits) -> vec3<i32> {
  let occupied = s.own | s.opp;
  let slides = !holds(s.other, square);
  let bishop = slides && holds(s.diagonal, square);
  let rook = slides && holds(s.straight, square);
  var seen = NONE;
  var mobility = KNIGHT_MOBILITY;
  var weight = 2;
  var score = 0;
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
      let pawns = pawnsIn(s);
      if (!some(file & pawns & s.own)) {
        score = select(OPEN_FILE, HALF_OPEN_FILE, some(file & pawns & s.opp));
      }
    }
  }
  score += mobility * count(seen & area);
  let near = count(seen & zone);
  if (near == 0) { return vec3<i32>(score, 0, 0); }
  return vec3<i32>(score, select(1, 2, bishop && rook), weight * near);
}

/** A lone piece near the king threatens little. */
fn dangerBy(attackers: i32, pressure: i32) -> i32 {
  if (attackers <= 2) { return 0; }
  let felt = min(pressure, MOST_PRESSURE);
  return (felt * felt * DANGER) >> 6u;
}

/** What is not counted piece by piece. */
fn countOthers(s: Side) -> i32 {
  let allPawns = pawnsIn(s);
  let kings = kingsIn(s);
  let pawns = s.own & allPawns;
  let attacked = up(pawns & NOT_A, 7u) | up(pawns & NOT_H, 9u);
  var score = PAWN_THREAT * count(attacked & s.opp & ~allPawns & ~kings);
  if (several(s.own & s.diagonal & ~s.straight & ~s.other)) { score += BISHOP_PAIR; }
  let shield = up(s.own & kings, 8u) | up(s.own & kings, 16u);
  let wide = shield | down(shield & NOT_A, 1u) | up(shield & NOT_H, 1u);
  score += SHELTER * count(wide & pawns);
  return score + countPawns(pawns, s.opp & allPawns, lowest(s.own & kings), lowest(s.opp & kings));
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
