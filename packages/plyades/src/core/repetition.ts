// The rule of repetition, judged along a game: a position that occurs for the third or fourth time ends
// it. It depends on the way to a position and not on the position, so positions and exact trees do not
// know it; programs that play a game ask here after each move.

/** How a game ended by repetition: drawn, or lost by the side that gave check on and on. */
export type Repetition =
  | { readonly result: 'draw' }
  | {
      readonly result: 'loss';
      /** 0 is the side that begins the game. */
      readonly loser: 0 | 1;
    };

/** What the rule looks at in a position. */
export interface Occurrence {
  /** Equal for positions that are the same but for the side to move. */
  readonly key: string;
  readonly turn: 0 | 1;
  /** True when the side to move is in check, in games where it is lost to give check on and on. */
  readonly checked: boolean;
}

/**
 * Looks at the last position of a game, all positions from its start given in order. When it occurs for
 * this time (2 or more), the game is drawn, unless one side, and only one, has given check with every
 * move since the first of these times: that side has lost.
 */
export function judgeOccurrences(
  times: number,
  game: readonly Occurrence[],
): Repetition | undefined {
  const last = game.at(-1);
  if (last === undefined) return undefined;
  const same = game.flatMap((each, i) =>
    each.key === last.key && each.turn === last.turn ? i : [],
  );
  const first = same.at(-times);
  if (first === undefined) return undefined;
  const since = game.slice(first + 1);
  const [black, white] = ([0, 1] as const).map((side) => {
    const suffered = since.filter(({ turn }) => turn === side);
    return suffered.length > 0 && suffered.every(({ checked }) => checked);
  });
  if (black === white) return { result: 'draw' };
  return { result: 'loss', loser: black ? 1 : 0 };
}
