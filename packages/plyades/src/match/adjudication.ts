// Games that are decided need not be played to the mate, nor dead ones to the fiftieth move: when both players
// say so for some moves in a row, the game ends. The players' own scores decide, so a game in which they
// disagree goes on.

export interface AdjudicationRules {
  /** Both sides see the same side ahead by this many centipawns for this many moves each. */
  readonly resign?: { readonly centipawns: number; readonly moves: number };
  /** Both sides see no more than this for this many moves each, not before this ply. */
  readonly draw?: { readonly centipawns: number; readonly moves: number; readonly fromPly: number };
  /** A game of this many plies is a draw. */
  readonly maxPlies: number;
}

export const usualRules: AdjudicationRules = {
  resign: { centipawns: 1000, moves: 3 },
  draw: { centipawns: 8, moves: 8, fromPly: 80 },
  maxPlies: 400,
};

/** Only games that never end are cut. */
export const strictRules: AdjudicationRules = { maxPlies: 1000 };

/** How a game was ended; `winner` 0 is the side that begins it. */
export interface Adjudication {
  readonly winner: 0 | 1 | undefined;
  readonly reason: string;
}

/**
 * Looks at a game. `values` are the players' values of their moves in order, from the side that moved,
 * undefined where they gave none.
 */
export function adjudicate(
  { resign, draw, maxPlies }: AdjudicationRules,
  values: readonly (number | undefined)[],
  firstTurn: 0 | 1 = 0,
): Adjudication | undefined {
  const lastOf = (moves: number) => (values.length < 2 * moves ? [] : values.slice(-2 * moves));
  if (resign !== undefined) {
    const first = (values.length % 2 === 0 ? 0 : 1) ^ firstTurn;
    // From the side that begins the game, all of them.
    const seen = lastOf(resign.moves).map((value, i) => {
      const turn = (first + i) % 2;
      return value === undefined ? Number.NaN : turn === 0 ? value : -value;
    });
    const reason = `adjudicated: both see ${resign.centipawns} centipawns or more`;
    if (seen.length > 0 && seen.every((each) => each >= resign.centipawns)) {
      return { winner: 0, reason };
    }
    if (seen.length > 0 && seen.every((each) => each <= -resign.centipawns)) {
      return { winner: 1, reason };
    }
  }
  if (draw !== undefined && values.length >= draw.fromPly) {
    const seen = lastOf(draw.moves);
    const dead = seen.every((each) => each !== undefined && Math.abs(each) <= draw.centipawns);
    if (seen.length > 0 && dead) {
      const reason = `adjudicated: both see ${draw.centipawns} centipawns or less`;
      return { winner: undefined, reason };
    }
  }
  if (values.length < maxPlies) return undefined;
  return { winner: undefined, reason: `adjudicated: ${maxPlies} plies` };
}
