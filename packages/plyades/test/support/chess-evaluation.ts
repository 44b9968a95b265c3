// The evaluation of chess once more, by the words of assembly/games/chess/evaluate.ts alone: on an array of
// letters, with loops over pieces and squares. Shares its weights with the kernel and nothing else.
import {
  DANGER,
  PASSED,
  PLACES,
  TEMPO,
  TERMS,
  VALUES,
} from '../../assembly/games/chess/weights.mjs';
import {
  attacksOf,
  type ChessBoard,
  colourOf,
  fileOf,
  otherColour,
  rankOf,
} from './chess-board.js';

/** Middle game and endgame. */
type Pair = readonly number[];

const NAMES = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' } as const;
type Kind = keyof typeof NAMES;

/** How much a piece counts towards the middle game, towards winning without pawns, and as pressure. */
const PHASE = { p: 0, n: 1, b: 1, r: 2, q: 4, k: 0 };
const STRENGTH = { p: 0, n: 3, b: 3, r: 5, q: 9, k: 0 };
const PRESSURE = { p: 0, n: 2, b: 2, r: 3, q: 4, k: 0 };
const MOBILITY = {
  p: [0, 0],
  n: TERMS.KNIGHT_MOBILITY,
  b: TERMS.BISHOP_MOBILITY,
  r: TERMS.ROOK_MOBILITY,
  q: TERMS.QUEEN_MOBILITY,
  k: [0, 0],
};

interface Piece {
  readonly kind: Kind;
  readonly square: number;
}

/** From the side to move. */
export function evaluateChess(board: ChessBoard): number {
  const own = new Side(board.squares, board.side);
  const theirs = new Side(board.squares, otherColour(board.side));
  const [ownMiddle, ownEnd] = own.count(theirs);
  const [theirMiddle, theirEnd] = theirs.count(own);
  const middle = ownMiddle! - theirMiddle!;
  let end = ownEnd! - theirEnd!;
  // Without pawns it takes more than a minor piece to win.
  const [strong, weak] = end > 0 ? [own, theirs] : [theirs, own];
  if (strong.all('p').length === 0 && strong.sum(STRENGTH) - weak.sum(STRENGTH) <= 3) {
    end = Math.floor(end / 4);
  }
  const phase = Math.min(24, own.sum(PHASE) + theirs.sum(PHASE));
  return Math.trunc((middle * phase + end * (24 - phase)) / 24) + TEMPO;
}

/** The pieces of a side, the board turned so that it moves up. */
class Side {
  readonly #squares: readonly string[];
  readonly #pieces: readonly Piece[];

  constructor(squares: readonly string[], side: 'w' | 'b') {
    // For Black the ranks change places, and so do the cases of the letters.
    this.#squares =
      side === 'w'
        ? squares
        : squares.map((_, square) => {
            const letter = squares[8 * (7 - rankOf(square)) + fileOf(square)]!;
            return colourOf(letter) === 'w' ? letter.toLowerCase() : letter.toUpperCase();
          });
    this.#pieces = this.#squares.flatMap((letter, square) =>
      colourOf(letter) === 'w' ? [{ kind: letter.toLowerCase() as Kind, square }] : [],
    );
  }

  all(kind: Kind): number[] {
    return this.#pieces.filter((piece) => piece.kind === kind).map(({ square }) => square);
  }

  sum(values: Readonly<Record<Kind, number>>): number {
    return this.#pieces.reduce((total, { kind }) => total + values[kind], 0);
  }

  /** All that counts for this side. */
  count(enemy: Side): Pair {
    const score = [0, 0];
    const add = (weight: Pair, times = 1) => {
      score[0]! += weight[0]! * times;
      score[1]! += weight[1]! * times;
    };
    const turn = (square: number) => 8 * (7 - rankOf(square)) + fileOf(square);
    const squares = this.#squares;
    const pawns = this.all('p');
    const enemies = enemy.all('p').map(turn);
    const king = this.all('k')[0]!;
    const enemyKing = turn(enemy.all('k')[0]!);

    for (const { kind, square } of this.#pieces) {
      add(VALUES[NAMES[kind]]);
      const [middle, end] = PLACES[NAMES[kind]];
      // The tables are drawn with the eighth rank first.
      add([middle![turn(square)]!, end![turn(square)]!]);
    }

    const guarded = enemies.flatMap((square) => attacksOf(squares, square));
    // The squares next to the enemy king, and the ones below those.
    const around = attacksOf(squares, enemyKing);
    const zone = new Set([...around, ...around.map((square) => square - 8)]);
    let attackers = 0;
    let pressure = 0;
    for (const { kind, square } of this.#pieces) {
      if (kind === 'p' || kind === 'k') continue;
      const seen = attacksOf(squares, square);
      const free = seen.filter((at) => colourOf(squares[at]!) !== 'w' && !guarded.includes(at));
      add(MOBILITY[kind], free.length);
      const near = seen.filter((at) => zone.has(at)).length;
      if (near > 0) attackers += kind === 'q' ? 2 : 1;
      pressure += near * PRESSURE[kind];
      if (kind === 'r' && !pawns.some((pawn) => fileOf(pawn) === fileOf(square))) {
        const isHalfOpen = enemies.some((pawn) => fileOf(pawn) === fileOf(square));
        add(isHalfOpen ? TERMS.HALF_OPEN_FILE : TERMS.OPEN_FILE);
      }
    }
    if (attackers > 2) add([Math.floor((Math.min(pressure, 60) ** 2 * DANGER) / 64), 0]);
    if (this.all('b').length > 1) add(TERMS.BISHOP_PAIR);

    const threatened = new Set(pawns.flatMap((pawn) => attacksOf(squares, pawn)));
    add(
      TERMS.PAWN_THREAT,
      [...threatened].filter((at) => 'nbrq'.includes(squares[at] || '-')).length,
    );

    for (const pawn of pawns) {
      const ahead = rankOf(pawn) - rankOf(king);
      if (apart(pawn, king) <= 1 && (ahead === 1 || ahead === 2)) add(TERMS.SHELTER);
      addPawn(pawn);
    }
    return score;

    function addPawn(pawn: number): void {
      const rank = rankOf(pawn);
      const neighbours = pawns.filter((other) => apart(other, pawn) === 1);
      if (neighbours.length === 0) add(TERMS.ISOLATED);
      if (neighbours.some((other) => [rank, rank - 1].includes(rankOf(other)))) {
        add(TERMS.SUPPORTED);
      }
      const isDoubled = pawns.some((other) => apart(other, pawn) === 0 && rankOf(other) > rank);
      if (isDoubled) add(TERMS.DOUBLED);
      const isBarred = enemies.some((other) => apart(other, pawn) <= 1 && rankOf(other) > rank);
      if (isDoubled || isBarred) return;
      add(PASSED[rank]!);
      if (rank < 3) return;
      add(TERMS.PASSED_KING_NEAR, (rank - 2) * steps(king, pawn + 8));
      add(TERMS.PASSED_ENEMY_NEAR, (rank - 2) * steps(enemyKing, pawn + 8));
    }
  }
}

/** Files between two squares. */
const apart = (one: number, two: number) => Math.abs(fileOf(one) - fileOf(two));

/** Steps of a king. */
const steps = (one: number, two: number) =>
  Math.max(apart(one, two), Math.abs(rankOf(one) - rankOf(two)));
