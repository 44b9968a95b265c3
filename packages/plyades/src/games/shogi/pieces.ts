// Shogi pieces as letters and as bytes of a record. A record is the 81 squares from 1a, 1b to 9i, the
// two hands as 32-bit words, the side to move, and how many moves a node keeps.

/** Letters of the kinds 1 to 8 in SFEN; kinds 9 to 14 are P to R promoted, with a plus before. */
const LETTERS = 'PLNSBRGK';

export const PAWN = 1;
export const LANCE = 2;
export const KNIGHT = 3;
export const SILVER = 4;
export const BISHOP = 5;
export const ROOK = 6;
export const GOLD = 7;
export const KING = 8;
export const PROMOTED = 8;

/** Added to the kind of a white piece. */
export const WHITE = 16;

export const SQUARES = 81;
export const HANDS = 81;
export const SIDE = 89;
export const BRANCHING = 90;
export const RECORD_SIZE = 92;

/** The most moves any position has: keeping this many or more keeps all. */
export const MAX_MOVES = 593;

export type ShogiSide = 0 | 1;

/** How many pieces of each kind there are, by plain kind. */
export const TOTALS: readonly number[] = [0, 18, 4, 4, 4, 2, 2, 4, 2];

/** Kinds in the order in which SFEN lists a hand. */
export const HAND_ORDER: readonly number[] = [ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, PAWN];

/** Where the number of a kind begins in the word of a hand, and how many bits it has. */
const HAND_FIELDS: readonly (readonly [shift: number, bits: number])[] = [
  [0, 0],
  [0, 5],
  [5, 3],
  [8, 3],
  [11, 3],
  [17, 2],
  [19, 2],
  [14, 3],
];

/** The kind of a letter of either case, 0 for other characters. */
export function kindOf(letter: string): number {
  return letter.length === 1 ? LETTERS.indexOf(letter.toUpperCase()) + 1 : 0;
}

export const canPromote = (kind: number): boolean => kind < GOLD;

/** The capital letter of a plain kind. */
export const letterOf = (kind: number): string => LETTERS.charAt(kind - 1);

/** A piece of a record as SFEN writes it: a capital for Black, a plus when promoted. */
export function makePiece(piece: number): string {
  const letter = letterOf(plainKind(piece));
  const isPromoted = piece % WHITE > PROMOTED;
  return (isPromoted ? '+' : '') + (sideOf(piece) === 1 ? letter.toLowerCase() : letter);
}

/** The piece as it was before any promotion. */
export const plainKind = (piece: number): number => {
  const kind = piece % WHITE;
  return kind > PROMOTED ? kind - PROMOTED : kind;
};

export const sideOf = (piece: number): ShogiSide => (piece >= WHITE ? 1 : 0);

export function countInHand(record: Uint8Array, side: ShogiSide, kind: number): number {
  const [shift, bits] = HAND_FIELDS[kind]!;
  return (view(record).getUint32(HANDS + 4 * side, true) >>> shift) & (2 ** bits - 1);
}

export function addToHand(record: Uint8Array, side: ShogiSide, kind: number, count: number): void {
  const offset = HANDS + 4 * side;
  const [shift] = HAND_FIELDS[kind]!;
  const hand = view(record).getUint32(offset, true);
  view(record).setUint32(offset, hand + count * 2 ** shift, true);
}

export function branchingOf(record: Uint8Array): number {
  return view(record).getUint16(BRANCHING, true);
}

export function setBranching(record: Uint8Array, branching: number): void {
  view(record).setUint16(BRANCHING, branching, true);
}

function view(record: Uint8Array): DataView {
  return new DataView(record.buffer, record.byteOffset, record.byteLength);
}
